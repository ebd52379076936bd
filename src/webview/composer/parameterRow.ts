import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import {
  type OwnParameters,
  type ParameterName,
  parameterProblem,
  parameterText,
  readParameter,
  type RequestParameters,
} from '../../shared/service/requestParameters.ts';
import { icon, typedText } from '../dom/element.ts';

interface ParameterRow {
  readonly name: ParameterName;
  /** The text in its box. */
  readonly text: string;
  /** The parameters of the conversation. */
  readonly own: OwnParameters;
  /** The parameters of the connection. */
  readonly defaults: RequestParameters;
  readonly onInput: (name: ParameterName, text: string) => void;
  readonly onNotSent: (name: ParameterName, isNotSent: boolean) => void;
}

function range(name: ParameterName): string {
  switch (name) {
    case 'temperature':
      return l10n.t('{0} to {1}', 0, 2);
    case 'top_p':
      return l10n.t('{0} to {1}', 0, 1);
    case 'max_tokens':
      return l10n.t('whole number');
    case 'stop':
      return l10n.t('at most {0}, one per line', 4);
  }
}

/** A box with its name, its range and, if the connection sets the parameter, a button not to send it. */
export function parameterRow(row: ParameterRow): TemplateResult {
  const { name, text } = row;
  const problem = parameterProblem(name, readParameter(name, text));
  return html`<label class="parameter-name" for="parameter-${name}"
      ><span>${name}</span> <span class="quiet">${range(name)}</span></label
    >
    <div class="parameter-value">${box(row, problem !== undefined)} ${notSentButton(row)}</div>
    ${
      problem === undefined
        ? nothing
        : html`<p class="parameter-problem" id="parameter-${name}-problem" role="alert">
            ${l10n.t('Not used: {0}', problem)}
          </p>`
    }`;
}

function placeholder({ name, own, defaults }: ParameterRow): string {
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
        placeholder=${placeholder(row)}
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
        ?autofocus=${name === 'temperature'}
        placeholder=${placeholder(row)}
        ?disabled=${own[name] === null}
        aria-invalid=${isBad}
        aria-describedby="${id}-problem"
        @input=${on}
      />`;
}
