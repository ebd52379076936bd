import type { WebviewApi } from 'vscode-webview';
import type {
  ConnectionsPageToHost,
  HostToConnectionsPage,
} from '../../shared/connectionsPage/protocol.ts';
import { type Guard, isOneOf, isRecord } from '../../shared/guards.ts';
import { ConnectionsApp } from './connectionsApp.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  startConnections(root, acquireVsCodeApi());
}

const isKind = isOneOf('connections', 'openForms', 'checked', 'saved', 'tested', 'failed');

/** The host is trusted; what other frames may post is not ours. */
const isHostToConnections: Guard<HostToConnectionsPage> = (value): value is HostToConnectionsPage =>
  isRecord(value) && isKind(value['kind']);

/** Builds the page of connections in `root`, connects it to the host and asks for the list. */
export function startConnections(root: HTMLElement, api: WebviewApi<unknown>): void {
  const post = (intent: ConnectionsPageToHost): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    api.postMessage(intent);
  };
  root.role = 'main';
  const app = new ConnectionsApp(root, api, post);
  window.addEventListener('message', ({ data }) => {
    if (isHostToConnections(data)) {
      app.receive(data);
    }
  });
  post({ kind: 'ready' });
}
