import * as l10n from '@vscode/l10n';
import { html, nothing, render } from 'lit';
import { isReplyOf } from '../../conversation/conversationState.ts';
import type { Turn } from '../../shared/conversation/conversation.ts';
import type { PanelTarget } from '../../shared/panel/panelState.ts';
import { isolated, visibleText } from '../../shared/visibleText.ts';
import { element, icon } from '../dom/element.ts';

/**
 * A remark above the input box: before the next message sends the chat to another service than the last, and the way
 * from the demo to a service.
 */
export interface DestinationLine {
  readonly node: HTMLElement;
  /** Shows the remark if it applies to a message after the turns of `path`. */
  show(path: readonly Turn[], target: PanelTarget | undefined): void;
}

/** Starts without a remark. */
export function createDestinationLine(onConnect: () => void): DestinationLine {
  const node = element('div', { class: 'destination-line', role: 'status' });
  return {
    node,
    show(path, target) {
      const last = path.at(-1);
      const isElsewhere =
        last !== undefined &&
        target?.service?.connections.some((one) => isReplyOf(last.reply, one)) === false;
      const isDemo = last !== undefined && target !== undefined && target.service === undefined;
      render(isElsewhere ? remark(target) : isDemo ? wayOut(onConnect) : nothing, node);
    },
  };
}

function remark({ connection, service }: PanelTarget) {
  const host = isolated(visibleText(service?.host ?? connection));
  const name = isolated(visibleText(connection));
  const destination = name === host ? name : `${name} (${host})`;
  const words = l10n.t('Your next message sends this whole chat to {0}.', destination);
  return html`<p class="destination">${icon('info')} <span>${words}</span></p>`;
}

function wayOut(onConnect: () => void) {
  return html`<p class="destination">
    ${icon('info')}
    <span
      >${l10n.t('This is the built-in demo.')}
      <button class="text-button" type="button" @click=${onConnect}>
        ${l10n.t('Connect to a Service…')}
      </button></span
    >
  </p>`;
}
