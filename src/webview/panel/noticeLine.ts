import { html, nothing, render, type TemplateResult } from 'lit';
import type { PanelNotice, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { element, icon } from '../dom/element.ts';
import { iconButton } from '../dom/buttons.ts';

/** A quiet line above the composer that the reader can dismiss. */
export interface NoticeLine {
  readonly node: HTMLElement;
  show(notice: PanelNotice): void;
  /** Takes a remark away; an error stays until it is dismissed or something newer is said. */
  clear(): void;
}

/** Starts without a notice. A newer notice takes the place of an older one. */
export function createNoticeLine(
  onDismiss: () => void,
  post: (intent: ViewToHost) => void,
): NoticeLine {
  const node = element('div', { class: 'notice-line', role: 'status' });
  const dismiss = (): void => {
    render(nothing, node);
    onDismiss();
  };
  return {
    node,
    show(notice) {
      const { severity, text } = notice;
      const act = (intent: ViewToHost): void => {
        post(intent);
        dismiss();
      };
      render(
        html`<div class="notice notice-${severity}">
          ${icon(severity)}<span class="notice-text">${text}${wayOut(notice, act)}</span>
          ${iconButton({ icon: 'close', label: 'Dismiss', onClick: dismiss })}
        </div>`,
        node,
      );
    },
    clear() {
      if (node.querySelector('.notice-error') === null) {
        render(nothing, node);
      }
    },
  };
}

/** What can be done about it. */
function wayOut(
  { standardModeFor, removedIds }: PanelNotice,
  act: (intent: ViewToHost) => void,
): TemplateResult | typeof nothing {
  if (standardModeFor !== undefined) {
    const intent = { kind: 'useStandardMode', connectionId: standardModeFor } as const;
    return textButton('Use standard mode', () => act(intent));
  }
  return removedIds === undefined
    ? nothing
    : textButton('Undo', () => act({ kind: 'restoreTurns', turnIds: removedIds }));
}

function textButton(label: string, onClick: () => void): TemplateResult {
  return html`<button class="text-button" type="button" @click=${onClick}>
    <span>${label}</span>
  </button>`;
}
