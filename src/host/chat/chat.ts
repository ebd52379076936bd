import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { PanelNotice } from '../../shared/panel/panelState.ts';
import type { AskingServices } from './askForTarget.ts';
import { type ChatTarget, createChatTarget, type LastTarget } from './chatTarget.ts';
import { type CheckBeforeSending, type MayCost, createSender, type Sender } from './sender.ts';
import { ChatSession, type SessionServices } from './session.ts';

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
