import type { CommitCase } from './commitCase.ts';

/** How the file or the reply differs from the plain case; undefined if it cannot. */
type CommitTarget = (one: CommitCase) => CommitCase | undefined;

function each(one: CommitCase, map: (text: string) => string): CommitCase | undefined {
  const text = one.text === undefined ? undefined : map(one.text);
  return text === undefined
    ? undefined
    : {
        ...one,
        text,
        seen: text,
        accepted: one.accepted.map(map),
        stated: one.stated?.map(map),
      };
}

/** What files and replies are like besides. */
export const commitTargets: Readonly<Record<string, CommitTarget>> = {
  'a file with CRLF': (one) => each(one, (text) => text.replaceAll('\n', '\r\n')),
  'a file with a byte order mark': (one) => each(one, (text) => `\ufeff${text}`),
  'a file without a line break at its end': (one) => each(one, (text) => text.replace(/\n$/, '')),
  'a reply with a byte order mark': (one) =>
    one.text === undefined ? undefined : { ...one, block: `\ufeff${one.block}`, isUnique: false },
  // Lines that are common do not tell a place in a file that the model has not seen.
  'a file that was not seen': (one) =>
    one.text === undefined
      ? undefined
      : { ...one, seen: undefined, isUnique: one.isUnique && one.group !== 'explicit' },
};
