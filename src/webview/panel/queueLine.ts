import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { element } from '../dom/element.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { iconButton } from '../dom/buttons.ts';

/** The queued message, above the composer. */
export interface QueueLine {
  readonly node: HTMLElement;
  /** Shows the queued message; without one the line is empty. */
  show(message: UserMessage | undefined, isRunning: boolean): void;
  /** Says that only one message can be queued. Gives whether there is one. */
  pointOut(): boolean;
}

/** Starts without a message. `onEdit` is called with a message that the user takes back to edit it. */
export function createQueueLine(
  post: (intent: ViewToHost) => void,
  onEdit: (message: UserMessage) => void,
): QueueLine {
  const node = element('div', { class: 'queue-line' });
  let queued: UserMessage | undefined;
  /** What the line says of the message while a reply is running. */
  let runningWords = l10n.t('Queued');
  const edit = (message: UserMessage): void => {
    post({ kind: 'unqueue' });
    onEdit(message);
  };
  const line = (message: UserMessage, isRunning: boolean) =>
    html`<div class="queued" role="group" aria-label=${l10n.t('Queued')}>
      <span
        class="queued-state ${isRunning ? '' : 'is-held-back'}"
        role=${isRunning ? 'status' : nothing}
        >${isRunning ? runningWords : l10n.t('On hold: the reply was not completed')}</span
      >
      <span class="queued-text" dir="auto" title=${message.text}>${message.text}</span>
      ${imageCount(message)}
      ${isRunning ? nothing : iconButton({ icon: 'send', label: l10n.t('Send Now'), onClick: () => post({ kind: 'sendQueued' }) })}
      ${iconButton({ icon: 'edit', label: l10n.t('Edit in Input Box'), onClick: () => edit(message) })}
      ${iconButton({ icon: 'close', label: l10n.t('Remove from Queue'), onClick: () => post({ kind: 'unqueue' }) })}
    </div>`;
  const draw = (isRunning: boolean): void => {
    render(queued ? line(queued, isRunning) : nothing, node);
  };
  return {
    node,
    show(message, isRunning) {
      runningWords = message === queued ? runningWords : l10n.t('Queued');
      queued = message;
      draw(isRunning);
    },
    pointOut() {
      runningWords = l10n.t('Only one message can be queued');
      draw(true);
      return queued !== undefined;
    },
  };
}

function imageCount({ images = [] }: UserMessage): TemplateResult | typeof nothing {
  const count = formatNumber(images.length);
  const words = plural(images.length, {
    one: l10n.t('{0} image', count),
    other: l10n.t('{0} images', count),
  });
  return images.length === 0 ? nothing : html`<span class="quiet">${words}</span>`;
}
