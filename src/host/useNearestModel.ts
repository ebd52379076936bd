import { allConnections } from './connections.ts';
import type { Actions } from './registerCommands.ts';

/**
 * Makes the model that is nearest to the one a failed turn asked for the choice, and sends the
 * message again. The panel says only which turn: the id is the one of the stored failure.
 */
export async function useNearestModel(
  turnId: string,
  { session, sender, services }: Actions,
): Promise<void> {
  const reply = session.conversation.turns.find(({ id }) => id === turnId)?.reply;
  const check = reply?.error?.modelCheck;
  const nearest = check?.kind === 'unlisted' ? check.nearest[0] : undefined;
  const { choice } = services;
  const connection = [choice.current()?.connection, ...allConnections()].find(
    (candidate) => candidate?.name === reply?.connection,
  );
  if (nearest !== undefined && connection !== undefined) {
    await choice.choose(connection.id, nearest.id);
    await sender.retry(turnId);
  }
}
