import { isLockFile } from '../../../shared/isLockFile.ts';

/** What a patch says of one file. */
export interface DiffSection {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  /** As Git writes it, from `diff --git` on. Empty if it was not read. */
  readonly text: string;
  /** How many lines were added and removed; missing if it was not read. */
  readonly lines?: { readonly added: number; readonly removed: number } | undefined;
  /** In UTF-16 code units. */
  readonly longestLine: number;
  /** Why one line takes the place of the text; missing if the text is shown. */
  readonly notShown?: NotShown | undefined;
}

/** What the part of a file begins with: always at the start of a line, where no line of a file can be. */
const starts = ['diff --git ', 'diff --cc ', 'diff --combined ', 'Submodule ', '* Unmerged path '];

/** Most lines have another first character, and are passed over quickly. */
const mayStart = new Set(starts.map((start) => start.charCodeAt(0)));

/** A patch begins with it if the settings of Git always want colours. */
const escapeSequence = '\u001B[';
// oxlint-disable-next-line no-control-regex -- what the sequence begins with
const colors = /\u001B\[[\d;]{0,32}m/g;

/**
 * The files of a patch by Git (`git-diff`, "Generating patch text with -p"). What stands before the first, which
 * happens if an external tool compares, is a part without a path. The time is linear in the patch.
 */
export function diffSections(patch: string): readonly DiffSection[] {
  const plain = patch.startsWith(escapeSequence) ? patch.replaceAll(colors, '') : patch;
  const begins: number[] = [];
  for (let from = 0; from < plain.length; from = nextLine(plain, from)) {
    if (mayStart.has(plain.charCodeAt(from)) && starts.some((one) => plain.startsWith(one, from))) {
      begins.push(from);
    }
  }
  const firstBegin = begins[0] ?? plain.length;
  const before = plain.slice(0, firstBegin);
  return [
    ...(before.trim() === '' ? [] : [sectionOf(before)]),
    ...begins.map((begin, index) => sectionOf(plain.slice(begin, begins[index + 1]))),
  ];
}

/** The part of a file whose path is known, such as one that was compared alone. */
export function sectionOf(text: string, path?: string): DiffSection {
  const header = headerOf(text);
  const known = path ?? pathIn(header);
  const { longestLine, ...lines } = countLines(text);
  const notShown = notShownAs(known, header, text);
  return { path: known, text, lines, longestLine, notShown };
}

/** Nothing but the path of a file. */
export function unreadSection(path: string, notShown: NotShown): DiffSection {
  return { path, text: '', longestLine: 0, notShown };
}

/** No header is longer, but for names of thousands of characters. In UTF-16 code units. */
const maxHeaderLength = 20_000;

/** The lines before the first hunk. */
export function headerOf(text: string): string {
  const start = text.slice(0, maxHeaderLength);
  const hunk = start.indexOf('\n@@');
  return hunk === -1 ? start : start.slice(0, hunk);
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

const plus = 43;
const minus = 45;
const at = 64;

function countLines(text: string) {
  let added = 0;
  let removed = 0;
  let longestLine = 0;
  let isInHunk = false;
  for (let from = 0; from < text.length;) {
    const next = nextLine(text, from);
    const first = text.charCodeAt(from);
    isInHunk ||= first === at;
    added += isInHunk && first === plus ? 1 : 0;
    removed += isInHunk && first === minus ? 1 : 0;
    longestLine = Math.max(longestLine, next - from);
    from = next;
  }
  return { added, removed, longestLine };
}

/** The path in the header of a file: the new one, or that of a deleted file. */
function pathIn(header: string): string {
  const lines = header.split('\n');
  const after = (start: string) =>
    lines.find((line) => line.startsWith(start))?.slice(start.length);
  const from = after('--- ');
  const to = after('+++ ');
  const [first = ''] = lines;
  if (from !== undefined && to !== undefined) {
    const [old, now] = [unquoted(from), unquoted(to)];
    const path = now === missing ? old : now;
    // A new or a deleted file has one name here, and the same twice in the first line.
    return hasSameNames(first) ? path : withoutPrefix(old, now);
  }
  const renamed = after('rename to ') ?? after('copy to ') ?? after('* Unmerged path ');
  return unquoted(renamed ?? pathInFirstLine(first));
}

const missing = '/dev/null';

/**
 * The path in two names whose prefixes depend on the settings of Git: `a/` and `b/`, others, or none. Those that
 * there are differ from each other.
 */
function withoutPrefix(from: string, to: string): string {
  const name = to === missing ? from : to;
  const other = to === missing ? to : from;
  const hasPrefix =
    isPrefixed(name) && (other === missing || (isPrefixed(other) && other[0] !== name[0]));
  return hasPrefix ? name.slice(2) : name;
}

function isPrefixed(name: string): boolean {
  return /^[abciow]\//.test(name);
}

/** `diff --git a/path b/path`, where both paths are the same: a change of mode, or a binary file. */
function pathInFirstLine(line: string): string {
  const [from, to] = namesIn(line);
  const same = from.replace(prefix, '$1') === to.replace(prefix, '$1');
  const names = line.slice(starts.find((start) => line.startsWith(start))?.length ?? 0);
  if (line.startsWith('Submodule ')) {
    const end = names.search(/ (?:[\da-f]{4,64}\.\.|contains (?:untracked|modified) content)/);
    return end === -1 ? names : names.slice(0, end);
  }
  return same ? withoutPrefix(unquoted(from), unquoted(to)) : names;
}

const prefix = /^("?)[abciow]\//;

/** The two halves of what is behind `diff --git`: the names, unless one is longer. */
function namesIn(line: string): readonly [string, string] {
  const names = line.slice('diff --git '.length);
  const half = Math.floor(names.length / 2);
  return [names.slice(0, half), names.slice(half + 1)];
}

function hasSameNames(line: string): boolean {
  const [from, to] = namesIn(line);
  return from === to;
}

/**
 * A name without the quotation marks that Git puts around unusual ones (`git-config`, `core.quotePath`), and without
 * the tab behind a name with spaces.
 */
function unquoted(name: string): string {
  const trimmed = name.endsWith('\t') || name.endsWith('\r') ? name.slice(0, -1) : name;
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"')) {
    return trimmed;
  }
  const bytes: number[] = [];
  const inner = new TextEncoder().encode(trimmed.slice(1, -1));
  for (let index = 0; index < inner.length; index += 1) {
    const byte = inner[index] ?? 0;
    const code = String.fromCharCode(...inner.slice(index + 1, index + 4));
    if (byte !== backslash) {
      bytes.push(byte);
    } else if (/^[0-3][0-7]{2}/.test(code)) {
      bytes.push(Number.parseInt(code, 8));
      index += 3;
    } else {
      bytes.push(escapes.get(code[0] ?? '') ?? inner[index + 1] ?? backslash);
      index += 1;
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const backslash = 92;
const escapes = new Map([
  ['a', 7],
  ['b', 8],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
]);

/** Why a file of a patch is one line: the text of such a file says nothing. */
export interface NotShown {
  readonly kind:
    'binary' | 'largeFile' | 'lfs' | 'link' | 'lock' | 'submodule' | 'tooMuch' | 'unreadable';
  /** Further facts, such as the commits of a submodule. */
  readonly detail?: string | undefined;
}

/** Git LFS puts such a text in place of a file (Git LFS, "Specification"). */
const lfsPointer = /^[ +-]version https:\/\/git-lfs\.github\.com\/spec\//m;

/** In UTF-16 code units. No pointer is longer. */
const pointerLength = 4000;

/** Why a part of a patch is one line; undefined if its text is shown. */
function notShownAs(path: string, header: string, text: string): NotShown | undefined {
  if (isSubmodule(header)) {
    return { kind: 'submodule', detail: submoduleCommits(header, text) };
  }
  if (/^(?:Binary files |GIT binary patch)/m.test(header)) {
    return { kind: 'binary' };
  }
  if (isLockFile(path)) {
    return { kind: 'lock' };
  }
  const body = text.slice(header.length, header.length + pointerLength);
  return lfsPointer.test(body) ? { kind: 'lfs', detail: sizes(body) } : undefined;
}

function isSubmodule(header: string): boolean {
  return (
    header.startsWith('Submodule ') ||
    /^(?:index [\da-f]+\.\.[\da-f]+|(?:new|deleted) file mode|(?:old|new) mode) 160000$/m.test(
      header,
    )
  );
}

function submoduleCommits(header: string, text: string): string {
  const listed = /^Submodule .{0,2000} ([\da-f]{4,64}\.{2,3}[\da-f]{4,64})/.exec(header)?.[1];
  const commit = (sign: string) => {
    const start = text.indexOf(`\n${sign}Subproject commit `);
    return start === -1 ? 'none' : text.slice(start + 20, start + 27);
  };
  return listed ?? `${commit('-')}..${commit('+')}`;
}

/** The sizes of a file that Git LFS keeps. */
function sizes(body: string): string {
  const size = (sign: string) => {
    const start = body.indexOf(`\n${sign}size `);
    return start === -1 ? undefined : /^\d{1,15}/.exec(body.slice(start + 7))?.[0];
  };
  const [before, after] = [size('-'), size('+')];
  return [before, after].every((one) => one === undefined)
    ? ''
    : `${before ?? 'none'}..${after ?? 'none'} bytes`;
}
