import type { WebviewApi } from 'vscode-webview';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { keepFocus } from '../dom/focus.ts';
import { readHostMessages } from './hostMessages.ts';
import { PanelApp } from './panelApp.ts';
import { handlePanelKeys } from './panelKeys.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  startPanel(root, acquireVsCodeApi());
}

/** Builds the panel in `root`, connects it to the host and asks for the conversation. */
export function startPanel(root: HTMLElement, api: WebviewApi<unknown>): void {
  const post = (intent: ViewToHost): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    api.postMessage(intent);
  };
  const panel = new PanelApp(root, api, post);
  const onMessage = readHostMessages(panel, () => post({ kind: 'ready' }));
  window.addEventListener('message', ({ data, origin }) => {
    // The frames in which diagrams are drawn have no other origin than this.
    if (origin !== 'null') {
      onMessage(data);
    }
  });
  window.addEventListener('focus', () => post({ kind: 'focused' }));
  window.addEventListener('blur', () => post({ kind: 'blurred' }));
  handlePanelKeys(panel, post);
  keepFocus(root, panel.composer);
  post({ kind: 'ready' });
  if (document.hasFocus()) {
    post({ kind: 'focused' });
  }
}
