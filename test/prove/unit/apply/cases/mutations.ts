import { upTo } from './changes.ts';
import { after, type Change, countPlaces, type EditCase, textOf } from './editCase.ts';
import { renderings, type Rendered } from './renderings.ts';

/** Makes a case of a change; undefined if the change does not allow it. */
type Mutation = (change: Change, random: () => number) => EditCase | undefined;

/** How a file, a block, or the time between them can differ from the plain case. */
export const mutations: Readonly<Record<string, Mutation>> = {
  plain: (change, random) => asCase(change, 'plain', render(change, random)),
  'not seen': (change, random) => {
    const made = asCase(change, 'not seen', render(change, random));
    return { ...made, target: { text: made.target.text } };
  },
  'CRLF file': (change, random) => {
    const { before, isClosed } = change;
    const text = textOf(before, isClosed, '\r\n');
    return {
      ...asCase(change, 'CRLF file', render(change, random)),
      target: { text, seen: text },
      expected: textOf(after(change), isClosed, '\r\n'),
    };
  },
  'CRLF reply': (change, random) => {
    const made = asCase(change, 'CRLF reply', render(change, random));
    return { ...made, block: made.block.replaceAll('\n', '\r\n') };
  },
  'CRLF in the file and in the reply': (change, random) => {
    const { before, isClosed } = change;
    const made = asCase(change, 'CRLF in the file and in the reply', render(change, random));
    const text = textOf(before, isClosed, '\r\n');
    return {
      ...made,
      block: made.block.replaceAll('\n', '\r\n'),
      target: { text, seen: text },
      expected: textOf(after(change), isClosed, '\r\n'),
    };
  },
  'other alphabets': (change, random) => {
    const said = (line: string): string =>
      line.replaceAll(/[aeo](?=[a-z]{3})/g, (letter) => alphabets[letter] ?? letter);
    const all = (lines: readonly string[]): readonly string[] => lines.map(said);
    const { before, search, replace } = change;
    const other = { ...change, before: all(before), search: all(search), replace: all(replace) };
    return asCase(other, 'other alphabets', render(other, random));
  },
  'no line break at the end': (change, random) =>
    asCase({ ...change, isClosed: false }, 'no line break at the end', render(change, random)),
  'byte order mark': (change, random) => {
    const made = asCase(change, 'byte order mark', render(change, random));
    const text = `\ufeff${made.target.text}`;
    // The block does not have the mark, so that the first line is not the same.
    return change.line === 0
      ? undefined
      : { ...made, target: { text, seen: text }, expected: `\ufeff${made.expected ?? ''}` };
  },
  'less indented': (change, random) => {
    const indents = [...change.search, ...change.replace]
      .filter((line) => line.trim() !== '')
      .map((line) => /^[\t ]*/.exec(line)?.[0].length ?? 0);
    const least = Math.min(...indents);
    // One space less is how a diff looks whose lines lack the space before them.
    return least < 2
      ? undefined
      : indented(change, 'less indented', (line) => line.slice(least), random);
  },
  'more indented': (change, random) =>
    indented(change, 'more indented', (line) => `    ${line}`, random),
  'tabs for spaces': (change, random) => {
    const halves = change.before.filter((line) => /^(?: {4})* {2}[^ *]/.test(line));
    const width = halves.length > change.before.length / 20 ? 2 : 4;
    const level = new RegExp(`^(?: {${width}})+`);
    const isRegular = [...change.search, ...change.replace].every(
      (line) => !line.replace(level, '').startsWith(' '),
    );
    const tabbed = (line: string): string =>
      line.replace(level, (spaces) => '\t'.repeat(spaces.length / width));
    return isRegular ? indented(change, 'tabs for spaces', tabbed, random) : undefined;
  },
  'blanks at the ends of lines': (change, random) => {
    const { line, search, replace, isClosed } = change;
    const { head, tail } = sharedLines(change);
    const [from, to] = [line + head, line + search.length - tail];
    const before = change.before.map((text, index) =>
      index % 3 === 0 && (index < from || index >= to) ? `${text}  ` : text,
    );
    const changed = replace.slice(head, replace.length - tail);
    const text = textOf(before, isClosed);
    return {
      ...asCase(change, 'blanks at the ends of lines', render(change, random)),
      target: { text, seen: text },
      expected: textOf([...before.slice(0, from), ...changed, ...before.slice(to)], isClosed),
      // Which of two equal lines was there before cannot be known.
      isLoose: (at) => at >= line && at < line + replace.length,
    };
  },
  'twice in the file': (change, random) => {
    // Closed: a blank line at the end of an open text would be none.
    const text = textOf([...change.before, ...change.search], true);
    return {
      ...asCase(change, 'twice in the file', render(change, random)),
      target: { text, seen: text },
      expected: undefined,
      isUnique: false,
    };
  },
  'twice, once otherwise indented': (change, random) => {
    const before = [
      ...change.before,
      ...change.search.map((line) => (line.trim() === '' ? line : `      ${line}`)),
    ];
    const made = asCase(
      { ...change, before },
      'twice, once otherwise indented',
      render(change, random),
    );
    // Lines at the margin may have been taken out of an indented place.
    const isAtMargin = change.search.some((line) => /^\S/.test(line));
    return { ...made, isUnique: !isAtMargin && countExact(change.search, before) === 1 };
  },
  'edited elsewhere': (change, random) => edited(change, random, 'edited elsewhere'),
  'edited at the place': (change, random) => edited(change, random, 'edited at the place'),
  'applied before': (change, random) => {
    const text = textOf(after(change), change.isClosed);
    const made = asCase(change, 'applied before', render(change, random));
    return made.isUnique
      ? { ...made, target: { text }, expected: undefined, isUnique: false }
      : undefined;
  },
  'from another file': (change, random) => {
    // Some lines read the same from their end.
    if (
      change.search.some(
        (line, at) => line === change.search[at + 2] || line === change.search[at + 1],
      )
    ) {
      return undefined;
    }
    const text = textOf(change.before.toReversed(), change.isClosed);
    const made = asCase(change, 'from another file', render(change, random));
    return { ...made, target: { text }, expected: undefined, isUnique: false };
  },
};

/** Composed and combining letters, an emoji with a joiner, a right-to-left and a wide one. */
const alphabets: Readonly<Record<string, string>> = {
  a: '\u00e4a\u0308',
  e: '\u05d0\u{1f469}\u200d\u{1f4bb}',
  o: '\u4e2d',
};

function render(change: Change, random: () => number): Rendered {
  const rendering = renderings[upTo(renderings.length, random)];
  if (rendering === undefined) {
    throw new Error('There is no such form.');
  }
  return rendering(change, random);
}

function asCase(change: Change, name: string, { form, block, language }: Rendered): EditCase {
  const text = textOf(change.before, change.isClosed);
  return {
    name: `${name}, ${form}`,
    path: change.path,
    block,
    language,
    target: { text, seen: text },
    expected: textOf(after(change), change.isClosed),
    isUnique: countPlaces(change.search, change.before) === 1,
  };
}

/** The block is indented otherwise than the file, which keeps its own. */
function indented(
  change: Change,
  name: string,
  indent: (line: string) => string,
  random: () => number,
): EditCase | undefined {
  const all = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => (line.trim() === '' ? '' : indent(line)));
  const { search, replace } = change;
  // What the block quotes word by word elsewhere, it may mean there.
  if (countExact(all(search), change.before) > 0) {
    return undefined;
  }
  const block = render({ ...change, search: all(search), replace: all(replace) }, random);
  const isBlankKept = [...search, ...replace].every((line) => line.trim() !== '' || line === '');
  const made = asCase(change, name, block);
  return { ...made, isUnique: made.isUnique && isBlankKept };
}

/** How many lines search and replacement both begin and end with. */
function sharedLines({ search, replace }: Change): {
  readonly head: number;
  readonly tail: number;
} {
  const first = search.findIndex((line, index) => line !== replace[index]);
  const head = first === -1 ? search.length : first;
  let tail = 0;
  const shorter = Math.min(search.length, replace.length) - head;
  while (tail < shorter && search.at(-1 - tail) === replace.at(-1 - tail)) {
    tail += 1;
  }
  return { head, tail };
}

function countExact(search: readonly string[], lines: readonly string[]): number {
  return lines.filter((_, at) => search.every((line, index) => line === lines[at + index])).length;
}

/** Somebody types while the reply arrives: far from the place, or in the lines that change or get others behind them. */
function edited(change: Change, random: () => number, name: string): EditCase | undefined {
  const { before, line, search, replace, isClosed } = change;
  const changed = search.findIndex((one, index) => one !== replace[index]);
  const own = changed === -1 ? search.length - 1 : changed;
  const at = name === 'edited at the place' ? line + own : upTo(before.length, random);
  const distance = at < line ? line - at : at - (line + search.length - 1);
  const isFar = distance > 2;
  if (isFar !== (name === 'edited elsewhere')) {
    return undefined;
  }
  const typed = (lines: readonly string[], index: number): readonly string[] =>
    lines.with(index, `${lines[index] ?? ''} typed`);
  const now = textOf(typed(before, at), isClosed);
  const made = asCase(change, name, render(change, random));
  const shift = at < line ? 0 : replace.length - search.length;
  return {
    ...made,
    target: { text: now, seen: made.target.text },
    expected: isFar ? textOf(typed(after(change), at + shift), isClosed) : undefined,
    isUnique: isFar && made.isUnique,
  };
}
