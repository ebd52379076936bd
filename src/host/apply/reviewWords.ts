import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText, nameText, notificationText } from '../base/safeText.ts';
import { cellOf, relativePath } from '../editor/codePlace.ts';
import type { LineHunk } from '../../apply/lines/lineHunks.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** The title of the diff of a file. */
export function titleOf({ kind, name }: ReviewedFile): string {
  const shown = visibleText(name.slice(name.lastIndexOf('/') + 1));
  switch (kind) {
    case 'create':
      return vscode.l10n.t('{0} (New File)', shown);
    case 'remove':
      return vscode.l10n.t('{0} (Removed)', shown);
    default:
      return vscode.l10n.t('{0} ↔ Proposed Changes', shown);
  }
}

/** How many lines hunks add and remove. */
export function countOf(hunks: readonly LineHunk[]): string {
  const added = hunks.reduce((sum, { after: [from, to] }) => sum + to - from, 0);
  const removed = hunks.reduce((sum, { before: [from, to] }) => sum + to - from, 0);
  return `+${formatNumber(added)} −${formatNumber(removed)}`;
}

/** Says that a file was changed where its proposal changes it. */
export function conflictWords({ name }: ReviewedFile): string {
  return vscode.l10n.t(
    '{0} was changed where the proposal changes it. Nothing was written. Apply the code block again.',
    nameText(name),
  );
}

/** Says that the encoding of a file does not have all characters of what would be written to it. */
export function lacksCharacters({ uri, encoding }: vscode.TextDocument): string {
  return vscode.l10n.t(
    'The encoding of {0} ({1}) lacks some of these characters. Save the file with another encoding first.',
    notificationText(relativePath(uri)),
    encoding,
  );
}

/** Says that VS Code did not write a file. */
export function tellNotWritten({ name }: ReviewedFile): void {
  void vscode.window.showErrorMessage(
    vscode.l10n.t('VS Code did not write the changes to {0}.', nameText(name)),
  );
}

/** Asks before files are removed. */
export async function mayRemove(files: readonly ReviewedFile[]): Promise<boolean> {
  const [file] = files;
  if (file === undefined) {
    return true;
  }
  const remove = vscode.l10n.t('Delete');
  const words =
    files.length === 1
      ? vscode.l10n.t('Delete {0}?', nameText(file.name))
      : plural(files.length, {
          other: vscode.l10n.t('Delete {0} files?', formatNumber(files.length)),
        });
  const detail = files.map(({ name }) => visibleText(name)).join('\n');
  return (
    (await vscode.window.showWarningMessage(words, { modal: true, detail }, remove)) === remove
  );
}

/** Shows what was written: the file, or for several only how many. */
export async function showWritten(files: readonly ReviewedFile[], line: number): Promise<void> {
  const [file, other] = files;
  const words =
    other === undefined
      ? vscode.l10n.t('Applied to {0}', labelText(file?.name ?? ''))
      : plural(files.length, {
          other: vscode.l10n.t('Applied to {0} files', formatNumber(files.length)),
        });
  vscode.window.setStatusBarMessage(`$(check) ${words}`, shownMs);
  if (file === undefined || other !== undefined || file.kind === 'remove') {
    return;
  }
  const cell = cellOf(file.uri);
  if (cell !== undefined) {
    const range = new vscode.NotebookRange(cell.index, cell.index + 1);
    await vscode.window.showNotebookDocument(cell.notebook, { selections: [range] });
  } else {
    const document = await vscode.workspace.openTextDocument(file.uri);
    const place = document.validatePosition(new vscode.Position(line, 0));
    await vscode.window.showTextDocument(document, {
      preview: false,
      selection: new vscode.Range(place, place),
    });
  }
}

const shownMs = 5000;
