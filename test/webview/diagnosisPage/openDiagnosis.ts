import type { Diagnosis, Finding } from '../../../src/shared/diagnosis/diagnosis.ts';
import type {
  DiagnosisPageToHost,
  HostToDiagnosisPage,
} from '../../../src/shared/diagnosis/protocol.ts';
import { startDiagnosis } from '../../../src/webview/diagnosisPage/diagnosisPage.ts';

/** A finding with nothing to see in it but its status. */
export function aFinding(step: Finding['step'], finding: Partial<Finding> = {}): Finding {
  return { step, status: 'fine', title: 'Work', facts: [], advice: [], ...finding };
}

/** A diagnosis that has ended with these findings. */
export function aDiagnosis(
  findings: readonly Finding[],
  diagnosis: Partial<Diagnosis> = {},
): Diagnosis {
  return {
    connectionId: 'work',
    connection: 'Work',
    address: 'https://a.example/v1',
    startedAt: 0,
    isRunning: false,
    findings,
    ...diagnosis,
  };
}

/** The page of a diagnosis, with a host that only listens. `stored` is what VS Code keeps for a hidden page. */
export function openDiagnosis(stored: { value?: unknown } = {}) {
  document.body.replaceChildren();
  const root = document.createElement('div');
  document.body.append(root);
  const posted: DiagnosisPageToHost[] = [];
  startDiagnosis(root, {
    postMessage: (message) => posted.push(message as DiagnosisPageToHost),
    getState: () => stored.value,
    setState: (value) => (stored.value = structuredClone(value)),
  });
  const post = (data: unknown): void => {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  };
  return {
    root,
    posted,
    post,
    tell: (message: HostToDiagnosisPage): void => post(message),
    show: (diagnosis: Diagnosis, run = 1): void => post({ kind: 'diagnosis', run, diagnosis }),
    /** What a screen reader was told. */
    announced: (): readonly string[] =>
      [...root.querySelectorAll('[aria-live] > p')].map(({ textContent }) => textContent),
    button(text: string): HTMLElement {
      const found = [...root.querySelectorAll<HTMLElement>('vscode-button')].find(
        (node) => node.textContent.trim() === text,
      );
      if (found === undefined) {
        throw new Error(`There is no button ${text}.`);
      }
      return found;
    },
    step(step: Finding['step']): HTMLElement {
      const found = root.querySelector<HTMLElement>(`#step-${step}`);
      if (found === null) {
        throw new Error(`There is no step ${step}.`);
      }
      return found;
    },
  };
}
