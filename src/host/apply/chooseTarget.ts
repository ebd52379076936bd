import * as vscode from 'vscode';
import { labelText, notificationText } from '../base/safeText.ts';
import { foundFile, openFiles } from '../context/files/workspaceFiles.ts';
import { relativePath } from '../editor/codePlace.ts';
import { uniqueUris } from '../editor/documentOf.ts';
import { attachedFiles } from './attachedFiles.ts';
import { chosen, NotApplied, type PlanContext } from './planContext.ts';

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
  const other: FileItem = { label: `$(folder-opened) ${vscode.l10n.t('Choose File…')}` };
  const item = await vscode.window.showQuickPick([...items, other], {
    title: vscode.l10n.t('Apply to File'),
    placeHolder,
    matchOnDescription: true,
  });
  return item === other ? chooseAnyFile() : item?.uri;
}

/** The only one of some files, or the only one of them that is attached, or else the one that the user chooses. */
export async function oneOf(
  uris: readonly vscode.Uri[],
  context: PlanContext,
): Promise<vscode.Uri> {
  const attached = new Set(attachedFiles(context.turns).map(({ path }) => path));
  const likely = uris.length > 1 ? uris.filter((uri) => attached.has(relativePath(uri))) : uris;
  const [one, other] = likely;
  const question = vscode.l10n.t('This code block could be for several files or cells.');
  return one !== undefined && other === undefined ? one : askForFile(question, uris, context);
}

/** The file that the user chooses. Where nothing may be asked, the question is why the block is not applied. */
export async function askForFile(
  question: string,
  uris: readonly vscode.Uri[],
  { mayAsk }: PlanContext,
): Promise<vscode.Uri> {
  if (!mayAsk) {
    throw new NotApplied(question);
  }
  return chosen(await chooseFile(uris, question));
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

/** Asks where a file is created that a reply names. */
export async function choosePlaceOfNewFile(
  path: string,
  defaultUri: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Create {0}', notificationText(path)),
    saveLabel: vscode.l10n.t('Review New File'),
    ...(defaultUri && { defaultUri }),
  });
}
