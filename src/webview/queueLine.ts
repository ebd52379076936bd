import { html, nothing, render } from 'lit';
import type { UserMessage } from '../shared/conversation.ts';
import type { ViewToHost } from '../shared/panelProtocol.ts';
import { element, icon } from './element.ts';

/** What a line for the queued message leads to. */
export interface QueueLineActions {
  readonly post: (intent: ViewToHost) => void;
  /** Puts the message back into the box. */
  readonly onEdit: (message: UserMessage) => void;
}

/** The message that waits for the running reply, above the box. */
export interface QueueLine {
  readonly node: HTMLElement;
  /** Without a message the line takes no room. */
  show(message: UserMessage | undefined, isRunning: boolean): void;
}

/** Starts without a message. */
export function createQueueLine({ post, onEdit }: QueueLineActions): QueueLine {
  const node = element('div', { class: 'queue-line' });
  const edit = (message: UserMessage): void => {
    post({ kind: 'unqueue' });
    onEdit(message);
  };
  const line = (message: UserMessage, isRunning: boolean) =>
    html`<div class="queued" role="group" aria-label="Queued message">
      <span class="queued-state"
        >${isRunning ? 'Queued' : 'Held back: the reply was not completed'}</span
      >
      <span class="queued-text" dir="auto" title=${message.text}>${message.text}</span>
      ${isRunning ? nothing : button('send', 'Send it now', () => post({ kind: 'sendQueued' }))}
      ${button('edit', 'Edit it in the box', () => edit(message))}
      ${button('close', 'Remove from the queue', () => post({ kind: 'unqueue' }))}
    </div>`;
  return {
    node,
    show: (message, isRunning) => render(message ? line(message, isRunning) : nothing, node),
  };
}

function button(iconName: string, label: string, onClick: () => void) {
  return html`<button
    class="icon-button"
    type="button"
    aria-label=${label}
    title=${label}
    @click=${onClick}
  >
    ${icon(iconName)}
  </button>`;
}
