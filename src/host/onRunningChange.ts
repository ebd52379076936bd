import type * as vscode from 'vscode';
import type { ConversationSession } from './conversationSession.ts';

/**
 * Calls `tell` when a reply starts or ends; not with every delta, since what is told to the workbench
 * is a message to another process.
 */
export function onRunningChange(session: ConversationSession, tell: () => void): vscode.Disposable {
  return session.onDidApply(({ kind }) => {
    if (kind === 'turnStarted' || kind === 'turnEnded') {
      tell();
    }
  });
}
