import * as l10n from '@vscode/l10n';
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

interface ParameterState {
  /** The parameters of the conversation; they override those of the connection. */
  readonly own: OwnParameters;
  /** The parameters of the connection. */
  readonly defaults: RequestParameters;
  /** The adjustments that are made to every request to the model. */
  readonly adjustments: readonly RequestAdjustment[];
}

/** The pop-over in which the user sets parameters. It opens above the composer. */
interface ParametersPopover {
  readonly node: HTMLElement;
  /** Shows another state. Text that the user is typing stays. */
  update(state: ParameterState): void;
}

/** The texts of the boxes; those of the others are empty. */
type Texts = Readonly<Partial<Record<ParameterName, string>>>;

/** Builds the pop-over, closed. `onSet` is called after each change to a value that can be sent. */
export function createParametersPopover(
  onSet: (parameters: OwnParameters) => void,
  onForgetAdjustments: () => void,
): ParametersPopover {
  const node = popoverNode();
  let state: ParameterState = { own: {}, defaults: {}, adjustments: [] };
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
    onForgetAdjustments() {
      onForgetAdjustments();
      // The button that had the focus goes away.
      node.querySelector('input')?.focus();
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
  readonly onForgetAdjustments: () => void;
}

function withParameter(
  own: OwnParameters,
  name: ParameterName,
  value: OwnParameters[ParameterName],
): OwnParameters {
  const { [name]: _before, ...others } = own;
  return value === undefined ? others : { ...others, [name]: value };
}

function popoverNode(): HTMLElement {
  const node = element('div', {
    class: 'parameters fields',
    popover: 'auto',
    role: 'dialog',
    'aria-label': l10n.t('Parameters of this chat'),
  });
  node.addEventListener('keydown', (event) => {
    // Escape closes the pop-over; further up it would stop the reply.
    if (event.key === 'Escape') {
      event.stopPropagation();
    }
  });
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

function textsOf(own: OwnParameters): Texts {
  return Object.fromEntries(parameterNames.map((name) => [name, parameterText(name, own)]));
}

/** Places the pop-over above `parent`. In the top layer CSS cannot position it relative to `parent`. */
function placeAbove(node: HTMLElement, parent: HTMLElement | null): void {
  const { top, left, right } = (parent ?? document.body).getBoundingClientRect();
  node.style.left = `${left}px`;
  node.style.right = `${window.innerWidth - right}px`;
  node.style.bottom = `${window.innerHeight - top + 4}px`;
  node.style.maxHeight = `${Math.max(top - 12, 120)}px`;
}

function content(
  texts: Texts,
  { own, defaults, adjustments }: ParameterState,
  actions: PopoverActions,
): TemplateResult {
  const { temperature, top_p } = mergeParameters(defaults, own);
  return html`${parameterNames.map((name) =>
      parameterRow({ name, text: texts[name] ?? '', own, defaults, ...actions }),
    )}
    <p class="quiet parameters-advice" role="status">
      ${
        temperature !== undefined && top_p !== undefined
          ? l10n.t('Set either {0} or {1}, not both.', 'temperature', 'top_p')
          : nothing
      }
    </p>
    ${adjustmentsLine(adjustments, actions.onForgetAdjustments)}
    <div class="parameters-end">
      <p class="quiet">${l10n.t('For this chat only. Leave a field empty to use the default.')}</p>
      <button class="text-button" type="button" @click=${actions.onReset}>
        <span>${l10n.t('Reset')}</span>
      </button>
    </div>`;
}

function adjustmentsLine(
  adjustments: readonly RequestAdjustment[],
  onForget: () => void,
): TemplateResult | typeof nothing {
  return adjustments.length === 0
    ? nothing
    : html`<div class="parameters-end parameters-changes">
        <p>${l10n.t('For this model: {0}', adjustments.map(adjustmentText).join('; '))}</p>
        <button class="text-button" type="button" @click=${onForget}>
          <span>${l10n.t('Reset Adjustments')}</span>
        </button>
      </div>`;
}
