import * as vscode from 'vscode';
import { documentOf } from '../editor/documentOf.ts';
import { nextLine } from './atCursor.ts';
import { shownOf } from './diffTabs.ts';
import type { ReviewedFile } from './reviewedFile.ts';
import { titleOf, withLeftOut } from './reviewWords.ts';

/** Shows files of the review, a single one with the cursor at the first thing to decide about, or else at `first`. */
export async function showFiles(files: readonly ReviewedFile[], first: number): Promise<void> {
  const [file, other] = files;
  if (file === undefined) {
    return;
  }
  await Promise.all(files.map(setLanguageOf));
  if (other === undefined) {
    const line = nextLine(file, 0) ?? first;
    await vscode.commands.executeCommand('vscode.diff', file.left, file.proposal, titleOf(file), {
      preview: false,
      selection: new vscode.Range(line, 0, line, 0),
    });
    return;
  }
  await vscode.commands.executeCommand(
    'vscode.changes',
    // VS Code hides lines that are far from a change.
    withLeftOut(vscode.l10n.t('Proposed Changes'), files),
    files.map(({ uri, left, proposal }) => [uri, left, proposal]),
  );
  // Another file that is only looked at would take the place of a preview, and the review would be gone.
  if (shownOf(files).length > 0) {
    await vscode.commands.executeCommand('workbench.action.keepEditor');
  }
}

/** A file can be in a language that its name does not tell. */
async function setLanguageOf({ uri, left, proposal }: ReviewedFile): Promise<void> {
  const document = documentOf(uri);
  if (document !== undefined) {
    await setLanguage([left, proposal], document.languageId);
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
