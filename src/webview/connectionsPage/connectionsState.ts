import type { ConnectionDraft } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  TestResult,
} from '../../shared/connectionsPage/protocol.ts';
import type { Editor } from './connectionEditor.ts';

/** What the page of connections shows. */
export interface ConnectionsState {
  /** The connections of the settings; missing until the host has sent them. */
  readonly items?: readonly ConnectionItem[];
  /** The ref of the connection that the current chat uses. */
  readonly inUse?: string | undefined;
  /** The open forms by their refs. */
  readonly editors: ReadonlyMap<string, Editor>;
  /** The last test of each form, by ref; `running` until its result comes. */
  readonly tests: ReadonlyMap<string, TestResult | 'running'>;
  /** The connection that was removed last, while that can be undone. */
  readonly removed?: ConnectionItem | undefined;
  /** The last error of the host, as text. */
  readonly failure?: string | undefined;
}

/** What the user can do on the page of connections. `ref` is that of a form or of a connection. */
export interface ConnectionsActions {
  /** Opens the form of a connection, or an empty one for a new connection. */
  edit(item?: ConnectionItem): void;
  /** Changes fields of a form. */
  change(ref: string, change: Partial<ConnectionDraft>): void;
  /** Closes a form without saving it. */
  cancel(ref: string): void;
  /** Saves a form. If it has problems, the first box with one gets the focus. */
  save(ref: string): void;
  /** Tests a draft with a request for the model list, the only request this page makes. */
  test(ref: string, draft: ConnectionDraft): void;
  /** Removes a connection; it can be restored until the next one is removed. */
  remove(item: ConnectionItem): void;
  /** Restores the connection that was removed last. */
  undoRemove(): void;
  /** Posts an intent that changes nothing on the page itself. */
  ask(intent: ConnectionsPageToHost): void;
}
