import { createDeltaText } from './deltaText.ts';
import { handleMarkdownClicks, type MarkdownActions } from './markdownActions.ts';
import { TailRenderer } from './tailRenderer.ts';

/** Markdown that is rendered while it arrives. */
export interface MarkdownStream {
  /** Adds text, split anywhere. Shown with the next animation frame at the latest. */
  append(text: string): void;
  /** Renders what is left at once. The result is the same however the text was split. */
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
  let frame: number | undefined;
  let restUntilMs = 0;
  let ended = false;

  const onFrame = (startMs: number): void => {
    frame = undefined;
    if (startMs < restUntilMs) {
      frame = requestAnimationFrame(onFrame);
      return;
    }
    const text = deltas.append(waiting);
    waiting = '';
    const before = performance.now();
    tail.append(text);
    const after = performance.now();
    restUntilMs = after + restPerRenderTime * (after - before);
  };
  handleMarkdownClicks(target, actions);
  return {
    append(text) {
      if (!ended) {
        waiting += text;
        frame ??= requestAnimationFrame(onFrame);
      }
    },
    end() {
      if (!ended) {
        ended = true;
        cancelAnimationFrame(frame ?? 0);
        tail.end(deltas.append(waiting) + deltas.end());
      }
    },
  };
}
