import { groupedBy } from './code/items/item.ts';

/** One change that a block of code asks for: lines of the file, and those that replace them. */
export interface BlockEdit {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** How lines above the search begin, as a patch names what is around it. */
  readonly around?: readonly string[] | undefined;
  /** The same if the lines of a diff that stay have no space before them, as some models write them. */
  readonly unsigned?: Pick<BlockEdit, 'search' | 'replace'> | undefined;
}

/** The changes for one file. */
export interface FileEdits {
  /** The file that the block names; missing if it names none. */
  readonly path?: string | undefined;
  /** `remove` is about the file as a whole. `code` is code of it, whole or in part. */
  readonly kind: 'change' | 'remove' | 'code';
  /** In the order of the block, which need not be that of the file. Code, and a new file, is what replaces nothing. */
  readonly edits: readonly BlockEdit[];
}

/** All lines that replace others: the text of a file that is new. */
export function newLines(edits: readonly BlockEdit[]): readonly string[] {
  return edits.flatMap(({ replace }) => replace);
}

/** With all changes of a file together, where the block has them in several parts. */
export function byFile(files: readonly FileEdits[]): readonly FileEdits[] {
  const parts = groupedBy(files, ({ kind, path }) => JSON.stringify([kind, path]));
  return [...parts.values()].flatMap(([file, ...others]) =>
    file === undefined ? [] : [{ ...file, edits: [file, ...others].flatMap(({ edits }) => edits) }],
  );
}

/** Whether an edit replaces lines with others. */
export function isChange({ search, replace }: BlockEdit): boolean {
  return search.join('\n') !== replace.join('\n');
}
