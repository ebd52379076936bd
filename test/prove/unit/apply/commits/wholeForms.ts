import { upTo } from '../cases/changes.ts';
import { type CommitForm, type Formed, isImport, isTelling, joined } from './commitForm.ts';
import { type Hunk, hunksOf, isRemoval, withHunks } from './hunks.ts';
import type { ReadPair } from './readPair.ts';

/** Whether it shows that a reply is all of a file: by its first and its last line that say something, or by most of them. */
function isTold({ before }: ReadPair, shown: readonly string[]): boolean {
  const telling = before.filter(isTelling);
  const gone = hunksOf(before, shown).flatMap((hunk) => before.slice(...hunk.before));
  const kept = telling.length - gone.filter(isTelling).length;
  const isEdge = [telling[0], telling.at(-1)].every((line) => shown.includes(line ?? ''));
  return kept * 2 >= telling.length || (isEdge && kept > 1);
}

/** The imports that were in the place of others, beside those: a reply without them does not say that they have gone. */
function withImports({ before, after, hunks }: ReadPair): readonly string[] {
  return hunks.reduceRight(
    (lines, hunk) =>
      lines.toSpliced(hunk.after[0], 0, ...before.slice(...hunk.before).filter(isImport)),
    after,
  );
}

function whole(read: ReadPair): Formed {
  const { before, after, hunks } = read;
  // That what is only gone at the edges of a file is gone on purpose does not show.
  const inner = hunks.filter(
    (hunk) => !isRemoval(hunk) || (hunk.after[0] > 0 && hunk.after[0] < after.length),
  );
  return {
    block: joined(after),
    accepted: [joined(after), joined(withHunks(before, after, inner)), joined(withImports(read))],
    floating: after.filter((line) => isImport(line) && !before.includes(line)),
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
  const all = unchanged.filter(
    ({ now }) => now.to - now.own > 2 && isApart(now.from, now.to) && !isInText(after, now.own),
  );
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
  return gone.size === 0 || !isTold(read, shown)
    ? undefined
    : {
        block: joined(shown),
        // What the reply does not name stays, also where the commit removes it.
        accepted: [
          joined(after),
          joined(withHunks(before, after, hunks.filter(isNamed))),
          joined(withImports(read)),
        ],
        stated: [joined(shown)],
        floating: shown.filter(isImport),
        isUnique: false,
        isLoose: true,
        group: 'unsure',
      };
}

/** Whether a line is within a text of several lines, which is part of a statement, as far as quotes show. */
function isInText(lines: readonly string[], line: number): boolean {
  const above = lines.slice(0, line);
  const text = above.join('\n');
  const isOpen = ['`', '"""', "'''"].some((sign) => text.split(sign).length % 2 === 0);
  const isHeredoc = above.some((one, at) => {
    const word = /<<[-~]?['"]?([A-Z_]{3,})/.exec(one)?.[1];
    return word !== undefined && !above.slice(at).some((other) => other.trim() === word);
  });
  return isOpen || isHeredoc;
}

/** Files from their first to their last line, or what a model takes for that. */
export const wholeForms: Readonly<Record<string, CommitForm>> = {
  'whole file': (read) => (isTold(read, read.after) ? whole(read) : undefined),
  'whole file, its path in the first line': (read) => {
    const { style, pair } = read;
    const name = `${style.comment[0]} ${pair.path}${style.comment[1]}`;
    const isFirst =
      read.after[0] === name ||
      /^(?:#!|<\?|---)/.test(read.after[0] ?? '') ||
      pair.language === 'markdown';
    return isFirst || !isTold(read, read.after)
      ? undefined
      : { ...whole(read), block: joined([name, ...read.after]) };
  },
  'whole file, no line break at its end': (read) =>
    isTold(read, read.after) ? { ...whole(read), block: read.after.join('\n') } : undefined,
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
