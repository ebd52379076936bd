/** What is to know of a language to write a reply in it. */
export interface CommitStyle {
  /** The start and the end of a comment. */
  readonly comment: readonly [start: string, end: string];
  /** Whether a body ends with its indentation. */
  readonly isIndented: boolean;
  /** How items are found: by indentation, by headings, or not at all. */
  readonly items: 'indent' | 'headings' | 'none';
}

const slashes: CommitStyle = { comment: ['//', ''], isIndented: false, items: 'indent' };
const hash: CommitStyle = { comment: ['#', ''], isIndented: false, items: 'indent' };
const dashes: CommitStyle = { comment: ['--', ''], isIndented: false, items: 'indent' };

const styles: Readonly<Record<string, CommitStyle>> = {
  python: { ...hash, isIndented: true },
  ruby: hash,
  elixir: hash,
  shell: hash,
  yaml: { ...hash, isIndented: true },
  toml: { ...hash, items: 'headings' },
  dockerfile: { ...hash, items: 'none' },
  requirements: { ...hash, items: 'none' },
  ignore: { ...hash, items: 'none' },
  css: { ...slashes, comment: ['/*', ' */'] },
  lua: dashes,
  sql: { ...dashes, items: 'none' },
  markdown: { comment: ['<!--', ' -->'], isIndented: true, items: 'headings' },
};

/** The style of a language; most have braces and slashes. */
export function commitStyle(language: string): CommitStyle {
  return styles[language] ?? slashes;
}
