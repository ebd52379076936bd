import type { PastedConnection } from '../../../pastedConnection/pastedConnection.ts';
import type { Connection } from '../connection.ts';
import type { Connected } from './connected.ts';
import type { FoundServer } from './localServers.ts';
import type { ServiceAnswer } from './serviceBox.ts';

/** What was typed or pasted in the boxes that the user has closed. It stays in the memory of this window. */
export interface Typed {
  readonly address: string;
  /** By the origin for which a key was meant. It is shown for no other. */
  readonly keys: Readonly<Partial<Record<string, string>>>;
}

/** The question for the service. */
export interface ServiceStep {
  readonly kind: 'service';
  readonly problem?: string;
  /** What was pasted before, and lacks something. */
  readonly pasted?: PastedConnection;
  /** Servers on this computer that answered, in place of those that may. */
  readonly found?: readonly FoundServer[];
}

/** The question for the key of a connection, which is then checked. */
export interface KeyStep {
  readonly kind: 'key';
  readonly connection: Connection;
  /** What else was found, in words. */
  readonly said: string;
  /** A key that was there before its service was chosen is checked at once. */
  readonly isEntered: boolean;
  readonly back: ServiceStep;
}

/** What comes next: a question, something to find out, or the end of the flow. */
export type Step =
  | ServiceStep
  | KeyStep
  | { readonly kind: 'servers' }
  | { readonly kind: 'server'; readonly server: FoundServer }
  | { readonly kind: 'found'; readonly found: PastedConnection; readonly isChosen: boolean }
  | { readonly kind: 'end'; readonly connected?: Connected };

/**
 * What an answer to the question for the service leads to: `undefined` is a box that was closed, `chosen` the connection
 * of those that a text describes.
 */
export function afterService(
  { pasted = {} }: ServiceStep,
  answer: ServiceAnswer | undefined,
  chosen?: PastedConnection,
): Step {
  switch (answer?.kind) {
    case undefined:
      return { kind: 'end' };
    case 'servers':
    case 'server':
      return answer;
    case 'problem':
      return { ...answer, kind: 'service', pasted };
    case 'address': {
      const { baseUrl } = answer;
      // Another address than the one of the text has another name.
      const name = pasted.baseUrl === undefined ? pasted.name : undefined;
      return { kind: 'found', found: { ...pasted, name, baseUrl }, isChosen: true };
    }
    case 'connections': {
      // If the text before lacked its address, this one says which it is.
      const before = Object.entries(pasted.baseUrl === undefined ? pasted : {});
      const said = Object.fromEntries(before.filter(([, value]) => value !== undefined));
      const found = chosen && { ...chosen, ...said };
      return found ? { kind: 'found', found, isChosen: answer.isChosen === true } : { kind: 'end' };
    }
  }
}
