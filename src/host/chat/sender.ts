import * as vscode from 'vscode';
import type { ReadyTarget } from '../connections/target.ts';
import { turnElsewhere } from '../../conversation/conversationState.ts';
import { continueMessage } from '../../conversation/exchanges.ts';
import type { Conversation, UserMessage } from '../../shared/conversation/conversation.ts';
import type { ChatCompletionRequest } from '../../shared/service/chatCompletion.ts';
import type { RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import { formatNumber } from '../../shared/language.ts';
import { nameText } from '../base/safeText.ts';
import type { ChatSession, NewTurn } from './session.ts';

/** How a message is sent again. */
interface SendAgainOptions extends Pick<NewTurn, 'heldBack'> {
  /** An adjustment of the request, in addition to those of the failed reply. */
  readonly adjustment?: RequestAdjustment | undefined;
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

/** A turn to be added once the user has answered what there is to ask. */
interface Sending extends NewTurn {
  /** The connection to which its message was sent before, where it is therefore not checked again. */
  readonly sentTo?: string | undefined;
}

/** What is special about sending a turn. */
interface SendingOptions {
  /** Awaited just before the request. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** The target, in place of that of the chat. */
  readonly target?: ReadyTarget | undefined;
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

/** Sends messages in one chat, after asking for a connection or a model if one is missing. */
export type Sender = ReturnType<typeof createSender>;

/**
 * A sender for the conversation of `session`. It sends the queued message when the running reply is complete.
 * After any other end the message stays queued, because the question may make no sense without the reply.
 */
export function createSender(session: ChatSession, services: SenderServices) {
  const whenReady = async (sending: Sending | undefined, options: SendingOptions = {}) =>
    sendWhenReady(session, services, sending, options);
  const turnOf = (turnId: string) => session.conversation.turns.find(({ id }) => id === turnId);
  const send = async (user: UserMessage, prepare?: () => Promise<void>): Promise<void> =>
    whenReady({ user, parentId: session.conversation.headId }, { prepare });
  const sendQueued = createQueuedSend(session, send);
  /** The turn whose reply is requested once more; undefined if there is no such turn. */
  const again = (turnId: string, adjustment?: RequestAdjustment): Sending | undefined => {
    const turn = turnOf(turnId);
    return (
      turn && {
        user: turn.user,
        parentId: turn.parentId,
        isContinuation: turn.isContinuation,
        sentTo: turn.reply.connectionId,
        again: { reply: turn.reply, adjustment },
      }
    );
  };
  // The session drops its listeners when it is disposed of.
  session.onDidApply(({ event }) => {
    if (event.kind === 'turnEnded' && event.status === 'completed') {
      void sendQueued();
    }
  });
  return {
    /**
     * Resolves when the request is under way or the user has cancelled. `prepare` is awaited just before the
     * request: it may move the focus, which must not happen while the user is asked something.
     */
    send,
    /** Sends the queued message, if there is one and no reply is running. It stays queued until then. */
    sendQueued,
    /** Sends a message, or queues it while a reply is running in this window and no other is queued. */
    async sendOrQueue(message: UserMessage) {
      if (session.isRunning && session.conversation.queued === undefined) {
        session.change({ kind: 'messageQueued', message });
      } else {
        await send(message);
      }
    },
    /** Regenerates the reply of a turn, as another version. */
    async retry(turnId: string, { heldBack, adjustment, isTextOnly }: SendAgainOptions = {}) {
      const turn = again(turnId, adjustment);
      const user = isTextOnly === true && turn ? { text: turn.user.text, context: [] } : turn?.user;
      await whenReady(turn && user && { ...turn, user, heldBack });
    },
    /** Requests the reply of a turn from another model, to show both. The target of the chat stays. */
    async compare(turnId: string, other: ReadyTarget) {
      const turn = again(turnId);
      await whenReady(turn && { ...turn, besideId: turnId }, { target: other });
    },
    /** Sends the message of a turn with another text. */
    async edit(turnId: string, text: string) {
      const turn = turnOf(turnId);
      await whenReady(turn && { user: { ...turn.user, text }, parentId: turn.parentId });
    },
    /** Asks the service to continue a truncated reply. */
    async continueReply(turnId: string) {
      const user = { text: continueMessage, context: [] };
      await whenReady(turnOf(turnId) && { user, parentId: turnId, isContinuation: true });
    },
  };
}

/** Sends the queued message of a session, if there is one and no reply is running. */
function createQueuedSend(
  session: ChatSession,
  send: (message: UserMessage, prepare: () => Promise<void>) => Promise<void>,
) {
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
  sending: Sending | undefined,
  { prepare, target: chosen }: SendingOptions,
): Promise<void> {
  const elsewhere = turnElsewhere(session.conversation);
  if (elsewhere !== undefined) {
    onNotSent(elsewhere.isUncertain === true ? uncertainText() : elsewhereText());
    return;
  }
  const target = chosen ?? (await ensureReady());
  const message =
    target && sending && (await checked(session, checkBeforeSending, target, sending));
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
  if (free === session) {
    void free.ask(message, target);
  } else if (message.isContinuation !== true) {
    // A new chat has none of the turns before the message.
    void free.ask({ user: message.user, parentId: undefined }, target);
  }
}

/** The message as it may be sent to a target; undefined if the user cancelled. */
async function checked(
  { conversation }: ChatSession,
  checkBeforeSending: CheckBeforeSending,
  { connection }: ReadyTarget,
  message: Sending,
): Promise<Sending | undefined> {
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
  { user, parentId }: Sending,
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
