/** The kinds of tests, by the lowest level that can prove their point. A part that takes long is started first. */
export const kinds = ['host', 'webview', 'e2e', 'unit'] as const;

/** A kind of test; also the folder below `test`, or below `test/prove`, in which its files are. */
export type Kind = (typeof kinds)[number];

/** The kind of the test file at a path, relative to the project and with `/`; undefined where it is none. */
export function kindOf(path: string): Kind | undefined {
  const [, folder] = /^test\/(?:prove\/)?(\w+)\/.*\.test\.ts$/.exec(path) ?? [];
  return kinds.find((kind) => kind === folder);
}

/** Whether a word names a kind. */
export function isKind(word: string): word is Kind {
  return kinds.some((kind) => kind === word);
}
