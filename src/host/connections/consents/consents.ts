import * as vscode from 'vscode';
import { type MementoValues, createMementoSet } from '../../base/memento.ts';

/** A question with one button beside Cancel. */
interface Question {
  readonly message: string;
  readonly detail?: string;
  readonly button: string;
}

/** Asks in a dialog. Gives whether the user pressed the button. */
export async function confirms({ message, detail, button }: Question): Promise<boolean> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
  return (await vscode.window.showWarningMessage(message, options, button)) === button;
}

/** Something that the user confirms once. */
export interface Consent extends Question {
  /** Where what was confirmed of its kind is in the Memento. */
  readonly list: `parley.${'confirmedKeySources' | 'unencryptedOrigins' | 'confirmedOffers'}`;
  /** Says all that it depends on. */
  readonly text: string;
}

/** What the user has confirmed. */
export interface Consents {
  has(consent: Consent): boolean;
  /** Asks unless the user has confirmed it before. Two questions at once are one. */
  ask(consent: Consent): Promise<boolean>;
  /** After the user has confirmed something. */
  readonly onDidChange: vscode.Event<void>;
  readonly dispose: () => void;
}

/** Remembers in `memento` what was confirmed. */
export function createConsents(memento: MementoValues): Consents {
  const confirmed = ({ list }: Consent) => createMementoSet(memento, list);
  const has: Consents['has'] = (consent) => confirmed(consent).has(consent.text);
  const asking = new Map<string, Promise<boolean>>();
  const changed = new vscode.EventEmitter<void>();
  return {
    has,
    async ask(consent) {
      if (has(consent)) {
        return true;
      }
      const { list, text } = consent;
      const entry = `${list} ${text}`;
      const put = async (): Promise<boolean> => {
        const isConfirmed = await confirms(consent);
        if (isConfirmed) {
          await confirmed(consent).add(text);
          changed.fire();
        }
        return isConfirmed;
      };
      const answer = asking.get(entry) ?? put().finally(() => asking.delete(entry));
      asking.set(entry, answer);
      return answer;
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

/** The same, for requests in whose name the user is asked nothing. */
export function withoutQuestions(consents: Consents): Consents {
  return { ...consents, ask: async (consent) => consents.has(consent) };
}
