import type * as vscode from 'vscode';
import type { ConversationSession } from './conversationSession.ts';
import type { MessageSender } from './messageSender.ts';
import type { Actions } from './registerCommands.ts';

/**
 * Sends the message that is queued when the running reply is complete. After any other end it is held
 * back: what was asked may not make sense without the reply.
 */
export function sendQueuedWhenComplete({
  session,
  sender,
}: Pick<Actions, 'session' | 'sender'>): vscode.Disposable {
  return session.onDidApply((event) => {
    if (event.kind === 'turnEnded' && event.status === 'completed') {
      void sendQueued(session, sender);
    }
  });
}

/** Sends the message that is queued, if there is one; until its request is made it stays queued. */
export async function sendQueued(
  session: ConversationSession,
  sender: Pick<MessageSender, 'send'>,
): Promise<void> {
  const { queued, id } = session.conversation;
  if (queued !== undefined && !session.isRunning) {
    await sender.send(queued, async () => {
      if (session.conversation.id === id) {
        session.change({ kind: 'messageQueued' });
      }
    });
  }
}
