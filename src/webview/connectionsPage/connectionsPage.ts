import type { WebviewApi } from 'vscode-webview';
import type { ConnectionsPageToHost } from '../../shared/connectionsPage/protocol.ts';
import { handleMessages } from '../dom/messageHandlers.ts';
import { readPageLanguage } from '../dom/pageLanguage.ts';
import { ConnectionsApp } from './connectionsApp.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  readPageLanguage();
  startConnections(root, acquireVsCodeApi());
}

/** Builds the page of connections in `root`, connects it to the host and asks for the connections. */
export function startConnections(
  root: HTMLElement,
  api: Pick<WebviewApi<unknown>, 'postMessage'>,
): void {
  const post = (intent: ConnectionsPageToHost): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window's postMessage
    api.postMessage(intent);
  };
  root.role = 'main';
  const app = new ConnectionsApp(root, post);
  const onMessage = handleMessages(app.handlers);
  window.addEventListener('message', ({ data }) => onMessage(data));
  post({ kind: 'ready' });
}
