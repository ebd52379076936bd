import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import {
  parameterHint,
  parameterLabel,
  parameterText,
  readParameter,
} from '../../../shared/service/parameterText.ts';
import type {
  OwnParameters,
  ParameterName,
  RequestParameters,
} from '../../../shared/service/requestParameters.ts';
import type { ThinkingSupport } from '../../../shared/service/thinking.ts';
import { icon, typedText } from '../../dom/element.ts';
import type { ParameterDraft } from './parameterDraft.ts';

/** What the rows of the pop-over show and change. */
export interface ParameterRows {
  /** The parameters of the conversation; they override those of the connection. */
  readonly own: OwnParameters;
  /** The parameters of the connection. */
  readonly defaults: RequestParameters;
  /** How the model is asked for a thinking effort; missing without a model. */
  readonly thinking?: ThinkingSupport | undefined;
  /** The parameters that the model list does not name for the model. */
  readonly notListed: readonly ParameterName[];
  /** The most that `max_tokens` can be, as the model list states it. */
  readonly maxOutputTokens?: number | undefined;
  readonly draft: ParameterDraft;
  /** Sets parameters of the conversation, and changes the draft. What cannot be sent stays in the draft only. */
  readonly edit: (own: OwnParameters, change: Partial<ParameterDraft>) => void;
}

/** The parameters that are typed into a box. */
export const textParameters = [
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
] as const satisfies readonly ParameterName[];

/** A box with its name, its range and, if the connection sets the parameter, a button not to send it. */
export function parameterRow(
  name: (typeof textParameters)[number],
  rows: ParameterRows,
): TemplateResult {
  const { notListed, maxOutputTokens } = rows;
  const { problem } = readParameter(name, textIn(rows, name));
  return html`${rowLabel(name, parameterHint(name, maxOutputTokens), notListed)}
    <div class="parameter-value">
      ${box(name, rows, problem !== undefined)} ${notSentButton(name, rows)}
    </div>
    ${problemView(name, problem)}`;
}

/** Takes what is typed for a parameter. */
export function enter(
  name: ParameterName,
  text: string,
  { own, draft, edit }: ParameterRows,
): void {
  const { set } = readParameter(name, text);
  const texts = { ...draft.texts, [name]: text };
  edit(set === undefined ? own : withParameter(own, name, set[name]), { texts });
}

/** The parameters with another value of one: `null` if it is not to be sent, none for the default. */
export function withParameter(
  own: OwnParameters,
  name: ParameterName,
  value: OwnParameters[ParameterName],
): OwnParameters {
  const { [name]: _before, ...others } = own;
  return value === undefined ? others : { ...others, [name]: value };
}

function textIn({ draft }: ParameterRows, name: ParameterName): string {
  return draft.texts[name] ?? '';
}

/** The label of a row, with what can be entered and whether the model is known not to take the parameter. */
export function rowLabel(
  name: ParameterName,
  hint: string,
  notListed: readonly ParameterName[],
): TemplateResult {
  const unlisted = notListed.includes(name) ? l10n.t('not listed for this model') : '';
  const hints = [hint, unlisted].filter((text) => text !== '').join(' · ');
  return html`<label class="parameter-name" for="parameter-${name}"
    ><span>${parameterLabel(name)}</span> <span class="quiet">${hints}</span></label
  >`;
}

/** One option of a list, chosen if its value is `current`. */
export function option(value: string, current: string, label: string): TemplateResult {
  return html`<option value=${value} ?selected=${value === current}>${label}</option>`;
}

/** Why what a row holds is not sent. */
export function problemView(
  id: string,
  problem: string | undefined,
): TemplateResult | typeof nothing {
  return problem === undefined
    ? nothing
    : html`<p class="parameter-problem" id="parameter-${id}-problem" role="alert">
        ${l10n.t('Not used: {0}', problem)}
      </p>`;
}

/** What stands in an empty box. */
export function placeholder(
  name: ParameterName,
  { own, defaults }: Pick<ParameterRows, 'own' | 'defaults'>,
): string {
  if (own[name] === null) {
    return l10n.t('not sent');
  }
  return defaultLabel(parameterText(name, defaults));
}

/** What is sent if the user sets nothing: what the connection sets, if it does. */
export function defaultLabel(inherited = ''): string {
  return inherited === ''
    ? l10n.t({ message: 'default', comment: 'The parameter is not set.' })
    : l10n.t('{0} (connection)', inherited);
}

function notSentButton(
  name: ParameterName,
  { own, defaults, draft, edit }: ParameterRows,
): TemplateResult | typeof nothing {
  const isNotSent = own[name] === null;
  if (!isNotSent && defaults[name] === undefined) {
    return nothing;
  }
  const texts = { ...draft.texts, [name]: '' };
  return html`<button
    class="icon-button"
    type="button"
    aria-label=${l10n.t('Do Not Send {0}', name)}
    aria-pressed=${isNotSent}
    title=${l10n.t('Do Not Send {0} (Set by the Connection)', name)}
    @click=${() => edit(withParameter(own, name, isNotSent ? undefined : null), { texts })}
  >
    ${icon('circle-slash')}
  </button>`;
}

function box(name: ParameterName, rows: ParameterRows, isBad: boolean): TemplateResult {
  const id = `parameter-${name}`;
  const text = textIn(rows, name);
  const isNotSent = rows.own[name] === null;
  const on = (event: Event): void => enter(name, typedText(event), rows);
  return name === 'stop'
    ? html`<textarea
        id=${id}
        rows="2"
        .value=${text}
        placeholder=${placeholder(name, rows)}
        ?disabled=${isNotSent}
        aria-invalid=${isBad}
        aria-describedby="${id}-problem"
        @input=${on}
      ></textarea>`
    : html`<input
        id=${id}
        type="text"
        inputmode="decimal"
        autocomplete="off"
        .value=${text}
        placeholder=${placeholder(name, rows)}
        ?disabled=${isNotSent}
        aria-invalid=${isBad}
        aria-describedby="${id}-problem"
        @input=${on}
      />`;
}
