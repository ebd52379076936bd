import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { PanelNotice } from '../../shared/panel/panelProtocol.ts';
import { ChatSession, type SessionServices } from './session.ts';
import type { FileContexts } from '../editor/fileContexts.ts';
import type { KeyStore } from '../connections/keyStore.ts';
import { createSender } from './sender.ts';
import type { Models } from '../models/models.ts';
import type { Panels } from '../panel/panels.ts';
import type { Redactor } from '../base/log.ts';
import type { Chat } from '../panel/commands.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import type { AdjustmentMemory } from './requestAdjustments.ts';
import type { RequestPreview } from './requestPreview.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import { streamLogged, type StreamServices } from './replyStream.ts';
import type { DiagramTabs } from '../panel/diagrams.ts';
import { createChatTarget, type TargetMemory } from './chatTarget.ts';
import { createTargetFlows } from './chooseTarget.ts';
import { createLookInto } from './failure.ts';

/** What all chats of a window share. */
export interface ChatParts extends StreamServices {
  readonly log: Chat['log'];
  readonly redactor: Redactor;
  readonly keys: KeyStore;
  readonly clients: ServiceClients;
  readonly models: Models;
  readonly targets: TargetMemory;
  readonly preview: RequestPreview;
  readonly changes: AdjustmentMemory;
  readonly diagrams: DiagramTabs;
  readonly files: FileContexts;
  readonly panels: () => Panels;
}

/** Gives a function that makes a chat of a conversation, a new one where none is given. */
export function createChatMaker(parts: ChatParts): (conversation?: Conversation) => Chat {
  const { redactor, changes, diagrams, files, models, clients, keys, log } = parts;
  const sessionServices: SessionServices = {
    stream: (...request) => streamLogged(parts, ...request),
    describeError: (error) => toReplyError(error, redactor),
    changes,
    lookInto: createLookInto(models, redactor),
  };
  return (conversation) => {
    const session = new ChatSession(sessionServices, conversation);
    const choice = createChatTarget(parts.targets, session);
    const services = { keys, clients, models, choice };
    const flows = createTargetFlows(services);
    const { ensureTarget } = flows;
    const notice = (said: PanelNotice) => parts.panels().notice(said, chat);
    const sender = createSender(session, {
      ensureTarget,
      onNotSent: (why = vscode.l10n.t('Nothing was sent.')) =>
        notice({ severity: 'info', text: why }),
      newChat: () => parts.panels().newChat().session,
    });
    const preview: Chat['preview'] = async (message) =>
      parts.preview.show(message, session, ensureTarget);
    const shared = { log, changes, diagrams, files };
    const chat: Chat = { ...shared, session, flows, sender, services, preview, notice };
    return chat;
  };
}
