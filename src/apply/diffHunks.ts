import type { BlockEdit, BlockForm, FileEdits } from './blockEdits.ts';

/** Whether the lines are a unified diff. */
export function isDiff(lines: readonly string[]): boolean {
  const hunk = lines.findIndex((line) => hunkStart.test(line));
  const file = lines.findIndex((line, index) => isFileHeader(lines, index) && line !== '');
  return hunk !== -1 || file !== -1;
}

/** Whether the lines are a patch as OpenAI's models write it. */
export function isPatch(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() === '*** Begin Patch' || patchFile.test(line));
}

/** The start of a hunk. Models leave out the numbers or get them wrong. */
const hunkStart = /^@@(?: -(\d{1,7})(?:,\d{1,7})? \+\d{1,7}(?:,\d{1,7})?)?(?: ?\.\.\.)? ?(?:@@|$)/;

const patchFile = /^\*\*\* (Add|Update|Delete) File: (.{1,500})$/;

/** `--- a/path` and then `+++ b/path`. */
function isFileHeader(lines: readonly string[], index: number): boolean {
  return /^--- \S/.test(lines[index] ?? '') && /^\+\+\+ \S/.test(lines[index + 1] ?? '');
}

interface OpenFile {
  path: string | undefined;
  kind: FileEdits['kind'];
  hunks: Hunk[];
}

interface Hunk {
  readonly statedLine: number | undefined;
  readonly lines: string[];
}

/**
 * Reads a unified diff. Its numbers serve as a hint only. Models forget the space before lines that stay: before blank
 * ones, or before all.
 */
export function readDiff(lines: readonly string[]): BlockForm {
  const files: OpenFile[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isFileHeader(lines, index)) {
      const [from, to] = [pathOf(line), pathOf(lines[index + 1] ?? '')];
      if (files.at(-1)?.hunks.length === 0) {
        files.pop();
      }
      files.push({ path: to ?? from, kind: kindOf(from, to), hunks: [] });
      index += 1;
    } else if (gitFile.test(line)) {
      files.push({ path: pathOfGit(line), kind: 'change', hunks: [] });
    } else if (isRename.test(line)) {
      return { kind: 'unclear', reason: 'rename' };
    } else if (hunkStart.test(line)) {
      const stated = hunkStart.exec(line)?.[1];
      const file = files.at(-1) ?? opened(files);
      file.hunks.push({
        statedLine: stated === undefined ? undefined : Number(stated) - 1,
        lines: [],
      });
    } else if (!isGitHeader.test(line)) {
      addTo(files.at(-1) ?? opened(files), line);
    }
  }
  return asEdits(files);
}

/** Reads a patch. The text after `@@` names what is around the hunk and is no line of it. */
export function readPatch(lines: readonly string[]): BlockForm {
  const files: OpenFile[] = [];
  for (const line of lines) {
    const [, action, path] = patchFile.exec(line) ?? [];
    if (line.startsWith('*** Move to: ')) {
      return { kind: 'unclear', reason: 'rename' };
    }
    const file = files.at(-1);
    if (action !== undefined) {
      files.push({ path, kind: patchKinds[action] ?? 'change', hunks: [] });
    } else if (line.startsWith('@@')) {
      file?.hunks.push({ statedLine: undefined, lines: [] });
    } else if (file !== undefined && !line.startsWith('*** ')) {
      addTo(file, line);
    }
  }
  return asEdits(files);
}

const patchKinds: Readonly<Record<string, FileEdits['kind']>> = { Add: 'create', Delete: 'remove' };

const gitFile = /^diff --git \S/;

const isRename = /^(?:rename|copy) (?:from|to) \S/;

const isGitHeader =
  /^(?:index [0-9a-f]|new file mode|deleted file mode|old mode|new mode|similarity index|\\ No newline)/;

function opened(files: OpenFile[]): OpenFile {
  const file: OpenFile = { path: undefined, kind: 'change', hunks: [] };
  files.push(file);
  return file;
}

function addTo(file: OpenFile, line: string): void {
  const hunk = file.hunks.at(-1);
  if (hunk === undefined) {
    file.hunks.push({ statedLine: undefined, lines: [line] });
  } else {
    hunk.lines.push(line);
  }
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
  if (from === undefined && to !== undefined) {
    return 'create';
  }
  return to === undefined && from !== undefined ? 'remove' : 'change';
}

function asEdits(files: readonly OpenFile[]): BlockForm {
  const read: FileEdits[] = [];
  for (const { path, kind, hunks } of files) {
    const edits: BlockEdit[] = [];
    for (const hunk of hunks) {
      const edit = editOf(hunk);
      if (edit === undefined) {
        return { kind: 'unclear', reason: 'lines' };
      }
      if (edit.search.length + edit.replace.length > 0) {
        edits.push(edit);
      }
    }
    read.push({ path, kind, edits });
  }
  return read.length === 0
    ? { kind: 'unclear', reason: 'nothing' }
    : { kind: 'edits', files: read };
}

function editOf({ statedLine, lines }: Hunk): BlockEdit | undefined {
  const unsigned = sidesOf(lines, (line) => (/^[+-]/.test(line) ? line.slice(1) : line));
  const isChanged = lines.some((line) => /^[+-]/.test(line));
  if (!lines.every(isSigned)) {
    return isChanged ? { ...unsigned, statedLine } : undefined;
  }
  return { ...sidesOf(lines, (line) => line.slice(1)), statedLine, unsigned };
}

function isSigned(line: string): boolean {
  return /^[ +-]/.test(line) || line.trim() === '';
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
