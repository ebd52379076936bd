import type { BlockEdit, FileEdits } from './blockEdits.ts';
import { Refused } from './code/refused.ts';
import { isBlank } from './lines/blankLines.ts';

/** Whether the lines are a unified diff, or a patch as OpenAI's models write it. */
export function isDiff(lines: readonly string[]): boolean {
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
export function readDiff(lines: readonly string[]): readonly FileEdits[] {
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
