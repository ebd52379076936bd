import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { isReplyOf } from '../../conversation/conversationState.ts';
import type { Turn } from '../../shared/conversation/conversation.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { PanelTarget } from '../../shared/panel/panelState.ts';
import { isolated, visibleText } from '../../shared/visibleText.ts';
import { icon } from '../dom/element.ts';

/**
 * A remark above the input box: that a message after the turns of `path` sends the chat to another service than the
 * last, or the way from the demo to a service.
 */
export function destinationLine(
  path: readonly Turn[],
  target: PanelTarget | undefined,
  post: (intent: ViewToHost) => void,
): TemplateResult | typeof nothing {
  const last = path.at(-1);
  if (last === undefined || target === undefined) {
    return nothing;
  }
  if (target.service === undefined) {
    return wayOut(() => post({ kind: 'connect' }));
  }
  const isElsewhere = !target.service.connections.some((one) => isReplyOf(last.reply, one));
  return isElsewhere ? remark(target) : nothing;
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
