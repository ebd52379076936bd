import * as vscode from 'vscode';
import { labelText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { type GitRepository, openRepositories } from './gitApi.ts';

/** The path of a repository in the workspace or, if it is all of it or outside, the name of its folder. */
export function repositoryName({ rootUri }: Pick<GitRepository, 'rootUri'>): string {
  const path = relativePath(rootUri);
  const isAbsolute = path === rootUri.fsPath || path === rootUri.path;
  return isAbsolute ? rootUri.path.slice(rootUri.path.lastIndexOf('/') + 1) : path;
}

/**
 * The repository with this root, never another one than the user clicked. Without a root, the only repository or the
 * one that the user picks. Undefined if the user cancelled, or if there is none, which a message then says.
 */
export async function pickRepository(
  title: string,
  root?: vscode.Uri,
): Promise<GitRepository | undefined> {
  const all = await openRepositories();
  const repositories =
    root === undefined ? all : all.filter(({ rootUri }) => rootUri.toString() === root.toString());
  if (repositories.length === 0) {
    void vscode.window.showInformationMessage(
      root === undefined
        ? vscode.l10n.t('No Git repository is open in this window.')
        : vscode.l10n.t('This repository is no longer open.'),
    );
    return undefined;
  }
  if (repositories.length === 1) {
    return repositories[0];
  }
  const placeHolder = vscode.l10n.t('Choose a repository');
  const rows = likeliestFirst(repositories).map((repository) => ({
    label: `$(repo) ${labelText(repositoryName(repository))}`,
    description: labelText(vscode.workspace.asRelativePath(repository.rootUri, true)),
    repository,
  }));
  return (await vscode.window.showQuickPick(rows, { title, placeHolder, matchOnDescription: true }))
    ?.repository;
}

/** The repository of the file in the active editor comes first. */
function likeliestFirst(repositories: readonly GitRepository[]): readonly GitRepository[] {
  const open = vscode.window.activeTextEditor?.document.uri;
  const depth = ({ rootUri }: GitRepository): number =>
    open?.scheme === rootUri.scheme && open.path.startsWith(`${rootUri.path}/`)
      ? rootUri.path.length
      : 0;
  return repositories.toSorted((one, other) => depth(other) - depth(one));
}
