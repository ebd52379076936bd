import { html, nothing, render, type TemplateResult } from 'lit';
import type { PanelNotice, ViewToHost } from '../shared/panelProtocol.ts';
import { element, icon } from './element.ts';

/** A quiet line above the composer that the reader can dismiss. */
export interface NoticeLine {
  readonly node: HTMLElement;
  show(notice: PanelNotice): void;
  clear(): void;
}

/** Starts without a notice. A newer notice takes the place of an older one. */
export function createNoticeLine(
  onDismiss: () => void,
  post: (intent: ViewToHost) => void,
): NoticeLine {
  const node = element('div', { class: 'notice-line', role: 'status' });
  const clear = (): void => void render(nothing, node);
  const dismiss = (): void => {
    clear();
    onDismiss();
  };
  return {
    node,
    show({ severity, text, standardModeFor }) {
      const useStandardMode = (connectionId: string): void => {
        post({ kind: 'useStandardMode', connectionId });
        dismiss();
      };
      render(
        html`<div class="notice notice-${severity}">
          ${icon(severity)}<span class="notice-text"
            >${text}${standardMode(standardModeFor, useStandardMode)}</span
          >
          <button
            class="icon-button"
            type="button"
            aria-label="Dismiss"
            title="Dismiss"
            @click=${dismiss}
          >
            ${icon('close')}
          </button>
        </div>`,
        node,
      );
    },
    clear,
  };
}

function standardMode(
  connectionId: string | undefined,
  use: (connectionId: string) => void,
): TemplateResult | typeof nothing {
  return connectionId === undefined
    ? nothing
    : html`<button class="text-button" type="button" @click=${() => use(connectionId)}>
        <span>Use standard mode</span>
      </button>`;
}
