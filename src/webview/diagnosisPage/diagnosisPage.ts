import type { WebviewApi } from 'vscode-webview';
import {
  type DiagnosisPageToHost,
  isHostToDiagnosisPage,
} from '../../shared/diagnosis/protocol.ts';
import { readPageLanguage } from '../dom/pageLanguage.ts';
import { DiagnosisApp } from './diagnosisApp.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  readPageLanguage();
  startDiagnosis(root, acquireVsCodeApi());
}

/** Builds the page of a diagnosis in `root`, connects it to the host and asks for the diagnosis. */
export function startDiagnosis(root: HTMLElement, api: WebviewApi<unknown>): void {
  const post = (intent: DiagnosisPageToHost): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window's postMessage
    api.postMessage(intent);
  };
  const app = new DiagnosisApp(root, api, post);
  window.addEventListener('message', ({ data }) => {
    if (isHostToDiagnosisPage(data)) {
      app.receive(data);
    }
  });
  post({ kind: 'ready' });
}
