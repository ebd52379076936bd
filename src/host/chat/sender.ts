import type { ReadyTarget } from '../connections/target.ts';
import * as vscode from 'vscode';
import { turnElsewhere } from '../../conversation/conversation.ts';
import { continueMessage } from '../../conversation/exchanges.ts';
import type { Conversation, UserMessage } from '../../shared/conversation/conversation.ts';
import type { ChatCompletionRequest } from '../../shared/service/chatCompletion.ts';
import { formatNumber } from '../../shared/language.ts';
import { nameText } from '../base/safeText.ts';
import { continueTurn, editTurn } from './turnChanges.ts';
import { type ChatSession, type RetryOptions, textOnly } from './session.ts';

/** Sends messages in one chat, after asking for a connection or a model if one is missing. */
export interface Sender {
  /**
   * Resolves when the request is under way or the user has cancelled. `prepare` is awaited just before the
   * request: it may move the focus, which must not happen while the user is asked something.
   */
  send(message: UserMessage, prepare?: () => Promise<void>): Promise<void>;
  /** Sends a message, or queues it while a reply is running in this window and no other is queued. */
  sendOrQueue(message: UserMessage): Promise<void>;
  /** Sends the queued message, if there is one and no reply is running. It stays queued until then. */
  sendQueued(): Promise<void>;
  /** Regenerates the reply of a turn, as another version. */
  retry(turnId: string, options?: SendAgainOptions): Promise<void>;
  /** Requests the reply of a turn from another model, to show both. The target of the chat stays. */
  compare(turnId: string, other: ReadyTarget): Promise<void>;
  /** Sends the message of a turn with another text. */
  edit(turnId: string, text: string): Promise<void>;
  /** Asks the service to continue a truncated reply. */
  continueReply(turnId: string): Promise<void>;
}

/** How a message is sent again. */
interface SendAgainOptions extends Omit<RetryOptions, 'user'> {
  /** Whether only the text of the message is sent. */
  readonly isTextOnly?: boolean | undefined;
}

/** A message that is about to be sent. */
export interface ComingMessage {
  readonly conversation: Conversation;
  readonly target: ReadyTarget;
  /** The request that will be sent. */
  readonly request: () => ChatCompletionRequest;
}

/** A request to be sent once the user has answered what there is to ask. */
interface Sending {
  /** The message and the turn that it follows; missing if there is no such message. */
  readonly message?: Placed | undefined;
  /** Gets the message as it may be sent. */
  readonly start: (free: ChatSession, target: ReadyTarget, user: UserMessage) => Promise<void>;
  /** Awaited just before the request. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** The target, in place of that of the chat. */
  readonly target?: ReadyTarget | undefined;
}

interface Placed {
  readonly user: UserMessage;
  readonly parentId: string | undefined;
  /** The connection to which it was sent before, where it is therefore not checked again. */
  readonly sentTo?: string | undefined;
}

/**
 * The message as it may be sent, after asking the user if it contains secrets or characters that cannot be seen.
 * Undefined if the user cancelled. What the user decides counts for the chat.
 */
export type CheckBeforeSending = (
  message: UserMessage,
  chatId: string,
) => Promise<UserMessage | undefined>;

/** Asks the user if a message would exceed a limit; undefined if it is not to be sent. */
export type MayCost = (coming: ComingMessage) => Promise<Permission | undefined>;

/** What permits to send a message, whose cost is counted from then on. */
export interface Permission {
  /** The message is not sent. Does nothing once it was. */
  readonly cancel: () => void;
}

/** What a sender uses of its chat. */
interface SenderServices {
  /** Asks for what is missing; gives undefined if the user cancelled. */
  readonly ensureReady: () => Promise<ReadyTarget | undefined>;
  readonly checkBeforeSending: CheckBeforeSending;
  readonly mayCost: MayCost;
  /** Called if nothing is sent, with the reason unless the user cancelled. */
  readonly onNotSent: (why?: string) => void;
  /** Shows a new chat in place of this one. Gives its session. */
  readonly newChat: () => ChatSession;
}

/**
 * A sender for the conversation of `session`. It sends the queued message when the running reply is complete.
 * After any other end the message stays queued, because the question may make no sense without the reply.
 */
export function createSender(session: ChatSession, services: SenderServices): Sender {
  const whenReady = async (sending: Sending) => sendWhenReady(session, services, sending);
  const send: Sender['send'] = async (user, prepare) =>
    whenReady({
      message: { user, parentId: session.conversation.headId },
      start: async (free, target, checked) => free.send(checked, target),
      prepare,
    });
  const sendQueued = createQueuedSend(session, send);
  const retry = async (
    turnId: string,
    { isTextOnly, ...options }: SendAgainOptions = {},
    other?: ReadyTarget,
  ) =>
    whenReady({
      message: placed(session, turnId, isTextOnly === true ? textOnly : (user) => user),
      start: async (free, target, user) => free.retry(turnId, target, { ...options, user }),
      target: other,
    });
  // The session drops its listeners when it is disposed of.
  session.onDidApply(({ event }) => {
    if (event.kind === 'turnEnded' && event.status === 'completed') {
      void sendQueued();
    }
  });
  return {
    send,
    sendQueued,
    async sendOrQueue(message) {
      if (session.isRunning && session.conversation.queued === undefined) {
        session.change({ kind: 'messageQueued', message });
      } else {
        await send(message);
      }
    },
    retry: async (turnId, options) => retry(turnId, options),
    compare: async (turnId, other) => retry(turnId, { isComparison: true }, other),
    async edit(turnId, text) {
      const edited = placed(session, turnId, (user) => ({ ...user, text }));
      await whenReady({
        message: edited && { ...edited, sentTo: undefined },
        start: async (free, target, user) => editTurn(free, turnId, user, target),
      });
    },
    continueReply: async (turnId) =>
      whenReady({
        message: { user: { text: continueMessage, context: [] }, parentId: turnId },
        start: async (free, target) => continueTurn(free, turnId, target),
      }),
  };
}

/** The message of a turn, changed; undefined if there is no such turn. */
function placed(
  { conversation }: ChatSession,
  turnId: string,
  change: (user: UserMessage) => UserMessage,
): Placed | undefined {
  const turn = conversation.turns.find(({ id }) => id === turnId);
  return (
    turn && {
      user: change(turn.user),
      parentId: turn.parentId,
      sentTo: turn.reply.connectionId,
    }
  );
}

/** Sends the queued message of a session, if there is one and no reply is running. */
function createQueuedSend(session: ChatSession, send: Sender['send']): Sender['sendQueued'] {
  let isUnderWay = false;
  return async () => {
    const { queued, id } = session.conversation;
    // While a question is open, the message must not be sent a second time.
    if (queued === undefined || session.isRunning || isUnderWay) {
      return;
    }
    isUnderWay = true;
    try {
      await send(queued, async () => {
        if (session.conversation.id === id) {
          session.change({ kind: 'messageQueued' });
        }
      });
    } finally {
      isUnderWay = false;
    }
  };
}

/** Asks the user what there is to ask, and starts unless they cancel. */
async function sendWhenReady(
  session: ChatSession,
  { ensureReady, checkBeforeSending, mayCost, newChat, onNotSent }: SenderServices,
  { message: written, start, prepare, target: chosen }: Sending,
): Promise<void> {
  const elsewhere = turnElsewhere(session.conversation);
  if (elsewhere !== undefined) {
    onNotSent(elsewhere.isUncertain === true ? uncertainText() : elsewhereText());
    return;
  }
  const target = chosen ?? (await ensureReady());
  const message =
    target && written && (await checked(session, checkBeforeSending, target, written));
  if (target === undefined || message === undefined) {
    onNotSent();
    return;
  }
  const { conversation } = session;
  const permission = await mayCost({
    conversation,
    target,
    request: () => session.nextRequest(message.user, target, message),
  });
  const isAgreed = permission !== undefined && (await agreeToGone(session, target, message));
  const free = isAgreed ? await freeSession(session, newChat) : undefined;
  if (free === undefined) {
    permission?.cancel();
    onNotSent();
    return;
  }
  await prepare?.();
  void start(free, target, message.user);
}

/** The message as it may be sent to a target; undefined if the user cancelled. */
async function checked(
  { conversation }: ChatSession,
  checkBeforeSending: CheckBeforeSending,
  { connection }: ReadyTarget,
  message: Placed,
): Promise<Placed | undefined> {
  if (message.sentTo === connection.id) {
    return message;
  }
  const user = await checkBeforeSending(message.user, conversation.id);
  return user && { ...message, user };
}

/** How many images are named in a question. */
const maxNamed = 5;

/** True if all images of a request are there, or the user agrees to send it without those that are gone. */
async function agreeToGone(
  session: ChatSession,
  target: ReadyTarget,
  { user, parentId }: Placed,
): Promise<boolean> {
  if (session.nextRequest(user, target, { parentId }).images === undefined) {
    return true;
  }
  const { gone } = await session.loadImages(user, { parentId });
  if (gone.length === 0) {
    return true;
  }
  const send = vscode.l10n.t('Send Without Them');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Missing images of this chat: {0}.', formatNumber(gone.length)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The files can no longer be read: {0}. Without them, a note with the name and size takes the place of each.',
        gone
          .slice(0, maxNamed)
          .map(({ name }) => nameText(name))
          .join(', '),
      ),
    },
    send,
  );
  return answer === send;
}

function elsewhereText(): string {
  return vscode.l10n.t(
    'The message was not sent: a reply is running in this chat in another window. Stop it there first.',
  );
}

function uncertainText(): string {
  return vscode.l10n.t(
    'The message was not sent: the last reply may still be running in another window. Try again in a few seconds.',
  );
}

/**
 * The session to send in, or undefined if the user cancelled. If a reply is running, the user may stop it:
 * only one runs at a time. If the conversation is read-only, the user may send in a new chat.
 */
async function freeSession(
  session: ChatSession,
  newChat: SenderServices['newChat'],
): Promise<ChatSession | undefined> {
  if (session.conversation.isReadOnly === true) {
    const inNewChat = vscode.l10n.t('New Chat');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'This chat was written by a newer version of Parley and is read-only. Update Parley, or send the message in a new chat.',
      ),
      inNewChat,
    );
    return answer === inNewChat ? newChat() : undefined;
  }
  if (session.isRunning) {
    const stop = vscode.l10n.t('Stop and Send');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('A reply is still running in this chat.'),
      stop,
    );
    if (answer !== stop) {
      return undefined;
    }
    session.stop();
  }
  return session;
}
