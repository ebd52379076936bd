import * as vscode from 'vscode';
import type { FoundFile } from '../../../shared/panel/panelProtocol.ts';
import { fileName } from '../../editor/codePlace.ts';
import { uniqueUris } from '../../editor/documentOf.ts';

/** The files that are open as text in an editor tab, those of the active group first. */
export function openFiles(): readonly vscode.Uri[] {
  const groups = vscode.window.tabGroups.all.toSorted(
    (one, other) => Number(other.isActive) - Number(one.isActive),
  );
  const uris = groups.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : [])),
  );
  return uniqueUris(uris);
}

/** A file with its name and its folder apart. */
export function foundFile(uri: vscode.Uri): FoundFile {
  const path = fileName(uri);
  const end = path.lastIndexOf('/');
  return {
    name: path.slice(end + 1),
    folder: path.slice(0, Math.max(end, 0)),
    uri: uri.toString(),
  };
}
