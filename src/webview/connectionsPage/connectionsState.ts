import type { FieldTexts } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
} from '../../shared/connectionsPage/protocol.ts';
import type { Editor } from './connectionEditor.ts';

/** What the page of connections shows. */
export interface ConnectionsState {
  /** The connections of the settings; missing until the host has sent them. */
  readonly items?: readonly ConnectionItem[];
  /** The ref of the connection that the current chat uses. */
  readonly inUse?: string | undefined;
  /** The open forms. */
  readonly editors: readonly Editor[];
}

/** What the user can do on the page of connections. `ref` is that of a form. */
export interface ConnectionsActions {
  /** Opens the form of a connection, or an empty one for a new connection. */
  edit(item?: ConnectionItem): void;
  /** Changes fields of a form. */
  change(ref: string, change: FieldTexts): void;
  /** Closes a form without saving it. */
  close(ref: string): void;
  /** Posts what the user wants. The problems of a form that is tested or saved are all shown from then on. */
  ask(intent: ConnectionsPageToHost): void;
}
