import type { WebviewApi } from 'vscode-webview';
import type { UserMessage } from '../shared/conversation.ts';
import { isContextItem } from '../shared/conversationGuard.ts';
import { isArrayOf, isObjectOf, isString, optional } from '../shared/guards.ts';

/** What stands in the composer, which outlives the page. */
export interface Draft {
  read(): UserMessage;
  write(message: UserMessage): void;
}

const isState = isObjectOf({ draft: isString, context: optional(isArrayOf(isContextItem)) });

/** Keeps the draft in the state that VS Code stores for the webview. */
export function createDraft(api: WebviewApi<unknown>): Draft {
  return {
    read() {
      const state = api.getState();
      return isState(state)
        ? { text: state.draft, context: state.context ?? [] }
        : { text: '', context: [] };
    },
    write({ text, context }) {
      api.setState({ draft: text, context });
    },
  };
}
