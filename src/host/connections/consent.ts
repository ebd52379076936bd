import * as vscode from 'vscode';
import type { MementoValues } from '../base/mementoMap.ts';
import { createMementoSet } from '../base/mementoSet.ts';

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

/** What the user has confirmed, by texts that say all that it depends on. */
export interface Consents {
  has(text: string): boolean;
  /** Asks unless the user has confirmed it before. Two questions at once are one. */
  ask(text: string, question: () => Promise<boolean>): Promise<boolean>;
}

/** Remembers in `memento`, at `stateKey`, what was confirmed. */
export function createConsents(memento: MementoValues, stateKey: string): Consents {
  const confirmed = createMementoSet(memento, stateKey);
  const asking = new Map<string, Promise<boolean>>();
  const put = async (text: string, question: () => Promise<boolean>): Promise<boolean> => {
    const isConfirmed = await question();
    if (isConfirmed) {
      await confirmed.add(text);
    }
    return isConfirmed;
  };
  return {
    has: (text) => confirmed.has(text),
    async ask(text, question) {
      if (confirmed.has(text)) {
        return true;
      }
      const answer = asking.get(text) ?? put(text, question).finally(() => asking.delete(text));
      asking.set(text, answer);
      return answer;
    },
  };
}
