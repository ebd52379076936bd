import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import { contextLength } from '../../shared/models/modelLimits.ts';
import { type Command, isNone, type ReadCommand } from '../base/commands.ts';
import { loadOnce } from '../base/loadOnce.ts';
import type { Log } from '../base/log.ts';
import type { RequestPreview } from '../chat/requestPreview.ts';
import type { MakeSideChat } from '../chat/chat.ts';
import { listedModel, type Models } from '../models/models.ts';
import type { CommitMessages, createCommitMessages } from './commitMessages.ts';

/** What messages of commits are made with. */
interface GitServices {
  /** Loads what generates them, when it is needed first. */
  readonly load: () => Promise<typeof createCommitMessages>;
  readonly preview: RequestPreview;
  readonly log: Pick<Log, 'error'>;
  readonly models: Pick<Models, 'catalogue'>;
}

/** The commands for Git, which are shown where there is Git. */
export function startGit(
  { globalState, subscriptions }: Pick<vscode.ExtensionContext, 'globalState' | 'subscriptions'>,
  { load, preview, log, models }: GitServices,
  sideChat: MakeSideChat,
) {
  let made: CommitMessages | undefined;
  const messages = loadOnce(async () => {
    const create = await load();
    made = create({
      sideChat,
      preview,
      memento: globalState,
      logError: (text) => log.error(text),
      contextLength: (target) => {
        const model = listedModel(target, models);
        return model && contextLength(model);
      },
    });
    return made;
  });
  subscriptions.push(showGitCommands());
  return { ...gitCommands(messages), stopAll: () => made?.stop() };
}

/** Shows the commands where there is Git. */
function showGitCommands(): vscode.Disposable {
  tellOfGit();
  return vscode.extensions.onDidChange(tellOfGit);
}

function tellOfGit(): void {
  // VS Code's own Git extension. It is not there where it does not run beside Parley, as in a browser.
  const isThere = vscode.extensions.getExtension('vscode.git') !== undefined;
  void vscode.commands.executeCommand('setContext', 'parley.git', isThere);
}

/** The root of a source control, which VS Code passes to the commands of its title. */
function rootOf(control: unknown): vscode.Uri | undefined {
  const root = isRecord(control) ? control['rootUri'] : undefined;
  return root instanceof vscode.Uri ? root : undefined;
}

/**
 * The commands for the message of a commit. From the view "Source Control" they act on the repository that they were
 * chosen for, from elsewhere on the one that the user picks.
 */
function gitCommands(load: () => Promise<CommitMessages>) {
  /** `name` is what a keybinding passes to a command that is also about other things. */
  const onRepository = (
    act: (messages: CommitMessages, root: vscode.Uri | undefined) => unknown,
    name?: string,
  ): ReadCommand => ({
    read([given, ...others]) {
      const root = rootOf(given);
      return root !== undefined || (given === name && isNone(others))
        ? async () => act(await load(), root)
        : undefined;
    },
  });
  return {
    commands: {
      'parley.generateCommitMessage': onRepository(async (messages, root) =>
        messages.generate(root),
      ),
      'parley.restoreCommitMessage': onRepository(async (messages, root) => messages.restore(root)),
    } satisfies Record<string, Command>,
    preview: onRepository(async (messages, root) => messages.preview(root), 'commitMessage'),
    stop: onRepository((messages, root) => messages.stop(root), 'commitMessage'),
  };
}
