import * as vscode from 'vscode';
import type { Target } from '../connections/target.ts';
import { DiagnosisTab, type DiagnosisTabServices, type TabPanel } from './diagnosisTab.ts';

/** The tabs with a diagnosis, one for each connection. */
export interface DiagnosisPages extends vscode.Disposable {
  /**
   * Shows the tab of a connection and diagnoses it, unless that is happening already. `apiKey` is the key of a
   * connection that is not saved yet.
   */
  readonly open: (target: Target, apiKey?: string) => void;
}

/** The whole of diagnosing, for a bundle of its own. Tests give it other tabs than VS Code's. */
export function diagnosisPages(
  services: DiagnosisTabServices,
  createTab: () => TabPanel = createEditorTab,
): DiagnosisPages {
  const tabs = new Map<string, DiagnosisTab>();
  return {
    open(target, apiKey) {
      const { id } = target.connection;
      const tab = tabs.get(id) ?? new DiagnosisTab(services, createTab(), () => tabs.delete(id));
      tabs.set(id, tab);
      tab.open(target, apiKey);
    },
    dispose() {
      for (const tab of tabs.values()) {
        tab.dispose();
      }
    },
  };
}

function createEditorTab(): TabPanel {
  return vscode.window.createWebviewPanel(
    'parley.diagnosis',
    vscode.l10n.t('Connection Diagnosis'),
    vscode.ViewColumn.Active,
  );
}
