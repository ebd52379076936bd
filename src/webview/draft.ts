import type { WebviewApi } from 'vscode-webview';
import { isObjectOf, isString } from '../shared/guards.ts';

/** The text in the composer, which outlives the page. */
export interface Draft {
  read(): string;
  write(text: string): void;
}

const isState = isObjectOf({ draft: isString });

/** Keeps the draft in the state that VS Code stores for the webview. */
export function createDraft(api: WebviewApi<unknown>): Draft {
  return {
    read() {
      const state = api.getState();
      return isState(state) ? state.draft : '';
    },
    write(text) {
      api.setState({ draft: text });
    },
  };
}
