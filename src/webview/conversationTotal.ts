import { conversationTotals } from '../chat/cost.ts';
import type { Turn } from '../shared/conversation.ts';
import type { Prices } from '../shared/prices.ts';
import { costWords, tokenCount } from './amounts.ts';

/** What the conversation came to so far; nothing while there is no more than one reply. */
export function conversationTotal(turns: readonly Turn[], prices: Prices): string {
  const { replies, tokens, unstated, costs } = conversationTotals(turns, prices);
  if (replies < 2) {
    return '';
  }
  const parts = [
    `Conversation: ${replies} replies`,
    unstated === replies ? 'tokens not stated' : tokenCount(tokens),
    ...(unstated > 0 && unstated < replies ? [`not stated for ${unstated}`] : []),
    ...costs.map(costWords),
  ];
  return parts.join(' · ');
}
