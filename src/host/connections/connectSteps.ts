import type { PastedConnection } from '../../pastedConnection/pastedConnection.ts';
import { type Proposal, proposalFor } from '../../service/proposal.ts';
import type { Checked } from '../base/quickInput.ts';
import type { Connected } from './connected.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keySources/keys.ts';
import type { ReadPasted } from './pasted/understand.ts';
import type { ServiceClients } from './serviceClients.ts';

/** What connecting uses. */
export interface ConnectServices {
  readonly clients: ServiceClients;
  readonly keys: Keys;
  /** Opens the connections page with the form of a new connection that has these fields. */
  readonly openForm: (connection: Connection) => Promise<void>;
  readonly readPasted: ReadPasted;
  /** Diagnoses a connection, which need not be saved, in a tab of its own; with this key, if one is typed. */
  readonly diagnose: (connection: Connection, apiKey: string | undefined) => Promise<void>;
}

/** The question that is asked next; `problem` is shown below its input box. */
export type Step =
  | AddressStep
  /** Reads the clipboard, for which the user has just asked. */
  | { readonly kind: 'paste' }
  /** Shows what was understood of a pasted text. */
  | { readonly kind: 'found'; readonly pasted: PastedConnection }
  /** Requests the model list without another question. */
  | {
      readonly kind: 'attempt';
      readonly connection: Connection;
      readonly key: string;
      readonly pasted: PastedConnection;
    }
  | KeyStep
  | {
      readonly kind: 'model';
      readonly connection: Connection;
      readonly key: string;
      readonly problem: string;
      readonly pasted?: PastedConnection | undefined;
    }
  /** Shows the requests as they go out, then asks the key again. */
  | { readonly kind: 'sent'; readonly step: KeyStep }
  /** No question is left: the user goes on in the form of the connections page. */
  | { readonly kind: 'form'; readonly connection: Connection }
  /** The same with the diagnosis of the connection. */
  | DiagnoseStep;

interface DiagnoseStep {
  readonly kind: 'diagnose';
  readonly connection: Connection;
  /** What is asked again if the typed key may not be sent. */
  readonly from: Step;
}

export interface AddressStep {
  readonly kind: 'address';
  readonly problem?: string;
  /** The connection with the problem, if it was tried. */
  readonly tried?: Connection;
  /** What was pasted before, apart from its address. */
  readonly pasted?: PastedConnection | undefined;
}

export interface KeyStep {
  readonly kind: 'key';
  /** The connection as it is going to be saved, without the proposal. */
  readonly connection: Connection;
  /** What the service is known to expect beside, which the user sees and can leave out. */
  readonly proposal?: Proposal | undefined;
  /** What was pasted apart from the key, for the way back to the address. */
  readonly pasted?: PastedConnection | undefined;
  readonly problem?: string;
  /** What has tried the connection before and knows the problem; missing for the first try. */
  readonly attempt?: Attempt;
}

/** Tries a connection with a key, and saves it if it works. */
export type Attempt = (key: string, signal: AbortSignal) => Promise<Checked<Step | Connected>>;

/** What a question leads to; `undefined` if the user closes its input box. */
export type Next = Step | Connected | undefined;

/** What was typed in the input boxes that the user has closed. It stays in the memory of this window. */
export interface Typed {
  address: string;
  key: string;
  /** The key was typed for this origin and is shown for no other. */
  keyOrigin: string;
  model: string;
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
