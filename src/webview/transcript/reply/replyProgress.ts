import * as l10n from '@vscode/l10n';
import { waitWords } from '../../../conversation/replyRemarks.ts';
import type { Reply, ReplyWait } from '../../../shared/conversation/conversation.ts';
import { duration, formatNumber } from '../../../shared/language.ts';
import { element } from '../../dom/element.ts';
import { appendText } from '../../dom/textParts.ts';

import '@vscode-elements/elements/dist/vscode-button/index.js';

/** Calls `tick` now and then again and again, while `node` is on the page, until it is stopped or another one starts. */
interface Ticker {
  readonly start: (tick: () => void) => void;
  readonly stop: () => void;
}

function createTicker(node: HTMLElement, everyMs: number): Ticker {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => clearInterval(timer);
  return {
    stop,
    start(tick) {
      stop();
      tick();
      timer = setInterval(() => (node.isConnected ? tick() : stop()), everyMs);
    },
  };
}

/** Counts down to the moment at which a request is sent again, with buttons to send now or give up. */
interface Countdown {
  readonly node: HTMLElement;
  /** Shows a wait; without one, the countdown is hidden. */
  show(wait: ReplyWait | undefined): void;
}

/** Starts hidden and without buttons: few replies ever wait, and every element slows each frame. */
export function createCountdown(): Countdown {
  const words = element('p', { class: 'countdown-words' });
  const node = element('div', {
    class: 'countdown',
    role: 'group',
    'aria-label': l10n.t('Waiting'),
  });
  const ticker = createTicker(node, 250);
  node.hidden = true;
  return {
    node,
    show(wait) {
      ticker.stop();
      node.hidden = wait === undefined;
      // A hidden button keeps the focus until the next frame; a removed one loses it at once, so that
      // the panel can give it to the composer.
      node.replaceChildren();
      if (wait !== undefined) {
        node.replaceChildren(words, actions());
        ticker.start(() => (words.textContent = waitWords(wait, Date.now())));
      }
    },
  };
}

function actions(): HTMLElement {
  return element('div', { class: 'countdown-actions' }, [
    button('sendNow', l10n.t('Send Now')),
    button('otherModel', l10n.t('Choose Model…')),
    button('stop', l10n.t('Cancel')),
  ]);
}

function button(action: string, label: string): HTMLElement {
  const node = document.createElement('vscode-button');
  node.setAttribute('secondary', '');
  node.dataset['action'] = action;
  node.textContent = label;
  return node;
}

/** Shows how long the reply has been waiting for its first token. */
interface WaitingTime {
  readonly node: HTMLElement;
  /** Counts from `sinceMs`, in milliseconds since 1970. */
  start(sinceMs: number): void;
  end(): void;
}

/** Starts hidden. */
export function createWaitingTime(): WaitingTime {
  const node = element('div', { class: 'waiting', hidden: '' });
  const ticker = createTicker(node, 1000);
  return {
    node,
    start(sinceMs) {
      // Under Remote-SSH the host has the clock of another computer, which may be ahead.
      const since = Math.min(sinceMs, Date.now());
      node.hidden = false;
      ticker.start(() => {
        const seconds = Math.floor((Date.now() - since) / 1000);
        node.textContent =
          seconds === 0 ? l10n.t('Waiting') : l10n.t('Waiting {0} s', formatNumber(seconds));
      });
    },
    end() {
      ticker.stop();
      node.hidden = true;
    },
  };
}

/** The reasoning of a reply, folded. Hidden while there is none. */
interface ReasoningView {
  readonly node: HTMLElement;
  append(text: string): void;
  /** Shows how long the model has been reasoning, or how long it did. */
  show(reply: Reply): void;
}

/** Starts empty. */
export function createReasoningView(): ReasoningView {
  const text = element('div', { class: 'reasoning-text' });
  const summary = element('summary', {}, [l10n.t('Reasoning')]);
  const node = element('details', { class: 'reasoning', hidden: '' }, [summary, text]);
  const ticker = createTicker(node, 1000);
  return {
    node,
    append(delta) {
      appendText(text, delta);
      node.hidden = !text.hasChildNodes();
    },
    show(reply) {
      if (node.hidden) {
        return;
      }
      const tick = (): void => {
        const label = reasoningWords(reply, Date.now());
        if (summary.textContent !== label) {
          summary.textContent = label;
        }
      };
      if (isReasoning(reply)) {
        ticker.start(tick);
      } else {
        ticker.stop();
        tick();
      }
    },
  };
}

/** When the reasoning ended; undefined while it goes on, or if that is not known. */
function reasoningEnd({ reasonedUntil, endedAt, text }: Reply): number | undefined {
  return reasonedUntil ?? (text === '' ? endedAt : undefined);
}

function isReasoning(reply: Reply): boolean {
  return reply.status === 'running' && reasoningEnd(reply) === undefined;
}

function reasoningWords(reply: Reply, nowMs: number): string {
  const { firstTokenAt: start } = reply;
  const end = reasoningEnd(reply);
  if (start !== undefined && end !== undefined) {
    return l10n.t('Thought for {0}', duration(end - start));
  }
  if (start !== undefined && isReasoning(reply)) {
    // Whole seconds that have passed. Under Remote-SSH the host has the clock of another computer.
    const ms = Math.max(0, nowMs - start);
    return l10n.t('Thinking… {0}', duration(ms - (ms % 1000)));
  }
  return l10n.t('Reasoning');
}
