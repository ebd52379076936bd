import * as vscode from 'vscode';
import type { UserMessage } from '../shared/conversation.ts';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import { handleCommand } from './commandHandlers.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { DiagramTabs } from './diagramTabs.ts';
import { registerEditorCommands } from './editorCommands.ts';
import type { FileContexts } from './fileContexts.ts';
import { askedFrom } from './focusReturn.ts';
import type { Log } from './log.ts';
import type { MessageSender } from './messageSender.ts';
import { registerPanelCommands } from './panelCommands.ts';
import type { Panels } from './panels.ts';
import type { Connection } from './connection.ts';
import type { RequestChangeMemory } from './requestChangeMemory.ts';
import type { RequestPreview } from './requestPreview.ts';
import type { TargetFlows, TargetServices } from './targetFlows.ts';

/** A chat: its conversation, and what commands and the panels' intents on it act on. */
export interface Actions {
  readonly session: ConversationSession;
  readonly flows: TargetFlows;
  readonly sender: MessageSender;
  readonly services: TargetServices;
  readonly log: Log;
  /** Opens the request for a message in a read-only document. Throws ServiceError if it cannot be sent. */
  readonly preview: (message: UserMessage) => Promise<void>;
  readonly changes: RequestChangeMemory;
  readonly diagrams: DiagramTabs;
  readonly files: FileContexts;
  /** Shows a remark in the panels with this chat. */
  readonly notice: (notice: PanelNotice) => void;
}

/** Registers the commands on chats, panels and connections; those on a chat act on the active panel's. */
export function registerCommands(
  panels: Panels,
  preview: RequestPreview,
  log: Log,
): vscode.Disposable {
  const flow = (name: keyof TargetFlows) => async () =>
    askedFrom(panels.active, panels.active.chat.flows[name]);
  // After a way in has been taken the next thing to do is to write.
  const wayIn = (name: keyof TargetFlows) => async () => {
    const panel = panels.active;
    await panel.chat.flows[name]();
    await panel.reveal();
  };
  const handlers: Readonly<Record<string, () => unknown>> = {
    showLog: () => log.show(),
    copyRequestAsCurl: async () => preview.copyAsCurl(),
    openSettings: openConnectionSettings,
    chooseModel: flow('chooseModel'),
    chooseConnection: flow('chooseConnection'),
    connect: wayIn('connect'),
    useLocalServer: wayIn('useLocalServer'),
    tryDemo: wayIn('tryDemo'),
    forgetRequestChanges: () => forgetRequestChanges(panels.active.chat),
    ...keyHandlers(panels),
  };
  return vscode.Disposable.from(
    registerPanelCommands(panels),
    registerEditorCommands({
      async send(message) {
        const panel = panels.active;
        await panel.chat.sender.send(message, panel.reveal);
      },
      preview: async (message) => panels.active.chat.preview(message),
    }),
    ...Object.entries(handlers).map(([name, handler]) => handleCommand(`parley.${name}`, handler)),
  );
}

async function openConnectionSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
    revealSetting: { key: 'parley.connections', edit: true },
  });
}

function forgetRequestChanges({ services, changes }: Actions): void {
  const target = services.choice.current();
  if (target !== undefined) {
    changes.forget(target);
    const words = vscode.l10n.t('Every field is sent as it is set again.');
    vscode.window.setStatusBarMessage(words, 5000);
  }
}

function keyHandlers(panels: Panels): Readonly<Record<string, () => unknown>> {
  const withConnection = async (
    act: (connection: Connection, services: TargetServices) => Promise<unknown>,
  ) =>
    askedFrom(panels.active, async () => {
      const { flows, services } = panels.active.chat;
      const { choice } = services;
      if (choice.current() === undefined) {
        await flows.chooseConnection();
      }
      const target = choice.current();
      if (target !== undefined) {
        await act(target.connection, services);
      }
    });
  return {
    setKey: async () =>
      withConnection(async (connection, { clients, keys, later }) =>
        (await later()).setKey(connection, clients, keys),
      ),
    testConnection: async () =>
      withConnection(async (connection, { clients, later }) =>
        (await later()).testConnection(connection, clients),
      ),
    forgetKey: async () =>
      withConnection(async (connection, { keys, later }) =>
        (await later()).forgetKey(connection, keys),
      ),
  };
}
