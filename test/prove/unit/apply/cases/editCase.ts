import type { TargetText } from '../../../../../src/apply/plan/blockPlan.ts';

/** A reply's block, the file it is for, and what must come out. */
export interface EditCase {
  /** What was done to make it, such as `diff, wrong numbers`. */
  readonly name: string;
  /** The file it was made of. */
  readonly path: string;
  readonly block: string;
  readonly language: string;
  readonly target: TargetText;
  /** The bytes of the file afterwards; undefined if nothing may be applied. */
  readonly expected: string | undefined;
  /** Whether the place is unique by construction, so that a refusal counts as a miss. */
  readonly isUnique: boolean;
  /** Lines of the expected file among which blanks at the end of a line do not count. */
  readonly isLoose?: ((line: number) => boolean) | undefined;
}

/** Whether a text is the one that is expected. */
export function isExpected(text: string, { expected, isLoose }: EditCase): boolean {
  if (text === expected || expected === undefined || isLoose === undefined) {
    return text === expected;
  }
  const [lines, wanted] = [text.split('\n'), expected.split('\n')];
  return (
    lines.length === wanted.length &&
    lines.every((line, at) =>
      isLoose(at) ? line.trimEnd() === wanted[at]?.trimEnd() : line === wanted[at],
    )
  );
}

/** Lines of a file that are replaced by others. */
export interface Change {
  readonly path: string;
  /** The lines of the file, without line breaks. */
  readonly before: readonly string[];
  /** The first line that the block quotes, and how many it quotes. */
  readonly line: number;
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** Whether the file ends with a line break. */
  readonly isClosed: boolean;
}

/** A text of lines. */
export function textOf(lines: readonly string[], isClosed: boolean, lineEnd = '\n'): string {
  return lines.join(lineEnd) + (isClosed ? lineEnd : '');
}

/** The lines of the file after a change. */
export function after({ before, line, search, replace }: Change): readonly string[] {
  return [...before.slice(0, line), ...replace, ...before.slice(line + search.length)];
}

/**
 * In how many places of a file the lines of a search are, without regard to any white space. It is written apart from
 * what it judges.
 */
export function countPlaces(search: readonly string[], lines: readonly string[]): number {
  const bare = (line: string): string => line.replaceAll(/\s/g, '');
  const [wanted, all] = [search.map(bare), lines.map(bare)];
  let count = 0;
  for (let at = 0; at + wanted.length <= all.length; at += 1) {
    count += wanted.every((line, index) => line === all[at + index]) ? 1 : 0;
  }
  return count;
}
