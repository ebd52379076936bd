import type { ReadyTarget } from '../connections/target.ts';
import { branchesOf } from '../../conversation/branches.ts';
import { transcript } from '../../conversation/conversation.ts';
import { continueMessage, exchanges } from '../../conversation/exchanges.ts';
import type { Turn } from '../../shared/conversation/conversation.ts';
import type { ChatSession } from './session.ts';

/** Sends the message of a turn with another text and the same context, as a sibling of that turn. */
export async function editTurn(
  session: ChatSession,
  turnId: string,
  text: string,
  target: ReadyTarget,
): Promise<void> {
  const turn = turnOf(session, turnId);
  if (turn !== undefined) {
    const { user, parentId } = turn;
    await session.ask({ user: { ...user, text }, parentId }, target);
  }
}

/** Asks to go on with the reply of a turn where it was cut. */
export async function continueTurn(
  session: ChatSession,
  turnId: string,
  target: ReadyTarget,
): Promise<void> {
  if (turnOf(session, turnId) !== undefined) {
    const user = { text: continueMessage, context: [] };
    await session.ask({ user, parentId: turnId, isContinuation: true }, target);
  }
}

/** Shows the branch that a turn is on, as far as it was shown last. */
export function showTurn(session: ChatSession, turnId: string): void {
  const turn = turnOf(session, turnId);
  if (turn !== undefined && !transcript(session.conversation).includes(turn)) {
    session.change({ kind: 'headSet', headId: branchesOf(session.conversation).endOf(turn).id });
  }
}

/**
 * Takes a message with its whole reply out of the conversation, where it is neither shown nor sent any
 * more; what came after it stays. At the end another version takes its place. Gives what was removed.
 */
export function removeTurn(session: ChatSession, turnId: string): readonly string[] {
  const { conversation } = session;
  const all = exchanges(transcript(conversation));
  const removed = all.find((turns) => turns.some(({ id }) => id === turnId));
  if (removed === undefined || session.isRunning) {
    return [];
  }
  const versions = branchesOf(conversation).versionsOf(removed[0]);
  const index = versions.indexOf(removed[0]);
  const instead = removed === all.at(-1) ? (versions[index - 1] ?? versions[index + 1]) : undefined;
  const turnIds = removed.map(({ id }) => id);
  session.change({ kind: 'turnsRemoved', turnIds });
  if (instead !== undefined) {
    showTurn(session, instead.id);
  }
  return turnIds;
}

/** Puts removed turns back to where they were and shows them. */
export function restoreTurns(session: ChatSession, turnIds: readonly string[]): void {
  const [first] = turnIds;
  session.change({ kind: 'turnsRestored', turnIds });
  if (first !== undefined) {
    showTurn(session, first);
  }
}

function turnOf({ conversation }: ChatSession, turnId: string): Turn | undefined {
  return conversation.turns.find(({ id }) => id === turnId);
}
