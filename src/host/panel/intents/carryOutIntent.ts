import * as vscode from 'vscode';
import {
  type CodeAction,
  isPanelCommand,
  type PressedCode,
  type ViewToHost,
} from '../../../shared/panel/panelProtocol.ts';
import { isTurnIntent, turnIntents } from '../../../shared/panel/turnIntents.ts';
import { openSettings } from '../../base/openSettings.ts';
import type { Chat } from '../../chat/chat.ts';
import { useStandardMode } from '../../chat/heldBackNotice.ts';
import { carryOutChatIntent, carryOutTurnIntent } from '../../chat/intents.ts';
import { hasOwnTimeouts } from '../../connections/connectionSettings.ts';
import { addFiles, parseUris } from '../addFiles.ts';
import { addPicked, showFound } from '../addToChat.ts';
import { type DiagramTabs, saveDiagram } from '../diagrams.ts';
import { carryOutDraftIntent, type DraftServices, isDraftIntent } from './draftIntents.ts';
import { type ImageIntent, isImageIntent, type PanelImages } from '../images/panelImages.ts';
import type { Panel } from '../panel.ts';
import {
  carryOutPromptIntent,
  isPromptIntent,
  type PanelPrompts,
  type PromptIntent,
} from './promptIntents.ts';

/** What intents act on besides the panel. */
export interface IntentServices extends DraftServices {
  readonly images: Pick<PanelImages, 'carryOut' | 'bring'>;
  readonly diagrams: Pick<DiagramTabs, 'open'>;
  readonly code: () => Promise<{
    readonly act: (action: CodeAction, code: PressedCode, chat: Chat) => Promise<void>;
    readonly showApplied: (replyId: string, index: number, chat: Chat) => Promise<void>;
  }>;
  readonly prompts: PanelPrompts;
}

/** The panel that an intent comes from. */
export type IntentPanel = Pick<Panel, 'chat' | 'reveal' | 'tell' | 'notice'>;

/** Carries out an intent. If it may have asked the user something, the panel gets the focus back. */
export async function carryOutIntent(
  intent: ViewToHost,
  panel: IntentPanel,
  services: IntentServices,
): Promise<void> {
  await (isImageIntent(intent)
    ? services.images.carryOut(intent, panel)
    : isPromptIntent(intent)
      ? carryOutPromptIntent(intent, panel, services.prompts)
      : carryOut(intent, panel, services));
  // VS Code moves the focus to the editor after a quick pick or a dialog.
  if (isTurnIntent(intent) ? turnIntents[intent.kind].asks : asking.has(intent.kind)) {
    await panel.reveal();
  }
}

/** The intents that may ask the user something, besides those about a turn. */
const asking: ReadonlySet<ViewToHost['kind']> = new Set([
  'send',
  'sendQueued',
  'addFiles',
  'chats.rename',
  'chats.remove',
]);

async function carryOut(
  intent: Exclude<ViewToHost, ImageIntent | PromptIntent>,
  panel: IntentPanel,
  services: IntentServices,
): Promise<unknown> {
  const { chat } = panel;
  const { contexts, diagrams, code } = services;
  if (isDraftIntent(intent)) {
    return carryOutDraftIntent(intent, panel, services);
  }
  if (isTurnIntent(intent)) {
    return carryOutTurnIntent(intent, chat);
  }
  if (isPanelCommand(intent)) {
    await vscode.commands.executeCommand(`parley.${intent.kind}`);
    return;
  }
  switch (intent.kind) {
    case 'useStandardMode':
      return switchToStandardMode(intent.connectionId, chat);
    case 'addFiles':
      return addFiles(parseUris(intent.uris), panel, contexts);
    case 'findFiles':
      return showFound(intent.query, panel, contexts);
    case 'pickContext':
      return addPicked(intent.name, panel, contexts);
    case 'openContext':
      return (await contexts()).open(intent.item);
    case 'copy':
      return vscode.env.clipboard.writeText(intent.text);
    case 'code':
      return (await code()).act(intent.action, intent, chat);
    case 'showApplied':
      return (await code()).showApplied(intent.replyId, intent.index, chat);
    case 'openDiagram':
      return diagrams.open(intent.text);
    case 'saveDiagram':
      return saveDiagram(intent.text);
    case 'openLink':
      return openLink(intent.href);
    case 'certificateSettings':
      return openSettings('certificates');
    case 'timeoutSettings':
      return openTimeouts(chat);
    case 'leave':
      return vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    case 'ready':
    case 'focused':
    case 'blurred':
      // Handled by the panel itself.
      return;
    default:
      return carryOutChatIntent(intent, chat);
  }
}

/** Opens the time limits where they are set for the connection of a chat. */
async function openTimeouts({ target }: Chat): Promise<void> {
  const connection = target.current()?.connection;
  if (connection !== undefined && hasOwnTimeouts(connection)) {
    await vscode.commands.executeCommand('parley.manageConnections');
  } else {
    await openSettings('timeouts');
  }
}

async function switchToStandardMode(connectionId: string, { notice }: Chat): Promise<void> {
  const said = await useStandardMode(connectionId);
  if (said !== undefined) {
    notice(said);
  }
}

const openable: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);

/** Opens a link that the user clicked in a reply. VS Code asks first unless it trusts the domain. */
async function openLink(href: string): Promise<void> {
  const uri = parseUri(href);
  if (uri !== undefined && openable.has(uri.scheme)) {
    await vscode.env.openExternal(uri);
  }
}

function parseUri(href: string): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(href, true);
  } catch {
    return undefined;
  }
}
