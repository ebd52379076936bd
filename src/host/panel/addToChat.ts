import * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import type { AddedContext, Contexts } from '../context/registry/contextRegistry.ts';
import { pickImages, addImageFiles, isImageFile } from './addImages.ts';
import type { Panel } from './panel.ts';
import { allowedFiles } from '../editor/outsideFiles.ts';

type AddingPanel = Pick<Panel, 'tell' | 'notice' | 'reveal'>;

interface SourceItem extends vscode.QuickPickItem {
  readonly add: () => Promise<void>;
}

/**
 * Asks what to add to the message in the input box of `panel`, or adds from the source with this name. Nothing is
 * sent. The panel then has the focus.
 */
export async function addToChat(
  panel: AddingPanel,
  contexts: Contexts,
  name?: string,
): Promise<void> {
  if (name !== undefined) {
    return addPicked(name, panel, contexts);
  }
  const sources = (await contexts()).offered().map(({ name: source, icon, label, detail }) => ({
    label: `$(${icon}) ${label}`,
    description: detail,
    add: async () => addPicked(source, panel, contexts),
  }));
  const files = vscode.workspace.workspaceFolders !== undefined && {
    label: `$(file) ${vscode.l10n.t('Files…')}`,
    description: '#',
    async add() {
      await panel.reveal();
      panel.tell({ kind: 'offerFiles' });
    },
  };
  const image: SourceItem = {
    label: `$(file-media) ${vscode.l10n.t('Image…')}`,
    add: async () => {
      await pickImages(panel);
      await panel.reveal();
    },
  };
  const picked = await vscode.window.showQuickPick<SourceItem>(
    [...(files ? [files] : []), ...sources.slice(0, 1), image, ...sources.slice(1)],
    {
      title: vscode.l10n.t('Add to Chat'),
      placeHolder: vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.'),
    },
  );
  await (picked === undefined ? panel.reveal() : picked.add());
}

/** Adds what the user picks from the source with this name. The panel then has the focus. */
export async function addPicked(
  name: string,
  panel: AddingPanel,
  contexts: Contexts,
): Promise<void> {
  try {
    addToMessage(await (await contexts()).pick(name), panel);
  } finally {
    await panel.reveal();
  }
}

/** Attaches items to the message in the input box of `panel`, and shows there what could not be attached. */
function addToMessage(
  added: AddedContext | undefined,
  panel: Pick<Panel, 'tell' | 'notice'>,
): void {
  const { items, problems } = added ?? { items: [], problems: [] };
  if (items.length > 0) {
    panel.tell({ kind: 'addContext', items });
  }
  sayProblems(problems, panel);
}

/** Shows in `panel` what could not be read. */
export function sayProblems(problems: readonly string[], panel: Pick<Panel, 'notice'>): void {
  if (problems.length > 0) {
    panel.notice({ severity: 'warning', text: problems.join(' ') });
  }
}

/**
 * Puts code into the input box of `panel`, and the focus behind it. Until it is sent, code of open documents is
 * followed. Nothing is sent.
 */
export async function addCode(
  items: readonly ContextItem[],
  panel: AddingPanel,
  contexts: Contexts,
): Promise<void> {
  const added = await (await contexts()).follow(items);
  await panel.reveal();
  if (added !== undefined) {
    panel.tell({ kind: 'addContext', items: added.items });
  }
}

/** Shows what matches the text after `#` in the input box of `panel`. */
export async function showFound(
  query: string,
  panel: Pick<Panel, 'tell'>,
  contexts: Contexts,
): Promise<void> {
  await (
    await contexts()
  ).find(query, (found) => panel.tell({ kind: 'foundFiles', query, ...found }));
}

/**
 * Attaches files and folders to the message in the input box of `panel`, images as images, and shows there which
 * could not be attached.
 */
export async function addFiles(
  uris: readonly vscode.Uri[],
  panel: Pick<Panel, 'tell' | 'notice'>,
  contexts: Contexts,
  isChosen = false,
): Promise<void> {
  const images = uris.filter(isImageFile);
  if (images.length > 0) {
    await addImageFiles(isChosen ? images : await allowedFiles(images), panel);
  }
  const others = uris.filter((uri) => !images.includes(uri));
  if (others.length > 0) {
    addToMessage(await (await contexts()).add(others, isChosen), panel);
  }
}

/**
 * Parses the addresses that a panel posts. Only schemes of local and workspace files are kept: reading an
 * `https` address would be a request that the user did not ask for.
 */
export function parseUris(texts: readonly string[]): readonly vscode.Uri[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  const schemes = new Set(['file', 'vscode-remote', ...folders]);
  schemes.delete('http');
  schemes.delete('https');
  return texts.flatMap((text) => {
    try {
      const uri = asSeenHere(vscode.Uri.parse(text, true), folders);
      return schemes.has(uri.scheme) ? [uri] : [];
    } catch {
      return [];
    }
  });
}

/** A file as this extension host names it. On a remote host, the window adds the remote to the address. */
function asSeenHere(uri: vscode.Uri, folders: readonly string[]): vscode.Uri {
  return uri.scheme === 'vscode-remote' && folders.includes('file')
    ? uri.with({ scheme: 'file', authority: '' })
    : uri;
}
