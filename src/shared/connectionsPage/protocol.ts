import { type Guard, isObjectOf, isOneOf, isString, optional } from '../guards.ts';
import type { KeySourceKind } from '../service/keySource.ts';
import { type DraftField, type FieldTexts, isFieldTexts } from './connectionDraft.ts';

/** One connection of the settings. */
export interface ConnectionItem {
  /** Identifies the entry as long as its id stays the same, or its place in the list if it has no id. */
  readonly ref: string;
  /** As it is called everywhere: without a name of its own, by its address. */
  readonly name: string;
  readonly draft: FieldTexts;
  /** Where its requests go, as it is shown. */
  readonly address: string;
  /** What else there is to say of it, such as its model, in one line. */
  readonly facts: string;
  /** Why it cannot be used. */
  readonly problem?: string | undefined;
  /** The IDs of its models as the service listed them last. */
  readonly models?: readonly string[] | undefined;
}

/** A change of a form that the user can accept. */
export interface Offer {
  readonly text?: string | undefined;
  /** Lines as they would be sent. */
  readonly code?: string | undefined;
  readonly button: string;
  /** What the button writes into the form. */
  readonly change: FieldTexts;
}

/** What there is to say of the key of a form, and to do with it. The key itself never reaches the page. */
export interface KeyCheck {
  /** Whether it is there, as a sentence; empty if nobody can know. */
  readonly text: string;
  /** The kinds of sources that there are where Parley runs, and the one that is set. */
  readonly kinds: readonly KeySourceKind[];
  /** The names of the keys that are stored for the address. */
  readonly names: readonly string[];
  /** The label of the button that sets it; missing if it is set elsewhere. */
  readonly button?: string | undefined;
  /** `lost` if a key was stored and the secret storage no longer returns it; `none` also for one from elsewhere. */
  readonly state: 'kept' | 'lost' | 'none';
}

/** The host's verdict on a form. */
export interface DraftCheck {
  /** What is wrong with fields, and how to correct it. */
  readonly problems: FieldTexts;
  /** What else there is to say of fields, such as where requests go. */
  readonly hints: FieldTexts;
  readonly offer?: Offer | undefined;
  readonly key: KeyCheck;
}

/** What a form shows of the diagnosis of its connection. */
export interface FormDiagnosis {
  readonly status: 'running' | 'fine' | 'warning' | 'problem';
  /** The outcome, and what to do about it. */
  readonly lines: readonly string[];
  /** What was tried, and what came back: data as it is. */
  readonly tried?: string | undefined;
  /** The IDs of the models. */
  readonly models?: readonly string[] | undefined;
  readonly offer?: Offer | undefined;
  /** The ref of its report, if there is one. */
  readonly report?: string | undefined;
}

/** Something new about a form. */
export interface FormNews {
  /** That of an item, or of a new connection. */
  readonly ref: string;
  /** What is changed in the form, which is opened if it is not open. */
  readonly change?: FieldTexts | undefined;
  /** The field that gets the focus. */
  readonly place?: DraftField | undefined;
  readonly check?: DraftCheck | undefined;
  readonly diagnosis?: FormDiagnosis | undefined;
}

/** Messages from the host to the page. */
export type HostToConnectionsPage =
  | { readonly kind: 'connections'; readonly items: readonly ConnectionItem[] }
  | ({ readonly kind: 'form' } & FormNews)
  | {
      readonly kind: 'saved';
      readonly ref: string;
      readonly savedAs: string;
      readonly isNew: boolean;
    };

const intents = [
  'ready',
  'connect',
  'openSettings',
  // These act on the form that is open.
  'edit',
  'save',
  'diagnose',
  'setKey',
  'forgetKey',
  'close',
  // With the ref of a report.
  'showReport',
  // These act on a connection of the list.
  'newChat',
  'moveUp',
  'remove',
] as const;

/** Messages from the page to the host: what the user wants. */
export interface ConnectionsPageToHost {
  readonly kind: (typeof intents)[number];
  /** The form or the connection that it is about. */
  readonly ref?: string | undefined;
  /** All that was changed in the form, after each change of it. */
  readonly change?: FieldTexts | undefined;
}

/** Guards messages from the page: a webview is not trusted. */
export const isConnectionsPageToHost: Guard<ConnectionsPageToHost> = isObjectOf({
  kind: isOneOf(...intents),
  ref: optional(isString),
  change: optional(isFieldTexts),
});
