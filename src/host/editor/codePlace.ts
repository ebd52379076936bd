import * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';

/** The path of a file in its workspace folder, after the label of that folder if there are several. */
export function relativePath(uri: vscode.Uri): string {
  const path = vscode.workspace.asRelativePath(uri, false);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const isOnly = (vscode.workspace.workspaceFolders?.length ?? 0) <= 1;
  if (isOnly || folder === undefined) {
    return path;
  }
  return folder.uri.path === uri.path ? folderLabel(folder) : `${folderLabel(folder)}/${path}`;
}

/** The name of a workspace folder; if another one has the same, also that of the folder it is in, or its number. */
export function folderLabel({ name, uri, index }: vscode.WorkspaceFolder): string {
  const same = (vscode.workspace.workspaceFolders ?? []).filter((one) => one.name === name);
  if (same.length <= 1) {
    return name;
  }
  const above = nameAbove(uri);
  const isUnique = same.filter((one) => nameAbove(one.uri) === above).length === 1;
  return isUnique && above !== '' ? `${above}/${name}` : `${name} (${index + 1})`;
}

function nameAbove({ path }: vscode.Uri): string {
  return path.split('/').at(-2) ?? '';
}

/**
 * The paths that a path as `relativePath` gives it can have in a folder, the likelier one first. The folder may have
 * been the only one then, or one of several.
 */
export function pathsIn(folder: vscode.WorkspaceFolder, path: string): readonly string[] {
  const { name, uri } = folder;
  const labels = new Set([folderLabel(folder), `${nameAbove(uri)}/${name}`, name]);
  const below = [...labels]
    .filter((label) => path.startsWith(`${label}/`))
    .map((label) => path.slice(label.length + 1));
  const isOnly = (vscode.workspace.workspaceFolders?.length ?? 0) <= 1;
  return isOnly ? [path, ...below] : [...below, path];
}

/**
 * Where the code of a document is from: a file by its path, a cell by its notebook and its number, and a document
 * that is no file by the path it has and what it is, such as one side of a diff or the output panel.
 */
export function codePlace({
  uri,
}: Pick<vscode.TextDocument, 'uri'>): Pick<ContextItem, 'kind' | 'path' | 'name'> {
  const cell = cellOf(uri);
  if (cell !== undefined) {
    return { kind: 'cell', path: relativePath(cell.notebook.uri), name: `${cell.index + 1}` };
  }
  return isFile(uri)
    ? { path: relativePath(uri) }
    : { kind: 'virtual', path: `${virtualPath(uri)} (${diffSide(uri) ?? uri.scheme})` };
}

/** The cell of an open notebook whose code is the document with this URI. */
export function cellOf(uri: vscode.Uri): vscode.NotebookCell | undefined {
  const address = uri.toString();
  return uri.scheme === 'vscode-notebook-cell'
    ? vscode.workspace.notebookDocuments
        .flatMap((notebook) => notebook.getCells())
        .find(({ document }) => document.uri.toString() === address)
    : undefined;
}

/** What users read for a file: its path; for a cell that of its notebook, with its number. */
export function fileName(uri: vscode.Uri): string {
  const cell = cellOf(uri);
  return cell === undefined
    ? relativePath(uri)
    : `${relativePath(cell.notebook.uri)} [${cell.index + 1}]`;
}

function isFile(uri: vscode.Uri): boolean {
  return (
    uri.scheme === 'untitled' ||
    vscode.workspace.getWorkspaceFolder(uri) !== undefined ||
    vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true
  );
}

/** The side of the visible diff that shows a document. */
function diffSide(uri: vscode.Uri): 'original' | 'modified' | undefined {
  const shown = uri.toString();
  for (const { activeTab } of vscode.window.tabGroups.all) {
    const { input } = activeTab ?? {};
    if (input instanceof vscode.TabInputTextDiff) {
      if (input.original.toString() === shown) {
        return 'original';
      }
      if (input.modified.toString() === shown) {
        return 'modified';
      }
    }
  }
  return undefined;
}

/** The path of what is no file: an earlier state of a file has its path, under a scheme of its own. */
function virtualPath(uri: vscode.Uri): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined || !uri.path.startsWith('/')) {
    // An output channel has the ID of its extension and a number before its name.
    return uri.path.replace(/^extension-output-[^#]*-#\d+-/, '');
  }
  const { scheme, authority } = folder;
  return relativePath(uri.with({ scheme, authority, query: '', fragment: '' }));
}
