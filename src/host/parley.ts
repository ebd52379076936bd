import * as vscode from 'vscode';
import type { PanelNotice, PanelSettings } from '../shared/panelProtocol.ts';
import { createConversationStore } from './conversationStore.ts';
import { ConversationSession } from './conversationSession.ts';
import { registerEditorCommands } from './editorCommands.ts';
import { createKeyStore } from './keyStore.ts';
import { createLog, type Log } from './log.ts';
import { createMessageSender } from './messageSender.ts';
import { messageOf } from './messageOf.ts';
import { createModelCatalogue } from './modelCatalogue.ts';
import { onRunningChange } from './onRunningChange.ts';
import { handleIntent } from './panelIntents.ts';
import { openPanel, PanelView, panelViewIds } from './panelView.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import { registerCommands, type Actions } from './registerCommands.ts';
import { toReplyError } from './replyError.ts';
import { createRequestPreview } from './requestPreview.ts';
import { createServiceClients, type ServiceClients } from './serviceClients.ts';
import { streamLogged } from './serviceStream.ts';
import { createSessionMemory, type SessionMemory } from './sessionMemory.ts';
import { unusableConnections, userPrices } from './settings.ts';
import { createStatusBar } from './statusBar.ts';
import { createTargetChoice, type TargetChoice } from './target.ts';
import { createTargetFlows, type TargetServices } from './targetFlows.ts';

/** Parley at work in one window. */
export interface Parley {
  readonly actions: Actions;
  /** Waits until the conversation is on disk. */
  readonly flush: () => Promise<void>;
}

/** Puts the parts together and shows the window's last conversation. Makes no request. */
export async function startParley(context: vscode.ExtensionContext): Promise<Parley> {
  const redactor = createRedactor();
  const log = createLog(redactor);
  const keys = createKeyStore(context.secrets, context.globalState, redactor, log);
  const clients = createServiceClients(keys);
  const session = createSession(clients, log, redactor);
  const choice = createTargetChoice(context.globalState, session);
  const catalogue = createModelCatalogue(clients);
  const services: TargetServices = { keys, clients, catalogue, choice };
  const flows = createTargetFlows(services);
  const sender = createMessageSender(session, flows.ensureTarget, () =>
    panel.notice({ severity: 'info', text: vscode.l10n.t('Nothing was sent.') }),
  );
  const askPanel = () => panel.askForRequest();
  const preview = createRequestPreview(session, clients, flows.ensureTarget, askPanel);
  const actions: Actions = { session, flows, sender, services, log, preview };
  const panel = new PanelView({
    extensionUri: context.extensionUri,
    session,
    settings: () => panelSettings(choice),
    onIntent: (intent) => reportFailure(handleIntent(intent, actions), log),
  });
  const memory = createMemory(context, session, log, (notice) => panel.notice(notice));
  context.subscriptions.push(
    log,
    choice,
    session,
    memory,
    panel,
    preview,
    createStatusBar(session, choice),
    ...panelViewIds.map((id) => vscode.window.registerWebviewViewProvider(id, panel)),
    onSettingsChange(choice, () => panel.settingsChanged()),
    registerCommands(actions),
    registerEditorCommands(async (message) => sender.send(message, openPanel)),
    trackBusy(session),
  );
  await restore(memory, log);
  return { actions, flush: memory.flush };
}

async function restore(memory: SessionMemory, log: Log): Promise<void> {
  try {
    await memory.restore();
  } catch (error) {
    log.error(`The last conversation could not be read: ${messageOf(error)}`);
  }
}

function createSession(clients: ServiceClients, log: Log, redactor: Redactor): ConversationSession {
  return new ConversationSession({
    stream: (...request) => streamLogged(clients, log, ...request),
    describeError: (error) => toReplyError(error, redactor),
  });
}

function createMemory(
  context: vscode.ExtensionContext,
  session: ConversationSession,
  log: Log,
  notice: (notice: PanelNotice) => void,
): SessionMemory {
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
  const store = createConversationStore(folder, log);
  return createSessionMemory(session, store, context.workspaceState, (error) => {
    const text = vscode.l10n.t('The conversation could not be saved: {0}', messageOf(error));
    log.error(text);
    notice({ severity: 'error', text });
  });
}

function panelSettings(choice: TargetChoice): PanelSettings {
  const target = choice.current();
  return {
    target: target && {
      connection: target.connection.name,
      model: target.model,
      systemPrompt: target.connection.systemPrompt,
      parameters: target.connection.parameters,
    },
    prices: userPrices(),
    problems: unusableConnections().map(({ name, problem }) => `${name}: ${problem}`),
  };
}

/** What the panel is told of settings: the target with its connection, and the prices. */
function onSettingsChange(choice: TargetChoice, tell: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    choice.onDidChange(tell),
    vscode.workspace.onDidChangeConfiguration(
      (event) => event.affectsConfiguration('parley.prices') && tell(),
    ),
  );
}

/** Commands that only make sense while a reply is running look at `parley.busy`. */
function trackBusy(session: ConversationSession): vscode.Disposable {
  return onRunningChange(
    session,
    () => void vscode.commands.executeCommand('setContext', 'parley.busy', session.isRunning),
  );
}

function reportFailure(work: Promise<void>, log: Log): void {
  work.catch((error: unknown) => {
    log.error(messageOf(error));
    void vscode.window.showErrorMessage(messageOf(error));
  });
}
