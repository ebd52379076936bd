import * as vscode from 'vscode';
import type { HostToView, MoreText } from '../../src/shared/panel/panelProtocol.ts';

/** The host's side of a webview view, played by the test. */
export function fakeView(extensionUri: vscode.Uri) {
  const received = new vscode.EventEmitter<unknown>();
  const visibility = new vscode.EventEmitter<void>();
  const disposed = new vscode.EventEmitter<void>();
  const posted: Exclude<HostToView, MoreText>[] = [];
  const view = {
    visible: true,
    webview: {
      html: '',
      options: {},
      cspSource: 'https://csp.test',
      asWebviewUri: (uri: vscode.Uri) => uri,
      postMessage: async (message: HostToView) =>
        posted.push(
          'kind' in message ? message : { kind: 'events', revision: message[0], events: [] },
        ) > 0,
      onDidReceiveMessage: received.event,
    },
    onDidChangeVisibility: visibility.event,
    onDidDispose: disposed.event,
  };
  return {
    view: view as unknown as vscode.WebviewView,
    posted,
    extensionUri,
    say: (message: unknown) => received.fire(message),
    setVisible: (visible: boolean) => {
      view.visible = visible;
      visibility.fire();
    },
    dispose: () => disposed.fire(),
  };
}
