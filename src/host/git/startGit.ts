import type * as vscode from 'vscode';
import { contextLength } from '../../shared/models/modelLimits.ts';
import { loadOnce } from '../base/loadOnce.ts';
import type { Log } from '../base/log.ts';
import type { RequestPreview } from '../chat/requestPreview.ts';
import type { MakeSideChat } from '../chat/sideChat.ts';
import { listedModel, type Models } from '../models/models.ts';
import { gitCommands, showGitCommands } from './commands.ts';
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
