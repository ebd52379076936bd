import * as vscode from 'vscode';
import { type GitRepository, openRepositories } from '../../../src/host/git/gitApi.ts';
import { createTestRepository, type TestRepository } from '../../support/git/testRepository.ts';
import { until } from '../../support/until.ts';

/** A repository that VS Code has open. */
export interface OpenedRepository extends TestRepository {
  /** As VS Code's Git extension gives it. */
  readonly opened: GitRepository;
}

/** Makes a repository with one commit, opens it in VS Code, and takes both away afterwards. */
export async function withRepository(
  test: (repository: OpenedRepository) => Promise<void>,
): Promise<void> {
  const repository = await createTestRepository();
  try {
    await repository.write('src/first.ts', 'export const first = 1;\n');
    await repository.commit('feat: first');
    await test({ ...repository, opened: await opened(repository.folder) });
  } finally {
    await closed(repository.folder);
    await repository.remove();
  }
}

/** Opens a folder in VS Code's Git extension. */
export async function opened(folder: string): Promise<GitRepository> {
  const uri = vscode.Uri.file(folder);
  // Its own way to have a repository that is in no folder of the workspace.
  await vscode.commands.executeCommand('git.openRepository', folder);
  return until('the repository is open', async () =>
    (await openRepositories()).find(({ rootUri }) => rootUri.path === uri.path),
  );
}

/** Closes it again. */
export async function closed(folder: string): Promise<void> {
  const uri = vscode.Uri.file(folder);
  const repository = (await openRepositories()).find(({ rootUri }) => rootUri.path === uri.path);
  if (repository !== undefined) {
    await vscode.commands.executeCommand('git.close', repository);
    await until('the repository is closed', async () =>
      (await openRepositories()).every(({ rootUri }) => rootUri.path !== uri.path),
    );
  }
}

/** What is asked and said in a test, with the answers by a part of the words. */
export interface Said {
  /** Every dialog and notification, with its details. */
  readonly words: string[];
  /** The rows of each list. */
  readonly lists: (readonly string[])[];
}

/** Answers dialogs and lists while `test` runs: `answers` has a button or a row by a part of the words. */
export async function answering(
  answers: Readonly<Record<string, string>>,
  test: (said: Said) => Promise<void>,
): Promise<void> {
  const said: Said = { words: [], lists: [] };
  const { window } = vscode;
  const { showInformationMessage, showWarningMessage, showErrorMessage, showQuickPick } = window;
  const show = async (message: string, options?: unknown): Promise<string | undefined> => {
    const detail = (options as { readonly detail?: string } | undefined)?.detail ?? '';
    const words = `${message} ${detail}`.trim();
    said.words.push(words);
    return Object.entries(answers).find(([part]) => words.includes(part))?.[1];
  };
  Object.assign(window, {
    showInformationMessage: show,
    showWarningMessage: show,
    showErrorMessage: show,
    async showQuickPick(
      given: readonly vscode.QuickPickItem[] | Promise<readonly vscode.QuickPickItem[]>,
      { placeHolder = '' }: vscode.QuickPickOptions,
    ) {
      const rows = await given;
      said.lists.push(rows.map(({ label }) => label));
      const wanted = Object.entries(answers).find(([part]) => placeHolder.includes(part))?.[1];
      return rows.find(({ label }) => wanted !== undefined && label.includes(wanted));
    },
  });
  try {
    await test(said);
  } finally {
    Object.assign(window, {
      showInformationMessage,
      showWarningMessage,
      showErrorMessage,
      showQuickPick,
    });
  }
}
