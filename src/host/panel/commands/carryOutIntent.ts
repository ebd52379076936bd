import * as vscode from 'vscode';
import {
  asks,
  type CodeAction,
  type FoundPrompt,
  type Intents,
  isPanelCommand,
  type PanelCommand,
  type PressedCode,
} from '../../../shared/panel/panelProtocol.ts';
import { openSettings } from '../../base/settings.ts';
import type { Chat } from '../../chat/chat.ts';
import { chatIntents } from '../../chat/intents.ts';
import { hasOwnTimeouts } from '../../connections/connectionSettings.ts';
import { addFiles, parseUris, addPicked, showFound, sayProblems } from '../addToChat.ts';
import { type DiagramTabs, saveDiagram } from '../diagrams.ts';
import type { PanelImages } from '../images/panelImages.ts';
import type { CarriedIntent, Panel } from '../panel.ts';
import type { UserMessage } from '../../../shared/conversation/conversation.ts';
import type { RequestPreview } from '../../chat/requestPreview.ts';
import type { Contexts } from '../../context/registry/contextRegistry.ts';
import type { MessageGuard } from '../../guard/messageGuard.ts';

/** What intents act on besides the panel. */
export interface IntentServices {
  readonly contexts: Contexts;
  readonly preview: RequestPreview;
  readonly guard: MessageGuard;
  readonly images: Pick<PanelImages, 'keep' | 'tellBytes' | 'take' | 'bring'>;
  readonly diagrams: Pick<DiagramTabs, 'open'>;
  readonly code: () => Promise<{
    readonly act: (action: CodeAction, code: PressedCode, chat: Chat) => Promise<void>;
    readonly showApplied: (replyId: string, index: number, chat: Chat) => Promise<void>;
  }>;
  readonly prompts: PanelPrompts;
}

/** What intents about prompts and instructions do. */
interface PanelPrompts {
  /** Gives no prompts if they cannot be read. */
  readonly find: () => Promise<readonly FoundPrompt[]>;
  readonly run: (id: string, panel: Pick<Panel, 'chat' | 'reveal' | 'tell'>) => Promise<void>;
  readonly useSuggestion: (id: string) => Promise<void>;
  readonly answerInstructions: (uris: readonly string[], isAttached: boolean) => Promise<void>;
}

/** The panel that an intent comes from. */
type IntentPanel = Pick<Panel, 'chat' | 'reveal' | 'tell' | 'notice'>;

/** Carries out an intent. If it may have asked the user something, the panel gets the focus back. */
export async function carryOutIntent(
  intent: CarriedIntent,
  panel: IntentPanel,
  services: IntentServices,
): Promise<void> {
  const { kind } = intent;
  await (isPanelCommand(intent)
    ? vscode.commands.executeCommand(`parley.${kind}`)
    : carryOut(intent.kind, intent, panel.chat, { ...services, panel }));
  // VS Code moves the focus to the editor after a quick pick or a dialog.
  if (asks(kind)) {
    await panel.reveal();
  }
}

type HandledKind = Exclude<CarriedIntent['kind'], PanelCommand['kind']>;

/** What a handler acts on. */
type On = IntentServices & { readonly panel: IntentPanel };

type Handlers = {
  readonly [K in HandledKind]: (intent: Intents[K], chat: Chat, on: On) => unknown;
};

const handlers: Handlers = {
  ...chatIntents,
  send: async (intent, chat, on) => send(intent, chat, on),
  async showRequest(intent, chat, on) {
    await on.preview.show(await readAgain(intent, on), chat, 'inputBox');
  },
  async checkTexts({ check, texts }, { session }, { panel, guard }) {
    const found = await guard.find(texts, session.conversation.id);
    panel.tell({ kind: 'checkedTexts', check, found });
  },
  maskFindings: async ({ ids }, { session }, { guard }) =>
    guard.decide(session.conversation.id, ids, 'mask'),
  'chats.rename': async () => vscode.commands.executeCommand('parley.chats.rename'),
  'chats.remove': async () => vscode.commands.executeCommand('parley.chats.remove'),
  addFiles: async ({ uris }, _, { panel, contexts }) => addFiles(parseUris(uris), panel, contexts),
  findFiles: async ({ query }, _, { panel, contexts }) => showFound(query, panel, contexts),
  pickContext: async ({ name }, _, { panel, contexts }) => addPicked(name, panel, contexts),
  openContext: async ({ item }, _, { contexts }) => (await contexts()).open(item),
  copy: async ({ text }) => vscode.env.clipboard.writeText(text),
  code: async (pressed, chat, { code }) => (await code()).act(pressed.action, pressed, chat),
  showApplied: async ({ replyId, index }, chat, { code }) =>
    (await code()).showApplied(replyId, index, chat),
  openDiagram: ({ text }, _, { diagrams }) => diagrams.open(text),
  saveDiagram: async ({ text }) => saveDiagram(text),
  openLink: async ({ href }) => openLink(href),
  certificateSettings: async () => openSettings('certificates'),
  timeoutSettings: async (_, chat) => openTimeouts(chat),
  leave: async () => vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'),
  async findPrompts(_, _chat, { panel, prompts }) {
    panel.tell({ kind: 'foundPrompts', prompts: await prompts.find() });
  },
  runPrompt: async ({ id }, _, { panel, prompts }) => prompts.run(id, panel),
  useSuggestion: async ({ id }, _, { prompts }) => prompts.useSuggestion(id),
  answerInstructions: async ({ uris, isAttached }, _, { prompts }) =>
    prompts.answerInstructions(uris, isAttached),
  keepImage: async ({ draft, ...file }, _, { panel, images }) => images.keep(file, draft, panel),
  readImages: async ({ ids }, _, { panel, images }) => images.tellBytes(ids, panel),
  openImage: async ({ image }, _, { panel, images }) => images.take(image, 'open', panel),
  saveImage: async ({ image }, _, { panel, images }) => images.take(image, 'save', panel),
};

function carryOut<K extends HandledKind>(kind: K, intent: Intents[K], chat: Chat, on: On): unknown {
  return handlers[kind](intent, chat, on);
}

/** Sends the message that is being written, unless the user has yet to decide about what was found in it. */
async function send(intent: Intents['send'], { session, sender }: Chat, on: On): Promise<unknown> {
  const { panel, guard } = on;
  const written = await readAgain(intent, on);
  const { id } = session.conversation;
  await guard.decide(id, intent.allowed ?? [], 'allow');
  const { message, found } = await guard.check(written, id, 'inputBox');
  return found === undefined
    ? sender.sendOrQueue(message)
    : panel.tell({ kind: 'heldBack', found });
}

/** The message with its items as they are now. Those that could not be read again are named in the panel. */
async function readAgain(
  { text, context = [], images = [] }: Intents['send' | 'showRequest'],
  { panel, contexts, images: kept }: On,
): Promise<UserMessage> {
  await kept.bring(images, panel);
  const posted = images.length === 0 ? { text, context } : { text, context, images };
  // Nothing is loaded where no item is read again.
  if (context.every(({ uri }) => uri === undefined)) {
    return posted;
  }
  const { message, problems } = await (await contexts()).current(posted);
  sayProblems(problems, panel);
  return message;
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
