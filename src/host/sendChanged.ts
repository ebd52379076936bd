import type { Actions } from './registerCommands.ts';

/**
 * Sends the message of a failed turn again, without the field that the service has refused or with
 * it under its other name. The panel says only which: the field is the one of the stored failure.
 */
export async function sendChanged(
  turnId: string,
  how: 'sendRenamed' | 'sendWithout',
  { session, sender }: Actions,
): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const refused = turn?.reply.error?.refused;
  if (refused !== undefined) {
    const { name, otherName, isValue } = refused;
    const sentAs = how === 'sendRenamed' ? otherName : undefined;
    await sender.retry(turnId, { change: { field: name, sentAs, once: isValue || undefined } });
  }
}
