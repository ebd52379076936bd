import type { WebviewApi } from 'vscode-webview';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { focusComposerOnReturn } from '../dom/focus.ts';
import { readPageLanguage } from '../dom/pageLanguage.ts';
import { readHostMessages } from './hostMessages.ts';
import { PanelApp } from './panelApp.ts';
import { handlePanelKeys } from './panelKeys.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  readPageLanguage();
  startPanel(root, acquireVsCodeApi());
}

/** Builds the panel in `root`, connects it to the host and asks for the conversation. */
export function startPanel(root: HTMLElement, api: WebviewApi<unknown>): void {
  const post = (intent: ViewToHost): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window's postMessage
    api.postMessage(intent);
  };
  const panel = new PanelApp(root, api, post);
  const onMessage = readHostMessages(panel.handlers, () => post({ kind: 'ready' }));
  window.addEventListener('message', ({ data, origin }) => {
    // The frames that draw diagrams are sandboxed, so their origin is opaque.
    if (origin !== 'null') {
      onMessage(data);
    }
  });
  window.addEventListener('focus', () => post({ kind: 'focused' }));
  window.addEventListener('blur', () => post({ kind: 'blurred' }));
  handlePanelKeys(panel, post);
  focusComposerOnReturn(root, panel.composer);
  post({ kind: 'ready' });
  if (document.hasFocus()) {
    post({ kind: 'focused' });
  }
}
