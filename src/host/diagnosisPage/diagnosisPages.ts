import type * as vscode from 'vscode';
import type { Target } from '../connections/target.ts';
import { DiagnosisTab, type DiagnosisTabServices } from './diagnosisTab.ts';

/** The tabs with a diagnosis, one for each connection. */
export interface DiagnosisPages extends vscode.Disposable {
  /**
   * Shows the tab of a connection and diagnoses it, unless that is happening already. `apiKey` is the key of a
   * connection that is not saved yet.
   */
  readonly open: (target: Target, apiKey?: string) => void;
}

/** The whole of diagnosing, for a bundle of its own. */
export function diagnosisPages(services: DiagnosisTabServices): DiagnosisPages {
  const tabs = new Map<string, DiagnosisTab>();
  return {
    open(target, apiKey) {
      const { id } = target.connection;
      const tab = tabs.get(id) ?? new DiagnosisTab(services, () => tabs.delete(id));
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
