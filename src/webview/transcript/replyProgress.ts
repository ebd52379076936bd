import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { Reply, ReplyWait } from '../../shared/conversation/conversation.ts';
import { duration } from '../dom/duration.ts';
import { element } from '../dom/element.ts';

/** Counts down to the moment at which a request is sent again, with the ways out. */
interface Countdown {
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

/** Says how long the first token is taking. */
interface WaitingTime {
  readonly node: HTMLElement;
  /** `sinceMs` is in milliseconds since 1970. */
  start(sinceMs: number): void;
  end(): void;
}

/** Starts hidden. */
export function createWaitingTime(): WaitingTime {
  const node = element('div', { class: 'waiting', hidden: '' });
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = (): void => {
    clearInterval(timer);
    node.hidden = true;
  };
  return {
    node,
    start(sinceMs) {
      // The host's clock may be another computer's, and ahead.
      const since = Math.min(sinceMs, Date.now());
      const show = (): void => {
        const seconds = Math.floor((Date.now() - since) / 1000);
        node.textContent = seconds === 0 ? 'waiting' : `waiting ${seconds} s`;
      };
      end();
      node.hidden = false;
      show();
      timer = setInterval(() => (node.isConnected ? show() : end()), 1000);
    },
    end,
  };
}

/** What the model said to itself, folded. It takes no room while there is none. */
interface ReasoningView {
  readonly node: HTMLElement;
  append(text: string): void;
  /** Says how long it took, once it is over. */
  show(reply: Reply): void;
}

/** Starts empty. */
export function createReasoningView(): ReasoningView {
  const text = document.createTextNode('');
  const summary = element('summary', {}, ['Reasoning']);
  const node = element('details', { class: 'reasoning', hidden: '' }, [
    summary,
    element('div', { class: 'reasoning-text', dir: 'auto' }, [text]),
  ]);
  return {
    node,
    append(delta) {
      text.appendData(delta);
      node.hidden = text.length === 0;
    },
    show({ firstTokenAt, reasonedUntil, endedAt, text: reply }) {
      const end = reasonedUntil ?? (reply === '' ? endedAt : undefined);
      const label =
        firstTokenAt === undefined || end === undefined
          ? 'Reasoning'
          : `Reasoned for ${duration(end - firstTokenAt)}`;
      if (summary.textContent !== label) {
        summary.textContent = label;
      }
    },
  };
}
