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
   * often it has ended.
   */
  end(): void;
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
  let hasEnded = false;
  const pace = createPace(() => {
    const text = deltas.append(waiting);
    waiting = '';
    tail.append(text);
  });

  handleMarkdownClicks(target, actions);
  return {
    append(text) {
      if (text !== '') {
        hasEnded = false;
        waiting += text;
        pace.soon();
      }
    },
    end() {
      if (!hasEnded) {
        hasEnded = true;
        pace.now();
        tail.end(deltas.end());
      }
    },
  };
}

/** Calls `show` in an animation frame when asked to, with a rest after each, or at once. */
function createPace(show: () => void): { readonly soon: () => void; readonly now: () => void } {
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
    now() {
      cancelAnimationFrame(frame ?? 0);
      frame = undefined;
      show();
    },
  };
}
