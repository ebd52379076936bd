import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import type { ConversationSession } from './conversationSession.ts';
import { registerEditorCommands } from './editorCommands.ts';
import { forgetKey, setKey, testConnection } from './keyCommands.ts';
import type { Log } from './log.ts';
import type { MessageSender } from './messageSender.ts';
import { openPanel } from './panelView.ts';
import type { Connection } from './connection.ts';
import type { RequestChangeMemory } from './requestChangeMemory.ts';
import type { RequestPreview } from './requestPreview.ts';
import type { TargetFlows, TargetServices } from './targetFlows.ts';

/** What commands and the panel's intents act on. */
export interface Actions {
  readonly session: ConversationSession;
  readonly flows: TargetFlows;
  readonly sender: MessageSender;
  readonly services: TargetServices;
  readonly log: Log;
  readonly preview: RequestPreview;
  readonly changes: RequestChangeMemory;
  /** Shows a remark in the panel. */
  readonly notice: (notice: PanelNotice) => void;
}

/** Registers every command. */
export function registerCommands(actions: Actions): vscode.Disposable {
  const { session, flows, log } = actions;
  const handlers: Readonly<Record<string, () => unknown>> = {
    open: openPanel,
    newChat: async () => {
      session.show();
      await openPanel();
    },
    stop: () => session.stop(),
    showLog: () => log.show(),
    showRequest: async () => actions.preview.open(),
    copyRequestAsCurl: async () => actions.preview.copyAsCurl(),
    openSettings: openConnectionSettings,
    chooseModel: flows.chooseModel,
    chooseConnection: flows.chooseConnection,
    connect: async () => thenOpen(flows.connect),
    useLocalServer: async () => thenOpen(flows.useLocalServer),
    tryDemo: async () => thenOpen(flows.tryDemo),
    forgetRequestChanges: () => forgetRequestChanges(actions),
    ...keyHandlers(actions),
  };
  return vscode.Disposable.from(
    registerEditorCommands({
      send: async (message) => actions.sender.send(message, openPanel),
      preview: actions.preview.show,
    }),
    ...Object.entries(handlers).map(([name, handler]) =>
      vscode.commands.registerCommand(`parley.${name}`, handler),
    ),
  );
}

/** After a way in has been taken the next thing to do is to write. */
async function thenOpen(flow: () => Promise<void>): Promise<void> {
  await flow();
  await openPanel();
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

function keyHandlers({ flows, services }: Actions): Readonly<Record<string, () => unknown>> {
  const { choice, clients, keys } = services;
  const withConnection = async (act: (connection: Connection) => Promise<unknown>) => {
    if (choice.current() === undefined) {
      await flows.chooseConnection();
    }
    const target = choice.current();
    if (target !== undefined) {
      await act(target.connection);
    }
  };
  return {
    setKey: async () => withConnection(async (connection) => setKey(connection, clients, keys)),
    testConnection: async () =>
      withConnection(async (connection) => testConnection(connection, clients)),
    forgetKey: async () => withConnection(async (connection) => forgetKey(connection, keys)),
  };
}
