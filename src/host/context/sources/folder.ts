import * as vscode from 'vscode';
import { tokenEstimate } from '../../../conversation/request/tokenEstimate.ts';
import { formatNumber } from '../../../shared/language.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { partsBelow } from '../../base/files/fileAccess.ts';
import { messageOf } from '../../base/errorMessage.ts';
import { labelText, nameText } from '../../base/safeText.ts';
import { relativePath } from '../../editor/codePlace.ts';
import { insideFiles } from '../../editor/outsideFiles.ts';
import type { ContextSource, PickedContext, PickedItem } from '../contextSource.ts';
import { maxItemLength, wholeText } from '../largeItems.ts';
import { excludesIn, folderReader, type FolderText, readTexts } from '../folder/readFolder.ts';
import { type FolderFiles, IgnoreFileProblem, walkFolder } from '../folder/walkFolder.ts';
import { contextContent } from '../../../conversation/request/prompt.ts';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';

/** Folders that the user chooses in a dialog. */
export const folderSource: ContextSource = {
  name: 'folder',
  icon: 'folder',
  label: () => vscode.l10n.t('Folder…'),
  isOffered: () => true,
  async pick() {
    const uris = await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: true,
      defaultUri: vscode.workspace.workspaceFolders?.[0]?.uri,
      title: vscode.l10n.t('Add to Chat'),
      openLabel: vscode.l10n.t('Add'),
    });
    return uris && pickFolders(uris);
  },
};

/** Asks for each folder which of its files are attached. Undefined if the user wants none of them. */
export async function pickFolders(uris: readonly vscode.Uri[]): Promise<PickedContext | undefined> {
  const items: PickedItem[] = [];
  const problems: string[] = [];
  for (const uri of uris) {
    const picked = await pickFolder(uri);
    if (typeof picked === 'string') {
      problems.push(picked);
    } else if (picked !== undefined) {
      items.push(picked);
    }
  }
  return items.length === 0 && problems.length === 0 ? undefined : { items, problems };
}

/** The files of a folder that the user chooses, or a sentence about why there are none. */
async function pickFolder(uri: vscode.Uri): Promise<PickedItem | string | undefined> {
  const name = visibleText(relativePath(uri));
  try {
    const read = await readWithProgress(uri, name);
    if (read === undefined) {
      return undefined;
    }
    if (read.texts.length === 0) {
      return vscode.l10n.t('{0} has no text files that are not ignored.', name);
    }
    const chosen = await askFiles(uri, read);
    return chosen && (await pickedFolder(uri, chosen));
  } catch (error) {
    return error instanceof IgnoreFileProblem
      ? vscode.l10n.t(
          '{0} was not added: an ignore file is too large, or its rules take too long.',
          name,
        )
      : vscode.l10n.t('{0} cannot be read: {1}', name, messageOf(error));
  }
}

interface ReadFolder {
  readonly texts: readonly FolderText[];
  readonly leftOut: FolderFiles['leftOut'];
  readonly hasMore: boolean;
}

/** Undefined if the user cancels it. */
async function readWithProgress(uri: vscode.Uri, name: string): Promise<ReadFolder | undefined> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Reading {0}…', nameText(name)),
      cancellable: true,
    },
    async (_progress, token) => {
      const read = await readFolder(uri, token);
      return token.isCancellationRequested ? undefined : read;
    },
  );
}

async function readFolder(uri: vscode.Uri, token: vscode.CancellationToken): Promise<ReadFolder> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? uri;
  const folder = partsBelow(root, uri) ?? [];
  const reader = folderReader(root, token);
  const { files, leftOut, end } = await walkFolder(folder, excludesIn(uri), reader);
  const uris = files.map((path) => vscode.Uri.joinPath(root, ...path));
  const { texts, leftOut: unread } = await readTexts(uris, token);
  return {
    texts,
    leftOut: { ...leftOut, unread: leftOut.unread + unread },
    hasMore: end !== undefined,
  };
}

async function pickedFolder(uri: vscode.Uri, chosen: readonly FolderText[]): Promise<PickedItem> {
  const path = relativePath(uri);
  const item = folderItem(path, chosen);
  const uris = chosen.map((one) => one.uri);
  const inside = await insideFiles(uris);
  return {
    item,
    isConfirmed: true,
    async renew() {
      const { token } = new vscode.CancellationTokenSource();
      // A link may have taken the place of a folder.
      const now = await insideFiles(inside);
      const { texts } = await readTexts(
        uris.filter((one) => now.includes(one) || !inside.includes(one)),
        token,
      );
      // Whoever has deleted all of the files may have moved the folder.
      return texts.length === 0 ? undefined : folderItem(path, texts);
    },
  };
}

interface FileRow extends vscode.QuickPickItem {
  readonly file: FolderText;
  readonly tokens: number;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** Shows the files with their tokens. Undefined if the user closes the list. */
async function askFiles(
  folder: vscode.Uri,
  { texts, leftOut, hasMore }: ReadFolder,
): Promise<readonly FolderText[] | undefined> {
  const list = vscode.window.createQuickPick<FileRow>();
  const rows = texts.map((file) => fileRow(folder, file));
  const left = leftOutText(leftOut, hasMore);
  const show = (): void => {
    const { selectedItems } = list;
    list.title = [totalText(selectedItems), ...left].join(' · ');
    list.placeholder = isTooLarge(selectedItems)
      ? vscode.l10n.t('Too large for a message. Choose fewer files.')
      : vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.');
  };
  list.canSelectMany = true;
  list.matchOnDescription = true;
  list.items = rows;
  list.selectedItems = rows;
  show();
  try {
    const chosen = await new Promise<readonly FileRow[]>((resolve) => {
      list.onDidChangeSelection(show);
      list.onDidAccept(() => {
        if (!isTooLarge(list.selectedItems)) {
          resolve(list.selectedItems);
        }
      });
      list.onDidHide(() => resolve([]));
      list.show();
    });
    const files = new Set(chosen.map(({ file }) => file));
    return files.size === 0 ? undefined : texts.filter((file) => files.has(file));
  } finally {
    list.dispose();
  }
}

function fileRow(folder: vscode.Uri, file: FolderText): FileRow {
  const content = fileContent(file);
  const tokens = tokenEstimate(content);
  const path = file.uri.path.slice(folder.path.length).replace(/^\//, '');
  const end = path.lastIndexOf('/');
  const about = vscode.l10n.t('about {0} tokens', formatNumber(tokens));
  return {
    label: labelText(path.slice(end + 1)),
    // A narrow window cuts the end.
    description: [about, ...(end < 0 ? [] : [labelText(path.slice(0, end))])].join(' · '),
    file,
    tokens,
    length: content.length,
  };
}

function isTooLarge(rows: readonly FileRow[]): boolean {
  return rows.reduce((sum, { length }) => sum + length + 2, 0) > maxItemLength;
}

function totalText(rows: readonly FileRow[]): string {
  const tokens = formatNumber(rows.reduce((sum, row) => sum + row.tokens, 0));
  const count = formatNumber(rows.length);
  return vscode.l10n.t('Files: {0}, about {1} tokens (estimate)', count, tokens);
}

/** What is not in the list, as far as something is not. */
function leftOutText(
  { ignored, links, unread }: FolderFiles['leftOut'],
  hasMore: boolean,
): readonly string[] {
  return [
    ...(ignored === 0 ? [] : [vscode.l10n.t('ignored: {0}', formatNumber(ignored))]),
    ...(links === 0 ? [] : [vscode.l10n.t('links, not followed: {0}', formatNumber(links))]),
    ...(unread === 0 ? [] : [vscode.l10n.t('not text, or too large: {0}', formatNumber(unread))]),
    ...(hasMore ? [vscode.l10n.t('not all files of this folder')] : []),
  ];
}

/** The files of a folder as one item: each with its path and its lines, as if it were attached by itself. */
function folderItem(path: string, files: readonly FolderText[]): ContextItem {
  const text = files.map(fileContent).join('\n\n');
  return wholeText({ kind: 'folder', path, languageId: 'markdown', text });
}

/** A file as it is in the text of the item. */
function fileContent({ uri, text }: FolderText): string {
  const path = relativePath(uri);
  const name = path.slice(path.lastIndexOf('/') + 1);
  // VS Code tells the language only of a file that it opens.
  const extension = /\.([\w+#-]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? 'plaintext';
  return contextContent(wholeText({ path, languageId: extension, text }));
}
