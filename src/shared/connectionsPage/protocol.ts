import { isConnectionDraft, type ConnectionDraft, type DraftProblems } from './connectionDraft.ts';
import {
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
  type Guard,
} from '../guards.ts';

/** Whether a key is kept for an origin: the key itself never gets to the page. */
export interface KeyStatus {
  /** Missing where the address is none. */
  readonly origin?: string | undefined;
  /** `lost` where one was kept that the secret store no longer gives. */
  readonly state: 'kept' | 'lost' | 'none';
}

/** One connection as the settings have it. */
export interface ConnectionItem {
  /** Names the entry as long as its id, or its place where it has none, stays the same. */
  readonly ref: string;
  readonly draft: ConnectionDraft;
  /** Why it cannot be used as it stands. */
  readonly problem?: string | undefined;
  readonly key: KeyStatus;
}

/** What the host makes of a draft. */
export interface DraftCheck {
  readonly problems: DraftProblems;
  /** The address that the model list would be asked of; missing where the address is none. */
  readonly modelsUrl?: string | undefined;
  readonly key: KeyStatus;
}

/** What came of asking for the model list. */
export type TestResult =
  | { readonly works: true; readonly tried: string; readonly models: readonly string[] }
  | {
      readonly works: false;
      readonly title: string;
      readonly happened: string;
      readonly advice: string;
    };

/** A form that is open: what it began with, and what stands in it. It has no key. */
export interface OpenForm {
  readonly ref: string;
  readonly base: ConnectionDraft;
  readonly draft: ConnectionDraft;
}

/** Guards the forms that a page has left behind. */
export const isOpenForms: Guard<readonly OpenForm[]> = isArrayOf(
  isObjectOf({ ref: isString, base: isConnectionDraft, draft: isConnectionDraft }),
);

/** Host to the page of connections. `ref` is that of a form: an item's, or a new one's. */
export type HostToConnections =
  | { readonly kind: 'connections'; readonly items: readonly ConnectionItem[] }
  | {
      readonly kind: 'checked';
      readonly ref: string;
      readonly revision: number;
      readonly check: DraftCheck;
    }
  /** The forms of a page that was closed before this one was opened. */
  | { readonly kind: 'openForms'; readonly forms: readonly OpenForm[] }
  | { readonly kind: 'saved'; readonly ref: string; readonly savedAs: string }
  | { readonly kind: 'tested'; readonly ref: string; readonly result: TestResult }
  | { readonly kind: 'failed'; readonly text: string };

/** The page of connections to host: what the user wants. */
export type ConnectionsToHost =
  | { readonly kind: 'ready' | 'undoRemove' | 'openSettings' }
  | {
      readonly kind: 'check';
      readonly ref: string;
      readonly revision: number;
      readonly draft: ConnectionDraft;
    }
  | {
      readonly kind: 'save' | 'test' | 'setKey' | 'forgetKey';
      readonly ref: string;
      readonly draft: ConnectionDraft;
    }
  /** All forms as they are now, for the next page. */
  | { readonly kind: 'openForms'; readonly forms: readonly OpenForm[] }
  | { readonly kind: 'duplicate' | 'remove' | 'moveUp' | 'moveDown'; readonly ref: string };

const action = <const K extends string>(kind: K) => isObjectOf({ kind: isOneOf(kind) });

const withRef = <const K extends string>(kind: K) =>
  isObjectOf({ kind: isOneOf(kind), ref: isString });

const withDraft = <const K extends string>(kind: K) =>
  isObjectOf({ kind: isOneOf(kind), ref: isString, draft: isConnectionDraft });

/** Guards what the page posts: a webview is not trusted. */
export const isConnectionsToHost: Guard<ConnectionsToHost> = isUnionByKind({
  ready: action('ready'),
  undoRemove: action('undoRemove'),
  openSettings: action('openSettings'),
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
  openForms: isObjectOf({ kind: isOneOf('openForms'), forms: isOpenForms }),
  duplicate: withRef('duplicate'),
  remove: withRef('remove'),
  moveUp: withRef('moveUp'),
  moveDown: withRef('moveDown'),
});
