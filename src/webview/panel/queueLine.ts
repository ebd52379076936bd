import { html, nothing, render } from 'lit';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { element } from '../dom/element.ts';
import { iconButton } from '../dom/buttons.ts';

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
  /** Whether there is a message; then the line says that no other one can be queued. */
  pointOut(): boolean;
}

/** Starts without a message. */
export function createQueueLine({ post, onEdit }: QueueLineActions): QueueLine {
  const node = element('div', { class: 'queue-line' });
  let queued: UserMessage | undefined;
  let running = 'Queued';
  const edit = (message: UserMessage): void => {
    post({ kind: 'unqueue' });
    onEdit(message);
  };
  const line = (message: UserMessage, isRunning: boolean) =>
    html`<div class="queued" role="group" aria-label="Queued message">
      <span
        class="queued-state ${isRunning ? '' : 'is-held-back'}"
        role=${isRunning ? 'status' : nothing}
        >${isRunning ? running : 'Held back: the reply was not completed'}</span
      >
      <span class="queued-text" dir="auto" title=${message.text}>${message.text}</span>
      ${isRunning ? nothing : iconButton({ icon: 'send', label: 'Send it now', onClick: () => post({ kind: 'sendQueued' }) })}
      ${iconButton({ icon: 'edit', label: 'Edit it in the box', onClick: () => edit(message) })}
      ${iconButton({ icon: 'close', label: 'Remove from the queue', onClick: () => post({ kind: 'unqueue' }) })}
    </div>`;
  const draw = (isRunning: boolean): void => {
    render(queued ? line(queued, isRunning) : nothing, node);
  };
  return {
    node,
    show(message, isRunning) {
      running = message === queued ? running : 'Queued';
      queued = message;
      draw(isRunning);
    },
    pointOut() {
      running = 'Only one message can be queued';
      draw(true);
      return queued !== undefined;
    },
  };
}
