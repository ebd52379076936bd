import { createDeltaText } from './deltaText.ts';
import { handleMarkdownClicks, type MarkdownActions } from './markdownActions.ts';
import { TailRenderer } from './tailRenderer.ts';

/** Markdown that is rendered while it arrives. */
export interface MarkdownStream {
  /**
   * Adds text, split anywhere. Shown with the next animation frame at the latest. After `end` it goes
   * on with what is there: finished blocks stay the same nodes.
   */
  append(text: string): void;
  /**
   * Renders what is left at once. The result is the same however the text was split, and however
   * often it has ended. A final end costs less; nothing can be added after it.
   */
  end(isFinal?: boolean): void;
}

/** A slow device renders in at most this share of the time, so that typing stays smooth. */
const restPerRenderTime = 3;

/**
 * Renders markdown into `target`, which must be empty and left alone by others. The work for each
 * frame depends on the blocks that are still open, not on the length of the text. The text can
 * bring no markup, run no script and load nothing; links and copy buttons do what `actions` says.
 */
export function createMarkdownStream(
  target: HTMLElement,
  actions: MarkdownActions = {},
): MarkdownStream {
  const deltas = createDeltaText();
  const tail = new TailRenderer(target);
  let waiting = '';
  let ended: 'no' | 'for now' | 'for good' = 'no';
  const show = (): void => {
    const text = deltas.append(waiting);
    waiting = '';
    tail.append(text);
  };
  const pace = createPace(show);

  handleMarkdownClicks(target, actions);
  return {
    append(text) {
      if (text !== '' && ended !== 'for good') {
        ended = 'no';
        waiting += text;
        pace.soon();
      }
    },
    end(isFinal = false) {
      if (ended !== 'no') {
        return;
      }
      if (isFinal) {
        ended = 'for good';
        pace.stop();
        tail.finish(deltas.append(waiting) + deltas.end());
      } else {
        ended = 'for now';
        pace.stop();
        show();
        tail.end(deltas.end());
      }
    },
  };
}

/** Calls `show` in an animation frame when asked to, with a rest after each. */
function createPace(show: () => void): { readonly soon: () => void; readonly stop: () => void } {
  let frame: number | undefined;
  let restUntilMs = 0;
  const onFrame = (startMs: number): void => {
    frame = undefined;
    if (startMs < restUntilMs) {
      frame = requestAnimationFrame(onFrame);
      return;
    }
    const before = performance.now();
    show();
    const after = performance.now();
    restUntilMs = after + restPerRenderTime * (after - before);
  };
  return {
    soon() {
      frame ??= requestAnimationFrame(onFrame);
    },
    stop() {
      cancelAnimationFrame(frame ?? 0);
      frame = undefined;
    },
  };
}
