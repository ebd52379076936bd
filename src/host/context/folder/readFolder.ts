import * as vscode from 'vscode';
import { forEachConcurrently } from '../../base/concurrency.ts';
import { type ExcludePattern, parseExcludes } from './excludes.ts';
import type { FolderEntries, FolderReader } from './walkFolder.ts';

/** A larger ignore file is not read. */
const maxIgnoreFileBytes = 256 * 1024;

/** Larger files are left out of a folder. */
const maxFileBytes = 1024 * 1024;

/** No more is read of a folder, in UTF-16 code units. */
const maxTotal = 8 * 1024 * 1024;

/** So many files are read at a time. */
const atOnce = 8;

/** What VS Code's explorer and search leave out. */
export function excludesIn(scope: vscode.ConfigurationScope): readonly ExcludePattern[] {
  return ['files', 'search'].flatMap((section) =>
    parseExcludes(vscode.workspace.getConfiguration(section, scope).get('exclude')),
  );
}

/** Reads folders below `root` through VS Code. */
export function folderReader(root: vscode.Uri, token: vscode.CancellationToken): FolderReader {
  return {
    entries: async (path) => entriesOf(vscode.Uri.joinPath(root, ...path)),
    async ignoreFile(path) {
      const uri = vscode.Uri.joinPath(root, ...path);
      const { size } = await vscode.workspace.fs.stat(uri);
      return size > maxIgnoreFileBytes
        ? undefined
        : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    },
    isCancelled: () => token.isCancellationRequested,
  };
}

async function entriesOf(uri: vscode.Uri): Promise<FolderEntries> {
  const entries = await vscode.workspace.fs.readDirectory(uri);
  return entries.map(([name, type]) => [name, entryType(type)]);
}

/** Of a symbolic link, VS Code gives the type of what it leads to, with one bit more. */
function entryType(type: vscode.FileType): FolderEntries[number][1] {
  switch (type) {
    case vscode.FileType.File:
      return 'file';
    case vscode.FileType.Directory:
      return 'folder';
    default:
      return (type & vscode.FileType.SymbolicLink) === 0 ? 'other' : 'link';
  }
}

/** A file of a folder with its text, as VS Code reads it. */
export interface FolderText {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/** The text of the files that are text and not too large, with unsaved changes, and how many are left out. */
export async function readTexts(
  uris: readonly vscode.Uri[],
  token: vscode.CancellationToken,
): Promise<{ readonly texts: readonly FolderText[]; readonly leftOut: number }> {
  const open = new Map(
    vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]),
  );
  const texts = new Map<vscode.Uri, string>();
  let total = 0;
  await forEachConcurrently(uris, atOnce, async (uri) => {
    if (token.isCancellationRequested || total > maxTotal) {
      return;
    }
    const text = open.get(uri.toString())?.getText() ?? (await readText(uri));
    if (text !== undefined && text.length <= maxFileBytes) {
      total += text.length;
      texts.set(uri, text);
    }
  });
  return {
    texts: uris.flatMap((uri) => {
      const text = texts.get(uri);
      return text === undefined ? [] : [{ uri, text }];
    }),
    leftOut: uris.length - texts.size,
  };
}

/** Undefined if it is no text, too large, cannot be read, or has become a link since the folder was read. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    const isRead = type === vscode.FileType.File && size <= maxFileBytes;
    const bytes = isRead ? await vscode.workspace.fs.readFile(uri) : undefined;
    return bytes !== undefined && isTextFile(bytes)
      ? await vscode.workspace.decode(bytes, { uri })
      : undefined;
  } catch {
    return undefined;
  }
}

/** Where VS Code looks for zero bytes. */
const startLength = 512;

/**
 * Whether VS Code reads these bytes as text. Text has no zero bytes, unless it is UTF-16: with a byte order mark, or
 * with a zero in every second byte, as Western text has.
 */
export function isTextFile(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || !bytes.includes(0) || hasZeros(bytes, 0) || hasZeros(bytes, 1);
}

/** Whether of the first bytes just those are zero whose index is even (0) or odd (1). */
function hasZeros(bytes: Uint8Array, place: 0 | 1): boolean {
  return bytes
    .subarray(0, startLength)
    .every((byte, index) => (byte === 0) === (index % 2 === place));
}
