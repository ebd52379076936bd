import * as vscode from 'vscode';
import { isDiagramToHost, type HostToDiagram } from '../shared/diagramProtocol.ts';
import { messageOf } from './messageOf.ts';
import { panelHtml } from './panelHtml.ts';
import { saveDiagram } from './saveDiagram.ts';

/** Shows diagrams in tabs of the editor area, one each. */
export class DiagramTabs implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #tabs = new Map<string, vscode.WebviewPanel>();

  constructor(extensionUri: vscode.Uri) {
    this.#extensionUri = extensionUri;
  }

  /** Shows the diagram of a source, or brings the tab that does to the front. */
  open(source: string): void {
    const tab = this.#tabs.get(source) ?? this.#create(source);
    this.#tabs.set(source, tab);
    tab.reveal();
  }

  dispose(): void {
    for (const tab of this.#tabs.values()) {
      tab.dispose();
    }
  }

  #create(source: string): vscode.WebviewPanel {
    const tab = vscode.window.createWebviewPanel(
      'parley.diagram',
      vscode.l10n.t('Diagram'),
      vscode.ViewColumn.Active,
      {
        enableScripts: true,
        localResourceRoots: [vscode.Uri.joinPath(this.#extensionUri, 'dist', 'webview')],
      },
    );
    const { webview } = tab;
    webview.onDidReceiveMessage(async (message: unknown) => {
      if (!isDiagramToHost(message)) {
        return;
      }
      if (message.kind === 'ready') {
        const diagram: HostToDiagram = { kind: 'diagram', text: source };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
        await webview.postMessage(diagram);
      } else {
        await saveDiagram(message.text).catch((error: unknown) => {
          void vscode.window.showErrorMessage(messageOf(error));
        });
      }
    });
    tab.onDidDispose(() => this.#tabs.delete(source));
    webview.html = panelHtml(webview, this.#extensionUri, 'diagram');
    return tab;
  }
}
