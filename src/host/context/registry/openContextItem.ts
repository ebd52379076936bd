import * as vscode from 'vscode';
import { contextTitle } from '../../../shared/conversation/contextTitle.ts';
import { type ContextItem, pastedTextPath } from '../../../shared/conversation/conversation.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { notificationText } from '../../base/safeText.ts';
import { findInWorkspace } from '../findInWorkspace.ts';
import type { FrozenTexts } from './frozenTexts.ts';
import { findPlace } from '../findPlace.ts';

/** Longer names are cut in notifications. In characters. */
const maxName = 200;

/**
 * Shows an item at its place in the workspace if its text is still there, else its text in a read-only editor. The
 * item may come from an imported chat.
 */
export async function openContextItem(item: ContextItem, frozen: FrozenTexts): Promise<void> {
  const files = isOfFile(item) ? await findInWorkspace(item.path) : [];
  const [first] = files;
  if (first === undefined) {
    await showFrozen(item, frozen);
  } else if (item.kind === 'cell') {
    await showCell(item, first, frozen);
  } else {
    await showCode(item, files, frozen);
  }
}

/** Whether the path of an item is that of a file with its text. */
function isOfFile({ kind, path }: ContextItem): boolean {
  return kind === undefined ? path !== pastedTextPath : kind === 'symbol' || kind === 'cell';
}

/** Shows the text in the first of the files that has it. */
async function showCode(
  item: ContextItem,
  files: readonly vscode.Uri[],
  frozen: FrozenTexts,
): Promise<void> {
  let changed: vscode.TextDocument | undefined;
  for (const uri of files) {
    const document = await readable(async () => vscode.workspace.openTextDocument(uri));
    const place = document && findPlace(document.getText(), item.text, item.startLine - 1);
    if (document !== undefined && place !== undefined) {
      const { startLine, startCharacter, endLine, endCharacter } = place;
      const selection = new vscode.Range(startLine, startCharacter, endLine, endCharacter);
      await vscode.window.showTextDocument(document, { selection });
      return;
    }
    changed ??= document;
  }
  await (changed === undefined ? showFrozen(item, frozen) : showChanged(item, changed, frozen));
}

/** The text of a cell begins with its code. */
async function showCell(item: ContextItem, uri: vscode.Uri, frozen: FrozenTexts): Promise<void> {
  const notebook = await readable(async () => vscode.workspace.openNotebookDocument(uri));
  const same = notebook?.getCells().filter(({ document }) => isCode(document, item)) ?? [];
  const cell = same.find(({ index }) => `${index + 1}` === item.name) ?? same[0];
  if (notebook === undefined || cell === undefined) {
    await showFrozen(item, frozen);
    return;
  }
  const range = new vscode.NotebookRange(cell.index, cell.index + 1);
  const editor = await vscode.window.showNotebookDocument(notebook, { selections: [range] });
  editor.revealRange(range);
}

function isCode(document: vscode.TextDocument, { text }: ContextItem): boolean {
  const code = document.getText();
  return code !== '' && text.startsWith(code);
}

/** Undefined where VS Code cannot read the file: it may be gone by now. */
async function readable<T>(read: () => PromiseLike<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

async function showFrozen(item: ContextItem, frozen: FrozenTexts): Promise<vscode.Uri> {
  // A title is not a path: only the part after its last slash would be shown on the tab.
  const name = contextTitle(item)?.replaceAll('/', '_') ?? item.path;
  const uri = frozen.address(name, item.text);
  const document = await vscode.workspace.openTextDocument(uri);
  await readable(async () => vscode.languages.setTextDocumentLanguage(document, item.languageId));
  await vscode.window.showTextDocument(document);
  return uri;
}

/** Shows the text as it was sent, and offers to compare it with the current one. */
async function showChanged(
  item: ContextItem,
  now: vscode.TextDocument,
  frozen: FrozenTexts,
): Promise<void> {
  const uri = await showFrozen(item, frozen);
  const compare = vscode.l10n.t('Compare');
  const open = vscode.l10n.t('Open File');
  const name = notificationText(item.path.slice(-maxName));
  const words = vscode.l10n.t('This text is no longer in {0}. It is shown as it was sent.', name);
  const answer = await vscode.window.showInformationMessage(words, compare, open);
  if (answer === open) {
    await vscode.window.showTextDocument(now.uri);
  } else if (answer === compare) {
    const title = vscode.l10n.t('{0} (As It Was ↔ Now)', visibleText(item.path.slice(-maxName)));
    await vscode.commands.executeCommand(
      'vscode.diff',
      uri,
      comparedWith(item, now, frozen),
      title,
    );
  }
}

/** The file, or the lines of it where the text was. */
function comparedWith(
  item: ContextItem,
  now: vscode.TextDocument,
  frozen: FrozenTexts,
): vscode.Uri {
  if (item.kind === undefined && item.startLine === 1) {
    return now.uri;
  }
  const range = now.validateRange(new vscode.Range(item.startLine - 1, 0, item.endLine, 0));
  return frozen.address(item.path, now.getText(range));
}
