import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import { messageOf } from '../base/errorMessage.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { cellOf, fileName, relativePath } from './codePlace.ts';
import { documentOf, isSame } from './documentOf.ts';
import { fileEnding } from './newFile.ts';

/** A file that can be changed. */
export interface WritableFile {
  readonly document: vscode.TextDocument;
  /** As the user reads it: relative to the workspace. */
  readonly name: string;
  /** The name of a file that has the code of a cell, by which its language is known. */
  readonly codePath?: string | undefined;
}

/** A larger file is not read. In bytes. */
const maxBytes = 20 * 1024 * 1024;

/**
 * Opens a file or a cell to be changed, or says in a sentence why it cannot be. What VS Code would write for it unchanged must
 * be what it read: otherwise a file in another encoding would lose characters that no change is about.
 */
export async function openWritable(uri: vscode.Uri): Promise<WritableFile | string> {
  const [open, cell, name] = [documentOf(uri), cellOf(uri), fileName(uri)];
  const shown = nameText(name);
  if (cell !== undefined) {
    const codePath = `cell.${fileEnding(cell.document.languageId) ?? 'txt'}`;
    return { document: cell.document, name, codePath };
  }
  const isNotebook = vscode.workspace.notebookDocuments.some((one) => isSame(one.uri, uri));
  if (isNotebook || /\.ipynb$/i.test(uri.path)) {
    return vscode.l10n.t(
      '{0} is a notebook. Use Insert at Cursor or Replace Selection in one of its cells.',
      shown,
    );
  }
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
    const readOnly = vscode.l10n.t('{0} is read-only.', shown);
    if (
      (permissions & vscode.FilePermission.Readonly) !== 0 ||
      vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false
    ) {
      return readOnly;
    }
    if (size > maxBytes) {
      return vscode.l10n.t('{0} is too large.', shown);
    }
    const document = open ?? (await vscode.workspace.openTextDocument(uri));
    return isReadOnlyBySettings(document) ? readOnly : await readAsWritten(document, name);
  } catch (error) {
    return error instanceof vscode.FileSystemError && error.code === 'FileNotFound'
      ? vscode.l10n.t('{0} no longer exists.', shown)
      : vscode.l10n.t('{0} cannot be read: {1}', shown, notificationText(messageOf(error)));
  }
}

/** Whether the settings make a file read-only. VS Code applies edits to such a file, which can then not be saved. */
function isReadOnlyBySettings(document: vscode.TextDocument): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const files = vscode.workspace.getConfiguration('files', document.uri);
  const isIn = (setting: string): boolean => {
    const patterns: unknown = files.get(setting);
    return Object.entries(isRecord(patterns) ? patterns : {}).some(([glob, isOn]) => {
      const below = folder === undefined ? [] : [new vscode.RelativePattern(folder, glob)];
      const selector = [glob, ...below].map((pattern) => ({ pattern }));
      return isOn === true && vscode.languages.match(selector, document) > 0;
    });
  };
  return isIn('readonlyInclude') && !isIn('readonlyExclude');
}

/** The file, if VS Code would write the bytes that it has read. */
async function readAsWritten(
  document: vscode.TextDocument,
  name: string,
): Promise<WritableFile | string> {
  const { uri, encoding } = document;
  const bytes = await vscode.workspace.fs.readFile(uri);
  const text = await vscode.workspace.decode(bytes, { encoding });
  const again = await vscode.workspace.encode(text, { encoding });
  // With or without the byte order mark, which VS Code keeps by itself.
  const isKept = [0, 2, 3].some(
    (length) =>
      sameBytes(bytes.subarray(length), again) || sameBytes(bytes, again.subarray(length)),
  );
  return isKept
    ? { document, name }
    : vscode.l10n.t(
        '{0} is not in the encoding in which VS Code reads it ({1}). Reopen it with its encoding first.',
        nameText(name),
        encoding,
      );
}

/** Why a document cannot have a text: its encoding lacks some of the characters. Undefined if it can. */
export async function encodingProblem(
  text: string,
  { uri, encoding }: Pick<vscode.TextDocument, 'uri' | 'encoding'>,
): Promise<string | undefined> {
  const bytes = await vscode.workspace.encode(text, { encoding });
  const written = await vscode.workspace.decode(bytes, { encoding });
  return written.replace(/^\uFEFF/, '') === text
    ? undefined
    : vscode.l10n.t(
        'The encoding of {0} ({1}) lacks some of these characters. Save the file with another encoding first.',
        notificationText(relativePath(uri)),
        encoding,
      );
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
