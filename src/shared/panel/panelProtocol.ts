import type { ContextItem, Conversation, Turn } from '../conversation/conversation.ts';
import type { ConversationEvent } from '../conversation/conversationEvent.ts';
import { isContextItem } from '../conversation/conversationGuard.ts';
import {
  type Guard,
  isArrayOf,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
  optional,
} from '../guards.ts';
import type { Prices } from '../service/prices.ts';
import type { RequestAdjustment } from '../service/requestAdjustment.ts';
import {
  isOwnParameters,
  type OwnParameters,
  type RequestParameters,
} from '../service/requestParameters.ts';
import type { Announce, Appearance, TokenColor } from './appearance.ts';

/** Which key sends a message; the other one breaks the line. */
export type SendWith = 'enter' | 'ctrlEnter';

/** What the panel shows beside the conversation. */
export interface PanelSettings {
  /** Missing until a connection and a model are chosen: then the first run is shown. */
  readonly target?: PanelTarget | undefined;
  /** Connections that cannot be used as they stand in the settings, each with the reason. */
  readonly problems?: readonly string[] | undefined;
  readonly prices?: Prices | undefined;
  readonly sendWith?: SendWith | undefined;
  /** `summary` where not given. */
  readonly announce?: Announce | undefined;
  readonly appearance?: Appearance | undefined;
}

/** Where the next message goes. */
export interface PanelTarget {
  readonly connection: string;
  /** Missing when the connection has been chosen but no model yet. */
  readonly model?: string | undefined;
  /** The first message of every request, as the connection's settings have it. */
  readonly systemPrompt?: string | undefined;
  /** What the connection sends unless the conversation says otherwise. */
  readonly parameters?: RequestParameters | undefined;
  /** What is changed in every request to this model. */
  readonly changes?: readonly RequestAdjustment[] | undefined;
  /** Missing where nobody has said. */
  readonly context?: ModelContext | undefined;
}

/** How many tokens a model takes, and whether the model list or an error of the service says so. */
export interface ModelContext {
  readonly tokens: number;
  readonly source: 'list' | 'error';
}

/** A remark that belongs to the panel and not to a reply. */
export interface PanelNotice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The id of a connection that standard mode is offered for. */
  readonly standardModeFor?: string | undefined;
  /** The turns that were removed and can be put back. */
  readonly removedIds?: readonly string[] | undefined;
}

/**
 * Host to view. `revision` is 0 in a snapshot and grows by one with each `events` or `MoreText`; a view
 * that sees a gap asks for a snapshot with `ready`.
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
  /** The turns before the first one that the view knows, of a conversation too long for one message. */
  | { readonly kind: 'earlierTurns'; readonly turns: readonly Turn[] }
  | { readonly kind: 'settings'; readonly settings: PanelSettings }
  | { readonly kind: 'notice'; readonly notice: PanelNotice }
  /** How the colour theme shows code; without `colors` where that is not known. */
  | { readonly kind: 'tokenColors'; readonly colors?: readonly TokenColor[] | undefined }
  /** The view answers with the intent of that name, which brings what stands in its box. */
  | { readonly kind: 'showRequest' }
  /** `turnId` is given where the action is about the reply to that turn. */
  | { readonly kind: 'read'; readonly action: ReadingAction; readonly turnId?: string | undefined }
  /** Goes along with the message that is being written. */
  | { readonly kind: 'addContext'; readonly items: readonly ContextItem[] }
  | MoreText;

/**
 * More text of the reply that the last event was about, under the next revision; that event was
 * text, too. Most messages are of this kind, so that it is as short as can be.
 */
export type MoreText = readonly [revision: number, text: string];

/** View to host: what the user wants. */
export type ViewToHost =
  | PanelCommand
  | { readonly kind: (typeof plainIntents)[number] }
  | {
      /** A message that is sent while a reply is running waits for its end. */
      readonly kind: 'send' | 'showRequest';
      readonly text: string;
      readonly context?: readonly ContextItem[] | undefined;
    }
  | TurnIntent
  | ChatIntent
  | { readonly kind: 'useStandardMode'; readonly connectionId: string }
  | { readonly kind: 'copy' | 'insertCode'; readonly text: string }
  /** The source of a diagram, and the drawing of one as SVG. */
  | { readonly kind: 'openDiagram' | 'saveDiagram'; readonly text: string }
  /** `language` is what the reply calls it; it may be empty. */
  | { readonly kind: 'newFile'; readonly text: string; readonly language: string }
  | { readonly kind: 'openLink'; readonly href: string }
  /** Files that were dropped, by their addresses. */
  | { readonly kind: 'addFiles'; readonly uris: readonly string[] };

/** The intents that are commands: `parley.<kind>` of the palette does the same. */
const panelCommands = [
  'stop',
  'newChat',
  'keepChat',
  'chooseModel',
  'chooseConnection',
  'manageConnections',
  'connect',
  'useLocalServer',
  'tryDemo',
  'setKey',
  'showLog',
  'forgetRequestChanges',
  'exportChat',
] as const;

/** The intents about a chat that carry nothing but their name. */
const chatIntents = ['sendNow', 'sendQueued', 'unqueue'] as const;

/** The other intents that carry nothing but their name. */
const plainIntents = [
  'ready',
  'focused',
  'blurred',
  'certificateSettings',
  'timeoutSettings',
  'leave',
] as const;

/** The name of an intent that carries nothing else. */
export type PanelAction = (typeof panelCommands | typeof chatIntents | typeof plainIntents)[number];

/** What the user wants of a chat, but for its turns. */
export type ChatIntent =
  | { readonly kind: (typeof chatIntents)[number] }
  | { readonly kind: 'setParameters'; readonly parameters: OwnParameters }
  | { readonly kind: 'setSystemPrompt'; readonly text?: string | undefined }
  | { readonly kind: 'restoreTurns'; readonly turnIds: readonly string[] };

/** An intent that is a command. */
export type PanelCommand = { readonly kind: (typeof panelCommands)[number] };

const isPanelCommandKind = isOneOf(...panelCommands);

/** Whether an intent is a command. */
export function isPanelCommand(intent: ViewToHost): intent is PanelCommand {
  return isPanelCommandKind(intent.kind);
}

/**
 * The intents about one turn. `asks`: it sends something, and the user may be asked before; VS Code gives
 * the focus to the editor after it has asked.
 */
export const turnIntents = {
  retry: { asks: true },
  retryLater: { asks: true },
  otherModel: { asks: true },
  sendRenamed: { asks: true },
  sendWithout: { asks: true },
  useNearest: { asks: true },
  retryWith: { asks: true },
  continueReply: { asks: true },
  compare: { asks: true },
  edit: { asks: true },
  showTurn: { asks: false },
  removeTurn: { asks: false },
  pick: { asks: false },
  copyReply: { asks: false },
  openReply: { asks: false },
} as const;

/** The kinds of the intents that say no more than which turn. */
export type TurnAction = Exclude<keyof typeof turnIntents, 'edit'>;

/** What the user wants of one turn. */
export type TurnIntent =
  | { readonly kind: TurnAction; readonly turnId: string }
  | { readonly kind: 'edit'; readonly turnId: string; readonly text: string };

/** The guards of these intents, by their kinds. */
const turnIntentGuards = {
  ...Object.fromEntries(
    Object.keys(turnIntents).map((kind) => [
      kind,
      isObjectOf({ kind: isOneOf(kind), turnId: isString }),
    ]),
  ),
  edit: isObjectOf({ kind: isOneOf('edit'), turnId: isString, text: isString }),
};

/** Whether an intent is about one turn. */
export function isTurnIntent(intent: object): intent is TurnIntent {
  return 'turnId' in intent;
}

/** What a reader does in the panel by a command of VS Code: `parley.<action>`. */
export type ReadingAction =
  | 'find'
  | 'nextMessage'
  | 'previousMessage'
  | 'nextCodeBlock'
  | 'previousCodeBlock'
  | 'showDiagram'
  | 'openDiagram'
  | 'saveDiagram'
  | 'readLastReply'
  | 'foldMessage'
  | 'editLastMessage'
  | 'editSystemPrompt'
  | 'editParameters';

const written = { text: isString, context: optional(isArrayOf(isContextItem)) };

/** Guards what the webview posts: it shows model output, so it is not trusted. */
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
  ...turnIntentGuards,
  useStandardMode: isObjectOf({ kind: isOneOf('useStandardMode'), connectionId: isString }),
  copy: isObjectOf({ kind: isOneOf('copy'), text: isString }),
  insertCode: isObjectOf({ kind: isOneOf('insertCode'), text: isString }),
  openDiagram: isObjectOf({ kind: isOneOf('openDiagram'), text: isString }),
  saveDiagram: isObjectOf({ kind: isOneOf('saveDiagram'), text: isString }),
  newFile: isObjectOf({ kind: isOneOf('newFile'), text: isString, language: isString }),
  openLink: isObjectOf({ kind: isOneOf('openLink'), href: isString }),
  addFiles: isObjectOf({ kind: isOneOf('addFiles'), uris: isArrayOf(isString) }),
});
