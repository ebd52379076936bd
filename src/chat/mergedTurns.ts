import type { Turn } from '../shared/conversation.ts';

/** All turns in the order in which they began; of two with one id the new one. */
export function mergedTurns(turns: readonly Turn[], others: readonly Turn[]): readonly Turn[] {
  const ids = new Set(others.map(({ id }) => id));
  return [...turns.filter(({ id }) => !ids.has(id)), ...others].toSorted(
    (a, b) => a.reply.startedAt - b.reply.startedAt,
  );
}
