import type { ContextItem, Conversation, Turn } from '../conversation/conversation.ts';
import type { ConversationEvent } from '../conversation/conversationEvent.ts';
import { isContextItem } from '../conversation/conversationGuard.ts';
import {
  type Guard,
  isArrayOf,
  isBoolean,
  isBytes,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
  optional,
} from '../guards.ts';
import { type Image, isImage, isImages } from '../images/image.ts';
import type { FoundInText, MessageFindings } from '../guard/finding.ts';
import type { KeptImage, ImageFile } from '../images/keptImage.ts';
import { isOwnParameters, type OwnParameters } from '../service/requestParameters.ts';
import type { TokenColor } from './appearance.ts';
import type { PanelNotice, PanelSettings } from './panelState.ts';
import { type TurnIntent, turnIntentGuards } from './turnIntents.ts';

/** A prompt of the user, which can be put into the input box. */
export interface FoundPrompt {
  readonly id: string;
  /** What is typed after `/`. */
  readonly name: string;
  /** May be empty. */
  readonly description: string;
  /** The folder that its file is in, as users read it. */
  readonly place: string;
}

/** Something besides files that can be attached: a row of the list after `#`. */
export interface OfferedSource {
  /** What is typed after `#` to find it. */
  readonly name: string;
  /** The ID of a codicon. */
  readonly icon: string;
  readonly label: string;
}

/** A file or folder of the workspace that can be attached to a message. */
export interface FoundFile {
  readonly name: string;
  /** Relative to the workspace, with `/`; empty for a file that is in no folder of it. */
  readonly folder: string;
  /** Its address, for `addFiles`. */
  readonly uri: string;
  readonly isFolder?: true | undefined;
}

/**
 * Messages from the host to the webview of a panel. A snapshot has revision 0. The revision grows by one with
 * each `events` and each `MoreText`. After a gap, the view asks for a new snapshot with `ready`.
 */
export type HostToView =
  | {
      readonly kind: 'snapshot';
      readonly conversation: Conversation;
      readonly settings: PanelSettings;
    }
  | {
      readonly kind: 'events';
      readonly revision: number;
      readonly events: readonly ConversationEvent[];
    }
  /**
   * More turns of the conversation, as a rule those before the ones that the view has. The snapshot of a long
   * conversation has the last ones only. `isLast` is true if no others follow.
   */
  | { readonly kind: 'earlierTurns'; readonly turns: readonly Turn[]; readonly isLast: boolean }
  | { readonly kind: 'settings'; readonly settings: PanelSettings }
  | { readonly kind: 'notice'; readonly notice: PanelNotice }
  /** How the colour theme shows code. Without `colors`, this is not known. */
  | { readonly kind: 'tokenColors'; readonly colors?: readonly TokenColor[] | undefined }
  /** Asks for the intent `showRequest`, which contains the text of the input box. */
  | { readonly kind: 'showRequest' }
  /** Asks for the intent `code` of a block: the one whose menu was opened last, or the one with the focus. */
  | {
      readonly kind: 'actOnCode';
      readonly action: CodeAction | CodePageAction;
      readonly isOfMenu: boolean;
    }
  /** With `turnId`, the action is about the reply of this turn. */
  | { readonly kind: 'read'; readonly action: ReadingAction; readonly turnId?: string | undefined }
  /** Attaches items to the message that is being written, with `text` before its own. */
  | {
      readonly kind: 'addContext';
      readonly items: readonly ContextItem[];
      readonly text?: string | undefined;
    }
  /** Offers the files of the workspace, as `#` does. */
  | { readonly kind: 'offerFiles' }
  /** The panel was revealed, and is to have the focus of the keyboard. */
  | { readonly kind: 'takeFocus' }
  /** Attaches image files to the message that is being written. */
  | { readonly kind: 'addImages'; readonly files: readonly ImageFile[] }
  /** The answer to `keepImage` with the same `draft`. */
  | { readonly kind: 'imageKept'; readonly draft: string; readonly kept: KeptImage }
  /** The answer to `readImages`, for one of the images. Without `bytes`, its file is gone. */
  | {
      readonly kind: 'imageBytes';
      readonly id: string;
      readonly bytes?: Uint8Array | undefined;
    }
  /** The answer to `checkTexts` with the same number: what was found in each text. */
  | {
      readonly kind: 'checkedTexts';
      readonly check: number;
      readonly found: readonly FoundInText[];
    }
  /** A message was not sent, because the user has yet to decide what happens to what was found in it. */
  | { readonly kind: 'heldBack'; readonly found: MessageFindings }
  /** The answer to `findFiles` with the same query. */
  | {
      readonly kind: 'foundFiles';
      readonly query: string;
      readonly sources?: readonly OfferedSource[] | undefined;
      readonly files: readonly FoundFile[];
    }
  /** The answer to `findPrompts`. */
  | { readonly kind: 'foundPrompts'; readonly prompts: readonly FoundPrompt[] }
  | MoreText;

/**
 * More text of a reply, under the next revision. It continues the last event, which was text of the same
 * reply. Most messages are of this kind and are therefore as short as possible.
 */
export type MoreText = readonly [revision: number, text: string];

/** Messages from the webview of a panel to the host: what the user wants. */
export type ViewToHost =
  | PanelCommand
  | { readonly kind: (typeof plainIntents)[number] }
  | {
      /** A message that is sent while a reply is running is queued. */
      readonly kind: 'send' | 'showRequest';
      readonly text: string;
      readonly context?: readonly ContextItem[] | undefined;
      readonly images?: readonly Image[] | undefined;
      /** The findings that are sent as they are. */
      readonly allowed?: readonly number[] | undefined;
    }
  /** Asks what the guard finds in texts of the message that is being written. */
  | { readonly kind: 'checkTexts'; readonly check: number; readonly texts: readonly string[] }
  /** The user has masked the values of these findings. */
  | { readonly kind: 'maskFindings'; readonly ids: readonly number[] }
  | TurnIntent
  | ChatIntent
  | { readonly kind: 'useStandardMode'; readonly connectionId: string }
  | { readonly kind: 'copy'; readonly text: string }
  | ({ readonly kind: 'code'; readonly action: CodeAction } & PressedCode)
  /** Shows where in its file a block of code was applied. */
  | { readonly kind: 'showApplied'; readonly replyId: string; readonly index: number }
  /** `text` is the source of the diagram to open, or the drawing to save as SVG. */
  | { readonly kind: 'openDiagram' | 'saveDiagram'; readonly text: string }
  | { readonly kind: 'openLink'; readonly href: string }
  /** The addresses of files that were dropped on the panel or chosen in its input box. */
  | { readonly kind: 'addFiles'; readonly uris: readonly string[] }
  /** Part of the path of a file or of the name of a source, as it is typed after `#`. */
  | { readonly kind: 'findFiles'; readonly query: string }
  /** Whether the files with these addresses are attached to new chats in this workspace. */
  | {
      readonly kind: 'answerInstructions';
      readonly uris: readonly string[];
      readonly isAttached: boolean;
    }
  /** Attaches what the source with this name has, which may ask the user. */
  | { readonly kind: 'pickContext'; readonly name: string }
  /** Shows where a context item is from or, if it is not there any more, its text. */
  | { readonly kind: 'openContext'; readonly item: ContextItem }
  | { readonly kind: 'findPrompts' }
  /** Puts a prompt into the input box, or uses the model and the parameters that it suggests. */
  | { readonly kind: 'runPrompt' | 'useSuggestion'; readonly id: string }
  /** An image for the message that is being written. The page names it `draft` until it is kept. */
  | ({ readonly kind: 'keepImage'; readonly draft: string } & ImageFile)
  /** Asks for the bytes of images of the chat or of the message that is being written. */
  | { readonly kind: 'readImages'; readonly ids: readonly string[] }
  | { readonly kind: 'openImage' | 'saveImage'; readonly image: Image };

/** The intents that are also commands of VS Code, under the name `parley.<kind>`. */
const panelCommands = [
  'stop',
  'newChat',
  'keepChat',
  'chooseModel',
  'manageConnections',
  'connect',
  'useLocalServer',
  'tryDemo',
  'setKey',
  'showLog',
  'showCosts',
  'forgetRequestChanges',
  'exportChats',
  'showHistory',
  'addToChat',
  'chats.rename',
  'chats.remove',
] as const;

/** What can be done with a block of code outside the panel. Each is also a command, `parley.code.<action>`. */
const codeActions = ['apply', 'insert', 'newFile', 'compare', 'insertIntoTerminal'] as const;

export type CodeAction = (typeof codeActions)[number];

/** What the page does with a block of code by itself. Each is a command as well. */
export type CodePageAction = 'copy' | 'wrap';

/** A block of code on the page, and which one of the reply it is. */
export interface PressedCode {
  readonly text: string;
  /** As the reply states it; it may be empty. */
  readonly language: string;
  /** The turn of its reply; empty if it is in none. */
  readonly replyId: string;
  /** How many blocks with the same text come before it in the reply. */
  readonly nth: number;
}

/** The intents about a chat that have no data. */
const chatIntents = ['sendNow', 'sendQueued', 'unqueue'] as const;

/** The other intents that have no data. */
const plainIntents = [
  'ready',
  'focused',
  'blurred',
  'certificateSettings',
  'timeoutSettings',
  'leave',
] as const;

/** What the user wants of a chat as a whole. */
export type ChatIntent =
  | { readonly kind: (typeof chatIntents)[number] }
  | { readonly kind: 'setParameters'; readonly parameters: OwnParameters }
  | { readonly kind: 'setSystemPrompt'; readonly text?: string | undefined }
  | { readonly kind: 'restoreTurns'; readonly turnIds: readonly string[] };

/** An intent that is also a command of VS Code. */
export type PanelCommand = { readonly kind: (typeof panelCommands)[number] };

const isPanelCommandKind = isOneOf(...panelCommands);

/** Whether an intent is also a command of VS Code. */
export function isPanelCommand(intent: ViewToHost): intent is PanelCommand {
  return isPanelCommandKind(intent.kind);
}

/** An action of a reader in the panel. Each is also a command of VS Code, under the name `parley.<action>`. */
export type ReadingAction =
  | 'find'
  | 'nextMessage'
  | 'previousMessage'
  | 'nextCodeBlock'
  | 'previousCodeBlock'
  | 'readLastReply'
  | 'foldMessage'
  | 'editLastMessage'
  | 'editSystemPrompt'
  | 'editParameters';

const written = {
  text: isString,
  context: optional(isArrayOf(isContextItem)),
  images: optional(isImages),
  allowed: optional(isArrayOf(isFiniteNumber)),
};

/** Guards messages from the webview: it shows model output and is not trusted. */
export const isViewToHost: Guard<ViewToHost> = isUnionByKind({
  ...Object.fromEntries(
    [...panelCommands, ...chatIntents, ...plainIntents].map((action) => [
      action,
      isObjectOf({ kind: isOneOf(action) }),
    ]),
  ),
  setParameters: isObjectOf({
    kind: isOneOf('setParameters'),
    parameters: isOwnParameters,
  }),
  send: isObjectOf({ kind: isOneOf('send'), ...written }),
  setSystemPrompt: isObjectOf({ kind: isOneOf('setSystemPrompt'), text: optional(isString) }),
  restoreTurns: isObjectOf({ kind: isOneOf('restoreTurns'), turnIds: isArrayOf(isString) }),
  showRequest: isObjectOf({ kind: isOneOf('showRequest'), ...written }),
  checkTexts: isObjectOf({
    kind: isOneOf('checkTexts'),
    check: isFiniteNumber,
    texts: isArrayOf(isString),
  }),
  maskFindings: isObjectOf({ kind: isOneOf('maskFindings'), ids: isArrayOf(isFiniteNumber) }),
  ...turnIntentGuards,
  useStandardMode: isObjectOf({ kind: isOneOf('useStandardMode'), connectionId: isString }),
  copy: isObjectOf({ kind: isOneOf('copy'), text: isString }),
  openDiagram: isObjectOf({ kind: isOneOf('openDiagram'), text: isString }),
  saveDiagram: isObjectOf({ kind: isOneOf('saveDiagram'), text: isString }),
  code: isObjectOf({
    kind: isOneOf('code'),
    action: isOneOf(...codeActions),
    text: isString,
    language: isString,
    replyId: isString,
    nth: isFiniteNumber,
  }),
  showApplied: isObjectOf({
    kind: isOneOf('showApplied'),
    replyId: isString,
    index: isFiniteNumber,
  }),
  openLink: isObjectOf({ kind: isOneOf('openLink'), href: isString }),
  addFiles: isObjectOf({ kind: isOneOf('addFiles'), uris: isArrayOf(isString) }),
  findFiles: isObjectOf({ kind: isOneOf('findFiles'), query: isString }),
  answerInstructions: isObjectOf({
    kind: isOneOf('answerInstructions'),
    uris: isArrayOf(isString),
    isAttached: isBoolean,
  }),
  pickContext: isObjectOf({ kind: isOneOf('pickContext'), name: isString }),
  openContext: isObjectOf({ kind: isOneOf('openContext'), item: isContextItem }),
  findPrompts: isObjectOf({ kind: isOneOf('findPrompts') }),
  runPrompt: isObjectOf({ kind: isOneOf('runPrompt'), id: isString }),
  useSuggestion: isObjectOf({ kind: isOneOf('useSuggestion'), id: isString }),
  keepImage: isObjectOf({
    kind: isOneOf('keepImage'),
    draft: isString,
    name: isString,
    bytes: isBytes,
  }),
  readImages: isObjectOf({ kind: isOneOf('readImages'), ids: isArrayOf(isString) }),
  openImage: isObjectOf({ kind: isOneOf('openImage'), image: isImage }),
  saveImage: isObjectOf({ kind: isOneOf('saveImage'), image: isImage }),
});
