import type { WebviewApi } from 'vscode-webview';
import {
  isOpenForms,
  type ConnectionsToHost,
  type OpenForm,
} from '../shared/connectionsProtocol.ts';
import { isObjectOf } from '../shared/guards.ts';
import { isChanged, openEditor, withAllTouched, type Editor } from './connectionEditor.ts';

/** The forms of the page by their refs. */
export type Editors = ReadonlyMap<string, Editor>;

const isState = isObjectOf({ editors: isOpenForms });

/** The forms that were open when the page was last hidden. */
export function hiddenForms(api: WebviewApi<unknown>): Editors {
  const stored = api.getState();
  return reopened(isState(stored) ? stored.editors : []);
}

/** Forms as they were left. */
export function reopened(forms: readonly OpenForm[]): Editors {
  return new Map(
    forms.map(({ ref, base, draft }) => [ref, { ...withAllTouched(openEditor(ref)), base, draft }]),
  );
}

/** Keeps all forms while the page is hidden, and leaves the changed ones for the next page. */
export function keepForms(
  editors: Editors,
  api: WebviewApi<unknown>,
  post: (intent: ConnectionsToHost) => void,
): void {
  const forms = [...editors.values()].map(({ ref, base, draft }) => ({ ref, base, draft }));
  api.setState({ editors: forms });
  post({ kind: 'openForms', forms: forms.filter(isChanged) });
}
