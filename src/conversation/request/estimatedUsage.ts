import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { Usage } from '../../shared/service/chatCompletion.ts';
import { createPathEstimate, messageTokens, tokenEstimate } from './tokenEstimate.ts';

/**
 * What the replies of `unstated` used, for which the service stated nothing, by the ids of their turns: estimated from
 * what was sent, which are the messages of the chat up to theirs, and what arrived.
 */
export function estimatedUsages(
  unstated: readonly Turn[],
  { turns, systemPrompt = '' }: Pick<Conversation, 'turns' | 'systemPrompt'>,
): ReadonlyMap<string, Usage> {
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
