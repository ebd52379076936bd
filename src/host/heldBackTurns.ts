import { runningTurn } from '../chat/conversation.ts';
import { chooseModelAgain } from './chooseModelAgain.ts';
import type { Actions } from './registerCommands.ts';

/** Sends the message of a failed turn again when the time that the service asked for is over. */
export async function retryLater(turnId: string, { session, sender }: Actions): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const { error, endedAt } = turn?.reply ?? {};
  if (error?.retryAfterMs !== undefined && endedAt !== undefined) {
    const delayMs = Math.max(0, endedAt + error.retryAfterMs - Date.now());
    await sender.retry(turnId, { heldBack: { delayMs, reason: error.kind } });
  }
}

/** Lets the user choose another model for a turn that is held back; the wait goes on meanwhile. */
export async function sendToOtherModel(turnId: string, actions: Actions): Promise<void> {
  const { session, sender, services } = actions;
  const isChosen = await chooseModelAgain(actions);
  const running = runningTurn(session.conversation);
  const { connection, model } = services.choice.current() ?? {};
  // Once the request is under way it may cost something: it is left alone.
  if (!isChosen || running?.id !== turnId || running.reply.waiting === undefined) {
    return;
  }
  if (running.reply.model !== model || running.reply.connection !== connection?.name) {
    session.stop();
    await sender.retry(turnId);
  }
}
