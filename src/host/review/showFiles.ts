import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { documentOf } from '../editor/documentOf.ts';
import { showLines } from '../editor/lines.ts';
import { nextLine } from './atCursor.ts';
import { shownOf } from './diffTabs.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** Shows files of the review, a single one with the cursor at the first thing to decide about, or else at `first`. */
export async function showFiles(files: readonly ReviewedFile[], first: number): Promise<void> {
  const [file, other] = files;
  if (file === undefined) {
    return;
  }
  for (const { uri, left, proposal } of files) {
    // A file can be in a language that its name does not tell.
    const document = documentOf(uri);
    await (document && setLanguage([left, proposal], document.languageId));
  }
  if (other === undefined) {
    const line = nextLine(file, 0) ?? first;
    await vscode.commands.executeCommand('vscode.diff', file.left, file.proposal, titleOf(file), {
      preview: false,
      selection: new vscode.Range(line, 0, line, 0),
    });
    return;
  }
  const leftOut = files.flatMap(({ parts }) => parts).length;
  const title = vscode.l10n.t('Proposed Changes');
  await vscode.commands.executeCommand(
    'vscode.changes',
    // VS Code hides lines that are far from a change.
    leftOut === 0 ? title : vscode.l10n.t('{0}, {1} left out', title, formatNumber(leftOut)),
    files.map(({ uri, left, proposal }) => [uri, left, proposal]),
  );
  // Another file that is only looked at would take the place of a preview, and the review would be gone.
  if (shownOf(files).length > 0) {
    await vscode.commands.executeCommand('workbench.action.keepEditor');
  }
}

/** Sets the language of texts that are shown. */
export async function setLanguage(uris: readonly vscode.Uri[], languageId: string): Promise<void> {
  for (const uri of uris) {
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.languageId !== languageId) {
      await vscode.languages.setTextDocumentLanguage(document, languageId);
    }
  }
}

function titleOf({ kind, name }: ReviewedFile): string {
  const shown = visibleText(name.slice(name.lastIndexOf('/') + 1));
  switch (kind) {
    case 'create':
      return vscode.l10n.t('{0} (New File)', shown);
    case 'remove':
      return vscode.l10n.t('{0} (Deleted)', shown);
    default:
      return vscode.l10n.t('{0} ↔ Proposed Changes', shown);
  }
}

/** Offers what the user has typed into proposals that are dropped. */
export async function offerText(text: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Proposed Text');
  const words = vscode.l10n.t('The changes were rejected, including yours to them.');
  if ((await vscode.window.showInformationMessage(words, copy)) === copy) {
    await vscode.env.clipboard.writeText(text);
  }
}

/** Says how many parts are kept that the reply leaves out. */
export function tellKept(leftOut: number): void {
  if (leftOut > 0) {
    const count = formatNumber(leftOut);
    const words = plural(leftOut, {
      one: vscode.l10n.t('{0} left-out part kept', count),
      other: vscode.l10n.t('{0} left-out parts kept', count),
    });
    vscode.window.setStatusBarMessage(`$(check) ${words}`, shownMs);
  }
}

/** Shows the file that was written, if it is only one. */
export async function showWritten(
  [file, other]: readonly ReviewedFile[],
  line: number,
): Promise<void> {
  if (file !== undefined && other === undefined && file.kind !== 'remove') {
    await showLines(file.uri, { from: line, to: line }, { preview: false });
  }
}

const shownMs = 5000;
