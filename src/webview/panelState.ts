import type { WebviewApi } from 'vscode-webview';
import { isRecord } from '../shared/guards.ts';

/** What outlives the page for as long as the window has the panel, by name. */
export interface PanelState {
  read(): Readonly<Record<string, unknown>>;
  /** Replaces what has these names. */
  write(part: Readonly<Record<string, unknown>>): void;
}

/** The state that VS Code stores for the webview. */
export function createPanelState(api: WebviewApi<unknown>): PanelState {
  const read = (): Readonly<Record<string, unknown>> => {
    const state = api.getState();
    return isRecord(state) ? state : {};
  };
  return { read, write: (part) => void api.setState({ ...read(), ...part }) };
}
