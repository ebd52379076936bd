import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Diagnosis, DiagnosisStep } from '../../shared/diagnosis/diagnosis.ts';
import { firstTrouble, summaryWords } from '../../shared/diagnosis/diagnosisWords.ts';
import type { DiagnosisPageToHost } from '../../shared/diagnosis/protocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { icon } from '../dom/element.ts';
import { type Ask, findingView, offerView } from './findingView.ts';
import { shownText } from './shownText.ts';

/** Longer names and addresses are cut. In characters. */
const maxNameLength = 300;

/** What the page shows. */
interface DiagnosisState {
  readonly diagnosis: Diagnosis;
  /** What became of the last thing that the user wanted. */
  readonly said?: { readonly text: string; readonly isProblem: boolean } | undefined;
}

/** The id of the element that shows a step. */
export function stepId(step: DiagnosisStep): string {
  return `step-${step}`;
}

/** The whole page. */
export function diagnosisView({ diagnosis, said }: DiagnosisState, ask: Ask): TemplateResult {
  const { connection, address, findings, offer } = diagnosis;
  const trouble = firstTrouble(findings);
  return html`<div class="diagnosis-head">
      <h1>${l10n.t('Connection Diagnosis')}</h1>
      <p class="diagnosis-name">
        <bdi>${visibleText(connection.slice(0, maxNameLength))}</bdi>
        <bdi class="quiet diagnosis-address">${visibleText(address.slice(0, maxNameLength))}</bdi>
      </p>
      ${summary(diagnosis)} ${buttons(diagnosis, ask)}
      <div class="diagnosis-said" role="status">
        ${
          said === undefined
            ? nothing
            : html`<p>
                ${icon(said.isProblem ? 'error' : 'check')}<span dir="auto"
                  >${shownText(said.text, 1000)}</span
                >
              </p>`
        }
      </div>
    </div>
    <ol class="diagnosis-steps" aria-label=${l10n.t('Steps of the diagnosis')}>
      ${repeat(
        findings,
        ({ step }) => step,
        (finding) =>
          html`<li class="step ${finding.status}" id=${stepId(finding.step)}>
            ${findingView(finding, finding === trouble, ask)}
          </li>`,
      )}
    </ol>
    ${offer === undefined ? nothing : html`<section class="diagnosis-offer" aria-label=${l10n.t('Ask for a reply')}>${offerView(offer, ask)}</section>`}`;
}

/** The outcome, or what is being checked. Each finished step is announced elsewhere. */
function summary(diagnosis: Diagnosis): TemplateResult {
  return html`<p class="diagnosis-summary" aria-busy=${diagnosis.isRunning}>
    ${shownText(summaryWords(diagnosis), maxNameLength)}
  </p>`;
}

/** While the diagnosis runs, the first button stops it; it stays the same button, so that it keeps the focus. */
function buttons({ isRunning, findings }: Diagnosis, ask: Ask): TemplateResult {
  const intent = (kind: Exclude<DiagnosisPageToHost['kind'], 'act'>) => () => ask({ kind });
  return html`<div class="button-row">
    <vscode-button
      ?secondary=${isRunning || firstTrouble(findings)?.action !== undefined}
      @click=${intent(isRunning ? 'stop' : 'runAgain')}
      >${isRunning ? l10n.t('Stop') : l10n.t('Run Again')}</vscode-button
    >
    <vscode-button secondary ?disabled=${findings.length === 0} @click=${intent('copyReport')}
      >${l10n.t('Copy Report')}</vscode-button
    >
    <vscode-button secondary @click=${intent('showLog')}>${l10n.t('Show Log')}</vscode-button>
  </div>`;
}
