import type { Turn } from '../shared/conversation/conversation.ts';
import type { Usage } from '../shared/service/chatCompletion.ts';
import { hasBegun } from './cost.ts';
import { createPathEstimate, messageTokens, tokenEstimate } from './request/tokenEstimate.ts';

/**
 * What replies used for which the service stated nothing, by the ids of their turns: estimated from what was sent, which
 * are the messages up to theirs, and what arrived. `turns` are all of a chat.
 */
export function estimatedUsages(
  turns: readonly Turn[],
  systemPrompt = '',
): ReadonlyMap<string, Usage> {
  const unstated = turns.filter(
    ({ reply }) => reply.usage === undefined && reply.status !== 'running' && hasBegun(reply),
  );
  if (unstated.length === 0) {
    return new Map();
  }
  const tokensUpTo = createTokensUpTo(turns);
  const ofSystem = tokenEstimate(systemPrompt);
  return new Map(
    unstated.map(({ id, parentId, user, reply }) => {
      const { text, reasoning, toolCalls = [] } = reply;
      const calls = toolCalls.map((call) => `${call.name}${call.arguments}`).join('');
      return [
        id,
        {
          prompt_tokens: ofSystem + tokensUpTo(parentId) + messageTokens(user, reply.model),
          completion_tokens: tokenEstimate(text + reasoning + calls),
        },
      ];
    }),
  );
}

/** Gives a function for the tokens of the messages from the first to those of a turn; 0 if there is no such turn. */
function createTokensUpTo(turns: readonly Turn[]): (id: string | undefined) => number {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const known = new Map<string | undefined, number>([[undefined, 0]]);
  const estimate = createPathEstimate();
  return (id) => {
    const path: Turn[] = [];
    for (let turn = byId.get(id ?? ''); turn !== undefined && !known.has(turn.id);) {
      // A damaged file could name a turn as its own parent.
      known.set(turn.id, 0);
      path.push(turn);
      turn = byId.get(turn.parentId ?? '');
    }
    for (const turn of path.toReversed()) {
      known.set(
        turn.id,
        (known.get(turn.parentId) ?? 0) + estimate([turn], { model: turn.reply.model }),
      );
    }
    return known.get(id) ?? 0;
  };
}
