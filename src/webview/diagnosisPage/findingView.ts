import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type {
  DiagnosisAction,
  Finding,
  FindingStatus,
  ReplyOffer,
} from '../../shared/diagnosis/diagnosis.ts';
import { statusWords, stepName } from '../../shared/diagnosis/diagnosisWords.ts';
import type { DiagnosisPageToHost } from '../../shared/diagnosis/protocol.ts';
import { shownText } from './shownText.ts';

/** Posts what the user wants. */
export type Ask = (intent: DiagnosisPageToHost) => void;

/** Longer texts are cut. In characters. */
const maxTextLength = 2000;

/** Further facts and sentences of advice are left out. */
const maxTexts = 50;

const icons: Readonly<Record<FindingStatus, string>> = {
  running: 'loading codicon-modifier-spin',
  fine: 'check',
  warning: 'warning',
  problem: 'error',
  skipped: 'dash',
};

/** One step: what was tried, what came back, what to do. The action of the first problem is the primary button. */
export function findingView(finding: Finding, isFirst: boolean, ask: Ask): TemplateResult {
  const { step, status, title, tried, facts, advice, action } = finding;
  return html`<div class="step-head">
      <span class="codicon codicon-${icons[status]}" aria-hidden="true"></span>
      <h2>
        <span class="step-name">${stepName(step)}</span>
        <span class="step-title" dir="auto">${shownText(title, maxTextLength)}</span>
      </h2>
      <span class="step-status">${statusWords(status)}</span>
    </div>
    <div class="step-content">
      ${
        tried === undefined
          ? nothing
          : html`<p class="step-tried">
              <code dir="auto">${shownText(tried, maxTextLength)}</code>
            </p>`
      }
      ${texts(facts)}
      ${
        advice.length === 0
          ? nothing
          : html`<div class="step-advice">
              <span class="codicon codicon-lightbulb" aria-hidden="true"></span>
              <div>${texts(advice)}</div>
            </div>`
      }
      ${
        action === undefined
          ? nothing
          : html`<div class="button-row">
              <vscode-button ?secondary=${!isFirst} @click=${() => ask({ kind: 'act', action })}
                >${actionLabel(action)}</vscode-button
              >
            </div>`
      }
    </div>`;
}

/** A request for a reply that the user can ask for, with what it costs. */
export function offerView({ text, button }: ReplyOffer, ask: Ask): TemplateResult {
  return html`<p dir="auto">${shownText(text, maxTextLength)}</p>
    <div class="button-row">
      <vscode-button secondary @click=${() => ask({ kind: 'askForReply' })}
        >${shownText(button, maxTextLength)}</vscode-button
      >
    </div>`;
}

function texts(all: readonly string[]): readonly TemplateResult[] {
  return all
    .slice(0, maxTexts)
    .map((text) => html`<p dir="auto">${shownText(text, maxTextLength)}</p>`);
}

function actionLabel(action: DiagnosisAction): string {
  switch (action) {
    case 'setKey':
      return l10n.t('Set API Key…');
    case 'editConnection':
      return l10n.t('Edit Connection');
    case 'chooseModel':
      return l10n.t('Choose Model…');
    case 'proxySettings':
      return l10n.t('Proxy Settings');
    case 'certificateSettings':
      return l10n.t('Certificate Settings');
    case 'timeoutSettings':
      return l10n.t('Timeout Settings');
    case 'useStandardMode':
      return l10n.t('Use Standard Mode');
    case 'placeSettings':
      return l10n.t('Change Where Parley Runs');
  }
}
