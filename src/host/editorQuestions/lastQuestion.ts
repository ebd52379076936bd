import * as vscode from 'vscode';
import { type ContextItem, pastedTextPath } from '../../shared/conversation/conversation.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';

/** The question about code that was asked last in this window, with a command or in the input box. */
export interface LastQuestion {
  readonly current: () => string | undefined;
  readonly remember: (text: string) => void;
  /** Remembers a question that is sent from an input box, if it is about code. */
  readonly noteSent: (intent: ViewToHost) => void;
}

/** Tells VS Code when there is one, which shows the command that asks it again. */
export function createLastQuestion(): LastQuestion {
  let question: string | undefined;
  const remember = (text: string): void => {
    if (text.trim() !== '') {
      question = text;
      void vscode.commands.executeCommand('setContext', 'parley.hasQuestion', true);
    }
  };
  return {
    current: () => question,
    remember,
    noteSent(intent) {
      if (intent.kind === 'send' && intent.context?.some(isCode)) {
        remember(intent.text);
      }
    },
  };
}

/** Whether an item is code, about which a question can be asked again, and not what code depends on. */
function isCode({ kind, path }: ContextItem): boolean {
  return kind === undefined ? path !== pastedTextPath : codeKinds.has(kind);
}

const codeKinds: ReadonlySet<string> = new Set(['cell', 'symbol', 'virtual']);
