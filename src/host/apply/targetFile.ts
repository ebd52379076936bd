import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import { messageOf } from '../base/errorMessage.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';

/** A file that can be changed. */
export interface TargetFile {
  readonly document: vscode.TextDocument;
  /** As the user reads it: relative to the workspace. */
  readonly name: string;
}

/** A larger file is not read. In bytes. */
const maxBytes = 20 * 1024 * 1024;

/**
 * Opens a file to be changed, or says in a sentence why it cannot be. What VS Code would write for it unchanged must be
 * what it read: otherwise a file in another encoding would lose characters that no change is about.
 */
export async function openTarget(uri: vscode.Uri): Promise<TargetFile | string> {
  const name = relativePath(uri);
  const shown = nameText(name);
  if (isNotebook(uri)) {
    return vscode.l10n.t(
      '{0} is a notebook. Use Insert at Cursor or Replace Selection in one of its cells.',
      shown,
    );
  }
  const address = uri.toString();
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === address);
  if (uri.scheme === 'untitled' || uri.scheme === 'vscode-notebook-cell') {
    return open === undefined
      ? vscode.l10n.t('{0} is no longer open.', shown)
      : { document: open, name };
  }
  try {
    const { size, permissions = 0, type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0) {
      return vscode.l10n.t('{0} is not a file.', shown);
    }
    const isReadOnly =
      (permissions & vscode.FilePermission.Readonly) !== 0 ||
      vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false;
    if (isReadOnly) {
      return vscode.l10n.t('{0} is read-only.', shown);
    }
    if (size > maxBytes) {
      return vscode.l10n.t('{0} is too large.', shown);
    }
    const document = open ?? (await vscode.workspace.openTextDocument(uri));
    if (isReadOnlyBySettings(document)) {
      return vscode.l10n.t('{0} is read-only.', shown);
    }
    return (await encodingProblem(document, shown)) ?? { document, name };
  } catch (error) {
    return vscode.l10n.t('{0} cannot be opened: {1}', shown, notificationText(messageOf(error)));
  }
}

/** At most this many patterns of a setting are looked at. */
const maxPatterns = 200;

/** Whether the settings make a file read-only. VS Code applies edits to such a file, which can then not be saved. */
function isReadOnlyBySettings(document: vscode.TextDocument): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const files = vscode.workspace.getConfiguration('files', document.uri);
  const isIn = (setting: string): boolean => {
    const patterns: unknown = files.get(setting);
    return Object.entries(isRecord(patterns) ? patterns : {})
      .slice(0, maxPatterns)
      .some(
        ([glob, isOn]) =>
          isOn === true &&
          [glob, ...(folder === undefined ? [] : [new vscode.RelativePattern(folder, glob)])].some(
            (pattern) => vscode.languages.match({ pattern }, document) > 0,
          ),
      );
  };
  return isIn('readonlyInclude') && !isIn('readonlyExclude');
}

function isNotebook(uri: vscode.Uri): boolean {
  const address = uri.toString();
  return (
    /\.ipynb$/i.test(uri.path) ||
    vscode.workspace.notebookDocuments.some((one) => one.uri.toString() === address)
  );
}

async function encodingProblem(
  { uri, encoding }: vscode.TextDocument,
  shown: string,
): Promise<string | undefined> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  const text = await vscode.workspace.decode(bytes, { encoding });
  const again = await vscode.workspace.encode(text, { encoding });
  // With or without the byte order mark, which VS Code keeps by itself.
  const isSame = [0, 2, 3].some(
    (length) =>
      sameBytes(bytes.subarray(length), again) || sameBytes(bytes, again.subarray(length)),
  );
  return isSame
    ? undefined
    : vscode.l10n.t(
        '{0} is not in the encoding in which VS Code reads it ({1}). Reopen it with its encoding first.',
        shown,
        encoding,
      );
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Whether the lines of the file end in more than one way, which VS Code makes one when it saves the file. */
export async function hasMixedLineEnds({ uri, encoding }: vscode.TextDocument): Promise<boolean> {
  if (uri.scheme === 'untitled' || uri.scheme === 'vscode-notebook-cell') {
    return false;
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  const text = await vscode.workspace.decode(bytes, { encoding });
  const ends = new Set([...text.matchAll(/\r\n|\n|\r/g)].map(([end]) => end));
  return ends.size > 1;
}
