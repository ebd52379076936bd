import * as vscode from 'vscode';
import { type ContextItem, pastedTextPath } from '../../shared/conversation/conversation.ts';

/** The question about code that was asked last in this window, with a command or in the input box. */
export interface LastQuestion {
  readonly current: () => string | undefined;
  readonly remember: (text: string) => void;
}

/** Tells VS Code when there is one, which shows the command that asks it again. */
export function createLastQuestion(): LastQuestion {
  let question: string | undefined;
  return {
    current: () => question,
    remember(text) {
      if (text.trim() === '') {
        return;
      }
      question = text;
      void vscode.commands.executeCommand('setContext', 'parley.hasQuestion', true);
    },
  };
}

/** Whether an item is code, about which a question can be asked again, and not what code depends on. */
export function isCode({ kind, path }: ContextItem): boolean {
  return kind === undefined ? path !== pastedTextPath : codeKinds.has(kind);
}

const codeKinds: ReadonlySet<string> = new Set(['cell', 'symbol', 'virtual']);
