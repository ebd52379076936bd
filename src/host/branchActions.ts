import { branchesOf } from '../chat/branches.ts';
import { continueMessage } from '../chat/continuation.ts';
import type { Turn } from '../shared/conversation.ts';
import type { ConversationSession, SendTarget } from './conversationSession.ts';

/** Sends the message of a turn with another text and the same context, as a sibling of that turn. */
export async function editTurn(
  session: ConversationSession,
  turnId: string,
  text: string,
  target: SendTarget,
): Promise<void> {
  const turn = turnOf(session, turnId);
  if (turn !== undefined) {
    const { user, parentId } = turn;
    await session.ask({ user: { ...user, text }, parentId }, target);
  }
}

/** Asks to go on with the reply of a turn where it was cut. */
export async function continueTurn(
  session: ConversationSession,
  turnId: string,
  target: SendTarget,
): Promise<void> {
  if (turnOf(session, turnId) !== undefined) {
    const user = { text: continueMessage, context: [] };
    await session.ask({ user, parentId: turnId, isContinuation: true }, target);
  }
}

/** Shows the branch that a turn is on, as far as it was shown last. */
export function showTurn(session: ConversationSession, turnId: string): void {
  const turn = turnOf(session, turnId);
  if (turn !== undefined) {
    session.change({ kind: 'headSet', headId: branchesOf(session.conversation).endOf(turn).id });
  }
}

function turnOf({ conversation }: ConversationSession, turnId: string): Turn | undefined {
  return conversation.turns.find(({ id }) => id === turnId);
}
