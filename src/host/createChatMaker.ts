import * as vscode from 'vscode';
import type { Conversation } from '../shared/conversation.ts';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import { ConversationSession, type SessionServices } from './conversationSession.ts';
import type { FileContexts } from './fileContexts.ts';
import type { KeyStore } from './keyStore.ts';
import type { LoadLater } from './loadLater.ts';
import { createMessageSender } from './messageSender.ts';
import type { Models } from './models.ts';
import type { Panels } from './panels.ts';
import type { Redactor } from './redactor.ts';
import type { Actions } from './registerCommands.ts';
import { toReplyError } from './replyError.ts';
import type { RequestChangeMemory } from './requestChangeMemory.ts';
import type { RequestPreview } from './requestPreview.ts';
import type { ServiceClients } from './serviceClients.ts';
import { streamLogged, type StreamServices } from './serviceStream.ts';
import type { DiagramTabs } from './diagramTabs.ts';
import { createTargetChoice, type TargetMemory } from './target.ts';
import { createTargetFlows } from './targetFlows.ts';

/** What all chats of a window share. */
export interface ChatParts extends StreamServices {
  readonly log: Actions['log'];
  readonly redactor: Redactor;
  readonly keys: KeyStore;
  readonly clients: ServiceClients;
  readonly models: Models;
  readonly targets: TargetMemory;
  readonly preview: RequestPreview;
  readonly changes: RequestChangeMemory;
  readonly diagrams: DiagramTabs;
  readonly files: FileContexts;
  readonly later: LoadLater;
  readonly panels: () => Panels;
}

/** Gives a function that makes a chat of a conversation, a new one where none is given. */
export function createChatMaker(parts: ChatParts): (conversation?: Conversation) => Actions {
  const { redactor, changes, diagrams, files, models, clients, keys, later, log } = parts;
  const sessionServices: SessionServices = {
    stream: (...request) => streamLogged(parts, ...request),
    describeError: (error) => toReplyError(error, redactor),
    changes,
    async lookInto(failure, ...attempt) {
      // Without the bundle, what is known already has to do.
      const loaded = await later().catch(() => undefined);
      return loaded?.createLookInto(models, redactor)(failure, ...attempt) ?? failure;
    },
  };
  return (conversation) => {
    const session = new ConversationSession(sessionServices, conversation);
    const choice = createTargetChoice(parts.targets, session);
    const services = { keys, clients, models, later, choice };
    const flows = createTargetFlows(services);
    const { ensureTarget } = flows;
    const notice = (said: PanelNotice) => parts.panels().notice(said, chat);
    const sender = createMessageSender(session, {
      ensureTarget,
      onNotSent: (why = vscode.l10n.t('Nothing was sent.')) =>
        notice({ severity: 'info', text: why }),
      newChat: () => parts.panels().newChat().session,
    });
    const preview: Actions['preview'] = async (message) =>
      parts.preview.show(message, session, ensureTarget);
    const shared = { log, changes, diagrams, files };
    const chat: Actions = { ...shared, session, flows, sender, services, preview, notice };
    return chat;
  };
}
