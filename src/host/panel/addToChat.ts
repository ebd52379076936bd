import * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import { labelText } from '../base/safeText.ts';
import type { FileContexts } from '../editor/fileContexts.ts';
import { contextItem } from '../editor/selectionContext.ts';
import { foundFile, openFiles, type WorkspaceFiles } from '../editor/workspaceFiles.ts';
import { addFiles } from './addFiles.ts';
import { pickImages } from './images/addImages.ts';
import type { Panel } from './panel.ts';

type AddingPanel = Pick<Panel, 'tell' | 'notice' | 'reveal'>;

interface SourceItem extends vscode.QuickPickItem {
  readonly add: () => Promise<void>;
}

/**
 * Asks what to add to the message in the input box of `panel`: files, open editors or the selection. Nothing is
 * sent. The panel then has the focus.
 */
export async function addToChat(panel: AddingPanel, files: FileContexts): Promise<void> {
  const picked = await vscode.window.showQuickPick(sources(panel, files), {
    title: vscode.l10n.t('Add to Chat'),
    placeHolder: vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.'),
  });
  await picked?.add();
  await panel.reveal();
}

/** Puts code into the input box of `panel`, with a question if there is one, and the focus behind it. Nothing is sent. */
export async function addCode(
  items: readonly ContextItem[],
  panel: Pick<AddingPanel, 'tell' | 'reveal'>,
  question?: string,
): Promise<void> {
  await panel.reveal();
  panel.tell({ kind: 'addContext', items, ...(question !== undefined && { text: question }) });
}

/** Shows the files that match what is typed after `#` in the input box of `panel`. */
export async function showFoundFiles(
  query: string,
  panel: Pick<Panel, 'tell'>,
  workspaceFiles: WorkspaceFiles,
): Promise<void> {
  const files = await workspaceFiles.find(query);
  if (files !== undefined) {
    panel.tell({ kind: 'foundFiles', query, files });
  }
}

function sources(panel: AddingPanel, files: FileContexts): readonly SourceItem[] {
  const add = async (uris: readonly vscode.Uri[] = []) => addFiles(uris, panel, files, true);
  const selected = selectedCode();
  return [
    { label: `$(file) ${vscode.l10n.t('Files…')}`, add: async () => add(await askFiles()) },
    {
      label: `$(file-media) ${vscode.l10n.t('Image…')}`,
      add: async () => pickImages(panel),
    },
    ...(openFiles().length === 0
      ? []
      : [
          {
            label: `$(files) ${vscode.l10n.t('Open Editors…')}`,
            add: async () => add(await askOpenFiles()),
          },
        ]),
    ...(selected === undefined
      ? []
      : [
          {
            label: `$(list-selection) ${vscode.l10n.t('Selection')}`,
            description: placeOf(selected),
            add: async () => panel.tell({ kind: 'addContext', items: [selected] }),
          },
        ]),
  ];
}

/** What is selected in the active editor or, while a chat's tab is active, in one that is visible. */
function selectedCode(): ContextItem | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = activeTextEditor === undefined ? visibleTextEditors : [activeTextEditor];
  return editors
    .filter(({ selection }) => !selection.isEmpty)
    .map(({ document, selection }) => contextItem(document, selection))
    .find(({ text }) => text.trim() !== '');
}

function placeOf({ path, startLine, endLine }: ContextItem): string {
  const name = labelText(path.slice(path.lastIndexOf('/') + 1));
  const first = formatNumber(startLine);
  return startLine === endLine
    ? vscode.l10n.t('{0}, line {1}', name, first)
    : vscode.l10n.t('{0}, lines {1}–{2}', name, first, formatNumber(endLine));
}

async function askFiles(): Promise<readonly vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({
    canSelectMany: true,
    title: vscode.l10n.t('Add Files to Chat'),
    openLabel: vscode.l10n.t('Add'),
  });
}

async function askOpenFiles(): Promise<readonly vscode.Uri[] | undefined> {
  const items = openFiles().map((uri) => {
    const { name, folder } = foundFile(uri);
    return { label: labelText(name), description: labelText(folder), uri };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Add Open Editors to Chat'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return picked?.map(({ uri }) => uri);
}
