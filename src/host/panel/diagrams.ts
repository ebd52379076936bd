import * as vscode from 'vscode';
import {
  type HostToDiagramPage,
  isDiagramPageToHost,
} from '../../shared/diagramPage/diagramPageProtocol.ts';
import { messageOf } from '../base/errorMessage.ts';
import { showPage } from '../base/webviewPage.ts';

/** Shows each diagram in an editor tab of its own. */
export class DiagramTabs implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #tabs = new Map<string, vscode.WebviewPanel>();

  constructor(extensionUri: vscode.Uri) {
    this.#extensionUri = extensionUri;
  }

  /** Shows the diagram of a Mermaid source, in its tab if it has one. */
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
    );
    const { webview } = tab;
    webview.onDidReceiveMessage(async (message: unknown) => {
      if (!isDiagramPageToHost(message)) {
        return;
      }
      if (message.kind === 'ready') {
        const diagram: HostToDiagramPage = { kind: 'diagram', text: source };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
        await webview.postMessage(diagram);
      } else {
        await saveDiagram(message.text).catch((error: unknown) => {
          void vscode.window.showErrorMessage(messageOf(error));
        });
      }
    });
    tab.onDidDispose(() => this.#tabs.delete(source));
    showPage(webview, this.#extensionUri, 'diagram');
    return tab;
  }
}

/** Saves a drawing to a file that the user chooses. */
export async function saveDiagram(svg: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Diagram as SVG'),
    filters: { SVG: ['svg'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'diagram.svg') }),
  });
  if (target !== undefined) {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
  }
}
