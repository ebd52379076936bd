import type { BlockEdit, BlockForm, FileEdits } from './blockEdits.ts';
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
const statedHunk = /^@@(?: -(\d{1,7})(?:,\d{1,7})? \+\d{1,7}(?:,\d{1,7})?)?(?: ?\.\.\.)? ?(?:@@|$)/;

/** The same with words that name what is around it, as patches have them: they are no line of it. */
const anyHunk = /^@@(?:\W|$)/;

const patchStart = '*** Begin Patch';

const patchFile = /^\*\*\* (Add|Update|Delete) File: (.{1,500})$/;

const patchKinds: Readonly<Record<string, FileEdits['kind']>> = { Add: 'create', Delete: 'remove' };

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
  readonly hunks: { readonly statedLine: number | undefined; readonly lines: string[] }[];
}

/**
 * Reads a unified diff or a patch. Its numbers serve as a hint only. Models forget the space before lines that stay: before
 * blank ones, or before all.
 */
export function readDiff(lines: readonly string[]): BlockForm {
  const files: OpenFile[] = [];
  const open = (path?: string, kind: FileEdits['kind'] = 'change'): OpenFile => {
    const file = { path, kind, hunks: [] };
    files.push(file);
    return file;
  };
  for (const [at, line] of lines.entries()) {
    const [, action, path] = patchFile.exec(line) ?? [];
    if (line.trim() === patchStart) {
      files.length = 0;
    } else if (action !== undefined) {
      open(path, patchKinds[action]);
    } else if (isFileHeader(lines, at)) {
      const [from, to] = [pathOf(line), pathOf(lines[at + 1] ?? '')];
      if (files.at(-1)?.hunks.length === 0) {
        files.pop();
      }
      open(to ?? from, kindOf(from, to));
    } else if (line.startsWith('diff --git ')) {
      open(pathOfGit(line));
    } else if (rename.test(line)) {
      return { kind: 'unclear', reason: 'rename' };
    } else if (anyHunk.test(line)) {
      const stated = statedHunk.exec(line)?.[1];
      const statedLine = stated === undefined ? undefined : Number(stated) - 1;
      (files.at(-1) ?? open()).hunks.push({ statedLine, lines: [] });
    } else if (!note.test(line) && !isFileHeader(lines, at - 1)) {
      const { hunks } = files.at(-1) ?? open();
      if (hunks.length === 0) {
        hunks.push({ statedLine: undefined, lines: [] });
      }
      hunks.at(-1)?.lines.push(line);
    }
  }
  return asEdits(files);
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

function kindOf(from: string | undefined, to: string | undefined): FileEdits['kind'] {
  if (from === undefined) {
    return to === undefined ? 'change' : 'create';
  }
  return to === undefined ? 'remove' : 'change';
}

function asEdits(files: readonly OpenFile[]): BlockForm {
  const read: FileEdits[] = [];
  for (const { path, kind, hunks } of files) {
    const edits: BlockEdit[] = [];
    for (const { statedLine, lines } of hunks) {
      const edit = editOf(lines);
      if (edit === undefined) {
        return { kind: 'unclear', reason: 'lines' };
      }
      if (lines.length > 0) {
        edits.push({ ...edit, statedLine });
      }
    }
    read.push({ path, kind, edits });
  }
  return read.length === 0
    ? { kind: 'unclear', reason: 'nothing' }
    : { kind: 'edits', files: read };
}

function editOf(lines: readonly string[]): BlockEdit | undefined {
  const isChanged = lines.some((line) => /^[+-]/.test(line));
  const unsigned = sidesOf(lines, (line) => (/^[+-]/.test(line) ? line.slice(1) : line));
  if (!lines.every((line) => /^[ +-]/.test(line) || isBlank(line))) {
    return isChanged ? unsigned : undefined;
  }
  return { ...sidesOf(lines, (line) => line.slice(1)), unsigned };
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
