import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { isOneOf } from '../../../shared/guards.ts';
import {
  adjustmentText,
  type RequestAdjustment,
} from '../../../shared/service/requestAdjustment.ts';
import {
  mergeParameters,
  type OwnParameters,
  type RequestParameters,
} from '../../../shared/service/requestParameters.ts';
import { textButton } from '../../dom/buttons.ts';
import { element } from '../../dom/element.ts';
import { fieldRows } from './fieldRows.ts';
import { formatRows } from './formatRows.ts';
import { type ParameterDraft, parameterDraft } from './parameterDraft.ts';
import { parameterRow, type ParameterRows, textParameters } from './parameterRow.ts';
import { thinkingRows } from './thinkingRow.ts';

interface ParameterState extends Omit<ParameterRows, 'draft' | 'edit'> {
  /** The adjustments that are made to every request to the model. */
  readonly adjustments: readonly RequestAdjustment[];
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
  const edit = (own: OwnParameters, change: Partial<ParameterDraft> = {}): void => {
    const isChanged = own !== state.own;
    state = { ...state, own };
    draft = { ...draft, ...change };
    render(content({ ...state, draft, edit }, isMoreOpen, state.adjustments, forget), node);
    if (isChanged) {
      onSet(own);
    }
  };
  const forget = (): void => {
    onForgetAdjustments();
    // The button that had the focus goes away.
    node.querySelector('select')?.focus();
  };
  const update = (next: ParameterState): void => {
    state = next;
    edit(next.own);
  };
  onOpening(node, () => {
    draft = parameterDraft(state.own, state.thinking?.efforts);
    isMoreOpen = hasMore(mergeParameters(state.defaults, state.own), state.own);
    edit(state.own);
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

/** The parameters that are always in sight; the others are folded. */
const usual = ['temperature', 'top_p', 'max_tokens', 'stop'] as const;

/** Whether one of the parameters that are folded is set. */
function hasMore(set: RequestParameters, { fields }: OwnParameters): boolean {
  const { seed, presence_penalty, frequency_penalty, response_format } = set;
  const folded = [seed, presence_penalty, frequency_penalty, response_format, fields];
  return folded.some((value) => value !== undefined);
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
  rows: ParameterRows,
  isMoreOpen: boolean,
  adjustments: readonly RequestAdjustment[],
  onForget: () => void,
): TemplateResult {
  const { temperature, top_p } = mergeParameters(rows.defaults, rows.own);
  const isUsual = isOneOf(...usual);
  return html`${thinkingRows(rows)} ${usual.map((name) => parameterRow(name, rows))}
    <p class="quiet parameters-advice" role="status">
      ${
        temperature !== undefined && top_p !== undefined
          ? l10n.t('Set either {0} or {1}, not both.', 'temperature', 'top_p')
          : nothing
      }
    </p>
    <details class="parameters-more" ?open=${isMoreOpen}>
      <summary>${l10n.t('More')}</summary>
      ${textParameters.filter((name) => !isUsual(name)).map((name) => parameterRow(name, rows))}
      ${formatRows(rows)} ${fieldRows(rows)}
    </details>
    ${adjustmentsLine(adjustments, onForget)}
    <div class="parameters-end">
      <p class="quiet">${l10n.t('For this chat only. Leave a field empty to use the default.')}</p>
      ${textButton(l10n.t('Reset'), () => rows.edit({}, parameterDraft({})))}
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
        ${textButton(l10n.t('Reset Adjustments'), onForget)}
      </div>`;
}
