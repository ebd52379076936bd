import { html, nothing, render, type TemplateResult } from 'lit';
import { adjustmentText, type RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import {
  mergeParameters,
  type OwnParameters,
  type ParameterName,
  parameterNames,
  parameterProblem,
  parameterText,
  readParameter,
  type RequestParameters,
} from '../../shared/service/requestParameters.ts';
import { element } from '../dom/element.ts';
import { parameterRow } from './parameterRow.ts';

/** The parameters of the conversation, and what counts beside them. */
interface ParameterState {
  readonly own: OwnParameters;
  /** Those of the connection, which the conversation's own go before. */
  readonly defaults: RequestParameters;
  /** What is changed in every request to the model, as its service has refused it otherwise. */
  readonly changes: readonly RequestAdjustment[];
}

/** The box in which parameters are set. It opens above the button whose popover it is. */
export interface ParametersPopover {
  readonly node: HTMLElement;
  /** Takes in what is set now; what is being typed stays. */
  update(state: ParameterState): void;
}

/** What stands in the boxes; nothing in those that are not named. */
type Texts = Readonly<Partial<Record<ParameterName, string>>>;

/** `onSet` hears of each change that can be sent, and only of those. */
export function createParametersPopover(
  onSet: (parameters: OwnParameters) => void,
  onForgetChanges: () => void,
): ParametersPopover {
  const node = popoverNode();
  let state: ParameterState = { own: {}, defaults: {}, changes: [] };
  let texts = textsOf(state.own);
  const show = (own: OwnParameters, shown: Texts): void => {
    const isChanged = own !== state.own;
    state = { ...state, own };
    texts = shown;
    render(content(texts, state, actions), node);
    if (isChanged) {
      onSet(own);
    }
  };
  const actions: PopoverActions = {
    onInput(name, text) {
      const value = readParameter(name, text);
      const isBad = parameterProblem(name, value) !== undefined;
      show(isBad ? state.own : withParameter(state.own, name, value), { ...texts, [name]: text });
    },
    onNotSent(name, isNotSent) {
      const own = withParameter(state.own, name, isNotSent ? null : undefined);
      show(own, { ...texts, [name]: '' });
    },
    onReset: () => show({}, {}),
    onForgetChanges() {
      onForgetChanges();
      focusFirst(node);
    },
  };
  const update = (next: ParameterState): void => {
    state = next;
    show(next.own, texts);
  };
  onOpening(node, () => show(state.own, textsOf(state.own)));
  return { node, update };
}

interface PopoverActions {
  readonly onInput: (name: ParameterName, text: string) => void;
  readonly onNotSent: (name: ParameterName, isNotSent: boolean) => void;
  readonly onReset: () => void;
  readonly onForgetChanges: () => void;
}

function withParameter(
  own: OwnParameters,
  name: ParameterName,
  value: OwnParameters[ParameterName],
): OwnParameters {
  const { [name]: _before, ...others } = own;
  return value === undefined ? others : { ...others, [name]: value };
}

/** The button that had the focus goes away. */
function focusFirst(node: HTMLElement): void {
  node.querySelector('input')?.focus();
}

function popoverNode(): HTMLElement {
  const node = element('div', {
    class: 'parameters fields',
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

function textsOf(own: OwnParameters): Texts {
  return Object.fromEntries(parameterNames.map((name) => [name, parameterText(name, own)]));
}

/** The top layer knows no parent: the place is that of the box it belongs to. */
function placeAbove(node: HTMLElement, parent: HTMLElement | null): void {
  const { top, left, right } = (parent ?? document.body).getBoundingClientRect();
  node.style.left = `${left}px`;
  node.style.right = `${window.innerWidth - right}px`;
  node.style.bottom = `${window.innerHeight - top + 4}px`;
  node.style.maxHeight = `${Math.max(top - 12, 120)}px`;
}

function content(
  texts: Texts,
  { own, defaults, changes }: ParameterState,
  actions: PopoverActions,
): TemplateResult {
  const { temperature, top_p } = mergeParameters(defaults, own);
  return html`${parameterNames.map((name) =>
      parameterRow({ name, text: texts[name] ?? '', own, defaults, ...actions }),
    )}
    <p class="quiet parameters-advice" role="status">
      ${
        temperature !== undefined && top_p !== undefined
          ? 'The interface advises against setting both temperature and top_p.'
          : nothing
      }
    </p>
    ${changesLine(changes, actions.onForgetChanges)}
    <div class="parameters-end">
      <p class="quiet">For this conversation. An empty box means the default.</p>
      <button class="text-button" type="button" @click=${actions.onReset}>
        <span>Reset</span>
      </button>
    </div>`;
}

function changesLine(
  changes: readonly RequestAdjustment[],
  onForget: () => void,
): TemplateResult | typeof nothing {
  return changes.length === 0
    ? nothing
    : html`<div class="parameters-end parameters-changes">
        <p>For this model, ${changes.map(adjustmentText).join('; ')}.</p>
        <button class="text-button" type="button" @click=${onForget}>
          <span>Forget</span>
        </button>
      </div>`;
}
