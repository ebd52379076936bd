import * as vscode from 'vscode';
import { visibleText } from '../shared/visibleText.ts';
import { chatCount } from './chatCount.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { ConversationSummary } from './conversationSummary.ts';
import { removeOldChats, type RetentionServices } from './retention.ts';
import { keepDays } from './settings.ts';
import { sayingTrouble } from './storeTrouble.ts';

/** The number of days that the user has agreed to. */
const agreedKey = 'parley.history.agreedDays';

/** Not while the window starts. */
const firstMs = 20_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Names that are said of the chats that would go. */
const namedChats = 10;

/** What the removal by age acts on. */
interface Services extends Pick<RetentionServices, 'history' | 'isInUse'> {
  readonly store: Pick<ConversationStore, 'remove' | 'restore'>;
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly onFailure: (error: unknown) => void;
}

/** Takes away old chats once a day, where the user has set an age, and after it was set. */
export function followRetention(services: Services): vscode.Disposable {
  const run = (): void => {
    removeOld(services).catch(services.onFailure);
  };
  const first = setTimeout(run, firstMs);
  const daily = setInterval(run, dayMs);
  const subscription = vscode.workspace.onDidChangeConfiguration(
    (event) => event.affectsConfiguration('parley.history.keepDays') && run(),
  );
  return new vscode.Disposable(() => {
    clearTimeout(first);
    clearInterval(daily);
    subscription.dispose();
  });
}

async function removeOld({ state, store, history, isInUse }: Services): Promise<void> {
  // One window is enough, and it is the one that the user looks at.
  if (!vscode.window.state.focused) {
    return;
  }
  const removed = await removeOldChats(keepDays(), Date.now(), {
    history,
    store,
    isInUse,
    agreedDays: () => state.get<number>(agreedKey),
    async ask(old, days) {
      const isAgreed = await ask(old, days);
      if (isAgreed) {
        await state.update(agreedKey, days);
      }
      return isAgreed;
    },
  });
  if (removed.length > 0) {
    const undo = vscode.l10n.t('Undo');
    const words = vscode.l10n.t('Removed because of their age: {0}.', chatCount(removed.length));
    if ((await vscode.window.showInformationMessage(words, undo)) === undo) {
      await sayingTrouble(async () => {
        for (const { id } of removed) {
          await store.restore(id);
          history.touch(id);
        }
      });
    }
  }
}

async function ask(old: readonly ConversationSummary[], days: number): Promise<boolean> {
  const remove = vscode.l10n.t('Remove Them');
  const names = old.slice(0, namedChats).map(({ title }) => visibleText(title));
  const more = old.length - names.length;
  const detail = [
    vscode.l10n.t('parley.history.keepDays is set to {0}. Pinned chats are kept.', days),
    '',
    ...names,
    ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : []),
  ].join('\n');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove {0} older than {1} days?', chatCount(old.length), days),
    { modal: true, detail },
    remove,
  );
  return answer === remove;
}
