import type { FieldTexts } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  FormNews,
} from '../../shared/connectionsPage/protocol.ts';

/** An open form, with the last that the host said of it. */
export interface OpenForm extends Omit<FormNews, 'place'> {
  /** What was changed in it. All else is as the settings have it, also when they change. */
  readonly change: FieldTexts;
  /** Whether the problem of an empty field is shown: not before the form is diagnosed or saved. */
  readonly isTried?: boolean;
}

/** What the page of connections shows. */
export interface ConnectionsState {
  /** The connections of the settings; missing until the host has sent them. */
  readonly items?: readonly ConnectionItem[];
  readonly forms: readonly OpenForm[];
}

/** What the user can do on the page of connections. `ref` is that of a form. */
export interface ConnectionsActions {
  /** Opens the form of a connection, or that of a new one, with these texts in it. */
  open(ref?: string, change?: FieldTexts): void;
  /** Changes fields of a form. */
  change(ref: string, change: FieldTexts): void;
  /** Closes a form without saving it. */
  close(ref: string): void;
  /** Posts what the user wants. The problems of a form that is diagnosed or saved are all shown from then on. */
  ask(intent: ConnectionsPageToHost): void;
}
