import * as vscode from 'vscode';
import { isString } from '../../shared/guards.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { userValue } from '../base/settings.ts';
import { folderLabel } from '../editor/codePlace.ts';
import { partsBelow, absoluteUri, isLinkFree } from '../base/files/fileAccess.ts';

/** A folder with prompt files. */
export interface PromptFolder {
  readonly uri: vscode.Uri;
  /** What users read of it. */
  readonly label: string;
  /** The folder of the workspace that it is in, or would be in: that may come from somebody else. */
  readonly root?: vscode.WorkspaceFolder | undefined;
  /** Whether Parley offers to create prompt files there. */
  readonly isWritable: boolean;
}

/** The folders of one user. */
export interface OwnFolders {
  /** Parley's own. */
  readonly own: vscode.Uri;
  /** That of VS Code's own prompts. Not there everywhere. */
  readonly vscodes: vscode.Uri;
}

/** At most this many folders of the setting are used. */
const maxChosen = 20;

/** A longer path is not used. In characters. */
const maxPath = 1000;

/** Where VS Code looks for the prompts of a workspace. */
const workspacePath = '.github/prompts';

/**
 * The folders in which prompts are looked for, in the order in which they are listed. Those of a workspace are missing
 * while it is not trusted, and if a link leads to them.
 */
export async function promptFolders({
  own,
  vscodes,
}: OwnFolders): Promise<readonly PromptFolder[]> {
  const folders: readonly PromptFolder[] = [
    { uri: own, label: vscode.l10n.t('Your prompts'), isWritable: true },
    { uri: vscodes, label: vscode.l10n.t('VS Code prompts'), isWritable: false },
    ...chosenPaths().flatMap(chosenFolders),
    ...roots().map((root) => inWorkspace(root, workspacePath)),
  ];
  const unique = new Map(folders.toReversed().map((folder) => [folder.uri.toString(), folder]));
  const all = [...unique.values()].toReversed();
  const isThere = await Promise.all(all.map(isUsable));
  return all.filter((_, index) => isThere[index]);
}

function roots(): readonly vscode.WorkspaceFolder[] {
  return vscode.workspace.workspaceFolders ?? [];
}

/** What the user has set. A workspace has no say in it. */
function chosenPaths(): readonly string[] {
  const value = userValue('promptFolders');
  return (Array.isArray(value) ? value : [])
    .filter(isString)
    .map((path) => path.trim())
    .filter((path) => path !== '' && path.length <= maxPath)
    .slice(0, maxChosen);
}

/** A path that is not absolute is one in each folder of the workspace. */
function chosenFolders(path: string): readonly PromptFolder[] {
  const uri = absoluteUri(path);
  if (uri !== undefined) {
    const root = vscode.workspace.getWorkspaceFolder(uri);
    return [{ uri, label: visibleText(path), isWritable: true, root }];
  }
  return path.startsWith('~') ? [] : roots().map((root) => inWorkspace(root, path));
}

function inWorkspace(root: vscode.WorkspaceFolder, path: string): PromptFolder {
  const plain = path.replaceAll('\\', '/');
  const label = roots().length > 1 ? `${folderLabel(root)}/${plain}` : plain;
  const uri = vscode.Uri.joinPath(root.uri, plain);
  return { uri, label: visibleText(label), isWritable: true, root };
}

/** Whether a folder that is to be in a workspace really is, and that is trusted. It need not be there yet. */
async function isUsable({ uri, root }: PromptFolder): Promise<boolean> {
  if (root === undefined) {
    return true;
  }
  const parts = partsBelow(root.uri, uri);
  return vscode.workspace.isTrusted && parts !== undefined && isLinkFree(root.uri, parts);
}
