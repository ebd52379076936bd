import type { Change } from './editCase.ts';
import type { SourceFile } from './sourceFiles.ts';

/** A number from 0 up to but not including `below`. */
export function upTo(below: number, random: () => number): number {
  return Math.floor(random() * below);
}

/** A random change of a file; undefined if the lines that were chosen do not allow one. */
export function randomChange({ path, text }: SourceFile, random: () => number): Change | undefined {
  const isClosed = text.endsWith('\n');
  const before = (isClosed ? text.slice(0, -1) : text).split('\n');
  const context = 1 + upTo(4, random);
  const count = 1 + upTo(6, random);
  const line = upTo(Math.max(1, before.length - 2 * context - count), random);
  const head = before.slice(line, line + context);
  const old = before.slice(line + context, line + context + count);
  const tail = before.slice(line + context + count, line + 2 * context + count);
  const changed = changedLines(old, before, random);
  const [search, replace] = [
    [...head, ...old, ...tail],
    [...head, ...changed, ...tail],
  ];
  const isReal = old.length > 0 && changed.join('\n') !== old.join('\n');
  return isReal && search.some((one) => one.trim() !== '')
    ? { path, before, line, search, replace, isClosed }
    : undefined;
}

function changedLines(
  old: readonly string[],
  file: readonly string[],
  random: () => number,
): readonly string[] {
  const at = upTo(old.length, random);
  const indent = /^\s*/.exec(old[at] ?? '')?.[0] ?? '';
  switch (upTo(5, random)) {
    case 0:
      return old.map((line, index) => (index === at ? renamed(line) : line));
    case 1:
      return old.filter((_, index) => index !== at);
    case 2:
      return [
        ...old.slice(0, at),
        `${indent}const added = ${upTo(1000, random)};`,
        ...old.slice(at),
      ];
    case 3:
      return old.map((line) => (line.trim() === '' ? line : renamed(line)));
    default: {
      // Lines that the file has elsewhere, as when a model repeats a pattern.
      const from = upTo(file.length, random);
      const more = file.slice(from, from + 3).map((line) => (indent + line.trim()).trimEnd());
      return [...old.slice(0, at + 1), ...more, ...old.slice(at + 1)];
    }
  }
}

/** A line whose longest word has another name; signs such as `$&` must not be understood. */
function renamed(line: string): string {
  const words = line.match(/[A-Za-z]\w+/g) ?? [];
  const longest = words.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? `${line} // $& $1` : line.replace(longest, () => `${longest}Next`);
}
