import { namedPath } from '../../shared/codePath/namedPath.ts';
import { groupedBy } from '../code/items/item.ts';
import { Refused } from '../plan/refused.ts';
import { blankEnd, isBlank } from '../lines/blankLines.ts';
import { lineTexts } from '../lines/textLines.ts';

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

/**
 * The changes of files that a block of code says itself, as a search, a diff or a patch; undefined if it is code. A block whose
 * lines have the marks of one is read as that, even if its language is stated otherwise: as code, the marks would end up in
 * the file. Throws `Refused` if it cannot be read without guessing, or changes nothing.
 */
export function editsIn(text: string, language: string): readonly FileEdits[] | undefined {
  const lines = lineTexts(text);
  const isSearch = lines.some(isSearchStart);
  if (!isSearch && !isDiff(lines) && !diffLanguages.has(languageName(language))) {
    return undefined;
  }
  const files = byFile(isSearch ? readSearchReplace(lines) : readDiff(lines)).map(
    ({ path, kind, edits }) => ({ path, kind, edits: edits.filter(isChange) }),
  );
  if (!files.some(({ kind, edits }) => kind === 'remove' || edits.length > 0)) {
    throw new Refused('nothing');
  }
  return files;
}

/** The language of a fence without a path behind it, as in `diff:src/a.ts`. In lower case. */
export function languageName(language: string): string {
  return (language.slice(0, 500).split(':', 1)[0] ?? '').toLowerCase();
}

const diffLanguages: ReadonlySet<string> = new Set(['diff', 'patch', 'udiff']);

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

/**
 * The markers between which models put what they search for and what replaces it: those of Aider, today's and earlier
 * ones, and those of Cline. Models vary their length, and put a bracket behind them.
 */
const marks = {
  start: /^(?:<{5,9}|-{5,9}) ?(?:SEARCH|ORIGINAL)>?\s*$/,
  divider: /^={5,9}\s*$/,
  end: /^(?:>{5,9}|\+{5,9}) ?(?:REPLACE|UPDATED)>?\s*$/,
};

/** Whether a line can only be the start of a search. */
function isSearchStart(line: string): boolean {
  return marks.start.test(line);
}

/**
 * Reads a block of searches and replacements. A line right before a search that looks like a path names the file of
 * the edits that follow. A text with a divider within the search or the replacement, as in a file with merge
 * conflicts, is refused: which divider counts would be a guess.
 */
function readSearchReplace(lines: readonly string[]): readonly FileEdits[] {
  const files: FileEdits[] = [];
  let path: string | undefined;
  let edit: { search: string[]; replace: string[] | undefined } | undefined;
  for (const [at, line] of lines.entries()) {
    const isDivider = marks.divider.test(line);
    if (!isDivider && !isSearchStart(line) && !marks.end.test(line)) {
      path = edit === undefined ? (namedPath(line) ?? path) : path;
      (edit?.replace ?? edit?.search)?.push(line);
    } else if (edit === undefined && isSearchStart(line)) {
      edit = { search: [], replace: undefined };
    } else if (edit !== undefined && edit.replace === undefined && isDivider) {
      edit.replace = [];
    } else if (
      edit?.replace !== undefined &&
      (isDivider ? isLast(lines, at) : !isSearchStart(line))
    ) {
      files.push({ path, kind: 'change', edits: [{ search: edit.search, replace: edit.replace }] });
      edit = undefined;
    } else {
      throw new Refused('markers');
    }
  }
  if (edit !== undefined) {
    throw new Refused('markers');
  }
  return files;
}

/** Whether no line but the start of a search follows on a divider: models take it for the end of a replacement. */
function isLast(lines: readonly string[], divider: number): boolean {
  const next = lines[blankEnd(lines, divider + 1)];
  return next === undefined || isSearchStart(next);
}

/** Whether the lines are a unified diff, or a patch as OpenAI's models write it. */
function isDiff(lines: readonly string[]): boolean {
  return lines.some(
    (line, at) =>
      statedHunk.test(line) ||
      isFileHeader(lines, at) ||
      line.trim() === patchStart ||
      patchFile.test(line),
  );
}

/** The start of a hunk. Models leave out the numbers or get them wrong. */
const statedHunk = /^@@(?: -\d{1,7}(?:,\d{1,7})? \+\d{1,7}(?:,\d{1,7})?)?(?: ?\.\.\.)? ?(?:@@|$)/;

/** The same, perhaps with a line that the hunk is in, as Git and patches have it. */
const anyHunk = /^@@(?: ?[-.][^@]{0,60}@@|(?=\W|$))/;

const patchStart = '*** Begin Patch';

const patchFile = /^\*\*\* (Add|Update|Delete) File: (.{1,500})$/;

/** `--- a/path` and then `+++ b/path`. */
function isFileHeader(lines: readonly string[], at: number): boolean {
  return /^--- \S/.test(lines[at] ?? '') && /^\+\+\+ \S/.test(lines[at + 1] ?? '');
}

const rename = /^(?:(?:rename|copy) (?:from|to) \S|\*\*\* Move to: )/;

/** A line that says nothing of the text. */
const note =
  /^(?:index [0-9a-f]|new file mode|deleted file mode|old mode|new mode|similarity index|\\ No newline|\*\*\* )/;

interface OpenFile {
  readonly path: string | undefined;
  readonly kind: FileEdits['kind'];
  /** The last one takes the lines that follow. */
  readonly hunks: { readonly around: string[]; readonly lines: string[] }[];
}

/**
 * Reads a unified diff or a patch. Its numbers say nothing, as models count badly. They forget the space before lines that
 * stay: before blank ones, or before all. Throws `Refused` if a file is renamed.
 */
function readDiff(lines: readonly string[]): readonly FileEdits[] {
  const files: OpenFile[] = [];
  const open = (path?: string, isRemoved = false): OpenFile => {
    const kind = isRemoved ? 'remove' : 'change';
    const file: OpenFile = { path, kind, hunks: [{ around: [], lines: [] }] };
    files.push(file);
    return file;
  };
  for (const [at, line] of lines.entries()) {
    const [, action, path] = patchFile.exec(line) ?? [];
    if (line.trim() === patchStart) {
      files.length = 0;
    } else if (action !== undefined) {
      open(path, action === 'Delete');
    } else if (isFileHeader(lines, at)) {
      const [from, to] = [pathOf(line), pathOf(lines[at + 1] ?? '')];
      if (files.at(-1)?.hunks.every((hunk) => hunk.lines.length === 0) === true) {
        files.pop();
      }
      open(to ?? from, from !== undefined && to === undefined);
    } else if (line.startsWith('diff --git ')) {
      open(pathOfGit(line));
    } else if (rename.test(line)) {
      throw new Refused('rename');
    } else if (anyHunk.test(line)) {
      const { hunks } = files.at(-1) ?? open();
      if (hunks.at(-1)?.lines.length !== 0) {
        hunks.push({ around: [], lines: [] });
      }
      hunks.at(-1)?.around.push(...aroundHunk(line));
    } else if (!note.test(line) && !isFileHeader(lines, at - 1)) {
      (files.at(-1) ?? open()).hunks.at(-1)?.lines.push(line);
    }
  }
  return files.map(({ path, kind, hunks }) => ({
    path,
    kind,
    edits: hunks.filter((hunk) => hunk.lines.length > 0).map(editOf),
  }));
}

/** The start of the line that a hunk is in, if it has one. */
function aroundHunk(header: string): readonly string[] {
  const name = header.replace(anyHunk, '').slice(0, 300).replace(/@@$/, '').trim();
  return /\p{L}/u.test(name) ? [name] : [];
}

/** The path of a header, without the `a/` or `b/` of Git and what follows a tab; undefined for no file. */
function pathOf(header: string): string | undefined {
  const path = header.slice(4, 520).split('\t', 1)[0]?.trim() ?? '';
  return path === '/dev/null' || path === '' ? undefined : path.replace(/^[ab]\//, '');
}

/** The path that a line such as `diff --git a/x b/x` has twice; undefined if these are two. */
function pathOfGit(line: string): string | undefined {
  const names = line.slice('diff --git '.length, 1100).trim();
  const [from, to] = [names.slice(0, names.length >> 1), names.slice((names.length >> 1) + 1)];
  const path = from.replace(/^a\//, '');
  return path === to.replace(/^b\//, '') ? path : undefined;
}

function editOf({ around, lines }: OpenFile['hunks'][number]): BlockEdit {
  const unsigned = sidesOf(lines, (line) => (/^[+-]/.test(line) ? line.slice(1) : line));
  const isSigned = lines.every((line) => /^[ +-]/.test(line) || isBlank(line));
  return {
    ...(isSigned ? { ...sidesOf(lines, (line) => line.slice(1)), unsigned } : unsigned),
    ...(around.length === 0 ? {} : { around }),
  };
}

function sidesOf(
  lines: readonly string[],
  textOf: (line: string) => string,
): Pick<BlockEdit, 'search' | 'replace'> {
  return {
    search: lines.filter((line) => !line.startsWith('+')).map(textOf),
    replace: lines.filter((line) => !line.startsWith('-')).map(textOf),
  };
}
