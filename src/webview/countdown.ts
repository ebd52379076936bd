import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ReplyWait } from '../shared/conversation.ts';
import { duration } from './duration.ts';
import { element } from './element.ts';

/** Counts down to the moment at which a request is sent again, with the ways out. */
export interface Countdown {
  readonly node: HTMLElement;
  /** Shows a wait, or nothing. */
  show(wait: ReplyWait | undefined): void;
}

/** Starts hidden, and empty: few replies ever wait, and every button costs each frame of the page. */
export function createCountdown(): Countdown {
  const words = element('p', { class: 'countdown-words' });
  const node = element('div', { class: 'countdown', role: 'group', 'aria-label': 'Waiting' });
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = (): void => clearInterval(timer);
  node.hidden = true;
  return {
    node,
    show(wait) {
      end();
      node.hidden = wait === undefined;
      // A button that is hidden keeps the focus until the next frame, one that is gone has lost it.
      node.replaceChildren();
      if (wait !== undefined) {
        node.replaceChildren(words, actions());
        const tick = (): void => void (words.textContent = countdownWords(wait, Date.now()));
        tick();
        timer = setInterval(() => (node.isConnected ? tick() : end()), 250);
      }
    },
  };
}

function actions(): HTMLElement {
  return element('div', { class: 'countdown-actions' }, [
    button('sendNow', 'Send now'),
    button('otherModel', 'Other model…'),
    button('stop', 'Cancel'),
  ]);
}

function countdownWords({ until, delayMs, reason }: ReplyWait, nowMs: number): string {
  // The host's clock may be another computer's.
  const leftMs = Math.min(Math.max(0, until - nowMs), delayMs);
  const why =
    reason === 'rateLimited' ? 'The service takes no more requests for now' : 'The service is busy';
  return `${why} and asks to wait. Sending again in ${duration(leftMs)}.`;
}

function button(action: string, label: string): HTMLElement {
  const node = document.createElement('vscode-button');
  node.setAttribute('secondary', '');
  node.dataset['action'] = action;
  node.textContent = label;
  return node;
}
