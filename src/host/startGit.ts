import type * as vscode from 'vscode';
import { contextLength } from '../shared/models/modelLimits.ts';
import type { Log } from './base/log.ts';
import { loadCommitMessages } from './bundles.ts';
import type { RequestPreview } from './chat/requestPreview.ts';
import type { MakeSideChat } from './chat/sideChat.ts';
import { gitCommands, showGitCommands } from './git/commands.ts';
import type { CommitMessages } from './git/commitMessages.ts';
import { listedModel, type Models } from './models/models.ts';

/** What Git is used with. */
interface StartingServices {
  readonly preview: RequestPreview;
  readonly log: Log;
  readonly models: Models;
}

/** The commands for Git, which are shown where there is Git. What they do is loaded when it is needed first. */
export function startGit(
  { globalState, extensionUri, subscriptions }: vscode.ExtensionContext,
  { preview, log, models }: StartingServices,
  sideChat: MakeSideChat,
) {
  let messages: CommitMessages | undefined;
  const load = async (): Promise<CommitMessages> => {
    const create = await loadCommitMessages(extensionUri);
    messages ??= create({
      sideChat,
      preview,
      memento: globalState,
      logError: (text) => log.error(text),
      contextLength: (target) => {
        const model = listedModel(target, models);
        return model && contextLength(model);
      },
    });
    return messages;
  };
  subscriptions.push(showGitCommands());
  return { ...gitCommands(load), stopAll: () => messages?.stop() };
}
