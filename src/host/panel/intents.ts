import * as vscode from 'vscode';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import {
  isTurnIntent,
  type TurnIntent,
  type ViewToHost,
} from '../../shared/panel/panelProtocol.ts';
import { restoreTurns } from '../chat/branches.ts';
import { useStandardMode } from '../chat/heldBackNotice.ts';
import { sendQueued } from '../chat/sender.ts';
import { carryOutTurnIntent } from '../chat/turnIntents.ts';
import { insertCode, newFile } from '../editor/insertCode.ts';
import { addFiles, parseUris } from './addFiles.ts';
import type { Chat } from './commands.ts';
import { saveDiagram } from './diagrams.ts';
import type { Panel } from './panel.ts';

/** What may ask the user something; VS Code gives the focus to the editor afterwards. */
const asking: ReadonlySet<ViewToHost['kind']> = new Set<ViewToHost['kind']>([
  'send',
  'retry',
  'retryLater',
  'sendRenamed',
  'sendWithout',
  'useNearest',
  'otherModel',
  'retryWith',
  'compare',
  'edit',
  'continueReply',
  'sendQueued',
  'chooseModel',
  'chooseConnection',
  'setKey',
]);

/** Carries out what the user wants of a panel with the chat of `actions`; `reveal` gives it the focus. */
export async function handleIntent(
  intent: ViewToHost,
  actions: Chat,
  reveal?: () => Promise<void>,
): Promise<void> {
  await carryOut(intent, actions);
  if (asking.has(intent.kind)) {
    await reveal?.();
  }
}

/** Carries out what the user wants in a panel, and leaves the focus there. */
export async function handlePanelIntent(intent: ViewToHost, panel: Panel): Promise<void> {
  const { chat, reveal } = panel;
  return intent.kind === 'addFiles'
    ? addFiles(parseUris(intent.uris), panel, chat.files)
    : handleIntent(intent, chat, reveal);
}

async function carryOut(intent: ViewToHost, actions: Chat): Promise<void> {
  if (isTurnIntent(intent)) {
    return carryOutTurnIntent(intent, actions);
  }
  switch (intent.kind) {
    case 'send':
      return actions.sender.send(await written(intent, actions));
    case 'showRequest':
      return actions.preview(await written(intent, actions));
    case 'useStandardMode':
      return sayStandardMode(intent.connectionId, actions);
    case 'sendNow':
      return actions.session.sendNow();
    case 'copy':
      await vscode.env.clipboard.writeText(intent.text);
      return;
    case 'insertCode':
      return insertCode(intent.text, actions.notice);
    case 'newFile':
      return newFile(intent.text, intent.language);
    case 'openLink':
      return openLink(intent.href);
    case 'openDiagram':
      return actions.diagrams.open(intent.text);
    case 'saveDiagram':
      await saveDiagram(intent.text);
      return;
    case 'certificateSettings':
      return openSettings('http.systemCertificates');
    case 'timeoutSettings':
      return openSettings('@ext:parley-chat.parley timeout');
    case 'leave':
      return leaveToEditor();
    default:
      return changeConversation(intent, actions);
  }
}

/** What changes the conversation beside its turns, and the rest. */
async function changeConversation(
  intent: Exclude<ViewToHost, TurnIntent>,
  actions: Chat,
): Promise<void> {
  switch (intent.kind) {
    case 'queue':
      return actions.session.change({
        kind: 'messageQueued',
        message: await written(intent, actions),
      });
    case 'sendQueued':
      return sendQueued(actions.session, actions.sender);
    case 'unqueue':
      return actions.session.change({ kind: 'messageQueued' });
    case 'restoreTurns':
      return restoreTurns(actions.session, intent.turnIds);
    case 'setSystemPrompt':
      return actions.session.change({ kind: 'systemPromptSet', systemPrompt: intent.text });
    case 'setParameters':
      return actions.session.setParameters(intent.parameters);
    case 'ready':
    case 'focused':
    case 'blurred':
    case 'addFiles':
      return;
    default:
      // The rest are commands by the same name, so that palette and panel do the same.
      await vscode.commands.executeCommand(`parley.${intent.kind}`);
  }
}

/** What stands in the box, with its files as they are now. */
async function written(
  { text, context = [] }: Extract<ViewToHost, { kind: 'send' | 'queue' | 'showRequest' }>,
  { files }: Chat,
): Promise<UserMessage> {
  return files.current({ text, context });
}

async function sayStandardMode(connectionId: string, { notice }: Chat): Promise<void> {
  const said = await useStandardMode(connectionId);
  if (said !== undefined) {
    notice(said);
  }
}

async function openSettings(query: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

async function leaveToEditor(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}

const openable: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);

/** Opens a link that the user clicked in a reply; VS Code asks first where it does not trust it. */
async function openLink(href: string): Promise<void> {
  const uri = parse(href);
  if (uri !== undefined && openable.has(uri.scheme)) {
    await vscode.env.openExternal(uri);
  }
}

function parse(href: string): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(href, true);
  } catch {
    return undefined;
  }
}
