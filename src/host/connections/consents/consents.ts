import * as vscode from 'vscode';
import type { MementoValues } from '../../base/mementoMap.ts';
import { createMementoSet } from '../../base/mementoSet.ts';

/** A question with one button beside Cancel. */
export interface Question {
  readonly message: string;
  readonly detail?: string;
  readonly button: string;
}

/** Asks in a dialog. Gives whether the user pressed the button. */
export async function confirms({ message, detail, button }: Question): Promise<boolean> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
  return (await vscode.window.showWarningMessage(message, options, button)) === button;
}

/** Where what the user has confirmed is in the Memento. */
type ConsentList =
  'parley.confirmedKeySources' | 'parley.unencryptedHeaders' | 'parley.confirmedOffers';

/** What the user has confirmed, by texts that say all that it depends on. */
export interface Consents {
  has(list: ConsentList, text: string): boolean;
  /** Asks unless the user has confirmed it before. Two questions at once are one. */
  ask(list: ConsentList, text: string, question: () => Promise<boolean>): Promise<boolean>;
  /** After the user has confirmed something. */
  readonly onDidChange: vscode.Event<void>;
  readonly dispose: () => void;
}

/** Remembers in `memento` what was confirmed. */
export function createConsents(memento: MementoValues): Consents {
  const confirmed = (list: ConsentList) => createMementoSet(memento, list);
  const has: Consents['has'] = (list, text) => confirmed(list).has(text);
  const asking = new Map<string, Promise<boolean>>();
  const changed = new vscode.EventEmitter<void>();
  return {
    has,
    async ask(list, text, question) {
      if (has(list, text)) {
        return true;
      }
      const entry = `${list} ${text}`;
      const put = async (): Promise<boolean> => {
        const isConfirmed = await question();
        if (isConfirmed) {
          await confirmed(list).add(text);
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
  return { ...consents, ask: async (...asked) => consents.has(asked[0], asked[1]) };
}
