import * as vscode from 'vscode';
import type { FileContexts } from '../editor/fileContexts.ts';
import type { Panel } from './panel.ts';

/** Adds files to the message that is being written in `panel`, and says there what could not be added. */
export async function addFiles(
  uris: readonly vscode.Uri[],
  panel: Pick<Panel, 'tell' | 'notice'>,
  files: FileContexts,
  isChosen = false,
): Promise<void> {
  const { items, problems } = await files.add(uris, isChosen);
  if (items.length > 0) {
    panel.tell({ kind: 'addContext', items });
  }
  if (problems.length > 0) {
    panel.notice({ severity: 'warning', text: problems.join(' ') });
  }
}

/**
 * The files that a panel names. Those of other schemes are dropped: to read from `https` is a request that
 * nobody has asked for.
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

/** The window names a file of a remote by the remote; an extension that runs there, as a file. */
function asSeenHere(uri: vscode.Uri, folders: readonly string[]): vscode.Uri {
  return uri.scheme === 'vscode-remote' && folders.includes('file')
    ? uri.with({ scheme: 'file', authority: '' })
    : uri;
}
