import type { Conversation, Turn, UserMessage } from '../shared/conversation/conversation.ts';
import { chain, pathTo } from './conversationState.ts';

/** Reads the branches of a conversation. Circles among the parents in stored files do no harm. */
export function branchesOf(conversation: Conversation) {
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
  const newestUnder = (turn: Turn): Turn =>
    chain(turn, ({ id }) => byParent.get(id)?.at(-1)).at(-1) ?? turn;
  const versionsOf = (turn: Turn): readonly Turn[] => byParent.get(parentOf(turn)) ?? [turn];
  return {
    /** All versions of `turn`, including itself, oldest first. */
    versionsOf,
    /** The last turn of the path through `turn`: the one that was last shown, or else the newest one. */
    endOf: (turn: Turn): Turn => {
      const { headId, leftHeadIds = [] } = conversation;
      const left = [...leftHeadIds, headId].findLast((id) =>
        pathTo(conversation, id).includes(turn),
      );
      return newestUnder(pathTo(conversation, left).at(-1) ?? turn);
    },
    /** The version whose reply is compared with that of `turn`: both reply to the same message. */
    comparedWith: (turn: Turn) =>
      versionsOf(turn).find(
        ({ id, user }) =>
          id === conversation.besideId && id !== turn.id && isSameMessage(user, turn.user),
      ),
  };
}

/** Whether two messages have the same text, the same attachments and the same images. */
function isSameMessage(a: UserMessage, b: UserMessage): boolean {
  const [images, others] = [a, b].map((message) => message.images?.map(({ id }) => id).join());
  return (
    a.text === b.text &&
    images === others &&
    a.context.length === b.context.length &&
    a.context.every(({ path, startLine, text }, index) => {
      const other = b.context[index];
      return path === other?.path && startLine === other.startLine && text === other.text;
    })
  );
}

/** Returns a function that gives the id of the turn that a turn follows on the page; empty for a first turn. */
function shownParents(
  turns: readonly Turn[],
  removed: ReadonlySet<string>,
): (turn: Turn) => string {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const parentOf = (id: string) => byId.get(id)?.parentId ?? '';
  return ({ parentId = '' }) => {
    const passed = chain(parentId, (id) => (removed.has(id) ? parentOf(id) : undefined));
    return passed.at(-1) ?? '';
  };
}
