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

const ranges: Readonly<Record<ParameterName, string>> = {
  temperature: '0 to 2',
  top_p: '0 to 1',
  max_tokens: 'whole number',
  stop: 'at most 4, one per line',
};

/** A box with its name, its range and, if the connection sets the parameter, a button not to send it. */
export function parameterRow(row: ParameterRow): TemplateResult {
  const { name, text } = row;
  const problem = parameterProblem(name, readParameter(name, text));
  return html`<label class="parameter-name" for="parameter-${name}"
      ><span>${name}</span> <span class="quiet">${ranges[name]}</span></label
    >
    <div class="parameter-value">${box(row, problem !== undefined)} ${notSentButton(row)}</div>
    ${
      problem === undefined
        ? nothing
        : html`<p class="parameter-problem" id="parameter-${name}-problem" role="alert">
            Not used: ${problem}
          </p>`
    }`;
}

function placeholder({ name, own, defaults }: ParameterRow): string {
  if (own[name] === null) {
    return 'not sent';
  }
  const inherited = parameterText(name, defaults);
  return inherited === '' ? 'default' : `${inherited} (connection)`;
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
  const label = `Do not send ${name}`;
  return html`<button
    class="icon-button"
    type="button"
    aria-label=${label}
    aria-pressed=${isNotSent}
    title="${label}, which the connection sets"
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
