import type { ReadyTarget } from '../connections/target.ts';
import * as vscode from 'vscode';
import { turnElsewhere } from '../../conversation/conversation.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import type { Chat } from '../panel/commands.ts';
import { continueTurn, editTurn } from './branches.ts';
import type { ChatSession, RetryOptions } from './session.ts';

/** Sends what the user wants sent, once there is a place to send it to. */
export interface Sender {
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

/** What sending needs of the rest. */
interface SenderServices {
  /** Asks for a connection and a model where they are missing; nothing where the user has left. */
  readonly ensureTarget: () => Promise<ReadyTarget | undefined>;
  /** Hears when nothing is sent after all, and why where it is not the user's wish. */
  readonly onNotSent: (why?: string) => void;
  /** Shows a new chat in place of this one and gives its session. */
  readonly newChat: () => ChatSession;
}

/** Sends in the conversation of `session`. */
export function createSender(session: ChatSession, services: SenderServices): Sender {
  const whenReady = async (
    start: (free: ChatSession, target: ReadyTarget) => Promise<void>,
    prepare?: () => Promise<void>,
  ) => {
    if (turnElsewhere(session.conversation) !== undefined) {
      services.onNotSent(elsewhereText());
      return;
    }
    const target = await services.ensureTarget();
    const free = target && (await freeSession(session, services.newChat));
    if (target !== undefined && free !== undefined) {
      await prepare?.();
      void start(free, target);
    } else {
      services.onNotSent();
    }
  };
  return {
    send: async (message, prepare) =>
      whenReady(async (free, target) => free.send(message, target), prepare),
    retry: async (turnId, options) =>
      whenReady(async (free, target) => free.retry(turnId, target, options)),
    edit: async (turnId, text) =>
      whenReady(async (free, target) => editTurn(free, turnId, text, target)),
    continueReply: async (turnId) =>
      whenReady(async (free, target) => continueTurn(free, turnId, target)),
  };
}

function elsewhereText(): string {
  return vscode.l10n.t(
    'Nothing was sent: a reply is running in this chat in another window. It can be stopped there.',
  );
}

/**
 * The session to send in; nothing where the user has left. One reply at a time: where one is running
 * the user may stop it. Nothing is added to what is read-only.
 */
async function freeSession(
  session: ChatSession,
  newChat: SenderServices['newChat'],
): Promise<ChatSession | undefined> {
  if (session.conversation.isReadOnly === true) {
    const inNewChat = vscode.l10n.t('New Chat');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'A newer version of Parley has written this conversation. It can be read here, but nothing can be added. Update Parley, or send the message in a new chat.',
      ),
      inNewChat,
    );
    return answer === inNewChat ? newChat() : undefined;
  }
  if (session.isRunning) {
    const stop = vscode.l10n.t('Stop It and Send');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('A reply is still running in this conversation.'),
      stop,
    );
    if (answer !== stop) {
      return undefined;
    }
    session.stop();
  }
  return session;
}

/**
 * Sends the message that is queued when the running reply is complete. After any other end it is held
 * back: what was asked may not make sense without the reply.
 */
export function sendQueuedWhenComplete({
  session,
  sender,
}: Pick<Chat, 'session' | 'sender'>): vscode.Disposable {
  return session.onDidApply(({ event }) => {
    if (event.kind === 'turnEnded' && event.status === 'completed') {
      void sendQueued(session, sender);
    }
  });
}

/** Sends the message that is queued, if there is one; until its request is made it stays queued. */
export async function sendQueued(
  session: ChatSession,
  sender: Pick<Sender, 'send'>,
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
