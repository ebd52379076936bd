import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { keepDays } from '../base/settings.ts';
import { chatCount } from '../base/phrases.ts';
import type { ChatStore } from '../store/chatStore.ts';
import { sayingTrouble } from '../store/storeNotices.ts';
import type { ChatSummary } from './chatSummary.ts';
import type { History } from './history.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** So many at once are asked about again: a clock that is wrong must not empty the history. */
const mostUnasked = 20;

/** What a removal by age acts on. */
export interface RetentionServices {
  readonly history: Pick<History, 'all' | 'touch'>;
  readonly store: Pick<ChatStore, 'remove'>;
  /** Whether a panel shows the conversation, or a reply runs in it. */
  readonly isInUse: (id: string) => boolean;
  /** The number of days for which the user has agreed before. */
  readonly agreedDays: () => number | undefined;
  /** Says what would go; true where the user agrees. */
  readonly ask: (old: readonly ChatSummary[], days: number) => Promise<boolean>;
}

/** Chats that are older than `days`, as of `now`, and that nobody has pinned or is using. */
async function oldChats(
  days: number,
  now: number,
  { history, isInUse }: Pick<RetentionServices, 'history' | 'isInUse'>,
): Promise<readonly ChatSummary[]> {
  return (await history.all()).filter(
    ({ id, changedAt, pinned }) => !pinned && !isInUse(id) && changedAt < now - days * dayMs,
  );
}

/**
 * Takes away the chats that are older than `days`; gives which. Nothing is taken away before the user has
 * agreed to what would go. 0 days is forever. Throws what the file system throws.
 */
export async function removeOldChats(
  days: number,
  now: number,
  services: RetentionServices,
): Promise<readonly ChatSummary[]> {
  if (days <= 0) {
    return [];
  }
  const { history, store, agreedDays, ask } = services;
  const old = await oldChats(days, now, services);
  const isAgreed = agreedDays() === days && old.length <= mostUnasked;
  if (old.length === 0 || !(isAgreed || (await ask(old, days)))) {
    return [];
  }
  // While the user was asked they may have been opened, pinned or gone on with.
  const still = new Set((await oldChats(days, now, services)).map(({ id }) => id));
  const removed: ChatSummary[] = [];
  for (const summary of old.filter(({ id }) => still.has(id))) {
    await store.remove(summary.id);
    history.touch(summary.id);
    removed.push(summary);
  }
  return removed;
}

/** The number of days that the user has agreed to. */
const agreedKey = 'parley.history.agreedDays';

/** Not while the window starts. */
const firstMs = 20_000;

/** Names that are said of the chats that would go. */
const namedChats = 10;

/** What the removal by age acts on. */
interface Services extends Pick<RetentionServices, 'history' | 'isInUse'> {
  readonly store: Pick<ChatStore, 'remove' | 'restore'>;
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

async function ask(old: readonly ChatSummary[], days: number): Promise<boolean> {
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
