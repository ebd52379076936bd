import * as vscode from 'vscode';
import { labelText } from '../base/safeText.ts';
import { nextLine, type Undecided } from './atCursor.ts';
import { type ReviewedFile, shownOf } from './reviewedFile.ts';
import { countOf, titleOf, withLeftOut } from './reviewWords.ts';

/** Lists files of the review. Gives the one that the user chooses, or all of them. */
export async function chooseFiles(
  files: readonly ReviewedFile[],
  undecided: (file: ReviewedFile) => Undecided,
): Promise<readonly ReviewedFile[]> {
  const all = {
    label: `$(diff-multiple) ${vscode.l10n.t('Show All Changes')}`,
    description: countOf(files.map(undecided)),
    files,
  };
  const single = files.map((file) => ({
    label: `$(file) ${labelText(file.name)}`,
    description: countOf([undecided(file)]),
    files: [file],
  }));
  const item = await vscode.window.showQuickPick(single.length > 1 ? [all, ...single] : single, {
    title: vscode.l10n.t('Proposed Changes'),
  });
  return item?.files ?? [];
}

/** Shows files of the review, a single one with the cursor at the first thing to decide about, or else at `first`. */
export async function showFiles(
  files: readonly ReviewedFile[],
  undecided: (file: ReviewedFile) => Undecided,
  first: number,
): Promise<void> {
  const [file, other] = files;
  if (file === undefined) {
    return;
  }
  await Promise.all(files.map(setLanguage));
  if (other === undefined) {
    const line = nextLine(undecided(file), 0) ?? first;
    await vscode.commands.executeCommand('vscode.diff', file.left, file.proposal, titleOf(file), {
      preview: false,
      selection: new vscode.Range(line, 0, line, 0),
    });
    return;
  }
  await vscode.commands.executeCommand(
    'vscode.changes',
    // VS Code hides lines that are far from a change.
    withLeftOut(vscode.l10n.t('Proposed Changes'), files.map(undecided)),
    files.map(({ uri, left, proposal }) => [uri, left, proposal]),
  );
  // Another file that is only looked at would take the place of a preview, and the review would be gone.
  if (shownOf(files).length > 0) {
    await vscode.commands.executeCommand('workbench.action.keepEditor');
  }
}

/** A file can be in a language that its name does not tell. */
async function setLanguage({ kind, uri, left, proposal }: ReviewedFile): Promise<void> {
  if (kind === 'change') {
    const { languageId } = await vscode.workspace.openTextDocument(uri);
    for (const side of [left, proposal]) {
      const document = await vscode.workspace.openTextDocument(side);
      if (document.languageId !== languageId) {
        await vscode.languages.setTextDocumentLanguage(document, languageId);
      }
    }
  }
}
