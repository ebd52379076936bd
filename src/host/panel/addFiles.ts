import * as vscode from 'vscode';
import type { Contexts } from '../context/registry/contexts.ts';
import { allowedFiles } from '../editor/outsideFiles.ts';
import { addToMessage } from './addToChat.ts';
import { addImageFiles, isImageFile } from './addImages.ts';
import type { Panel } from './panel.ts';

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
