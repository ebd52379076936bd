import { upTo } from '../cases/changes.ts';
import { type Change, countPlaces } from '../cases/editCase.ts';
import { renderings } from '../cases/renderings.ts';
import type { CommitCase } from './commitCase.ts';
import { type CommitForm, isTelling, joined, remark } from './commitForm.ts';
import { type Hunk, withHunks } from './hunks.ts';
import type { ReadPair } from './readPair.ts';

/** A hunk with so many lines around it that they are in the file once; at most eight on each side. */
function changeOf({ before, after, pair }: ReadPair, hunk: Hunk, least: number): Change {
  let change: Change | undefined;
  for (let context = least; context <= 8; context += 1) {
    const from = Math.max(0, hunk.before[0] - context);
    const to = Math.min(before.length, hunk.before[1] + context);
    const search = before.slice(from, to);
    const replace = [
      ...before.slice(from, hunk.before[0]),
      ...after.slice(...hunk.after),
      ...before.slice(hunk.before[1], to),
    ];
    change = { path: pair.path, before, line: from, search, replace, isClosed: true };
    if (search.some((line) => line.trim() !== '') && countPlaces(search, before) === 1) {
      break;
    }
  }
  return change ?? { path: pair.path, before, line: 0, search: [], replace: [], isClosed: true };
}

function isOnce({ search, before }: Change): boolean {
  return search.some((line) => /\w{2}/.test(line)) && countPlaces(search, before) === 1;
}

function randomHunk(read: ReadPair, random: () => number, least: number): Change & { hunk: Hunk } {
  const hunk = read.hunks[upTo(read.hunks.length, random)] ?? {
    before: [0, 0] as const,
    after: [0, 0] as const,
  };
  return { ...changeOf(read, hunk, least), hunk };
}

/** All hunks in one block, each apart from the others; undefined if they touch each other. */
function allHunks(read: ReadPair, write: (changes: readonly Change[]) => string): Made | undefined {
  const changes = read.hunks.map((hunk) => changeOf(read, hunk, 2));
  const isApart = changes.every(({ line }, at) => at === 0 || line >= end(changes[at - 1]));
  return isApart
    ? {
        block: write(changes),
        accepted: [joined(read.after)],
        isUnique: changes.every(isOnce),
      }
    : undefined;
}

type Made = Pick<CommitCase, 'block' | 'accepted' | 'isUnique'>;

function end(change: Change | undefined): number {
  return change === undefined ? 0 : change.line + change.search.length;
}

function searchReplace({ search, replace }: Pick<Change, 'search' | 'replace'>): string {
  const lines = ['<<<<<<< SEARCH', ...search, '=======', ...replace, '>>>>>>> REPLACE'];
  return joined(lines);
}

/** A hunk with signs, the lines around it with a space before them or another sign. */
function signed({ search, replace }: Change, space: string): string {
  let head = 0;
  while (head < search.length && head < replace.length && search[head] === replace[head]) {
    head += 1;
  }
  let tail = 0;
  const most = Math.min(search.length, replace.length) - head;
  while (tail < most && search.at(-1 - tail) === replace.at(-1 - tail)) {
    tail += 1;
  }
  return joined([
    ...search.slice(0, head).map((line) => space + line),
    ...search.slice(head, search.length - tail).map((line) => `-${line}`),
    ...replace.slice(head, replace.length - tail).map((line) => `+${line}`),
    ...search.slice(search.length - tail).map((line) => space + line),
  ]);
}

function patch(changes: readonly Change[], space: string): string {
  const parts = changes.map((change) => `@@\n${signed(change, space)}`).join('');
  return `*** Begin Patch\n*** Update File: ${changes[0]?.path ?? ''}\n${parts}*** End Patch\n`;
}

/** Changes that say by themselves which lines they replace. */
export const explicitForms: Readonly<Record<string, CommitForm>> = {
  'one hunk in a form of models': (read, random) => {
    const change = randomHunk(read, random, 1);
    const rendering = renderings[upTo(renderings.length, random)];
    const made = rendering?.(change, random);
    return (
      made && {
        ...made,
        accepted: [joined(withHunks(read.before, read.after, [change.hunk]))],
        isUnique: isOnce(change),
        group: 'explicit',
      }
    );
  },
  'all hunks as search and replace': (read) => {
    const made = allHunks(read, (all) => all.map(searchReplace).join(''));
    return made && { ...made, group: 'explicit' };
  },
  'all hunks as a diff': (read) => {
    const made = allHunks(
      read,
      (all) =>
        `--- a/${read.pair.path}\n+++ b/${read.pair.path}\n${all.map((one) => `@@ -${one.line + 1},${one.search.length} +${one.line + 1},${one.replace.length} @@\n${signed(one, ' ')}`).join('')}`,
    );
    return made && { ...made, group: 'explicit', language: 'diff' };
  },
  'all hunks as a patch': (read) => {
    const made = allHunks(read, (all) => patch(all, ' '));
    return made && { ...made, group: 'explicit', language: '' };
  },
  'a patch whose context lines lack their space': (read) => {
    const made = allHunks(read, (all) => patch(all, ''));
    const hasSigns = read.before.some((line) => /^[-+@*]/.test(line));
    return made && !hasSigns ? { ...made, group: 'explicit', language: '' } : undefined;
  },
  'search and replace with the wrong last marker': (read, random) => {
    const change = randomHunk(read, random, 2);
    return {
      block: searchReplace(change).replace(/>>>>>>> REPLACE\n$/, '=======\n'),
      accepted: [joined(withHunks(read.before, read.after, [change.hunk]))],
      isUnique: isOnce(change),
      group: 'explicit',
    };
  },
  'search and replace, signs of typography': (read, random) => {
    const change = randomHunk(read, random, 2);
    const written = searchReplace({
      search: change.search.map(typographic),
      replace: change.replace.map(typographic),
    });
    return written === searchReplace(change)
      ? undefined
      : {
          block: written,
          // In prose, these are signs as others are.
          accepted: [
            read.after,
            ...(read.pair.language === 'markdown' ? [read.after.map(typographic)] : []),
          ].map((lines) => joined(withHunks(read.before, lines, [change.hunk]))),
          isUnique: false,
          group: 'unsure',
        };
  },
  'search and replace, a remark in place of code': (read, random) => {
    const change = randomHunk(read, random, 8);
    const { search, replace, hunk, line } = change;
    const head = hunk.before[0] - line;
    // From the second line up to the change: a remark stands for them, right above what is new.
    const gone = replace.slice(1, head);
    const indent = /^\s*/.exec(gone.find((one) => one.trim() !== '') ?? '')?.[0] ?? '';
    return gone.filter(isTelling).length < 3
      ? undefined
      : {
          block: searchReplace({
            search,
            replace: [
              ...replace.slice(0, 1),
              indent + remark(read.style, random),
              ...replace.slice(head),
            ],
          }),
          accepted: [joined(withHunks(read.before, read.after, [hunk]))],
          stated: [
            joined([
              ...read.before.slice(0, line + 1),
              ...replace.slice(head),
              ...read.before.slice(line + search.length),
            ]),
          ],
          isUnique: false,
          isLoose: true,
          group: 'unsure',
        };
  },
};

/** A line with the quotes and spaces of a word processor. */
export function typographic(line: string): string {
  const [, indent = '', text = ''] = /^(\s*)(.*)$/.exec(line) ?? [];
  return (
    indent +
    text
      .replaceAll(/"([^"]*)"/g, '\u201c$1\u201d')
      .replaceAll(/'([^']*)'/g, '\u2018$1\u2019')
      .replace(/(\w) = (\w)/, '$1\u00a0= $2')
  );
}
