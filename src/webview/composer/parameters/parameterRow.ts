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
import { icon, typedText } from '../../dom/element.ts';

/** What the rows of all parameters show. */
export interface ParameterValues {
  /** The parameters of the conversation. */
  readonly own: OwnParameters;
  /** The parameters of the connection. */
  readonly defaults: RequestParameters;
  /** The parameters that the model list does not name for the model. */
  readonly notListed: readonly ParameterName[];
  /** The most that `max_tokens` can be, as the model list states it. */
  readonly maxOutputTokens?: number | undefined;
}

interface ParameterRow extends ParameterValues {
  readonly name: TextParameter;
  /** The text in its box. */
  readonly text: string;
  readonly onInput: (name: ParameterName, text: string) => void;
  readonly onNotSent: (name: ParameterName, isNotSent: boolean) => void;
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

type TextParameter = (typeof textParameters)[number];

/** A box with its name, its range and, if the connection sets the parameter, a button not to send it. */
export function parameterRow(row: ParameterRow): TemplateResult {
  const { name, text, notListed, maxOutputTokens } = row;
  const { problem } = readParameter(name, text);
  return html`${rowLabel(name, parameterHint(name, maxOutputTokens), notListed)}
    <div class="parameter-value">${box(row, problem !== undefined)} ${notSentButton(row)}</div>
    ${problemView(name, problem)}`;
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
  { own, defaults }: Pick<ParameterValues, 'own' | 'defaults'>,
): string {
  if (own[name] === null) {
    return l10n.t('not sent');
  }
  const inherited = parameterText(name, defaults);
  return inherited === ''
    ? l10n.t({ message: 'default', comment: 'The parameter is not set.' })
    : l10n.t('{0} (connection)', inherited);
}

function notSentButton({
  name,
  own,
  defaults,
  onNotSent,
}: ParameterRow): TemplateResult | typeof nothing {
  const isNotSent = own[name] === null;
  if (!isNotSent && defaults[name] === undefined) {
    return nothing;
  }
  return html`<button
    class="icon-button"
    type="button"
    aria-label=${l10n.t('Do Not Send {0}', name)}
    aria-pressed=${isNotSent}
    title=${l10n.t('Do Not Send {0} (Set by the Connection)', name)}
    @click=${() => onNotSent(name, !isNotSent)}
  >
    ${icon('circle-slash')}
  </button>`;
}

function box(row: ParameterRow, isBad: boolean): TemplateResult {
  const { name, text, own, onInput } = row;
  const id = `parameter-${name}`;
  const on = (event: Event): void => onInput(name, typedText(event));
  return name === 'stop'
    ? html`<textarea
        id=${id}
        rows="2"
        .value=${text}
        placeholder=${placeholder(name, row)}
        ?disabled=${own[name] === null}
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
        placeholder=${placeholder(name, row)}
        ?disabled=${own[name] === null}
        aria-invalid=${isBad}
        aria-describedby="${id}-problem"
        @input=${on}
      />`;
}
