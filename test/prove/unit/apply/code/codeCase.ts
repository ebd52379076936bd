import type { TargetText } from '../../../../../src/apply/plan/blockPlan.ts';
import type { SourceFile } from '../cases/sourceFiles.ts';
import type { Declared } from './declarations.ts';

/** A block of code of a reply, the file it is for, and what must come out. */
export interface CodeCase {
  /** What was done to make it, such as `one function`. */
  readonly name: string;
  readonly path: string;
  readonly block: string;
  readonly language: string;
  readonly isComplete: boolean;
  readonly target: TargetText;
  /** The texts that are right afterwards; none if nothing may be applied. */
  readonly accepted: readonly string[];
  /** Where nothing is accepted as a whole: lines that must stay, in their order. Without them nothing may be applied. */
  readonly kept?: readonly string[] | undefined;
  /** Whether the place is unique by construction, so that a refusal counts as a miss. */
  readonly isUnique: boolean;
}

/** A file with one of its functions changed. All lines are without line breaks. */
export interface CodeChange {
  readonly file: SourceFile;
  readonly style: CodeStyle;
  readonly declared: readonly Declared[];
  readonly before: readonly string[];
  /** What is changed, where it is before. */
  readonly changed: Declared;
  /** Its lines afterwards, with the comments above it. */
  readonly lines: readonly string[];
  /** The first line of it that differs, and how many lines more it has. */
  readonly first: number;
  readonly grown: number;
}

/** What is to know of a language to write code in it. */
export interface CodeStyle {
  readonly fence: string;
  /** The start of a comment. */
  readonly comment: string;
  readonly commentEnd: string;
  /** A statement that is none of the file. */
  readonly statement: string;
  /** A function that is like none of the file. */
  readonly newFunction: readonly string[];
  /** An import that is none of the file. */
  readonly newImport: string | undefined;
  readonly isImport: (line: string) => boolean;
  /** Whether a body ends with its indentation. */
  readonly isIndented: boolean;
}

/**
 * Whether a text is right after a block: one of those that are accepted, or with all lines that must stay, and with no line
 * more often than in the file and the block together.
 */
export function isRight({ accepted, kept, target, block }: CodeCase, text: string): boolean {
  if (accepted.includes(text) || kept === undefined) {
    return accepted.includes(text);
  }
  const lines = filled(text);
  let next = 0;
  for (const line of lines) {
    next += line === kept[next] ? 1 : 0;
  }
  const counts = new Map<string, number>();
  for (const line of [...filled(target.text), ...filled(block)]) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return (
    next === kept.length &&
    lines.every((line) => {
      const count = counts.get(line) ?? 0;
      counts.set(line, count - 1);
      return count > 0;
    })
  );
}

/** The lines with text, without blanks at their edges and signs that only say how a file is stored. */
export function filled(text: string): readonly string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The file afterwards. */
export function afterLines({ before, changed, lines }: CodeChange): readonly string[] {
  return [...before.slice(0, changed.from), ...lines, ...before.slice(changed.to)];
}

export function joined(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
