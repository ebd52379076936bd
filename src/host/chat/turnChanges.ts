import type { ReadyTarget } from '../connections/target.ts';
import { branchesOf } from '../../conversation/branches.ts';
import { transcript } from '../../conversation/conversation.ts';
import { continueMessage, exchanges } from '../../conversation/exchanges.ts';
import type { Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import type { ChatSession } from './session.ts';

/** Sends an edited message, as another version of its turn. */
export async function editTurn(
  session: ChatSession,
  turnId: string,
  user: UserMessage,
  target: ReadyTarget,
): Promise<void> {
  const turn = turnOf(session, turnId);
  if (turn !== undefined) {
    await session.ask({ user, parentId: turn.parentId }, target);
  }
}

/** Asks the service to continue a truncated reply. */
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

/** Shows the branch with this turn, down to the turn that was shown last on it. */
export function showTurn(session: ChatSession, turnId: string): void {
  const turn = turnOf(session, turnId);
  if (turn !== undefined && !transcript(session.conversation).includes(turn)) {
    session.change({ kind: 'headSet', headId: branchesOf(session.conversation).endOf(turn).id });
  }
}

/**
 * Removes a message and its whole reply: they are neither shown nor sent. The turns after them stay. If it was
 * the last message, another version of it is shown. Gives the ids of the removed turns.
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

/** Restores removed turns to their place and shows them. */
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
