import type { KeySourceKind } from '../service/keySource.ts';
import {
  isConnectionDraft,
  type ConnectionDraft,
  type DraftProblems,
  type HeaderDraft,
} from './connectionDraft.ts';
import {
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
  type Guard,
} from '../guards.ts';

/** Where the key of a connection comes from, and whether it is there. The key itself never reaches the page. */
export interface KeyStatus {
  /** Missing if the address is not valid. */
  readonly origin?: string | undefined;
  /** `lost` if a key was stored and the secret storage no longer returns it. */
  readonly state: 'kept' | 'lost' | 'none';
  /** Missing for the key that is typed for the origin. */
  readonly source?: KeySourceKind | undefined;
  /** The name of the key, if the source is `stored`. */
  readonly name?: string | undefined;
  /** The names of the keys that are stored for the origin. */
  readonly names?: readonly string[] | undefined;
  /** Whether the environment variable is set, if the source is one. */
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
  readonly address?: string | undefined;
  /** Why it cannot be used. */
  readonly problem?: string | undefined;
  readonly key: KeyStatus;
  /** The IDs of its models as the service listed them last. */
  readonly models?: readonly string[] | undefined;
}

/** The host's verdict on a draft. */
export interface DraftCheck {
  readonly problems: DraftProblems;
  /** Where requests go; missing if the address of the connection is not valid. */
  readonly base?: string | undefined;
  /** The addresses of the two requests; missing if the address or a path is not valid. */
  readonly requests?: { readonly models: string; readonly chatCompletions: string } | undefined;
  /** What the service is known to expect and the draft does not have. */
  readonly proposal?: DraftProposal | undefined;
  /** The index of the header whose value seems to be the only key, and can be moved to the secret storage. */
  readonly keyHeader?: number | undefined;
  readonly key: KeyStatus;
}

/** Headers, and perhaps a path, that a known service expects. */
export interface DraftProposal {
  /** The name of the service. */
  readonly service: string;
  readonly headers: readonly HeaderDraft[];
  readonly modelsPath?: string | undefined;
}

/** The result of a request for the model list. */
export type TestResult = {
  /** The requests of the connection as they go out, as lines of text, with the key masked. */
  readonly sent?: string | undefined;
} & (
  | { readonly works: true; readonly tried: string; readonly models: readonly string[] }
  | {
      readonly works: false;
      readonly title: string;
      readonly happened: string;
      readonly advice: string;
      /** Another form of the address, at which the service may be. */
      readonly otherAddress?: string | undefined;
    }
);

/** The field at which a form is opened. */
export type FormPlace = 'name' | 'headers' | 'model';

/** An open form: its original content and its current one. It does not contain the key. */
export interface OpenForm {
  readonly ref: string;
  readonly base: ConnectionDraft;
  readonly draft: ConnectionDraft;
}

/** Guards the open forms of a page that was closed. */
export const isOpenForms: Guard<readonly OpenForm[]> = isArrayOf(
  isObjectOf({ ref: isString, base: isConnectionDraft, draft: isConnectionDraft }),
);

/** Messages from the host to the page. `ref` is that of a form: of an item, or of a new connection. */
export type HostToConnectionsPage =
  | {
      readonly kind: 'connections';
      readonly items: readonly ConnectionItem[];
      /** The ref of the connection to which the messages of the current chat are sent. */
      readonly inUse?: string | undefined;
    }
  | {
      readonly kind: 'checked';
      readonly ref: string;
      readonly revision: number;
      readonly check: DraftCheck;
    }
  /** The open forms of a page that was closed before. */
  | { readonly kind: 'openForms'; readonly forms: readonly OpenForm[] }
  /** Opens the form of a connection with these fields, at one of them, and with the result of a test of it. */
  | {
      readonly kind: 'newForm';
      /** Missing for a new connection. */
      readonly ref?: string | undefined;
      readonly draft: ConnectionDraft;
      readonly place: FormPlace;
      readonly test?: TestResult | undefined;
    }
  /** Opens the form of a connection of the settings. */
  | { readonly kind: 'editForm'; readonly ref: string }
  /** The key in a header is in the secret storage now; this value stands in its place. */
  | {
      readonly kind: 'keyMoved';
      readonly ref: string;
      readonly index: number;
      readonly value: string;
    }
  | { readonly kind: 'saved'; readonly ref: string; readonly savedAs: string }
  | { readonly kind: 'tested'; readonly ref: string; readonly result: TestResult }
  | { readonly kind: 'failed'; readonly text: string };

/** Messages from the page to the host: what the user wants. */
export type ConnectionsPageToHost =
  | { readonly kind: 'ready' | 'undoRemove' | 'openSettings' | 'connect' }
  | {
      readonly kind: 'check';
      readonly ref: string;
      readonly revision: number;
      readonly draft: ConnectionDraft;
    }
  | {
      readonly kind: 'save' | 'test' | 'setKey' | 'forgetKey' | 'moveKey';
      readonly ref: string;
      readonly draft: ConnectionDraft;
    }
  /** All open forms, for the next page. */
  | { readonly kind: 'openForms'; readonly forms: readonly OpenForm[] }
  | {
      readonly kind: 'newChat' | 'diagnose' | 'duplicate' | 'remove' | 'moveUp' | 'moveDown';
      readonly ref: string;
    };

const action = <const K extends string>(kind: K) => isObjectOf({ kind: isOneOf(kind) });

const withRef = <const K extends string>(kind: K) =>
  isObjectOf({ kind: isOneOf(kind), ref: isString });

const withDraft = <const K extends string>(kind: K) =>
  isObjectOf({ kind: isOneOf(kind), ref: isString, draft: isConnectionDraft });

/** Guards messages from the page: a webview is not trusted. */
export const isConnectionsPageToHost: Guard<ConnectionsPageToHost> = isUnionByKind({
  ready: action('ready'),
  undoRemove: action('undoRemove'),
  openSettings: action('openSettings'),
  connect: action('connect'),
  check: isObjectOf({
    kind: isOneOf('check'),
    ref: isString,
    revision: isFiniteNumber,
    draft: isConnectionDraft,
  }),
  save: withDraft('save'),
  test: withDraft('test'),
  setKey: withDraft('setKey'),
  forgetKey: withDraft('forgetKey'),
  moveKey: withDraft('moveKey'),
  openForms: isObjectOf({ kind: isOneOf('openForms'), forms: isOpenForms }),
  newChat: withRef('newChat'),
  diagnose: withRef('diagnose'),
  duplicate: withRef('duplicate'),
  remove: withRef('remove'),
  moveUp: withRef('moveUp'),
  moveDown: withRef('moveDown'),
});
