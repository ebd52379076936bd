import type { ConversationHistory } from './conversationHistory.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { ConversationSummary } from './conversationSummary.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** So many at once are asked about again: a clock that is wrong must not empty the history. */
const mostUnasked = 20;

/** What a removal by age acts on. */
export interface RetentionServices {
  readonly history: Pick<ConversationHistory, 'all' | 'touch'>;
  readonly store: Pick<ConversationStore, 'remove'>;
  /** Whether a panel shows the conversation, or a reply runs in it. */
  readonly isInUse: (id: string) => boolean;
  /** The number of days for which the user has agreed before. */
  readonly agreedDays: () => number | undefined;
  /** Says what would go; true where the user agrees. */
  readonly ask: (old: readonly ConversationSummary[], days: number) => Promise<boolean>;
}

/** Chats that are older than `days`, as of `now`, and that nobody has pinned or is using. */
async function oldChats(
  days: number,
  now: number,
  { history, isInUse }: Pick<RetentionServices, 'history' | 'isInUse'>,
): Promise<readonly ConversationSummary[]> {
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
): Promise<readonly ConversationSummary[]> {
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
  const removed: ConversationSummary[] = [];
  for (const summary of old.filter(({ id }) => still.has(id))) {
    await store.remove(summary.id);
    history.touch(summary.id);
    removed.push(summary);
  }
  return removed;
}
