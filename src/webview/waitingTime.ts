import { element } from './element.ts';

/** Says how long the first token is taking. */
export interface WaitingTime {
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
