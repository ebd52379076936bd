import * as l10n from '@vscode/l10n';
import { render } from 'lit';
import type { WebviewApi } from 'vscode-webview';
import type { DiagnosisStep } from '../../shared/diagnosis/diagnosis.ts';
import { firstTrouble } from '../../shared/diagnosis/diagnosisWords.ts';
import type { DiagnosisPageToHost, HostToDiagnosisPage } from '../../shared/diagnosis/protocol.ts';
import { isArrayOf, isBoolean, isFiniteNumber, isObjectOf, isString } from '../../shared/guards.ts';
import { element } from '../dom/element.ts';
import { announcements } from './announcements.ts';
import { diagnosisView, stepId } from './diagnosisView.ts';

/** What the page has told the user of a run. VS Code keeps it while the tab is hidden and the page is unloaded. */
interface Told {
  readonly run: number;
  /** What was announced, see `announcements`. */
  readonly announced: readonly string[];
  /** Whether the first problem was brought into view. */
  readonly isShown: boolean;
}

const isTold = isObjectOf({
  run: isFiniteNumber,
  announced: isArrayOf(isString),
  isShown: isBoolean,
});

type Said = Extract<HostToDiagnosisPage, { readonly kind: 'said' }>;
type Shown = Extract<HostToDiagnosisPage, { readonly kind: 'diagnosis' }>;

/** The page of a diagnosis: its steps as the host last sent them. */
export class DiagnosisApp {
  readonly #api: WebviewApi<unknown>;
  readonly #post: (intent: DiagnosisPageToHost) => void;
  readonly #content = element('main', { class: 'diagnosis' });
  readonly #announcer = element('div', {
    class: 'visually-hidden',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': l10n.t('Progress of the diagnosis'),
  });
  #shown: Shown | undefined;
  #said: Said | undefined;
  #told: Told;

  constructor(
    root: HTMLElement,
    api: WebviewApi<unknown>,
    post: (intent: DiagnosisPageToHost) => void,
  ) {
    this.#api = api;
    this.#post = post;
    const told = api.getState();
    this.#told = isTold(told) ? told : { run: 0, announced: [], isShown: false };
    root.replaceChildren(this.#content, this.#announcer);
  }

  receive(message: HostToDiagnosisPage): void {
    if (message.kind === 'said') {
      this.#said = message;
      this.#render();
    } else {
      this.#show(message);
    }
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    const { run, diagnosis } = shown;
    if (run !== this.#told.run) {
      this.#told = { run, announced: [], isShown: false };
      this.#said = undefined;
      this.#announcer.replaceChildren();
    }
    this.#render();
    this.#announce(announcements(diagnosis));
    const trouble = firstTrouble(diagnosis.findings);
    if (trouble?.status === 'problem' && !this.#told.isShown) {
      this.#tell({ isShown: true });
      showStep(trouble.step);
    }
  }

  #announce(texts: ReadonlyMap<string, string>): void {
    const fresh = [...texts].filter(([key]) => !this.#told.announced.includes(key));
    if (fresh.length > 0) {
      this.#announcer.append(...fresh.map(([, text]) => element('p', {}, [text])));
      this.#tell({ announced: [...this.#told.announced, ...fresh.map(([key]) => key)] });
    }
  }

  #tell(change: Partial<Told>): void {
    this.#told = { ...this.#told, ...change };
    this.#api.setState(this.#told);
  }

  #render(): void {
    const diagnosis = this.#shown?.diagnosis;
    if (diagnosis !== undefined) {
      render(
        diagnosisView({ diagnosis, said: this.#said }, (intent) => this.#ask(intent)),
        this.#content,
      );
    }
  }

  #ask(intent: DiagnosisPageToHost): void {
    this.#said = undefined;
    this.#render();
    this.#post(intent);
  }
}

/** Scrolls to a step without moving the focus. */
function showStep(step: DiagnosisStep): void {
  document.querySelector(`#${stepId(step)}`)?.scrollIntoView({ block: 'nearest' });
}
