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
  remark,
} from './commitForm.ts';
import { typographic } from './explicitForms.ts';
import { isRemoval, withHunks } from './hunks.ts';
import type { ChangedItem, ReadPair } from './readPair.ts';

/** One of what is changed; undefined if there is none of a usual size. */
export function pick(read: ReadPair, random: () => number): ChangedItem | undefined {
  const all = read.changed.filter(({ now }) => now.to - now.own > 1 && now.to - now.own < 120);
  return all[upTo(all.length, random)];
}

function linesOf({ after }: ReadPair, { now }: ChangedItem, from = now.from): readonly string[] {
  return after.slice(from, now.to);
}

function formed(
  block: readonly string[],
  { expected }: Pick<ChangedItem, 'expected'>,
  other = expected,
): Formed {
  const accepted = [joined(expected), joined(other)];
  return { block: joined(block), accepted, stated: accepted, isUnique: true, group: 'items' };
}

function unsure(block: readonly string[], item: ChangedItem, stated: readonly string[]): Formed {
  return {
    ...formed(block, item),
    stated: [joined(stated)],
    isUnique: false,
    isLoose: true,
    group: 'unsure',
  };
}

/** The file with other lines in the place of the old item. */
function replaced(
  { before }: ReadPair,
  { old }: ChangedItem,
  lines: readonly string[],
): readonly string[] {
  return [...before.slice(0, old.from), ...lines, ...before.slice(old.to)];
}

/** What is changed, whole: functions, members, sections; and what models make of it. */
export const itemForms: Readonly<Record<string, CommitForm>> = {
  'one item': (read, random) => {
    const item = pick(read, random);
    return item && formed(linesOf(read, item), item, withComments(read, [item]));
  },
  'one item without its comment': (read, random) => {
    const item = pick(read, random);
    return item === undefined || item.now.own === item.now.from || !isHeadSame(read, item)
      ? undefined
      : formed(linesOf(read, item, item.now.own), item);
  },
  'one item at the margin': (read, random) => {
    const item = pick(read, random);
    const lines = item && linesOf(read, item);
    const indent = indentOf(lines?.[0]);
    const isEven = lines?.every((line) => line.startsWith(indent) || line.trim() === '');
    return item === undefined || lines === undefined || indent === '' || isEven !== true
      ? undefined
      : formed(
          lines.map((line) => line.slice(indent.length)),
          item,
          withComments(read, [item]),
        );
  },
  'one item, its first line without indentation': (read, random) => {
    const item = pick(read, random);
    const [first = '', ...rest] = item === undefined ? [] : linesOf(read, item);
    return item === undefined || indentOf(first) === ''
      ? undefined
      : formed([first.trimStart(), ...rest], item, withComments(read, [item]));
  },
  'all items in one block': (read) => {
    const all = read.changed;
    const own = all.flatMap(({ hunks }) => hunks);
    // Where nothing but indentation closes a part, what is indented further reads as what is within the part above it.
    const depths = all.map(({ now }) => depthOf(read, now));
    const isWithin =
      read.style.isIndented && depths.some((depth, at) => depth > (depths[at - 1] ?? Infinity));
    return all.length < 2 || isWithin
      ? undefined
      : formed(
          all
            .map((item) => linesOf(read, item).join('\n'))
            .join('\n\n')
            .split('\n'),
          { expected: withHunks(read.before, read.after, own) },
          withComments(read, all),
        );
  },
  'the container with the changed member alone': (read, random) => {
    const item = pick(read, random);
    const outer = item?.now.parent;
    const old = item?.old.parent;
    if (
      item === undefined ||
      outer?.body === undefined ||
      old === undefined ||
      outer.parent !== undefined
    ) {
      return undefined;
    }
    const head = read.after.slice(outer.own, outer.body[0]);
    const tail = read.after.slice(outer.body[1], outer.to);
    const shown = [...head, ...linesOf(read, item), ...tail];
    const stated = [...read.before.slice(0, old.own), ...shown, ...read.before.slice(old.to)];
    const isSame = head.join('\n') === read.before.slice(old.own, old.body?.[0]).join('\n');
    return isSame ? { ...unsure(shown, item, stated), isUnique: true, group: 'items' } : undefined;
  },
  'one item and the imports that are new': (read, random) => {
    const item = pick(read, random);
    const first = read.hunks.filter(
      ({ before: [from, to], after }) =>
        from === to &&
        item !== undefined &&
        read.after.slice(...after).every((line) => isImport(line) && !read.before.includes(line)),
    );
    const added = first.flatMap(({ after }) => read.after.slice(...after));
    return item === undefined || added.length === 0
      ? undefined
      : {
          ...formed([...added, '', ...linesOf(read, item)], {
            ...item,
            expected: withHunks(
              read.before,
              read.after,
              read.hunks.filter((hunk) => first.includes(hunk) || item.hunks.includes(hunk)),
            ),
          }),
          floating: added,
          isLoose: true,
        };
  },
  'lines out of the file': (read, random) => fragment(read, 1 + upTo(6, random), random),
  'many lines out of the file': (read, random) => fragment(read, 8 + upTo(20, random), random),
  'the beginning of an item': (read, random) => {
    const item = pick(read, random);
    const lines = item && linesOf(read, item);
    const from = lines && 2 + upTo(lines.length, random);
    if (
      item === undefined ||
      lines === undefined ||
      from === undefined ||
      lines.length - from < 3
    ) {
      return undefined;
    }
    const shown = lines.slice(0, from);
    const { now } = item;
    const inside = item.hunks.filter(
      ({ after }) => after[0] < now.from + from && after[1] <= now.from + from,
    );
    // With something new at its end, it need not be a beginning.
    const isCut = item.hunks.some(
      ({ after }) => after[0] < now.from + from && after[1] >= now.from + from,
    );
    const accepted = [joined(withHunks(read.before, read.after, inside))];
    return isCut || losesComment(item)
      ? undefined
      : { ...unsure(shown, item, replaced(read, item, shown)), accepted };
  },
  'a remark in place of the code of an item': (read, random) => remarked(read, random, false),
  'a remark above what is new in an item': (read, random) => remarked(read, random, true),
  'one item with a closing line too many': (read, random) => {
    const item = pick(read, random);
    const lines = item && linesOf(read, item);
    const last = lines?.at(-1) ?? '';
    return item === undefined || lines === undefined || !/^\s*(?:\}|end)$/.test(last)
      ? undefined
      : { ...unsure([...lines, last], item, []), stated: undefined, isLoose: false };
  },
  'one item with a closing line less': (read, random) => {
    const item = pick(read, random);
    const lines = item && linesOf(read, item);
    return item === undefined || lines === undefined || !/^\s*(?:\}|end)$/.test(lines.at(-1) ?? '')
      ? undefined
      : { ...unsure(lines.slice(0, -1), item, []), stated: undefined, isLoose: false };
  },
  'one item, a line of it moved in': (read, random) => {
    const item = pick(read, random);
    const lines = item && linesOf(read, item);
    const places = (lines ?? []).flatMap((line, at) =>
      at > 1 &&
      indentOf(line) === indentOf(lines?.[at - 1]) &&
      /^\s+[a-z_.]+(?: = |\()\w.*[\w)]$/.test(line) &&
      /^(?!\s*#).*[\w)]$/.test(lines?.[at - 1] ?? '')
        ? [at]
        : [],
    );
    const at = places[upTo(places.length, random)];
    return item === undefined ||
      lines === undefined ||
      at === undefined ||
      read.pair.language !== 'python'
      ? undefined
      : {
          ...unsure(lines.with(at, `    ${lines[at] ?? ''}`), item, []),
          stated: undefined,
          isLoose: false,
        };
  },
  'one item, signs of typography': (read, random) => {
    const item = pick(read, random);
    const lines = item && linesOf(read, item);
    const shown = lines?.map(typographic);
    return item === undefined || shown === undefined || shown.join('\n') === lines?.join('\n')
      ? undefined
      : {
          ...unsure(shown, item, []),
          // In prose, these are signs as others are.
          ...(read.pair.language === 'markdown'
            ? { accepted: [joined(item.expected), joined(replaced(read, item, shown))] }
            : {}),
          stated: undefined,
          isLoose: false,
        };
  },
};

/** How deep something is: by its heading, or by its indentation. */
function depthOf({ after, style }: ReadPair, { own }: ChangedItem['now']): number {
  const line = after[own] ?? '';
  return style.items === 'headings' ? line.search(/[^#[]/) : indentOf(line).length;
}

/** Whether a commit takes away the comment above an item. */
function losesComment({ old, now }: ChangedItem): boolean {
  return now.from === now.own && old.from < old.own;
}

/** The file with the comments that the commit takes away: an item without one does not say whether it has gone. */
function withComments(
  { before, after }: ReadPair,
  items: readonly ChangedItem[],
): readonly string[] {
  return items.reduceRight<readonly string[]>((lines, item) => {
    const from = losesComment(item) ? item.old.own : item.old.from;
    return [
      ...lines.slice(0, from),
      ...after.slice(item.now.from, item.now.to),
      ...lines.slice(item.old.to),
    ];
  }, before);
}

/** Whether what is above an item is the same on both sides. */
function isHeadSame({ before, after }: ReadPair, { old, now }: ChangedItem): boolean {
  return before.slice(old.from, old.own).join('\n') === after.slice(now.from, now.own).join('\n');
}

/** Lines around a hunk. Where the first and the last are in the file once, there is one place for them. */
function fragment(read: ReadPair, context: number, random: () => number): Formed | undefined {
  const { before, after, hunks } = read;
  const hunk = hunks[upTo(hunks.length, random)];
  const index = hunk === undefined ? -1 : hunks.indexOf(hunk);
  if (hunk === undefined) {
    return undefined;
  }
  const from = Math.max(hunks[index - 1]?.after[1] ?? 0, hunk.after[0] - context);
  const to = Math.min(hunks[index + 1]?.after[0] ?? after.length, hunk.after[1] + context);
  const shown = after.slice(from, to);
  const once = (line: string | undefined): boolean =>
    isTelling(line) && count(line, before) === 1 && count(line, after) === 1;
  const edges = [shown[0], shown.at(-1)];
  // A blank line tells no place.
  const isSaid = (one: number, other: number): boolean =>
    after.slice(one, other).some((line) => line.trim() !== '');
  const isInside = isSaid(from, hunk.after[0]) && isSaid(hunk.after[1], to);
  return !isInside || to - from === after.length || isWithin(shown, before)
    ? undefined
    : {
        block: joined(shown),
        accepted: [
          joined(withHunks(before, after, [hunk])),
          // Lines that are only missing may be left out.
          ...(isRemoval(hunk) ? [joined(before)] : []),
        ],
        stated: [joined(withHunks(before, after, [hunk]))],
        isUnique: edges.every(once) && isPart(shown) && !isRemoval(hunk),
        isLoose: true,
        group: 'marks',
      };
}

/** Whether lines are no cut through something that they leave open. */
function isPart(lines: readonly string[]): boolean {
  const text = lines.join('\n');
  const number = (sign: RegExp): number => text.match(sign)?.length ?? 0;
  const least = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => indentOf(line).length),
  );
  return number(/[([{]/g) === number(/[)\]}]/g) && indentOf(lines[0]).length === least;
}

/** A comment in an item stands for lines that are the same, apart from a change or right above what is new. */
function remarked(read: ReadPair, random: () => number, isAbove: boolean): Formed | undefined {
  const item = pick(read, random);
  const hunk = item?.hunks[upTo(item.hunks.length, random)];
  if (item === undefined || hunk === undefined || item.now.body !== undefined) {
    return undefined;
  }
  const { after } = read;
  const { own, from, to: end } = item.now;
  const to = isAbove ? hunk.after[0] : hunk.after[0] - 1;
  const start = own + 2;
  const gone = after.slice(start, to);
  const isSame = item.hunks.every(({ after: [first, last] }) => last <= start || first >= to);
  // Where as much comes as is gone, the comment may be about that.
  const come = isAbove ? after.slice(...hunk.after).filter(isTelling).length : 0;
  const isLong = gone.filter(isTelling).length > Math.max(2, come);
  const indent = indentOf(gone.find((line) => line.trim() !== ''));
  const shown = [
    ...after.slice(from, start),
    indent + remark(read.style, random),
    ...after.slice(to, end),
  ];
  const stated = replaced(read, item, [...after.slice(from, start), ...after.slice(to, end)]);
  return isSame && isLong ? unsure(shown, item, stated) : undefined;
}
