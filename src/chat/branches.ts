import type { Conversation, Turn } from '../shared/conversation.ts';
import { pathTo } from './conversation.ts';

/** The branches of a conversation as it is at one moment. */
export interface Branches {
  /** The turns that stand where `turn` stands, itself among them, oldest first. */
  readonly versionsOf: (turn: Turn) => readonly Turn[];
  /** Where the path through `turn` ends: where it was left last, or else in its newest turn. */
  readonly endOf: (turn: Turn) => Turn;
}

/** Looks through the turns once; throws nothing, whatever circles the stored parents make. */
export function branchesOf(conversation: Conversation): Branches {
  const byParent = new Map<string, Turn[]>();
  for (const turn of conversation.turns) {
    const siblings = byParent.get(turn.parentId ?? '');
    if (siblings === undefined) {
      byParent.set(turn.parentId ?? '', [turn]);
    } else {
      siblings.push(turn);
    }
  }
  const newestUnder = (turn: Turn): Turn => {
    const seen = new Set<string>();
    let end = turn;
    for (let next: Turn | undefined = turn; next && !seen.has(next.id);) {
      seen.add(next.id);
      end = next;
      next = byParent.get(next.id)?.at(-1);
    }
    return end;
  };
  return {
    versionsOf: (turn) => byParent.get(turn.parentId ?? '') ?? [turn],
    endOf(turn) {
      const { headId, leftHeadIds = [] } = conversation;
      const left = [...leftHeadIds, headId]
        .map((id) => pathTo(conversation, id))
        .findLast((path) => path.includes(turn));
      return newestUnder(left?.at(-1) ?? turn);
    },
  };
}
