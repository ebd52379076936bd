import { turnElsewhere } from '../chat/conversation.ts';
import type * as vscode from 'vscode';
import type { ConversationSession } from './conversationSession.ts';

/**
 * Calls `tell` when a reply starts or ends, here or in another window; not with every delta, since what is told to the workbench
 * is a message to another process.
 */
export function onRunningChange(session: ConversationSession, tell: () => void): vscode.Disposable {
  const elsewhere = (): string | undefined => turnElsewhere(session.conversation)?.id;
  let before = elsewhere();
  return session.onDidApply(({ kind }) => {
    const isTaken = kind === 'turnsTakenIn' && elsewhere() !== before;
    before = kind === 'turnsTakenIn' ? elsewhere() : before;
    if (kind === 'turnStarted' || kind === 'turnEnded' || isTaken) {
      tell();
    }
  });
}
