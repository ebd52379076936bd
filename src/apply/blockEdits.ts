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
  /** `create` and `remove` are about the file as a whole. */
  readonly kind: 'change' | 'create' | 'remove';
  /** In the order of the block, which need not be that of the file. */
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

/** With all changes of a file together, where the block has them in several parts. */
export function byFile(files: readonly FileEdits[]): readonly FileEdits[] {
  const found: FileEdits[] = [];
  const changes = new Map<string | undefined, BlockEdit[]>();
  for (const file of files) {
    const known = file.kind === 'change' ? changes.get(file.path) : undefined;
    if (known !== undefined) {
      file.edits.forEach((edit) => known.push(edit));
      continue;
    }
    const edits = [...file.edits];
    found.push({ ...file, edits });
    if (file.kind === 'change') {
      changes.set(file.path, edits);
    }
  }
  return found;
}

/** The edit without the blank lines that search and replacement both begin or end with. */
export function withoutBlankEdges({ search, replace, statedLine }: BlockEdit): BlockEdit {
  let start = 0;
  while (isBothBlank(search[start], replace[start])) {
    start += 1;
  }
  let end = 0;
  const shorter = Math.min(search.length, replace.length) - start;
  while (end < shorter && isBothBlank(search.at(-1 - end), replace.at(-1 - end))) {
    end += 1;
  }
  return {
    search: search.slice(start, search.length - end),
    replace: replace.slice(start, replace.length - end),
    statedLine: statedLine === undefined ? undefined : statedLine + start,
  };
}

function isBothBlank(a: string | undefined, b: string | undefined): boolean {
  return a?.trim() === '' && b?.trim() === '';
}
