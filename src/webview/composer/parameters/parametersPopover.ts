import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { isOneOf } from '../../../shared/guards.ts';
import { readParameter } from '../../../shared/service/parameterText.ts';
import {
  adjustmentText,
  type RequestAdjustment,
} from '../../../shared/service/requestAdjustment.ts';
import {
  mergeParameters,
  type OwnParameters,
  type ParameterName,
  type RequestParameters,
} from '../../../shared/service/requestParameters.ts';
import type { ThinkingSupport } from '../../../shared/service/thinking.ts';
import { element } from '../../dom/element.ts';
import { fieldRows } from './fieldRows.ts';
import { type FormatChange, formatRows } from './formatRows.ts';
import {
  type NameValue,
  type ParameterDraft,
  parameterDraft,
  readFields,
  readFormat,
} from './parameterDraft.ts';
import { parameterRow, textParameters } from './parameterRow.ts';
import { thinkingRows } from './thinkingRow.ts';

interface ParameterState {
  /** The parameters of the conversation; they override those of the connection. */
  readonly own: OwnParameters;
  /** The parameters of the connection. */
  readonly defaults: RequestParameters;
  /** The adjustments that are made to every request to the model. */
  readonly adjustments: readonly RequestAdjustment[];
  /** How the model is asked for a thinking effort; missing without a model. */
  readonly thinking?: ThinkingSupport | undefined;
  /** The parameters that the model list does not name for the model. */
  readonly notListed: readonly ParameterName[];
  /** The most that `max_tokens` can be, as the model list states it. */
  readonly maxOutputTokens?: number | undefined;
}

/** The pop-over in which the user sets parameters. It opens above the composer. */
export interface ParametersPopover {
  readonly node: HTMLElement;
  /** Shows another state. Text that the user is typing stays. */
  update(state: ParameterState): void;
  /** Opens it, at the box of the parameter `name` if there is one. */
  open(name?: string): void;
  close(): void;
}

/** Builds the pop-over, closed. `onSet` is called after each change to a value that can be sent. */
export function createParametersPopover(
  onSet: (parameters: OwnParameters) => void,
  onForgetAdjustments: () => void,
): ParametersPopover {
  const node = popoverNode();
  let state: ParameterState = { own: {}, defaults: {}, adjustments: [], notListed: [] };
  let draft = parameterDraft(state.own);
  let isMoreOpen = false;
  const show = (own: OwnParameters, change: Partial<ParameterDraft> = {}): void => {
    const isChanged = own !== state.own;
    state = { ...state, own };
    draft = { ...draft, ...change };
    render(content(draft, isMoreOpen, state, actions), node);
    if (isChanged) {
      onSet(own);
    }
  };
  const actions: PopoverActions = {
    ...editActions(() => ({ own: state.own, draft }), show, node),
    onForgetAdjustments() {
      onForgetAdjustments();
      // The button that had the focus goes away.
      node.querySelector('select')?.focus();
    },
  };
  const update = (next: ParameterState): void => {
    state = next;
    show(next.own);
  };
  onOpening(node, () => {
    draft = parameterDraft(state.own, state.thinking?.efforts);
    isMoreOpen = hasMore(mergeParameters(state.defaults, state.own), state.own);
    show(state.own);
  });
  const open = (name = ''): void => {
    const button = node.parentElement?.querySelector<HTMLElement>('.parameters-button');
    // The browser gives the focus back to the element that had it when the pop-over opened.
    button?.focus();
    button?.click();
    const box = node.querySelector<HTMLElement>(`#parameter-${CSS.escape(name)}`);
    const folded = box?.closest('details');
    if (folded) {
      folded.open = true;
    }
    box?.focus();
  };
  return { node, update, open, close: () => node.hidePopover() };
}

/** What changes the parameters. What cannot be sent stays in the draft only. */
function editActions(
  now: () => { readonly own: OwnParameters; readonly draft: ParameterDraft },
  show: (own: OwnParameters, change: Partial<ParameterDraft>) => void,
  node: HTMLElement,
): Omit<PopoverActions, 'onForgetAdjustments'> {
  const withText = (name: ParameterName, text: string) => ({
    texts: { ...now().draft.texts, [name]: text },
  });
  return {
    onInput(name, text) {
      const { own } = now();
      const { set } = readParameter(name, text);
      show(set === undefined ? own : withParameter(own, name, set[name]), withText(name, text));
    },
    onNotSent(name, isNotSent) {
      show(withParameter(now().own, name, isNotSent ? null : undefined), withText(name, ''));
    },
    onEffort(effort) {
      const isOtherEffort = typeof effort === 'object' && effort !== null;
      const text = (isOtherEffort ? effort.other : effort) ?? '';
      const value =
        effort === null ? null : readParameter('thinkingEffort', text).set?.thinkingEffort;
      const own = withParameter(now().own, 'thinkingEffort', value);
      show(own, { ...withText('thinkingEffort', text), isOtherEffort });
    },
    onFormat(change) {
      const next = { ...now().draft, ...(change ?? { format: '' }) };
      const value = change === null ? null : readFormat(next).value;
      show(withParameter(now().own, 'response_format', value), next);
    },
    onFields(fields, focusOn) {
      const { fields: set } = readFields(fields);
      const { fields: _before, ...others } = now().own;
      show(set === undefined ? others : { ...others, fields: set }, { fields });
      focusField(node, focusOn);
    },
    onReset: () => show({}, parameterDraft({})),
  };
}

interface PopoverActions {
  readonly onInput: (name: ParameterName, text: string) => void;
  readonly onNotSent: (name: ParameterName, isNotSent: boolean) => void;
  readonly onEffort: (effort: string | null | { readonly other: string }) => void;
  readonly onFormat: (change: FormatChange) => void;
  readonly onFields: (fields: readonly NameValue[], focusOn?: number | 'add') => void;
  readonly onReset: () => void;
  readonly onForgetAdjustments: () => void;
}

/** The parameters that are always in sight; the others are folded. */
const usual = ['temperature', 'top_p', 'max_tokens', 'stop'] as const;

/** Whether one of the parameters that are folded is set. */
function hasMore(set: RequestParameters, { fields }: OwnParameters): boolean {
  const { seed, presence_penalty, frequency_penalty, response_format } = set;
  const folded = [seed, presence_penalty, frequency_penalty, response_format, fields];
  return folded.some((value) => value !== undefined);
}

function focusField(node: HTMLElement, on: number | 'add' | undefined): void {
  if (on !== undefined) {
    const id = on === 'add' ? 'parameter-add-field' : `parameter-field-${on}-name`;
    node.querySelector<HTMLElement>(`#${id}`)?.focus();
  }
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
    'aria-label': l10n.t('Parameters'),
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

/** Places the pop-over above `parent`. In the top layer CSS cannot position it relative to `parent`. */
function placeAbove(node: HTMLElement, parent: HTMLElement | null): void {
  const { top, left, right } = (parent ?? document.body).getBoundingClientRect();
  node.style.left = `${left}px`;
  node.style.right = `${window.innerWidth - right}px`;
  node.style.bottom = `${window.innerHeight - top + 4}px`;
  node.style.maxHeight = `${Math.max(top - 12, 120)}px`;
}

function content(
  draft: ParameterDraft,
  isMoreOpen: boolean,
  { own, defaults, adjustments, thinking, notListed, maxOutputTokens }: ParameterState,
  actions: PopoverActions,
): TemplateResult {
  const { temperature, top_p } = mergeParameters(defaults, own);
  const values = { own, defaults, notListed, maxOutputTokens };
  const textRow = (name: (typeof textParameters)[number]) =>
    parameterRow({ name, text: draft.texts[name] ?? '', ...values, ...actions });
  const onField = (field: string): void => actions.onInput('thinkingField', field);
  const isUsual = isOneOf(...usual);
  return html`${thinkingRows({ draft, thinking, ...values, ...actions, onField })}
    ${usual.map(textRow)}
    <p class="quiet parameters-advice" role="status">
      ${
        temperature !== undefined && top_p !== undefined
          ? l10n.t('Set either {0} or {1}, not both.', 'temperature', 'top_p')
          : nothing
      }
    </p>
    <details class="parameters-more" ?open=${isMoreOpen}>
      <summary>${l10n.t('More')}</summary>
      ${textParameters.filter((name) => !isUsual(name)).map(textRow)}
      ${formatRows({ draft, ...values, ...actions })}
      ${fieldRows({ fields: draft.fields, ...actions })}
    </details>
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
