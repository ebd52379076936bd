import { upTo } from '../cases/changes.ts';
import { type CommitForm, type Formed, isImport, joined } from './commitForm.ts';
import { type Hunk, isRemoval, withHunks } from './hunks.ts';
import type { ReadPair } from './readPair.ts';

function whole(read: ReadPair): Formed {
  const { after } = read;
  return {
    block: joined(after),
    accepted: [joined(after)],
    stated: [joined(after)],
    isUnique: true,
    isLoose: true,
    group: 'whole',
  };
}

/** The file without some of what is the same in it. */
function withoutItems(read: ReadPair, most: number, random: () => number): Formed | undefined {
  const { before, after, unchanged, changed, hunks } = read;
  const isNamed = (hunk: Hunk): boolean =>
    !isRemoval(hunk) || changed.some((item) => item.hunks.includes(hunk));
  const isApart = (from: number, to: number): boolean =>
    hunks.every((hunk) => hunk.after[1] < from - 1 || hunk.after[0] > to);
  const all = unchanged.filter(({ now }) => now.to - now.own > 2 && isApart(now.from, now.to));
  const gone = new Set<number>();
  for (let made = 0; made < most && all.length > 0; made += 1) {
    const [one] = all.splice(upTo(all.length, random), 1);
    for (let at = one?.now.from ?? 0; at < (one?.now.to ?? 0); at += 1) {
      gone.add(at);
    }
    // Nobody leaves two blank lines where something was.
    const to = one?.now.to ?? 0;
    if (after[to]?.trim() === '') {
      gone.add(to);
    }
  }
  const shown = after.filter((_, at) => !gone.has(at));
  return gone.size === 0 || shown.filter((line) => line.trim() !== '').length < 4
    ? undefined
    : {
        block: joined(shown),
        // What the reply does not name stays, also where the commit removes it.
        accepted: [joined(after), joined(withHunks(before, after, hunks.filter(isNamed)))],
        stated: [joined(shown)],
        floating: shown.filter(isImport),
        isUnique: false,
        isLoose: true,
        group: 'unsure',
      };
}

/** Files from their first to their last line, or what a model takes for that. */
export const wholeForms: Readonly<Record<string, CommitForm>> = {
  'whole file': (read) => whole(read),
  'whole file, its path in the first line': (read) => {
    const { style, pair } = read;
    const name = `${style.comment[0]} ${pair.path}${style.comment[1]}`;
    const isFirst = /^(?:#!|<\?|---)/.test(read.after[0] ?? '') || pair.language === 'markdown';
    return isFirst ? undefined : { ...whole(read), block: joined([name, ...read.after]) };
  },
  'whole file, no line break at its end': (read) => ({
    ...whole(read),
    block: read.after.join('\n'),
  }),
  'whole file without one item': (read, random) => withoutItems(read, 1, random),
  'whole file without three items': (read, random) => withoutItems(read, 3, random),
  'a new file': (read) => {
    const [first = '', ...rest] = read.after;
    const name = read.pair.path.replace(/^.*\//, '');
    // A comment that names this very file may be meant for the reader of the reply.
    const isName = /^\W+ /.test(first) && first.includes(name);
    const accepted = [joined(read.after), ...(isName ? [joined(rest)] : [])];
    return { ...whole(read), accepted, path: read.pair.path, isNew: true };
  },
};
