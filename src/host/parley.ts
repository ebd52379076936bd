import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import { ConnectionsPage } from './connectionsPage.ts';
import { ConversationSession, type SessionServices } from './conversationSession.ts';
import { createHeldBackNote } from './heldBackReplies.ts';
import { createKeyStore } from './keyStore.ts';
import { createLog, type Log } from './log.ts';
import { createMessageSender } from './messageSender.ts';
import { sendQueued, sendQueuedWhenComplete } from './messageQueue.ts';
import { messageOf } from './messageOf.ts';
import { createLookInto } from './lookIntoFailure.ts';
import { createModels, type Models } from './models.ts';
import { onRunningChange } from './onRunningChange.ts';
import { handleIntent } from './panelIntents.ts';
import { onPanelSettingsChange, panelSettings } from './panelSettings.ts';
import { PanelView, panelViewIds } from './panelView.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import { registerCommands, type Actions } from './registerCommands.ts';
import { toReplyError } from './replyError.ts';
import { createRequestChangeMemory, type RequestChangeMemory } from './requestChangeMemory.ts';
import { createRequestPreview } from './requestPreview.ts';
import { requestPlace } from './requestPlace.ts';
import { createServiceClients } from './serviceClients.ts';
import { streamLogged, type StreamServices } from './serviceStream.ts';
import { createStatusBar } from './statusBar.ts';
import { createTargetChoice, type TargetChoice } from './target.ts';
import { registerTurnCommands } from './turnCommands.ts';
import { createTargetFlows, type TargetServices } from './targetFlows.ts';
import { createConversations } from './conversations.ts';
import type { SessionMemory } from './sessionMemory.ts';
import { followThemeColors } from './themeColors.ts';

/** Parley at work in one window. */
export interface Parley {
  readonly actions: Actions;
  /** Waits until the conversation is on disk. */
  readonly flush: () => Promise<void>;
}

/** Puts the parts together and shows the window's last conversation. Makes no request. */
export async function startParley(context: vscode.ExtensionContext): Promise<Parley> {
  const { redactor, log, keys, clients, models } = createBase(context);
  const changes = createChanges(context.globalState, log, () => panel.settingsChanged());
  const onHeldBack = createHeldBackNote(context.globalState, () => panel, log);
  const lookInto = createLookInto(models, redactor);
  const session = createSession({ clients, log, onHeldBack }, redactor, { changes, lookInto });
  const choice = createTargetChoice(context.globalState, session);
  const services: TargetServices = { keys, clients, models, choice };
  const flows = createTargetFlows(services);
  const notice = (notice: PanelNotice) => panel.notice(notice);
  const sender = createMessageSender(session, flows.ensureTarget, () => sayNotSent(notice));
  const ask = () => panel.askForRequest();
  const preview = createRequestPreview(session, clients, flows.ensureTarget, ask);
  const actions: Actions = { session, flows, sender, services, log, preview, changes, notice };
  const panel = new PanelView({
    extensionUri: context.extensionUri,
    session,
    settings: () => panelSettings(choice, changes, models),
    onIntent: (intent) => reportFailure(handleIntent(intent, actions), log),
  });
  const memory = createConversations(context, session, { log, redactor }, notice);
  context.subscriptions.push(log, choice, session, memory, preview, models);
  context.subscriptions.push(
    new ConnectionsPage(context.extensionUri, services, redactor),
    registerCommands(actions),
    sendQueuedWhenComplete(session, async () => sendQueued(session, sender)),
    registerTurnCommands((intent) => reportFailure(handleIntent(intent, actions), log)),
    showPanel(panel, choice, models),
    showState(session, services, requestPlace(context.extension.extensionKind)),
  );
  await restore(memory, log);
  return { actions, flush: memory.flush };
}

/** What needs nothing of the rest. */
function createBase({ secrets, globalState }: vscode.ExtensionContext) {
  const redactor = createRedactor();
  const log = createLog(redactor);
  const keys = createKeyStore(secrets, globalState, redactor, log);
  const clients = createServiceClients(keys);
  return { redactor, log, keys, clients, models: createModels(clients, globalState, log) };
}

async function restore(memory: SessionMemory, log: Log): Promise<void> {
  try {
    await memory.restore();
  } catch (error) {
    log.error(`The last conversation could not be read: ${messageOf(error)}`);
  }
}

function sayNotSent(notice: Actions['notice']): void {
  notice({ severity: 'info', text: vscode.l10n.t('Nothing was sent.') });
}

function createSession(
  services: StreamServices,
  redactor: Redactor,
  others: Pick<SessionServices, 'changes' | 'lookInto'>,
): ConversationSession {
  return new ConversationSession({
    stream: (...request) => streamLogged(services, ...request),
    describeError: (error) => toReplyError(error, redactor),
    ...others,
  });
}

function createChanges(state: vscode.Memento, log: Log, onChange: () => void): RequestChangeMemory {
  return createRequestChangeMemory(state, onChange, (error) => log.error(messageOf(error)));
}

function showPanel(panel: PanelView, choice: TargetChoice, models: Models): vscode.Disposable {
  return vscode.Disposable.from(
    panel,
    ...panelViewIds.map((id) => vscode.window.registerWebviewViewProvider(id, panel)),
    onPanelSettingsChange([choice, models], () => panel.settingsChanged()),
    followThemeColors((colors) => panel.tokenColorsChanged(colors)),
  );
}

/** In the status bar, and for commands that only make sense while a reply is running. */
function showState(
  session: ConversationSession,
  { choice, models }: TargetServices,
  place: string,
): vscode.Disposable {
  return vscode.Disposable.from(
    createStatusBar(session, choice, models, place),
    onRunningChange(
      session,
      () => void vscode.commands.executeCommand('setContext', 'parley.busy', session.isRunning),
    ),
  );
}

function reportFailure(work: Promise<void>, log: Log): void {
  work.catch((error: unknown) => {
    log.error(messageOf(error));
    void vscode.window.showErrorMessage(messageOf(error));
  });
}
