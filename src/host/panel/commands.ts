import * as vscode from 'vscode';
import { transcript } from '../../conversation/conversation.ts';
import { canContinue, exchanges } from '../../conversation/exchanges.ts';
import type { Conversation, UserMessage } from '../../shared/conversation/conversation.ts';
import { isObjectOf, isString } from '../../shared/guards.ts';
import {
  type PanelNotice,
  readingActions,
  type TurnIntent,
} from '../../shared/panel/panelProtocol.ts';
import { handleCommand } from '../base/commands.ts';
import type { Log } from '../base/log.ts';
import type { TargetFlows, TargetServices } from '../chat/chooseTarget.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import type { RequestPreview } from '../chat/requestPreview.ts';
import type { Sender } from '../chat/sender.ts';
import type { ChatSession } from '../chat/session.ts';
import type { Connection } from '../connections/connection.ts';
import { registerEditorCommands } from '../editor/commands.ts';
import type { FileContexts } from '../editor/fileContexts.ts';
import type { DiagramTabs } from './diagrams.ts';
import { askedFrom } from './focus.ts';
import type { Panel } from './panel.ts';
import type { Panels } from './panels.ts';
import { testConnection } from '../connections/connectFlow.ts';
import { forgetKey, setKey } from '../connections/keyFlows.ts';

/** A chat: its conversation, and what commands and the panels' intents on it act on. */
export interface Chat {
  readonly session: ChatSession;
  readonly flows: TargetFlows;
  readonly sender: Sender;
  readonly services: TargetServices;
  readonly log: Log;
  /** Opens the request for a message in a read-only document. Throws ServiceError if it cannot be sent. */
  readonly preview: (message: UserMessage) => Promise<void>;
  readonly changes: AdjustmentMemory;
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

function forgetRequestChanges({ services, changes }: Chat): void {
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
      withConnection(async (connection, { clients, keys }) => setKey(connection, clients, keys)),
    testConnection: async () =>
      withConnection(async (connection, { clients }) => testConnection(connection, clients)),
    forgetKey: async () =>
      withConnection(async (connection, { keys }) => forgetKey(connection, keys)),
  };
}

const moveToNewWindow = 'workbench.action.moveEditorToNewWindow';

/** Registers the commands that open panels, and those that act on the chat of the active one. */
function registerPanelCommands(panels: Panels): vscode.Disposable {
  const handlers: Readonly<Record<string, () => unknown>> = {
    openInEditor: () => panels.openTab(panels.active.chat),
    openInNewWindow: async () => openInNewWindow(panels),
    newChat: async () => {
      const panel = panels.active;
      panels.newChat();
      await panel.reveal();
    },
    newTemporaryChat: async () => {
      const panel = panels.active;
      panels.newChat({ isTemporary: true });
      await panel.reveal();
    },
    keepChat: () => panels.active.chat.session.change({ kind: 'kept' }),
    newChatInEditor: () => panels.openTab(panels.beginChat()),
    stop: () => panels.active.chat.session.stop(),
    stopAll: () => panels.stopAll(),
    showRequest: async () => showRequest(panels),
  };
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([name, handler]) => handleCommand(`parley.${name}`, handler)),
  );
}

/** Moves the tab that is active to a window of its own; the chat of the side bar gets a tab for it. */
async function openInNewWindow(panels: Panels): Promise<void> {
  const { active, sideBar } = panels;
  if (active === sideBar) {
    panels.openTab(active.chat);
  } else {
    await active.reveal();
  }
  // Not every VS Code has windows of this kind: then it stays a tab.
  if ((await vscode.commands.getCommands(true)).includes(moveToNewWindow)) {
    await vscode.commands.executeCommand(moveToNewWindow);
  }
}

/** Shows the next request, with what stands in the panel's box if the panel is shown. */
async function showRequest({ active }: Panels): Promise<void> {
  if (active.isShown) {
    active.tell({ kind: 'showRequest' });
  } else {
    await active.chat.preview({ text: '', context: [] });
  }
}

/** The commands on a reply, each by the intent that the panel would post. */
const kinds = [
  'retry',
  'continueReply',
  'retryWith',
  'compare',
  'copyReply',
  'openReply',
  'removeTurn',
] as const;

/** What the menu of a webview gives to its commands; it comes from the page, so it is not trusted. */
const isMenuContext = isObjectOf({ turnId: isString });

/**
 * Registers `parley.turn.<intent>` for each, in the active panel: about the reply whose menu it comes
 * from, else about the last one.
 */
export function registerTurnCommands(
  panels: Panels,
  onIntent: (intent: TurnIntent, panel: Panel) => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...kinds.map((kind) =>
      handleCommand(`parley.turn.${kind}`, (context: unknown) => {
        const { active } = panels;
        const turnId = turnIdOf(context) ?? lastTurnId(kind, active.chat.session.conversation);
        if (turnId !== undefined) {
          onIntent({ kind, turnId }, active);
        }
      }),
    ),
  );
}

/** The turn whose menu a command comes from, as the webview says. */
function turnIdOf(context: unknown): string | undefined {
  return isMenuContext(context) ? context.turnId : undefined;
}

/** The turn of the last reply; nothing, and words that say why, where there is none. */
function lastTurnId(kind: (typeof kinds)[number], conversation: Conversation): string | undefined {
  const turns = exchanges(transcript(conversation)).at(-1);
  const last = turns?.at(-1);
  if (turns === undefined || last === undefined) {
    say(vscode.l10n.t('There is no reply in this chat yet.'));
  } else if (kind !== 'continueReply') {
    return turns[0].id;
  } else if (canContinue(last.reply)) {
    return last.id;
  } else {
    say(vscode.l10n.t('The last reply was not cut: there is nothing to go on with.'));
  }
  return undefined;
}

function say(words: string): void {
  void vscode.window.showInformationMessage(words);
}

/** Registers what the active panel does by itself; it gets the focus for all that moves the focus in it. */
export function registerReadingCommands(panels: Panels): vscode.Disposable {
  return vscode.Disposable.from(
    ...readingActions.map((action) =>
      handleCommand(`parley.${action}`, async () => {
        const { active } = panels;
        if (action !== 'readLastReply' || !active.isShown) {
          await active.reveal();
        }
        active.read({ kind: 'read', action });
      }),
    ),
    handleCommand('parley.turn.foldMessage', (context: unknown) => {
      const turnId = turnIdOf(context);
      if (turnId !== undefined) {
        panels.active.read({ kind: 'read', action: 'foldMessage', turnId });
      }
    }),
  );
}
