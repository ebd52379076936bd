import { isArrayOf, isObjectOf, isOneOf, isString, type Guard } from '../guards.ts';
import {
  isConnectionDraft,
  type ConnectionDraft,
  type DraftField,
  type FieldTexts,
} from './connectionDraft.ts';

/** Whether the key of a connection is there. The key itself never reaches the page. */
export interface KeyStatus {
  /** Missing if the address is not valid. */
  readonly origin?: string | undefined;
  /** `lost` if a key was stored and the secret storage no longer returns it. */
  readonly state: 'kept' | 'lost' | 'none';
  /** The names of the keys that are stored for the origin. */
  readonly names?: readonly string[] | undefined;
  /** Whether the environment variable is set, if the key comes from one. */
  readonly isSet?: boolean | undefined;
  /** Whether Parley runs in a browser, which has neither environment variables nor commands. */
  readonly isBrowser?: boolean | undefined;
}

/** One connection of the settings. */
export interface ConnectionItem {
  /** Identifies the entry as long as its id stays the same, or its place in the list if it has no id. */
  readonly ref: string;
  /** As it is called everywhere: without a name of its own, by its address. */
  readonly name: string;
  readonly draft: ConnectionDraft;
  /** Where its requests go, as it is shown. */
  readonly address: string;
  /** Why it cannot be used. */
  readonly problem?: string | undefined;
  readonly key: KeyStatus;
  /** The IDs of its models as the service listed them last. */
  readonly models?: readonly string[] | undefined;
}

/** A change of a form that the user can accept. */
export interface Offer {
  readonly text: string;
  /** Lines as they would be sent. */
  readonly code?: string | undefined;
  readonly button: string;
  /** What the button writes into the form; missing if it moves the key in a header to the secret storage. */
  readonly change?: FieldTexts | undefined;
}

/** The host's verdict on a draft. */
export interface DraftCheck {
  /** What is wrong with fields, and how to correct it. */
  readonly problems: FieldTexts;
  /** What else there is to say of fields, such as where requests go. */
  readonly hints: FieldTexts;
  readonly offers: readonly Offer[];
  readonly key: KeyStatus;
}

/** The result of a request for the model list. */
export interface TestResult {
  readonly works: boolean;
  readonly title?: string | undefined;
  /** What happened, and what to do about it. */
  readonly lines: readonly string[];
  /** The IDs of the models. */
  readonly models?: readonly string[] | undefined;
  /** The requests of the connection as they go out, as lines of text, with the key masked. */
  readonly sent?: string | undefined;
  readonly offer?: Offer | undefined;
}

/** The field at which a form is opened. */
export type FormPlace = DraftField;

/** An open form: its original content and its current one. */
export interface OpenForm {
  readonly ref: string;
  readonly base: ConnectionDraft;
  readonly draft: ConnectionDraft;
}

/** Messages from the host to the page. `ref` is that of an item, or of a new connection. */
export type HostToConnectionsPage =
  | {
      readonly kind: 'connections';
      readonly items: readonly ConnectionItem[];
      /** The ref of the connection to which the messages of the current chat are sent. */
      readonly inUse?: string | undefined;
      /** The forms that were open when the page was last left, for one that has just been loaded. */
      readonly forms?: readonly OpenForm[] | undefined;
    }
  /** Changes an open form. */
  | {
      readonly kind: 'form';
      readonly ref: string;
      /** Opens the form if it is not open, with this as its original content. */
      readonly base?: ConnectionDraft | undefined;
      readonly change?: FieldTexts | undefined;
      /** The field that gets the focus. */
      readonly place?: FormPlace | undefined;
      readonly test?: TestResult | undefined;
    }
  /** What is to be said of a form as long as it has this content. */
  | {
      readonly kind: 'checked';
      readonly ref: string;
      readonly draft: ConnectionDraft;
      readonly check: DraftCheck;
    }
  | {
      readonly kind: 'saved';
      readonly ref: string;
      readonly savedAs: string;
      readonly isNew: boolean;
    };

const plainIntents = ['ready', 'openSettings', 'connect'] as const;

/** What the user does with an open form. */
const formIntents = ['save', 'test', 'setKey', 'forgetKey', 'moveKey'] as const;

/** What the user does with a connection of the list. */
const rowIntents = ['newChat', 'diagnose', 'duplicate', 'remove', 'moveUp', 'moveDown'] as const;

/** Messages from the page to the host: what the user wants. */
export type ConnectionsPageToHost =
  | { readonly kind: (typeof plainIntents)[number] }
  | { readonly kind: (typeof formIntents | typeof rowIntents)[number]; readonly ref: string }
  /** All open forms, after each change of one. */
  | { readonly kind: 'forms'; readonly forms: readonly OpenForm[] };

const isPlainIntent = isObjectOf({ kind: isOneOf(...plainIntents) });

const isIntentFor = isObjectOf({ kind: isOneOf(...formIntents, ...rowIntents), ref: isString });

const isForms = isObjectOf({
  kind: isOneOf('forms'),
  forms: isArrayOf(
    isObjectOf({ ref: isString, base: isConnectionDraft, draft: isConnectionDraft }),
  ),
});

/** Guards messages from the page: a webview is not trusted. */
export const isConnectionsPageToHost: Guard<ConnectionsPageToHost> = (
  value,
): value is ConnectionsPageToHost => isPlainIntent(value) || isIntentFor(value) || isForms(value);
