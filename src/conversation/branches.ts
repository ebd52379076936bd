import type { Conversation, Turn } from '../shared/conversation/conversation.ts';
import { pathTo } from './conversation.ts';

/** The branches of one state of a conversation. */
export interface Branches {
  /** All versions of `turn`, including itself, oldest first. */
  readonly versionsOf: (turn: Turn) => readonly Turn[];
  /** The last turn of the path through `turn`: the one that was last shown, or else the newest one. */
  readonly endOf: (turn: Turn) => Turn;
}

/** Reads the branches of a conversation. Circles among the parents in stored files do no harm. */
export function branchesOf(conversation: Conversation): Branches {
  const removed = new Set(conversation.removedIds);
  const parentOf = shownParents(conversation.turns, removed);
  const byParent = new Map<string, Turn[]>();
  for (const turn of conversation.turns.filter(({ id }) => !removed.has(id))) {
    const siblings = byParent.get(parentOf(turn));
    if (siblings === undefined) {
      byParent.set(parentOf(turn), [turn]);
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
    versionsOf: (turn) => byParent.get(parentOf(turn)) ?? [turn],
    endOf(turn) {
      const { headId, leftHeadIds = [] } = conversation;
      const left = [...leftHeadIds, headId]
        .map((id) => pathTo(conversation, id))
        .findLast((path) => path.includes(turn));
      return newestUnder(left?.at(-1) ?? turn);
    },
  };
}

/** Returns a function that gives the id of the turn that a turn follows on the page; empty for a first turn. */
function shownParents(
  turns: readonly Turn[],
  removed: ReadonlySet<string>,
): (turn: Turn) => string {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  return ({ parentId = '' }) => {
    const seen = new Set<string>();
    let id = parentId;
    while (removed.has(id) && !seen.has(id)) {
      seen.add(id);
      id = byId.get(id)?.parentId ?? '';
    }
    return id;
  };
}
