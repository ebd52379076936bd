import * as vscode from 'vscode';
import type { LineRange } from '../../apply/placeEdit.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { openFiles } from '../context/files/openFiles.ts';

interface FileItem extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri | undefined;
}

/** Asks for the file that a block is for: one of `uris`, an open one, or any other. */
export async function chooseFile(
  uris: readonly vscode.Uri[],
  placeHolder: string,
): Promise<vscode.Uri | undefined> {
  const all = [...uris, ...openFiles()].filter(({ scheme }) => !scheme.startsWith('parley'));
  const known = [...new Map(all.map((uri) => [uri.toString(), uri])).values()];
  const items: FileItem[] = known.map((uri) => {
    const path = relativePath(uri);
    const end = path.lastIndexOf('/');
    return {
      label: `$(file) ${labelText(path.slice(end + 1))}`,
      description: visibleText(path.slice(0, Math.max(end, 0))),
      uri,
    };
  });
  const other: FileItem = { label: `$(folder-opened) ${vscode.l10n.t('Choose Another File…')}` };
  const item = await vscode.window.showQuickPick([...items, other], {
    title: vscode.l10n.t('Apply to File'),
    placeHolder,
    matchOnDescription: true,
  });
  return item === other ? chooseAnyFile() : item?.uri;
}

async function chooseAnyFile(): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Apply to File'),
    ...(folder && { defaultUri: folder }),
  });
  return chosen?.[0];
}

/** Asks where a file is created that a reply names. */
export async function choosePlaceOfNewFile(path: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const segments = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Create {0}', notificationText(path)),
    saveLabel: vscode.l10n.t('Review New File'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, ...segments) }),
  });
}

interface PlaceItem extends vscode.QuickPickItem {
  readonly range: LineRange;
}

/** Asks which of several places in a file is meant, and shows the active one in its editor. */
export async function choosePlace(
  document: vscode.TextDocument,
  places: readonly LineRange[],
  name: string,
): Promise<LineRange | undefined> {
  const picker = vscode.window.createQuickPick<PlaceItem>();
  picker.title = vscode.l10n.t('Choose the Place in {0}', labelText(name));
  picker.placeholder = vscode.l10n.t('The code block fits in several places.');
  picker.items = places.map((range) => placeItem(document, range));
  const before = vscode.window.activeTextEditor;
  try {
    return await new Promise<LineRange | undefined>((resolve) => {
      picker.onDidChangeActive(([item]) => {
        if (item !== undefined) {
          void preview(document, item.range);
        }
      });
      picker.onDidAccept(() => resolve(picker.activeItems[0]?.range));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
    if (before !== undefined && before.document !== document) {
      await vscode.window.showTextDocument(before.document, { preserveFocus: true });
    }
  }
}

/** The first lines of a place, and the line above it that is indented less: a function or a class, as a rule. */
function placeItem(document: vscode.TextDocument, range: LineRange): PlaceItem {
  const line = (at: number): string => (at < document.lineCount ? document.lineAt(at).text : '');
  let above = range.from - 1;
  while (
    above > 0 &&
    (line(above).trim() === '' || indent(line(above)) >= indent(line(range.from)))
  ) {
    above -= 1;
  }
  return {
    label: vscode.l10n.t('Line {0}', formatNumber(range.from + 1)),
    description: above < 0 ? '' : visibleText(line(above).trim().slice(0, 100)),
    detail: visibleText(line(range.from).trim().slice(0, 200)),
    range,
  };
}

function indent(line: string): number {
  return line.search(/\S|$/);
}

async function preview(document: vscode.TextDocument, { from, to }: LineRange): Promise<void> {
  const selection = document.validateRange(new vscode.Range(from, 0, to, 0));
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true, selection });
}
