import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { PanelNotice } from '../../shared/panel/panelState.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { element, icon } from '../dom/element.ts';
import { iconButton, textButton } from '../dom/buttons.ts';

/** A notice above the composer, which the user can dismiss. */
interface NoticeLine {
  readonly node: HTMLElement;
  /** Shows a notice in place of the one before. */
  show(notice: PanelNotice): void;
  /** Removes the notice, unless it is an error, which stays until it is dismissed or replaced. */
  clear(): void;
}

/** Starts without a notice. `onDismiss` is called after the user has dismissed one or used its button. */
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
          ${icon(severity)}<span class="notice-text"
            >${visibleText(text.replaceAll(/\s+/g, ' '))}${actionOf(notice, act)}</span
          >
          ${iconButton({ icon: 'close', label: l10n.t('Dismiss'), onClick: dismiss })}
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

/** The button of a notice that has one. */
function actionOf(
  { standardModeFor, removedIds, suggestedBy }: PanelNotice,
  act: (intent: ViewToHost) => void,
): TemplateResult | typeof nothing {
  if (standardModeFor !== undefined) {
    const intent = { kind: 'useStandardMode', connectionId: standardModeFor } as const;
    return textButton(l10n.t('Use Standard Mode'), () => act(intent));
  }
  if (suggestedBy !== undefined) {
    return textButton(l10n.t('Use in This Chat'), () =>
      act({ kind: 'useSuggestion', id: suggestedBy }),
    );
  }
  return removedIds === undefined
    ? nothing
    : textButton(l10n.t('Undo'), () => act({ kind: 'restoreTurns', turnIds: removedIds }));
}
