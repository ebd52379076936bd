import {
  type ContextItem,
  type Conversation,
  isContextItem,
  type Turn,
} from '../conversation/conversation.ts';
import type { ConversationEvent } from '../conversation/conversationEvent.ts';
import {
  type ByKind,
  type Guarded,
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isKeyOf,
  isOneOf,
  isString,
  isStrings,
  isUnionByKind,
  type ObjectOf,
  optional,
} from '../guards.ts';
import type { FoundInText, MessageFindings } from '../guard/finding.ts';
import { isImage, isImages } from '../images/image.ts';
import { imageFile, type ImageFile, type KeptImage } from '../images/keptImage.ts';
import { isOwnParameters } from '../service/requestParameters.ts';
import type { PanelNotice, PanelSettings, TokenColor } from './panelState.ts';

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

/** What the page does with a block of code by itself. Each is a command as well. */
export type CodePageAction = 'copy' | 'wrap';

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

/** The intents that are also commands of VS Code, under the name `parley.<kind>`. */
const commands = {
  stop: {},
  newChat: {},
  keepChat: {},
  chooseModel: {},
  manageConnections: {},
  connect: {},
  useLocalServer: {},
  tryDemo: {},
  setKey: {},
  showLog: {},
  showCosts: {},
  forgetRequestChanges: {},
  exportChats: {},
  showHistory: {},
  addToChat: {},
};

const ofTurn = { turnId: isString };

/** The intents about one turn that send a request. */
const requests = {
  retry: ofTurn,
  retryLater: ofTurn,
  otherModel: ofTurn,
  sendRenamed: ofTurn,
  sendWithout: ofTurn,
  chooseEffort: ofTurn,
  useNearest: ofTurn,
  leaveOutAttachments: ofTurn,
  sendWithoutImages: ofTurn,
  sendNotStreamed: ofTurn,
  retryWith: ofTurn,
  continueReply: ofTurn,
  compare: ofTurn,
};

/** The other intents about one turn that have no data but its id. */
const turnActions = {
  showTurn: ofTurn,
  removeTurn: ofTurn,
  pick: ofTurn,
  copyReply: ofTurn,
  openReply: ofTurn,
  saveAsPrompt: ofTurn,
  diagnose: ofTurn,
};

const written = {
  text: isString,
  context: optional(isArrayOf(isContextItem)),
  images: optional(isImages),
  /** The findings that are sent as they are. */
  allowed: optional(isArrayOf(isFiniteNumber)),
};

/** The other intents that may ask the user something. */
const asking = {
  /** A message that is sent while a reply is running is queued. */
  send: written,
  sendQueued: {},
  edit: { ...ofTurn, text: isString },
  /** The addresses of files that were dropped on the panel or chosen in its input box. */
  addFiles: { uris: isStrings },
  'chats.rename': {},
  'chats.remove': {},
};

const isCodeAction = isOneOf('apply', 'insert', 'newFile', 'compare', 'insertIntoTerminal');

/** What can be done with a block of code outside the panel. Each is also a command, `parley.code.<action>`. */
export type CodeAction = Guarded<typeof isCodeAction>;

const pressedCode = {
  text: isString,
  /** As the reply states it; it may be empty. */
  language: isString,
  /** The turn of its reply; empty if it is in none. */
  replyId: isString,
  /** How many blocks with the same text come before it in the reply. */
  nth: isFiniteNumber,
};

/** A block of code on the page, and which one of the reply it is. */
export interface PressedCode extends ObjectOf<typeof pressedCode> {}

/** All intents. Each is carried out by the entry of its kind in `carryOutIntent.ts`, or is a command. */
const intents = {
  ...commands,
  ...requests,
  ...turnActions,
  ...asking,
  ready: {},
  focused: {},
  blurred: {},
  leave: {},
  showRequest: written,
  sendNow: {},
  unqueue: {},
  /** Asks what the guard finds in texts of the message that is being written. */
  checkTexts: { check: isFiniteNumber, texts: isStrings },
  /** The user has masked the values of these findings. */
  maskFindings: { ids: isArrayOf(isFiniteNumber) },
  setParameters: { parameters: isOwnParameters },
  setSystemPrompt: { text: optional(isString) },
  restoreTurns: { turnIds: isStrings },
  useStandardMode: { connectionId: isString },
  certificateSettings: {},
  timeoutSettings: {},
  copy: { text: isString },
  code: { action: isCodeAction, ...pressedCode },
  /** Shows where in its file a block of code was applied. */
  showApplied: { replyId: isString, index: isFiniteNumber },
  /** The source of the diagram. */
  openDiagram: { text: isString },
  /** The drawing, as SVG. */
  saveDiagram: { text: isString },
  openLink: { href: isString },
  /** Part of the path of a file or of the name of a source, as it is typed after `#`. */
  findFiles: { query: isString },
  /** Whether the files with these addresses are attached to new chats in this workspace. */
  answerInstructions: { uris: isStrings, isAttached: isBoolean },
  /** Attaches what the source with this name has, which may ask the user. */
  pickContext: { name: isString },
  /** Shows where a context item is from or, if it is not there any more, its text. */
  openContext: { item: isContextItem },
  findPrompts: {},
  /** Puts a prompt into the input box. */
  runPrompt: { id: isString },
  /** Uses the model and the parameters that a prompt suggests. */
  useSuggestion: { id: isString },
  /** An image for the message that is being written. The page names it `draft` until it is kept. */
  keepImage: { draft: isString, ...imageFile },
  /** Asks for the bytes of images of the chat or of the message that is being written. */
  readImages: { ids: isStrings },
  openImage: { image: isImage },
  saveImage: { image: isImage },
};

export type IntentKind = keyof typeof intents;

/** The intents by their kinds. */
export type Intents = ByKind<typeof intents>;

/** A message from the webview of a panel to the host: what the user wants. */
export type ViewToHost = Intents[IntentKind];

/** Guards messages from the webview: it shows model output and is not trusted. */
export const isViewToHost = isUnionByKind(intents);

/** An intent that is also a command of VS Code. */
export type PanelCommand = Intents[keyof typeof commands];

/** Whether an intent is also a command of VS Code. */
export function isPanelCommand(intent: ViewToHost): intent is PanelCommand {
  return Object.hasOwn(commands, intent.kind);
}

/** Whether a name is that of an intent about one turn that sends a request. */
export const sendsRequest = isKeyOf(requests);

/** Whether a name is that of an intent that has no data but the id of a turn. */
export const isTurnAction = isKeyOf({ ...requests, ...turnActions });

/** The kind of such an intent. */
export type TurnAction = Guarded<typeof isTurnAction>;

/** Whether an intent may ask the user something first. VS Code then moves the focus out of the panel. */
export const asks = isKeyOf({ ...requests, ...asking });
