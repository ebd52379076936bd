import type { Change } from './editCase.ts';
import { upTo } from './changes.ts';

/** A change as a block of a reply. */
export interface Rendered {
  readonly form: string;
  readonly block: string;
  readonly language: string;
}

type Quoted = Pick<Change, 'path' | 'line' | 'search' | 'replace'>;

type Rendering = (change: Quoted, random: () => number) => Rendered;

/** The forms in which models write changes. */
export const renderings: readonly Rendering[] = [
  ({ search, replace }) => ({
    form: 'search and replace',
    language: 'ts',
    block: `<<<<<<< SEARCH\n${joined(search)}=======\n${joined(replace)}>>>>>>> REPLACE\n`,
  }),
  ({ path, search, replace }) => ({
    form: 'search and replace with a path',
    language: '',
    block: `${path}\n------- SEARCH\n${joined(search)}=======\n${joined(replace)}+++++++ REPLACE`,
  }),
  ({ search, replace }, random) => {
    const length = [5, 7, 9][upTo(3, random)] ?? 7;
    const [open, divider, close] = ['<', '=', '>'].map((sign) => sign.repeat(length));
    const bracket = random() < 0.3 ? '>' : '';
    return {
      form: 'search and replace, marks of other lengths',
      language: 'diff',
      block: `${open} SEARCH${bracket}\n${joined(search)}${divider}\n${joined(replace)}${close} REPLACE${bracket}\n`,
    };
  },
  ({ path, search, replace }) => ({
    form: 'original and updated',
    language: 'ts',
    block: `// ${path}\n<<<<<<< ORIGINAL\n${joined(search)}=======\n${joined(replace)}>>>>>>> UPDATED\n`,
  }),
  (change) => {
    const { block, language } = diff(change, '', change.line + 1);
    const { path } = change;
    return {
      form: 'diff of Git',
      language,
      block: `diff --git a/${path} b/${path}\nindex 0123abc..4567def 100644\n${block}`,
    };
  },
  (change) => {
    const { block, language } = diff(change, '', change.line + 1);
    const { path } = change;
    return {
      form: 'diff of Git, no file headers',
      language,
      block: `diff --git a/${path} b/${path}\n${block.split('\n').slice(2).join('\n')}`,
    };
  },
  (change, random) => {
    const { block, language } = diff(change, '', change.line + 1);
    const counts = `,${upTo(30, random)} +1,${upTo(30, random)} @@ export function f() {`;
    return {
      form: 'diff, wrong counts',
      language,
      block: block.replace(/,\d+ \+\d+,\d+ @@$/m, () => counts),
    };
  },
  (change) => ({
    form: 'diff, the hunk alone',
    language: 'diff',
    block: signed(change.search, change.replace),
  }),
  ({ path, search, replace }) => ({
    form: 'patch, what is around it in several lines',
    language: '',
    block: `*** Begin Patch\n*** Update File: ${path}\n@@ class Some\n@@   def other():\n${signed(search, replace)}*** End of File\n*** End Patch\n`,
  }),
  (change) => diff(change, 'diff', change.line + 1),
  (change, random) => diff(change, 'diff, wrong numbers', 1 + upTo(2000, random)),
  (change) => diff(change, 'diff, no numbers'),
  (change) => {
    const { block, language } = diff(change, '', change.line + 1);
    return {
      form: 'diff, blank context without its space',
      language,
      block: block.replaceAll(/^ $/gm, ''),
    };
  },
  ({ path, search, replace }) => ({
    form: 'patch',
    language: 'patch',
    block: `*** Begin Patch\n*** Update File: ${path}\n@@ somewhere\n${signed(search, replace)}*** End Patch\n`,
  }),
];

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function diff({ path, search, replace }: Quoted, form: string, line?: number): Rendered {
  const numbers =
    line === undefined ? '' : ` -${line},${search.length} +${line},${replace.length} @@`;
  const start = line === undefined ? '@@' : `@@${numbers}`;
  return {
    form,
    language: 'diff',
    block: `--- a/${path}\n+++ b/${path}\n${start}\n${signed(search, replace)}`,
  };
}

/** Lines with their signs: what both begin and end with is context. */
function signed(search: readonly string[], replace: readonly string[]): string {
  let head = 0;
  while (head < search.length && head < replace.length && search[head] === replace[head]) {
    head += 1;
  }
  let tail = 0;
  const shorter = Math.min(search.length, replace.length) - head;
  while (tail < shorter && search.at(-1 - tail) === replace.at(-1 - tail)) {
    tail += 1;
  }
  const sign = (mark: string, lines: readonly string[]): readonly string[] =>
    lines.map((line) => mark + line);
  return joined([
    ...sign(' ', search.slice(0, head)),
    ...sign('-', search.slice(head, search.length - tail)),
    ...sign('+', replace.slice(head, replace.length - tail)),
    ...sign(' ', search.slice(search.length - tail)),
  ]);
}
