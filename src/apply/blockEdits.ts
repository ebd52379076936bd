import { blankEnd, blankStart } from './lines/blankLines.ts';

/** One change that a block of code asks for: lines of the file, and those that replace them. */
export interface BlockEdit {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** The line at which the search is said to begin, counted from 0. Models count badly. */
  readonly statedLine?: number | undefined;
  /** The same if the lines of a diff that stay have no space before them, as some models write them. */
  readonly unsigned?: Pick<BlockEdit, 'search' | 'replace'> | undefined;
}

/** The changes for one file. */
export interface FileEdits {
  /** The file that the block names; missing if it names none. */
  readonly path?: string | undefined;
  /** `create` and `remove` are about the file as a whole. `code` is code of it, whole or in part. */
  readonly kind: 'change' | 'create' | 'remove' | 'code';
  /** In the order of the block, which need not be that of the file. Of code, it is all that one replaces nothing with. */
  readonly edits: readonly BlockEdit[];
}

/** What a block of code is, judged by its lines alone. */
export type BlockForm =
  /** Search and replace, a unified diff, or a patch: it says itself what is replaced. */
  | { readonly kind: 'edits'; readonly files: readonly FileEdits[] }
  /** It has the marks of one of these, but cannot be read without guessing. */
  | { readonly kind: 'unclear'; readonly reason: UnclearReason }
  /** Code of a file, whole or in part. */
  | { readonly kind: 'code' };

/**
 * `markers`: a marker is missing, doubled or out of order. `lines`: a line of a diff begins with none of its three
 * signs. `nothing`: no line is changed. `rename`: a file is to have another name.
 */
export type UnclearReason = 'markers' | 'lines' | 'nothing' | 'rename';

/** All lines that replace others: the text of a file that is new. */
export function newLines(edits: readonly BlockEdit[]): readonly string[] {
  return edits.flatMap(({ replace }) => replace);
}

/** With all changes of a file together, where the block has them in several parts. */
export function byFile(files: readonly FileEdits[]): readonly FileEdits[] {
  const changes = new Map<string | undefined, BlockEdit[]>();
  return files.flatMap((file) => {
    const known = file.kind === 'change' ? changes.get(file.path) : undefined;
    if (known !== undefined) {
      file.edits.forEach((edit) => known.push(edit));
      return [];
    }
    const edits = [...file.edits];
    if (file.kind === 'change') {
      changes.set(file.path, edits);
    }
    return [{ ...file, edits }];
  });
}

/** The edit without the blank lines that search and replacement both begin or end with. */
export function withoutBlankEdges({ search, replace, statedLine }: BlockEdit): BlockEdit {
  const both = [search, replace];
  const start = Math.min(...both.map((lines) => blankEnd(lines, 0)));
  const end = Math.min(
    ...both.map((lines) => lines.length - blankStart(lines, lines.length, start)),
  );
  return {
    search: search.slice(start, search.length - end),
    replace: replace.slice(start, replace.length - end),
    statedLine: statedLine === undefined ? undefined : statedLine + start,
  };
}
