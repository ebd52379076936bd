import * as vscode from 'vscode';
import type { UserMessage } from '../shared/conversation.ts';
import { continueTurn, editTurn } from './branchActions.ts';
import type { ConversationSession, RetryOptions, SendTarget } from './conversationSession.ts';

/** Sends what the user wants sent, once there is a place to send it to. */
export interface MessageSender {
  /**
   * Resolves when the request is under way, or when the user has left. `prepare` is awaited just
   * before the request is made: what takes the focus must not do so while the user is asked.
   */
  send(message: UserMessage, prepare?: () => Promise<void>): Promise<void>;
  /** Asks again for the reply of a turn. */
  retry(turnId: string, options?: RetryOptions): Promise<void>;
  /** Sends the message of a turn with another text. */
  edit(turnId: string, text: string): Promise<void>;
  /** Asks to go on with a reply that was cut. */
  continueReply(turnId: string): Promise<void>;
}

/**
 * `ensureTarget` asks for a connection and a model where they are missing; `onNotSent` hears when
 * the user has left instead.
 */
export function createMessageSender(
  session: ConversationSession,
  ensureTarget: () => Promise<SendTarget | undefined>,
  onNotSent: () => void,
): MessageSender {
  const whenReady = async (
    start: (target: SendTarget) => Promise<void>,
    prepare?: () => Promise<void>,
  ) => {
    const target = await ensureTarget();
    if (target !== undefined && (await isFree(session))) {
      await prepare?.();
      void start(target);
    } else {
      onNotSent();
    }
  };
  return {
    send: async (message, prepare) =>
      whenReady(async (target) => session.send(message, target), prepare),
    retry: async (turnId, options) =>
      whenReady(async (target) => session.retry(turnId, target, options)),
    edit: async (turnId, text) =>
      whenReady(async (target) => editTurn(session, turnId, text, target)),
    continueReply: async (turnId) =>
      whenReady(async (target) => continueTurn(session, turnId, target)),
  };
}

/** One reply at a time: where one is running the user may stop it. Nothing is added to what is read-only. */
async function isFree(session: ConversationSession): Promise<boolean> {
  if (session.conversation.isReadOnly === true) {
    const newChat = vscode.l10n.t('New Chat');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'A newer version of Parley has written this conversation. It can be read here, but nothing can be added. Update Parley, or send the message in a new chat.',
      ),
      newChat,
    );
    if (answer !== newChat) {
      return false;
    }
    session.show();
  }
  if (session.isRunning) {
    const stop = vscode.l10n.t('Stop It and Send');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('A reply is still running in this conversation.'),
      stop,
    );
    if (answer !== stop) {
      return false;
    }
    session.stop();
  }
  return true;
}
