import * as vscode from 'vscode';
import type { Conversation, Reply, UserMessage } from '../../shared/conversation/conversation.ts';
import type { PanelNotice } from '../../shared/panel/panelState.ts';
import {
  type AskingServices,
  type ChatTarget,
  createChatTarget,
  type LastTarget,
} from './chatTarget.ts';
import { type CheckBeforeSending, type MayCost, createSender, type Sender } from './sender.ts';
import { ChatSession, type SessionServices, newConversation } from './session.ts';

/** A conversation that is alive in this window. */
export interface Chat {
  readonly session: ChatSession;
  readonly target: ChatTarget;
  readonly sender: Sender;
  /** Shows a remark in the panels with this chat. */
  readonly notice: (notice: PanelNotice) => void;
}

/** What all chats of a window share. */
export interface SharedByChats {
  readonly session: SessionServices;
  readonly lastTarget: LastTarget;
  readonly asking: AskingServices;
  readonly checkBeforeSending: CheckBeforeSending;
  readonly mayCost: MayCost;
}

/** The panels, as far as a chat uses them. */
interface ChatPanels {
  /** Shows a remark in the panels with this chat. */
  readonly notice: (notice: PanelNotice, chat: Chat) => void;
  /** Shows a new chat in the active panel. */
  readonly newChat: () => Chat;
}

/** Makes a chat of a conversation; without one, of a new conversation. */
export type MakeChat = (conversation?: Conversation) => Chat;

/** Gives a function that makes chats. */
export function createChatMaker(shared: SharedByChats, panels: ChatPanels): MakeChat {
  return (conversation) => {
    const session = new ChatSession(shared.session, conversation);
    const target = createChatTarget(session, shared.lastTarget, shared.asking);
    const sender = createSender(session, {
      ensureReady: target.ensureReady,
      checkBeforeSending: shared.checkBeforeSending,
      mayCost: shared.mayCost,
      onNotSent: (why = vscode.l10n.t('Nothing was sent.')) =>
        chat.notice({ severity: 'info', text: why }),
      newChat: () => panels.newChat().session,
    });
    const chat: Chat = {
      session,
      target,
      sender,
      notice: (notice) => panels.notice(notice, chat),
    };
    return chat;
  };
}

/** A chat that no panel shows, for what is asked elsewhere in VS Code. Nothing of it is stored. */
export interface SideChat extends vscode.Disposable, Pick<Chat, 'session' | 'target'> {
  /**
   * Sends a message after those before it, as the sender of a chat does: what is missing is asked for, and so is
   * consent where a cost limit is reached. `onReply` is called with the running reply each time it changes.
   * Gives the reply once it has ended in any way, or undefined if nothing was sent. Only one may run at a time.
   */
  ask(message: UserMessage, onReply?: (reply: Reply) => void): Promise<Reply | undefined>;
  /** Ends the running reply as stopped. If the user is still asked something before it, nothing is sent. */
  stop(): void;
}

/**
 * Makes a side chat with this system prompt in place of the connection's. If it is about a chat, it goes to the target of
 * that chat, whose cost limit and decisions on secrets hold for it; else to the target chosen last.
 */
export type MakeSideChat = (systemPrompt: string, about?: Conversation) => SideChat;

/** Gives a function that makes side chats. */
export function createSideChatMaker({
  session: services,
  lastTarget,
  asking,
  checkBeforeSending,
  mayCost,
}: SharedByChats): MakeSideChat {
  return (systemPrompt, about) => {
    const { target: chosen } = about ?? {};
    const conversation = { ...newConversation(), systemPrompt, target: chosen, isTemporary: true };
    const session = new ChatSession(services, conversation);
    let onNotSent: (() => void) | undefined;
    let isStopped = false;
    const stop = (): void => {
      isStopped = true;
      session.stop();
    };
    const target = createChatTarget(session, lastTarget, asking);
    const sender = createSender(session, {
      ensureReady: target.ensureReady,
      checkBeforeSending: async (message, id) => checkBeforeSending(message, about?.id ?? id),
      async mayCost(coming) {
        const billed = about === undefined ? coming : { ...coming, conversation: about };
        const permission = isStopped ? undefined : await mayCost(billed);
        if (!isStopped) {
          return permission;
        }
        permission?.cancel();
        return undefined;
      },
      onNotSent(why) {
        if (why !== undefined) {
          void vscode.window.showInformationMessage(why);
        }
        onNotSent?.();
      },
      newChat: () => session,
    });
    return {
      session,
      target,
      async ask(message, onReply) {
        isStopped = false;
        const send = async (notSent: () => void): Promise<void> => {
          onNotSent = notSent;
          await sender.send(message);
        };
        return endedReply(session, send, onReply);
      },
      stop,
      dispose() {
        stop();
        session.dispose();
      },
    };
  };
}

/** The reply to what `send` sends, once it has ended; undefined if `send` calls back that nothing was sent. */
async function endedReply(
  session: ChatSession,
  send: (notSent: () => void) => Promise<void>,
  onReply?: (reply: Reply) => void,
): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const applied = session.onDidApply(({ event }) => {
      const reply = session.conversation.turns.at(-1)?.reply;
      if (reply === undefined) {
        return;
      }
      onReply?.(reply);
      if (event.kind === 'turnEnded') {
        applied.dispose();
        resolve(reply);
      }
    });
    const notSent = (): void => {
      applied.dispose();
      resolve(undefined);
    };
    send(notSent).catch((error: unknown) => {
      applied.dispose();
      reject(error);
    });
  });
}
