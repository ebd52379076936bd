import type { Conversation } from '../shared/conversation.ts';

/** More branches than anybody goes back to; the oldest go first. */
const maxLeft = 200;

/**
 * What is to be remembered when a path that comes from `nextId` takes the place of the one that is
 * shown: where that one ended, unless the new one goes on from there.
 */
export function leaveHead(
  { headId, leftHeadIds }: Conversation,
  nextId: string | undefined,
): Pick<Conversation, 'leftHeadIds'> {
  return headId === undefined || headId === nextId
    ? { leftHeadIds }
    : {
        leftHeadIds: [...(leftHeadIds ?? []).filter((id) => id !== headId), headId].slice(-maxLeft),
      };
}
