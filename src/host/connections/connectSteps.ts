import type { PastedConnection } from '../../pastedConnection/pastedConnection.ts';
import { type Proposal, proposalFor } from '../../service/proposal.ts';
import type { FormPlace } from '../../shared/connectionsPage/protocol.ts';
import type { Connected } from './connected.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keySources/keys.ts';
import type { ReadPasted } from './pasted/understand.ts';
import type { ServiceClients } from './serviceClients.ts';

/** What connecting uses. */
export interface ConnectServices {
  readonly clients: ServiceClients;
  readonly keys: Keys;
  /**
   * Opens the connections page with the form of a connection that is to have these fields, at one of them, and with the
   * failure of the request for its model list.
   */
  readonly openForm: (
    connection: Connection,
    place?: FormPlace,
    failure?: unknown,
  ) => Promise<void>;
  readonly readPasted: ReadPasted;
  /** Whether the clipboard may be read before the user asks for it. */
  readonly peeksAtClipboard?: boolean;
  /** Diagnoses a connection, which need not be saved, in a tab of its own; with this key, if one is typed. */
  readonly diagnose: (connection: Connection, apiKey: string | undefined) => Promise<void>;
}

/** What comes next. */
export type Step =
  | AddressStep
  /** Shows what was understood of a pasted text. */
  | { readonly kind: 'found'; readonly pasted: PastedConnection }
  | KeyStep
  /** The same with a key, empty if none is needed, that is checked at once. */
  | {
      readonly kind: 'attempt';
      readonly connection: Connection;
      readonly key: string;
      readonly pasted?: PastedConnection | undefined;
    }
  /** No question is left: the user goes on in the form of the connections page. */
  | {
      readonly kind: 'form';
      readonly connection: Connection;
      readonly place?: FormPlace | undefined;
      readonly failure?: unknown;
    }
  /** The same with the diagnosis of the connection. */
  | { readonly kind: 'diagnose'; readonly connection: Connection; readonly from: KeyStep };

/** Asks for the service. */
export interface AddressStep {
  readonly kind: 'address';
  readonly problem?: string;
  /** What was pasted before, apart from its address. */
  readonly pasted?: PastedConnection | undefined;
}

/** Asks for the key. */
export interface KeyStep {
  readonly kind: 'key';
  /** The connection as it is going to be saved, without the proposal. */
  readonly connection: Connection;
  /** What the service is known to expect beside, which the user sees and can remove on the connections page. */
  readonly proposal?: Proposal | undefined;
  /** What was pasted apart from the key, for the way back to the address. */
  readonly pasted?: PastedConnection | undefined;
}

/** What a question leads to; `undefined` if the user closes its input box. */
export type Next = Step | Connected | undefined;

/** What was typed in the input boxes that the user has closed. It stays in the memory of this window. */
export interface Typed {
  address: string;
  key: string;
  /** The key was typed for this origin and is shown for no other. */
  keyOrigin: string;
}

/** Asks for the key of a connection, which may have been pasted, with what its service is known to expect. */
export function keyStep(connection: Connection, pasted?: PastedConnection): KeyStep {
  return { kind: 'key', connection, proposal: proposalFor(connection), pasted: withoutKey(pasted) };
}

/** The key that is typed next is kept elsewhere, and only for its origin. */
export function withoutKey(pasted: PastedConnection | undefined): PastedConnection | undefined {
  // An empty one says that the service needs none.
  return pasted?.key === '' ? pasted : pasted && { ...pasted, key: undefined };
}
