import * as vscode from 'vscode';
import { contextTitle } from '../../../shared/conversation/contextTitle.ts';
import { type ContextItem, pastedTextPath } from '../../../shared/conversation/conversation.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { notificationText } from '../../base/safeText.ts';
import { placeIn } from '../followRange.ts';
import { pathsIn } from '../../editor/codePlace.ts';
import { uniqueUris } from '../../editor/documentOf.ts';
import { fileBelow } from '../../editor/fileBelow.ts';

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
    const selection = document && placeIn(document, item);
    if (document !== undefined && selection !== undefined) {
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

const scheme = 'parley-context';

/** So many texts that were shown last are kept. */
const maxTexts = 50;

/** In characters. */
const maxTabName = 100;

/** Texts that are shown in read-only editors. */
type FrozenTexts = ReturnType<typeof createFrozenTexts>;

/** Makes what keeps them. */
export function createFrozenTexts() {
  const texts = new Map<string, string>();
  let count = 0;
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => texts.get(query),
  });
  return {
    /** The address of a text under a name. It shows where the text is from. */
    address(name: string, text: string): vscode.Uri {
      count += 1;
      // A tab with the name of a file that is open as well also shows its folder.
      const folder = vscode.l10n.t('As Sent');
      const query = `${count}`;
      texts.set(query, text);
      const [oldest] = texts.keys();
      if (texts.size > maxTexts && oldest !== undefined) {
        texts.delete(oldest);
      }
      return vscode.Uri.from({ scheme, path: `/${folder}/${fileName(name)}`, query });
    },
    dispose() {
      provider.dispose();
      texts.clear();
    },
  };
}

/** The end of a path as a name for a tab. */
function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).slice(-maxTabName);
  return visibleText(name).replaceAll('\\', '_');
}

/** A longer path is not looked for. */
const bounds = { characters: 1000, folders: 100 };

/**
 * The files of the workspace with this path, as context items have it, the likeliest first. Several, if folders of the
 * workspace have been added or removed since. The path may come from a forged message or an imported chat: nothing
 * outside of the workspace is found, neither by `..` nor through a symbolic link.
 */
export async function findInWorkspace(path: string): Promise<readonly vscode.Uri[]> {
  if (path.length > bounds.characters) {
    return [];
  }
  const folders = (vscode.workspace.workspaceFolders ?? []).slice(0, bounds.folders);
  const all = folders.flatMap((folder) =>
    pathsIn(folder, path).map((below) => ({ folder, below, isWhole: below === path })),
  );
  // Of several folders, one that is named comes before one in which the path is as well.
  const places =
    folders.length > 1
      ? all.toSorted((one, other) => Number(one.isWhole) - Number(other.isWhole))
      : all;
  const found = await Promise.all(
    places.map(async ({ folder, below }) => fileBelow(folder.uri, below.split('/'))),
  );
  return uniqueUris(found.filter((one) => one instanceof vscode.Uri));
}
