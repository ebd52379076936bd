import { html, nothing, render, type TemplateResult } from 'lit';
import {
  mergeParameters,
  parameterNames,
  parameterProblem,
  type RequestParameters,
} from '../shared/requestParameters.ts';
import { element } from './element.ts';
import { parameterText, readParameter, type ParameterName } from './parameterText.ts';

/** The parameters of the conversation, and those of its connection, which they go before. */
interface ParameterState {
  readonly own: RequestParameters;
  readonly defaults: RequestParameters;
}

/** The box in which parameters are set. It opens above the button whose popover it is. */
export interface ParametersPopover {
  readonly node: HTMLElement;
  /** Takes in what is set now; what is being typed stays. */
  update(state: ParameterState): void;
}

const ranges: Readonly<Record<ParameterName, string>> = {
  temperature: '0 to 2',
  top_p: '0 to 1',
  max_tokens: 'whole number',
  stop: 'at most 4, one per line',
};

type Texts = Readonly<Record<ParameterName, string>>;

/** `onSet` hears of each change that can be sent, and only of those. */
export function createParametersPopover(
  onSet: (parameters: RequestParameters) => void,
): ParametersPopover {
  const node = popoverNode();
  let state: ParameterState = { own: {}, defaults: {} };
  let texts = textsOf(state.own);
  const show = (): void => void render(content(texts, state, onInput, onReset), node);
  const set = (own: RequestParameters): void => {
    state = { ...state, own };
    onSet(own);
  };
  const onInput = (name: ParameterName, text: string): void => {
    texts = { ...texts, [name]: text };
    const value = readParameter(name, text);
    if (parameterProblem(name, value) === undefined) {
      set(mergeParameters({}, { ...state.own, [name]: value }));
    }
    show();
  };
  const onReset = (): void => {
    texts = textsOf({});
    set({});
    show();
  };
  onOpening(node, () => {
    texts = textsOf(state.own);
    show();
  });
  return {
    node,
    update(next) {
      state = next;
    },
  };
}

function popoverNode(): HTMLElement {
  const node = element('div', {
    class: 'parameters',
    popover: 'auto',
    role: 'dialog',
    'aria-label': 'Parameters of this conversation',
  });
  node.addEventListener('keydown', keepEscape);
  return node;
}

function onOpening(node: HTMLElement, prepare: () => void): void {
  node.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'open') {
      prepare();
      placeAbove(node, node.parentElement);
    }
  });
}

/** Escape closes the box; it must not stop the reply as well. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    event.stopPropagation();
  }
}

function textsOf(parameters: RequestParameters): Texts {
  return {
    temperature: parameterText('temperature', parameters),
    top_p: parameterText('top_p', parameters),
    max_tokens: parameterText('max_tokens', parameters),
    stop: parameterText('stop', parameters),
  };
}

/** The top layer knows no parent: the place is that of the box it belongs to. */
function placeAbove(node: HTMLElement, parent: HTMLElement | null): void {
  const top = parent?.getBoundingClientRect().top ?? window.innerHeight;
  node.style.bottom = `${window.innerHeight - top + 4}px`;
  node.style.maxHeight = `${Math.max(top - 12, 120)}px`;
}

function content(
  texts: Texts,
  { own, defaults }: ParameterState,
  onInput: (name: ParameterName, text: string) => void,
  onReset: () => void,
): TemplateResult {
  const { temperature, top_p } = mergeParameters(defaults, own);
  return html`${parameterNames.map((name) => row(name, texts[name], defaults, onInput))}
    <p class="quiet parameters-advice" role="status">
      ${
        temperature !== undefined && top_p !== undefined
          ? 'The interface advises against setting both temperature and top_p.'
          : nothing
      }
    </p>
    <div class="parameters-end">
      <p class="quiet">For this conversation. An empty box means the default.</p>
      <button class="text-button" type="button" @click=${onReset}><span>Reset</span></button>
    </div>`;
}

function row(
  name: ParameterName,
  text: string,
  defaults: RequestParameters,
  onInput: (name: ParameterName, text: string) => void,
): TemplateResult {
  const problem = parameterProblem(name, readParameter(name, text));
  const inherited = parameterText(name, defaults);
  const placeholder = inherited === '' ? 'default' : `${inherited} (connection)`;
  const on = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement || currentTarget instanceof HTMLTextAreaElement) {
      onInput(name, currentTarget.value);
    }
  };
  return html`<label class="parameter-name" for="parameter-${name}"
      ><span>${name}</span> <span class="quiet">${ranges[name]}</span></label
    >${box(name, text, placeholder, problem !== undefined, on)}
    ${
      problem === undefined
        ? nothing
        : html`<p class="parameter-problem" id="parameter-${name}-problem" role="alert">
            Not used: ${problem}
          </p>`
    }`;
}

function box(
  name: ParameterName,
  text: string,
  placeholder: string,
  isBad: boolean,
  on: (event: Event) => void,
): TemplateResult {
  const id = `parameter-${name}`;
  return name === 'stop'
    ? html`<textarea
        id=${id}
        rows="2"
        .value=${text}
        placeholder=${placeholder}
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
        placeholder=${placeholder}
        aria-invalid=${isBad}
        aria-describedby="${id}-problem"
        @input=${on}
      />`;
}
