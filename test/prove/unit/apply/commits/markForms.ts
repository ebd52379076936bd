import { upTo } from '../cases/changes.ts';
import {
  type CommitForm,
  count,
  type Formed,
  indentOf,
  isImport,
  isTelling,
  isWithin,
  joined,
  mark,
} from './commitForm.ts';
import { type Hunk, isRemoval, type Lines, withHunks } from './hunks.ts';
import { pick } from './itemForms.ts';
import type { ReadPair } from './readPair.ts';

/** How marks stand beside code. */
interface Marks {
  readonly isBlankBeside: boolean;
  readonly random: () => number;
}

/** Lines of the file afterwards, with a mark for each stretch that is not shown. */
function marked(
  read: ReadPair,
  [from, to]: Lines,
  shown: readonly Lines[],
  { isBlankBeside, random }: Marks,
): { readonly lines: readonly string[]; readonly count: number; readonly isUnique: boolean } {
  const { after, before, style } = read;
  const lines: string[] = [];
  let [at, marks, isUnique] = [from, 0, true];
  const once = (line: string | undefined): boolean =>
    isTelling(line) && count(line, after) === 1 && count(line, before) === 1;
  for (const [first, last] of [...shown, [to, to] as const]) {
    const gone = after.slice(at, first);
    if (gone.some((line) => line.trim() !== '')) {
      const near = first < to ? after.slice(first, last) : gone;
      const indent = indentOf(near.find((line) => line.trim() !== ''));
      const beside = isBlankBeside ? [''] : [];
      lines.push(...(lines.length > 0 ? beside : []), indent + mark(style, random));
      lines.push(...(first < to ? beside : []));
      marks += 1;
      isUnique &&= (first >= to || once(after[first])) && (at === from || once(after[at - 1]));
    } else {
      lines.push(...gone);
    }
    lines.push(...after.slice(first, last));
    at = last;
  }
  const isThere = shown.every(([first, last]) => isWithin(after.slice(first, last), before));
  return { lines, count: isThere ? 0 : marks, isUnique };
}

/** The stretches of lines around the hunks, joined where they meet, without blank lines at their ends. */
function around({ after, hunks }: ReadPair, [from, to]: Lines, context: number): readonly Lines[] {
  const found: [number, number][] = [];
  for (const hunk of hunks.filter((one) => one.after[0] >= from && one.after[1] <= to)) {
    let first = Math.max(from, hunk.after[0] - context);
    let last = Math.min(to, hunk.after[1] + context);
    while (first > from && first < hunk.after[0] && after[first]?.trim() === '') {
      first -= 1;
    }
    while (last < to && last > hunk.after[1] && after[last - 1]?.trim() === '') {
      last += 1;
    }
    const open = found.at(-1);
    if (open !== undefined && first <= open[1] + 2) {
      open[1] = Math.max(open[1], last);
    } else {
      found.push([first, last]);
    }
  }
  return found;
}

function formed(
  { before, after }: ReadPair,
  lines: readonly string[],
  hunks: readonly Hunk[],
  isUnique: boolean,
): Formed {
  const expected = joined(withHunks(before, after, hunks));
  const added = hunks.filter((hunk) => !isRemoval(hunk));
  // Lines that are only missing may be left out, all or some of them.
  const removals = hunks.filter(isRemoval).slice(0, 6);
  const some = Array.from({ length: 2 ** removals.length }, (_, set) =>
    joined(
      withHunks(
        before,
        after,
        hunks.filter((hunk) => !isRemoval(hunk) || (set >> removals.indexOf(hunk)) % 2 === 1),
      ),
    ),
  );
  return {
    block: joined(lines),
    accepted: [...new Set([expected, ...some])],
    stated: [expected],
    floating: hunks.flatMap((hunk) => after.slice(...hunk.after)).filter(isImport),
    isUnique: isUnique && added.length === hunks.length,
    isLoose: true,
    group: 'marks',
  };
}

/** The file with marks for all that is not near a change. */
function file(read: ReadPair, context: number, options: Marks): Formed | undefined {
  const all: Lines = [0, read.after.length];
  const { lines, count: marks, isUnique } = marked(read, all, around(read, all, context), options);
  return marks === 0 ? undefined : formed(read, lines, read.hunks, isUnique);
}

/** The file with marks for all but what is changed, each whole. */
function fileOfItems(read: ReadPair, options: Marks): Formed | undefined {
  const isAll = read.changed.flatMap(({ hunks }) => hunks).length === read.hunks.length;
  const tops = read.changed.filter(({ now }) => now.parent === undefined);
  const shown = tops.map(({ now }): Lines => [now.from, now.to]);
  const { lines, count: marks } = marked(read, [0, read.after.length], shown, options);
  return marks === 0 || !isAll || tops.length < read.changed.length
    ? undefined
    : formed(read, lines, read.hunks, true);
}

/** Something with marks for what is not near a change in it. */
function item(read: ReadPair, random: () => number, isBlankBeside: boolean): Formed | undefined {
  const one = pick(read, random);
  const now = one?.now;
  if (one === undefined || now === undefined || now.to - now.own < 8) {
    return undefined;
  }
  const near = around(read, [now.from, now.to], 2);
  const first: Lines = [now.from, now.own + 1];
  const last: Lines = read.style.isIndented ? [now.to, now.to] : [now.to - 1, now.to];
  const inner = near.filter(([from, to]) => from > first[1] && to < last[0]);
  const {
    lines,
    count: marks,
    isUnique,
  } = marked(
    read,
    [now.from, now.to],
    [first, ...inner, last].filter(([from, to], at) => from < to || at === 0),
    { isBlankBeside, random },
  );
  return marks === 0 || inner.length !== near.length
    ? undefined
    : formed(read, lines, one.hunks, isUnique);
}

/** A class or the like with marks for all members but one. */
function container(
  read: ReadPair,
  random: () => number,
  isBlankBeside: boolean,
): Formed | undefined {
  const one = pick(read, random);
  const outer = one?.now.parent;
  if (one === undefined || outer?.body === undefined || outer.parent !== undefined) {
    return undefined;
  }
  const [start, end] = outer.body;
  const shown: readonly Lines[] = [
    [outer.own, start],
    [one.now.from, one.now.to],
    ...(end < outer.to ? [[end, outer.to] as const] : []),
  ];
  const { lines, count: marks } = marked(read, [outer.own, outer.to], shown, {
    isBlankBeside,
    random,
  });
  const isWhole =
    one.hunks.length ===
    read.hunks.filter(({ after: [from, to] }) => from >= outer.own && to <= outer.to).length;
  return marks === 0 || !isWhole ? undefined : formed(read, lines, one.hunks, true);
}

/** Parts of a file with comments for what is left out. */
export const markForms: Readonly<Record<string, CommitForm>> = {
  'marks around lines of the file': (read, random) =>
    file(read, 1 + upTo(4, random), { isBlankBeside: false, random }),
  'marks around lines of the file, blank lines beside them': (read, random) =>
    file(read, 1 + upTo(4, random), { isBlankBeside: true, random }),
  'marks right beside what is new': (read, random) =>
    file(read, 0, { isBlankBeside: false, random }),
  'marks between items': (read, random) => fileOfItems(read, { isBlankBeside: false, random }),
  'marks between items, blank lines beside them': (read, random) =>
    fileOfItems(read, { isBlankBeside: true, random }),
  'marks in an item': (read, random) => item(read, random, false),
  'marks in an item, blank lines beside them': (read, random) => item(read, random, true),
  'marks in a container': (read, random) => container(read, random, false),
  'marks in a container, blank lines beside them': (read, random) => container(read, random, true),
};
