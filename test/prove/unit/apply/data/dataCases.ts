import type { TargetText } from '../../../../../src/apply/plan/blockPlan.ts';
import { upTo } from '../cases/changes.ts';
import type { SourceFile } from '../cases/sourceFiles.ts';

/** A block with a file of data or prose, whole or in part, and what must come out. */
export interface DataCase {
  readonly name: string;
  readonly path: string;
  readonly block: string;
  readonly language: string;
  readonly target: TargetText;
  /** The texts that are right afterwards; none if nothing may be applied. */
  readonly accepted: readonly string[];
  /** The text before, if only a line is gone: then it may as well be left out, and stays. */
  readonly kept: readonly string[];
  readonly isUnique: boolean;
}

/** A change of lines of a file. */
interface Change {
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The first line that differs, and how many do in each. */
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}

type Formed = Omit<DataCase, 'path' | 'language' | 'kept'>;

type Form = (change: Change, random: () => number) => Formed | undefined;

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function whole(name: string, change: Change): Formed {
  const [before, after] = [text(change.before), text(change.after)];
  return {
    name,
    block: after,
    target: { text: before, seen: before },
    accepted: [after],
    // A line that is gone may only be left out.
    isUnique: change.added >= change.removed,
  };
}

/** How a line is written in the file: so often. */
function count(line: string | undefined, lines: readonly string[]): number {
  return lines.filter((one) => one.trim() === line?.trim()).length;
}

const forms: Readonly<Record<string, Form>> = {
  'whole file': (change) => whole('whole file', change),
  'whole file, CRLF': (change) => {
    const one = whole('whole file, CRLF', change);
    const crlf = (lines: string): string => lines.replaceAll('\n', '\r\n');
    const before = crlf(text(change.before));
    return { ...one, target: { text: before, seen: before }, accepted: one.accepted.map(crlf) };
  },
  'whole file, byte order mark': (change) => {
    const one = whole('whole file, byte order mark', change);
    const before = `\ufeff${text(change.before)}`;
    return {
      ...one,
      target: { text: before, seen: before },
      accepted: one.accepted.map((now) => `\ufeff${now}`),
    };
  },
  'whole file, no line break at the end': (change) => {
    const one = whole('whole file, no line break at the end', change);
    const before = text(change.before).trimEnd();
    return {
      ...one,
      target: { text: before, seen: before },
      accepted: one.accepted.map((now) => now.trimEnd()),
    };
  },
  'whole file, not seen': (change) => {
    const one = whole('whole file, not seen', change);
    return { ...one, target: { text: one.target.text } };
  },
  'whole file, in tabs': (change) => {
    const tabbed = (lines: readonly string[]): readonly string[] =>
      lines.map((line) => line.replace(/^(?: {2})+/, (spaces) => '\t'.repeat(spaces.length / 2)));
    const isRegular = change.before.every((line) => /^(?: {2})*(?:\S|$)/.test(line));
    const isWide = change.before.every((line) => /^(?: {4})*(?:\S|$)/.test(line));
    const before = text(tabbed(change.before));
    const one = whole('whole file, in tabs', change);
    return !isRegular ||
      isWide ||
      /\.(?:ya?ml|md)$/.test(change.path) ||
      before === text(change.before)
      ? undefined
      : {
          ...one,
          target: { text: before, seen: before },
          accepted: [...one.accepted, text(tabbed(change.after))],
          isUnique: false,
        };
  },
  'whole file, edited meanwhile': (change, random) => {
    const line = upTo(change.before.length, random);
    const isFar = line < change.at - 2 || line > change.at + change.removed + 2;
    const shift = line < change.at ? 0 : change.added - change.removed;
    const typed = (lines: readonly string[], at: number): string =>
      text(lines.with(at, `${lines[at] ?? ''} typed`));
    const one = whole('whole file, edited meanwhile', change);
    // Beside a line that repeats, it cannot be told which is which.
    const isClear = count(change.before[line], change.before) === 1;
    return isFar && isClear
      ? {
          ...one,
          target: { text: typed(change.before, line), seen: text(change.before) },
          accepted: [typed(change.after, line + shift)],
          isUnique: false,
        }
      : undefined;
  },
  'lines around it': (change, random) => {
    const [from, to] = [
      Math.max(0, change.at - 2 - upTo(3, random)),
      change.at + change.added + 2 + upTo(3, random),
    ];
    const block = text(change.after.slice(from, to));
    const [before, after] = [text(change.before), text(change.after)];
    return {
      name: 'lines around it',
      block,
      target: { text: before, seen: before },
      accepted: [after],
      isUnique: false,
    };
  },
  'lines around it, the rest left out': (change, random) => {
    const mark = change.path.endsWith('.md')
      ? '<!-- ... rest unchanged ... -->'
      : change.path.endsWith('.json')
        ? '// ... existing code ...'
        : '# ... rest unchanged ...';
    const [from, to] = [
      Math.max(0, change.at - 2 - upTo(3, random)),
      change.at + change.added + 2 + upTo(3, random),
    ];
    const [before, after] = [text(change.before), text(change.after)];
    return {
      name: 'lines around it, the rest left out',
      block: `${mark}\n${text(change.after.slice(from, to))}${mark}\n`,
      target: { text: before, seen: before },
      accepted: [after],
      isUnique: false,
    };
  },
  'half of the file, without a mark': (change) => {
    const before = text(change.before);
    const half = change.after.slice(0, change.after.length >> 1);
    // What is new at its end says that more is gone on purpose.
    return change.at + change.added >= half.length
      ? undefined
      : {
          name: 'half of the file, without a mark',
          block: text(half),
          target: { text: before, seen: before },
          accepted: [text(change.after)],
          isUnique: false,
        };
  },
  'cells of a notebook as text': (change) => {
    const before = text(change.before);
    return {
      name: 'cells of a notebook as text',
      block: text(change.after),
      target: { text: before, seen: before },
      accepted: [],
      isUnique: false,
    };
  },
};

/** A random case of a file; undefined if what was chosen does not go together. */
export function randomDataCase(
  { path, text: whole_ }: SourceFile,
  random: () => number,
): DataCase | undefined {
  const before = whole_.trimEnd().split('\n');
  const change = changed(path, before, random);
  const [name, form] = Object.entries(forms)[upTo(Object.keys(forms).length, random)] ?? [];
  const one = change && form?.(change, random);
  const language = /[^.]*$/.exec(path)?.[0] ?? '';
  const isNotebook = name === 'cells of a notebook as text';
  const kept = change && one && change.added < change.removed ? [one.target.text] : [];
  return one && { ...one, kept, language, path: isNotebook ? path.replace(/\w+$/, 'ipynb') : path };
}

/** A value that is another, or a line more or less. */
function changed(
  path: string,
  before: readonly string[],
  random: () => number,
): Change | undefined {
  const at = 1 + upTo(Math.max(1, before.length - 2), random);
  const line = before[at] ?? '';
  const isMarkdown = path.endsWith('.md');
  const fenced = before.slice(0, at).filter((one) => /^ {0,3}(?:```|~~~)/.test(one)).length % 2;
  if (!/\w{3}/.test(line) || /^\s*(?:```|~~~|\[[^\]]*\]$)/.test(line) || fenced === 1) {
    return undefined;
  }
  const words = (isMarkdown ? line : line.replace(/^[^:=]*[:=]/, '')).match(/[A-Za-z]\w{2,}/g);
  const word = words?.[upTo(words.length, random)];
  switch (upTo(4, random)) {
    case 0: {
      const more = isMarkdown ? 'A sentence that is new.' : line.replace(/\w{3,}/, 'addedLater');
      const after = before.toSpliced(at, 0, more);
      return more === line ? undefined : { path, before, after, at, removed: 0, added: 1 };
    }
    case 1:
      // Without the key, what is below it is of another one.
      if (/:\s*$/.test(line)) {
        return undefined;
      }
      return { path, before, after: before.toSpliced(at, 1), at, removed: 1, added: 0 };
    default: {
      const value = word === undefined ? line : replacedLast(line, word, `${word}Next`);
      return value === line
        ? undefined
        : { path, before, after: before.with(at, value), at, removed: 1, added: 1 };
    }
  }
}

function replacedLast(line: string, word: string, by: string): string {
  const at = line.lastIndexOf(word);
  return line.slice(0, at) + by + line.slice(at + word.length);
}
