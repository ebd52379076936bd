import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { proposalPath, type Proposals } from '../review/proposals.ts';

/** Shows the difference between the selection of the active editor and `code`. */
export async function compareWithSelection(
  code: string,
  proposals: Proposals,
  tell: (text: string) => void,
): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined || editor.selection.isEmpty) {
    tell(vscode.l10n.t('Select the code to compare in an editor first.'));
    return;
  }
  const { document, selection } = editor;
  await compare(document.getText(selection), code, {
    title: vscode.l10n.t('Selection ↔ Code Block'),
    language: document.languageId,
    proposals,
  });
}

/** Shows the difference between the text of the clipboard and `code`. */
export async function compareWithClipboard(
  code: string,
  proposals: Proposals,
  tell: (text: string) => void,
): Promise<void> {
  const copied = await vscode.env.clipboard.readText();
  if (copied === '') {
    tell(vscode.l10n.t('The clipboard has no text.'));
    return;
  }
  await compare(copied, code, { title: vscode.l10n.t('Clipboard ↔ Code Block'), proposals });
}

/** Shows the difference between a file and `code`, to be read only. */
export async function compareWithFile(
  uri: vscode.Uri,
  code: string,
  proposals: Proposals,
): Promise<void> {
  const name = visibleText(uri.path.slice(uri.path.lastIndexOf('/') + 1));
  const right = proposals.add(proposalPath(uri, name), code, true);
  await vscode.commands.executeCommand(
    'vscode.diff',
    uri,
    right,
    vscode.l10n.t('{0} ↔ Code Block', name),
  );
}

interface Comparison {
  readonly title: string;
  readonly language?: string | undefined;
  readonly proposals: Proposals;
}

async function compare(
  left: string,
  right: string,
  { title, language, proposals }: Comparison,
): Promise<void> {
  // Go to File lists the right side of each diff by its path. Without one, nothing that is typed there finds it.
  const [one, other] = [left, right].map((text) => proposals.add('', text, true));
  if (one !== undefined && other !== undefined) {
    for (const uri of language === undefined ? [] : [one, other]) {
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.languages.setTextDocumentLanguage(document, language ?? 'plaintext');
    }
    await vscode.commands.executeCommand('vscode.diff', one, other, title);
  }
}
