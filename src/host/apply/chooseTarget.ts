import * as vscode from 'vscode';
import { labelText, notificationText } from '../base/safeText.ts';
import { foundFile, openFiles } from '../context/files/openFiles.ts';
import { uniqueUris } from '../editor/documentOf.ts';
import { placeOfNewFile } from './workspacePath.ts';

interface FileItem extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri | undefined;
}

/** Asks for the file that a block is for: one of `uris`, an open one, or any other. */
export async function chooseFile(
  uris: readonly vscode.Uri[],
  placeHolder: string,
): Promise<vscode.Uri | undefined> {
  const known = uniqueUris([...uris, ...activeCell(), ...openFiles()]).filter(
    ({ scheme }) => !scheme.startsWith('parley'),
  );
  const items: FileItem[] = known.map((uri) => {
    const { name, folder } = foundFile(uri);
    return { label: `$(file) ${labelText(name)}`, description: labelText(folder), uri };
  });
  const any = items.length === 0 ? vscode.l10n.t('Choose File…') : vscode.l10n.t('Choose File…');
  const other: FileItem = { label: `$(folder-opened) ${any}` };
  const item = await vscode.window.showQuickPick([...items, other], {
    title: vscode.l10n.t('Apply to File'),
    placeHolder,
    matchOnDescription: true,
  });
  return item === other ? chooseAnyFile() : item?.uri;
}

/** The code of the selected cell of the notebook that was used last. */
function activeCell(): readonly vscode.Uri[] {
  const editor = vscode.window.activeNotebookEditor ?? vscode.window.visibleNotebookEditors[0];
  const { start, end } = editor?.selection ?? { start: 0, end: 0 };
  return editor !== undefined && end === start + 1
    ? editor.notebook.getCells(editor.selection).map(({ document }) => document.uri)
    : [];
}

async function chooseAnyFile(): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Apply to File'),
    ...(folder && { defaultUri: folder }),
  });
  return files?.[0];
}

/** Asks where a file is created that a reply names. `near` is the path of a file that it may belong to. */
export async function choosePlaceOfNewFile(
  path: string,
  near: string | undefined,
): Promise<vscode.Uri | undefined> {
  const place = placeOfNewFile(path, near);
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Create {0}', notificationText(path)),
    saveLabel: vscode.l10n.t('Review New File'),
    ...(place && { defaultUri: place }),
  });
}
