import { runningTurn } from '../chat/conversation.ts';
import { chooseOtherModel } from './chooseOtherModel.ts';
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
  const { session, sender } = actions;
  const isOther = await chooseOtherModel(actions);
  const running = runningTurn(session.conversation);
  // Once the request is under way it may cost something: it is left alone.
  if (isOther && running?.id === turnId && running.reply.waiting !== undefined) {
    session.stop();
    await sender.retry(turnId);
  }
}
