import * as vscode from 'vscode';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { keepDays } from '../base/settings.ts';
import type { ChatStore } from '../store/chatStore.ts';
import type { ChatSummary } from './chatSummary.ts';
import type { History } from './history.ts';
import type { Removals } from './removals.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The removal of more chats than this is confirmed every time: a wrong clock must not empty the history. */
const mostUnasked = 20;

/** What a removal by age acts on. */
export interface RetentionServices {
  readonly history: Pick<History, 'all' | 'touch'>;
  readonly store: Pick<ChatStore, 'remove'>;
  /** Whether a panel shows the chat, or a reply is running in it. */
  readonly isInUse: (id: string) => boolean;
  /** The ids of the chats that are open in other windows. Throws what the file system throws. */
  readonly openElsewhere: () => Promise<ReadonlySet<string>>;
  readonly consent: {
    /** The number of days that the user has confirmed before. */
    readonly agreedDays: () => number | undefined;
    /** Shows what would be removed; true if the user confirms. */
    readonly ask: (old: readonly ChatSummary[], days: number) => Promise<boolean>;
  };
}

/**
 * Removes the chats that are older than `days` at the time `now`, in milliseconds since 1970, and returns
 * them. Chats that are pinned or open in any window are kept. Nothing is removed before the user has confirmed it.
 * With 0 days, all chats are kept. Throws what the file system throws.
 */
export async function removeOldChats(
  days: number,
  now: number,
  services: RetentionServices,
): Promise<readonly ChatSummary[]> {
  if (days <= 0) {
    return [];
  }
  const { history, store, consent } = services;
  const old = await oldChats(days, now, services);
  const isAgreed = consent.agreedDays() === days && old.length <= mostUnasked;
  if (old.length === 0 || !(isAgreed || (await consent.ask(old, days)))) {
    return [];
  }
  // Read again: in the meantime, or in another window, they may have been opened, pinned or continued.
  old.forEach(({ id }) => history.touch(id));
  const still = new Set((await oldChats(days, now, services)).map(({ id }) => id));
  const removed: ChatSummary[] = [];
  for (const summary of old.filter(({ id }) => still.has(id))) {
    await store.remove(summary.id);
    history.touch(summary.id);
    removed.push(summary);
  }
  return removed;
}

async function oldChats(
  days: number,
  now: number,
  { history, isInUse, openElsewhere }: Omit<RetentionServices, 'store' | 'consent'>,
): Promise<readonly ChatSummary[]> {
  const old = (await history.all()).filter(
    ({ id, changedAt, pinned }) => !pinned && !isInUse(id) && changedAt < now - days * dayMs,
  );
  const open = old.length === 0 ? undefined : await openElsewhere();
  return old.filter(({ id }) => open?.has(id) !== true);
}

/** Delay of the first removal, so that it does not slow the start of the window. */
const firstMs = 20_000;

/** What the daily removal acts on. */
interface DailyServices extends Omit<RetentionServices, 'consent'> {
  readonly removals: Pick<Removals, 'offerUndo'>;
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
}

/** Removes old chats once a day and when the age is set, if the user has set one. */
export function removeOldChatsDaily(
  services: DailyServices,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  const run = (): void => {
    removeAndOfferUndo(services).catch(onFailure);
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

/** The key of the number of days that the user has confirmed. */
const agreedKey = 'parley.history.agreedDays';

async function removeAndOfferUndo(services: DailyServices): Promise<void> {
  const { state, store, history, isInUse, openElsewhere } = services;
  // One window is enough: the one that the user is looking at.
  if (!vscode.window.state.focused) {
    return;
  }
  const consent = {
    agreedDays: () => state.get<number>(agreedKey),
    async ask(old: readonly ChatSummary[], days: number) {
      const isAgreed = await ask(old, days);
      if (isAgreed) {
        await state.update(agreedKey, days);
      }
      return isAgreed;
    },
  };
  const removed = await removeOldChats(keepDays(), Date.now(), {
    history,
    store,
    isInUse,
    openElsewhere,
    consent,
  });
  if (removed.length > 0) {
    const count = formatNumber(removed.length);
    const words = vscode.l10n.t('Old chats removed: {0}.', count);
    await services.removals.offerUndo(removed, words);
  }
}

/** Number of chats that the question names. */
const namedChats = 10;

async function ask(old: readonly ChatSummary[], days: number): Promise<boolean> {
  const remove = vscode.l10n.t('Remove');
  const names = old.slice(0, namedChats).map(({ title }) => visibleText(title));
  const more = old.length - names.length;
  const detail = [
    vscode.l10n.t(
      'The setting parley.history.keepDays is {0}: chats are removed after so many days without activity. Pinned chats are kept.',
      formatNumber(days),
    ),
    '',
    ...names,
    ...(more > 0 ? [vscode.l10n.t('and {0} more', formatNumber(more))] : []),
  ].join('\n');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove old chats ({0})?', formatNumber(old.length)),
    { modal: true, detail },
    remove,
  );
  return answer === remove;
}
