import type { ContextItem } from '../conversation/conversation.ts';
import { type Guarded, isFiniteNumber, isOneOf, isString } from '../guards.ts';
import type { KnownPrices } from '../models/prices.ts';
import type { ReasoningField } from '../service/chatCompletion.ts';
import type { RequestAdjustment } from '../service/requestAdjustment.ts';
import type { ParameterName, RequestParameters } from '../service/requestParameters.ts';
import type { ThinkingSupport } from '../service/thinking.ts';

/** How the panel looks where it does not follow VS Code. */
export interface Appearance {
  /** A CSS font family. If missing, VS Code's own is used. */
  readonly fontFamily?: string | undefined;
  /** In pixels. If missing, VS Code's own size is used. */
  readonly fontSizePx?: number | undefined;
  /** `comfortable` if missing. */
  readonly density?: Guarded<typeof isDensity> | undefined;
}

/** The spacing in the panel. */
const isDensity = isOneOf('comfortable', 'compact');

/** The smallest and the largest legible font, in pixels. */
const sizesPx = { min: 6, max: 100 };

/** Reads the settings of the user. A value that is not possible is left out. */
export function readAppearance(
  fontFamily: unknown,
  fontSize: unknown,
  density: unknown,
): Appearance {
  const family = isString(fontFamily) ? fontFamily.trim() : '';
  const isSize = isFiniteNumber(fontSize) && fontSize >= sizesPx.min && fontSize <= sizesPx.max;
  return {
    fontFamily: family === '' || family === 'default' ? undefined : family,
    fontSizePx: isSize ? fontSize : undefined,
    density: isDensity(density) ? density : undefined,
  };
}

/** Guards the setting. */
export const isAnnounce = isOneOf('off', 'summary', 'full');

/** What a screen reader announces of a reply: nothing, its beginning and its end, or its text as well. */
export type Announce = Guarded<typeof isAnnounce>;

/** How a colour theme shows the tokens of these scopes. */
export interface TokenColor {
  /** TextMate selectors: scopes from the outermost to the innermost, separated by spaces. */
  readonly scopes: readonly string[];
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  readonly foreground?: string | undefined;
  /** `italic`, `bold`, `underline` and `strikethrough`, separated by spaces; empty for none. */
  readonly fontStyle?: string | undefined;
}

/** The key that sends a message. The other one inserts a new line. */
export type SendWith = 'enter' | 'ctrlEnter';

/** What the panel shows besides the conversation. */
export interface PanelSettings {
  /** Missing until a connection is chosen. Until then, the panel offers ways to connect. */
  readonly target?: PanelTarget | undefined;
  /** The connections of the settings that cannot be used, each as a sentence with the reason. */
  readonly problems?: readonly string[] | undefined;
  readonly prices?: KnownPrices | undefined;
  readonly sendWith?: SendWith | undefined;
  /** `summary` if missing. */
  readonly announce?: Announce | undefined;
  readonly appearance?: Appearance | undefined;
  /** What is selected in the text editor in front, without its text. Missing for several selections. */
  readonly selection?: ContextItem | undefined;
  /** Missing if there are none, and for a chat that has begun. */
  readonly instructions?: PanelInstructions | undefined;
  /** Whether diagrams are drawn without being asked for. */
  readonly drawsDiagrams?: boolean | undefined;
  /** Missing in an editor tab, which shows the title itself. */
  readonly heading?: ChatHeading | undefined;
  /** What was applied of this chat since the window was opened. */
  readonly applied?: readonly AppliedCode[] | undefined;
  /** The texts of messages that were sent in this window, the oldest first. */
  readonly sent?: readonly string[] | undefined;
}

/** A block of code of which something was written to files. */
export interface AppliedCode {
  /** The turn of its reply. */
  readonly replyId: string;
  /** Which block of the reply it is, counted from 0. */
  readonly index: number;
  /** How long its code is, in UTF-16 code units: a block of another length is not this one. */
  readonly length: number;
  /** The names of the files that it leads to, as users read them. None if they were deleted. */
  readonly files: readonly string[];
}

/** Files with instructions for models, for the first message of a chat. */
export interface PanelInstructions {
  /** Attached to it unless the user removes them. */
  readonly attached: readonly ContextItem[];
  /** Files of the workspace that the user has not been asked about. */
  readonly offered: readonly OfferedInstructions[];
  /** Why others are not attached that should be: a sentence each. */
  readonly problems: readonly string[];
}

/** A file with instructions. */
interface OfferedInstructions {
  readonly uri: string;
  readonly name: string;
}

/** What the panel shows above the chat. */
export interface ChatHeading {
  /** The title that the user gave, or one made of the first message; missing before that. */
  readonly title?: string | undefined;
}

/** Where the next message is sent. */
export interface PanelTarget {
  /** Name of the connection. */
  readonly connection: string;
  /** Missing for the embedded service, to which nothing is sent over a network. */
  readonly service?: TargetService | undefined;
  /** Missing if only the connection is chosen. */
  readonly model?: string | undefined;
  /** The connection's system prompt, which a conversation can replace. */
  readonly systemPrompt?: string | undefined;
  /** The connection's parameters, which a conversation can replace. */
  readonly parameters?: RequestParameters | undefined;
  /** How the model is asked for a thinking effort; missing without a model. */
  readonly thinking?: ThinkingSupport | undefined;
  /** The adjustments of every request to this model. */
  readonly adjustments?: readonly RequestAdjustment[] | undefined;
  /** The field in which the reasoning of earlier replies is sent; missing if it is not. */
  readonly reasoningField?: ReasoningField | undefined;
  /**
   * Whether the model takes images: as the model list says, or `refused` if the service has rejected them. Missing
   * if neither is known; then they are tried.
   */
  readonly images?: 'listed' | 'notListed' | 'refused' | undefined;
  /** Missing if not known. */
  readonly context?: ModelContext | undefined;
  /** The parameters that the model list does not name for this model; missing if it names none at all. */
  readonly notListed?: readonly ParameterName[] | undefined;
  /** The most that `max_tokens` can be, as the model list states it. */
  readonly maxOutputTokens?: number | undefined;
}

/** The service to which a connection leads. */
export interface TargetService {
  /** Host and port of its address. */
  readonly host: string;
  /** All connections that lead to the same origin. */
  readonly connections: readonly { readonly id: string; readonly name: string }[];
}

/** The context length of a model, and where it is stated: in the model list or in an error of the service. */
export interface ModelContext {
  readonly tokens: number;
  readonly source: 'list' | 'error';
}

/** A message in the panel that is not about one reply. */
export interface PanelNotice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The id of a connection. The notice then has a button that switches it to standard mode. */
  readonly standardModeFor?: string | undefined;
  /** The turns that were removed. The notice then has a button that restores them. */
  readonly removedIds?: readonly string[] | undefined;
  /** The ID of a prompt. The notice then has a button that uses the model and the parameters that it suggests. */
  readonly suggestedBy?: string | undefined;
}
