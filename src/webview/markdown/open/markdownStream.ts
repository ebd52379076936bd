import { linkTarget } from '../../../markdown/linkTarget.ts';
import type { ViewToHost } from '../../../shared/panel/panelProtocol.ts';
import { handleCodeClick } from '../../code/codeBlock.ts';
import { idleTime } from '../../dom/idleTime.ts';
import { restScrollersOutOfSight } from '../../dom/restingScrollers.ts';
import { handleFootnoteClick } from '../footnotes.ts';
import { TailRenderer } from './tailRenderer.ts';

/** Markdown that is rendered while it arrives. */
export interface MarkdownStream {
  /**
   * Appends text, which may be split anywhere, and shows it in an animation frame: the next one,
   * unless rendering is slow; much text takes several frames. After `end` the text continues, and finished
   * blocks stay the same nodes.
   */
  append(text: string): void;
  /** Takes the text so far off the page and shows `text` in its place, at once. */
  restart(text: string): void;
  /**
   * Renders the rest. Of a very long rest the start is rendered at once, and the others are shown as
   * they are until the page has had the time to render them. The result does not depend on how the
   * text was split or on earlier calls. With `isFinal` the call is cheaper, and text that is appended
   * later is ignored.
   */
  end(isFinal?: boolean): void;
}

/**
 * The pause after each rendering, as a multiple of the time that it took: a slow device spends at
 * most a quarter of its time on rendering, so that typing stays smooth.
 */
const pausePerRenderTime = 3;

/** At the end, pieces that a frame can take are rendered at once: so many, and for so long. */
const atOnce = { pieces: 4, ms: 30 };

/**
 * Renders markdown into `target`, which must be empty and must not be changed by others. The work
 * for each frame depends on the blocks that are still open, not on the length of the text. The text
 * cannot add markup, run scripts or load anything; `post` is called for links and buttons.
 */
export function createMarkdownStream(
  target: HTMLElement,
  post: (intent: ViewToHost) => void = () => undefined,
): MarkdownStream {
  handleMarkdownClicks(target, post);
  restScrollersOutOfSight(target);
  return new Stream(target);
}

class Stream implements MarkdownStream {
  readonly #target: HTMLElement;
  #deltas = createDeltaText();
  #tail: TailRenderer;
  readonly #pace = createPace(() => this.#showFrame());
  /** Text that is not rendered yet. */
  #pending = '';
  #state: 'open' | 'ended' | 'final' = 'open';
  #isSettling = false;

  constructor(target: HTMLElement) {
    this.#target = target;
    this.#tail = new TailRenderer(target);
  }

  restart(text: string): void {
    this.#pace.cancel();
    this.#target.replaceChildren();
    this.#deltas = createDeltaText();
    this.#tail = new TailRenderer(this.#target);
    this.#pending = '';
    this.#state = 'open';
    this.append(text);
    this.end();
  }

  append(text: string): void {
    if (text !== '' && this.#state !== 'final') {
      this.#state = 'open';
      this.#pending += this.#deltas.append(text);
      this.#pace.schedule();
    }
  }

  end(isFinal = false): void {
    if (this.#state !== 'open') {
      return;
    }
    this.#state = isFinal ? 'final' : 'ended';
    this.#pace.cancel();
    const untilMs = performance.now() + atOnce.ms;
    let left = atOnce.pieces;
    while (left > 0 && !this.#tail.canTake(this.#pending) && performance.now() < untilMs) {
      this.#showPiece();
      left -= 1;
    }
    if (this.#tail.canTake(this.#pending) && performance.now() < untilMs) {
      this.#settle();
    } else {
      this.#tail.showWaiting(this.#pending);
    }
    if (!this.#isSettling) {
      void this.#settleLater();
    }
  }

  #showPiece(): void {
    this.#pending = this.#pending.slice(this.#tail.append(this.#pending));
  }

  #showFrame(): void {
    this.#showPiece();
    if (this.#pending !== '' || this.#tail.hasWork) {
      this.#pace.schedule();
    }
  }

  /** Renders what is left, which the page can take at once. */
  #settle(): void {
    if (this.#state === 'final') {
      this.#tail.finish(this.#pending + this.#deltas.end());
      this.#pending = '';
    } else {
      this.#showPiece();
      this.#tail.end(this.#deltas.end());
    }
  }

  /** Renders what `end` has left, while the page is idle. */
  async #settleLater(): Promise<void> {
    this.#isSettling = true;
    while (!this.#isSettled) {
      await idleTime();
      this.#settlePart();
    }
    this.#isSettling = false;
  }

  /** Whether `end` has left nothing, or text was appended since, which is shown in frames. */
  get #isSettled(): boolean {
    return this.#state === 'open' || (this.#pending === '' && !this.#tail.hasWork);
  }

  #settlePart(): void {
    if (this.#isSettled) {
      return;
    }
    if (this.#pending === '') {
      this.#tail.work();
    } else if (this.#tail.canTake(this.#pending)) {
      this.#settle();
    } else {
      this.#showPiece();
    }
  }
}

/** Calls `show` in animation frames, with a pause after each call. */
interface Pace {
  /** Requests a call, in the first frame after the pause. */
  readonly schedule: () => void;
  /** Withdraws the request. */
  readonly cancel: () => void;
}

/** Starts without a request. */
function createPace(show: () => void): Pace {
  let frame: number | undefined;
  let pauseEndMs = 0;
  const onFrame = (startMs: number): void => {
    frame = undefined;
    if (startMs < pauseEndMs) {
      frame = requestAnimationFrame(onFrame);
      return;
    }
    const before = performance.now();
    show();
    const after = performance.now();
    pauseEndMs = after + pausePerRenderTime * (after - before);
  };
  return {
    schedule() {
      frame ??= requestAnimationFrame(onFrame);
    },
    cancel() {
      cancelAnimationFrame(frame ?? 0);
      frame = undefined;
    },
  };
}

/** Adds the listeners for all links and buttons inside `target`, including those added later. */
function handleMarkdownClicks(target: HTMLElement, post: (intent: ViewToHost) => void): void {
  const onClick = (event: MouseEvent): void => {
    const clicked = event.target instanceof Element ? event.target : undefined;
    const link = clicked?.closest('a');
    if (link) {
      // VS Code's own listener, on an outer node, would open the link a second time.
      event.preventDefault();
      event.stopPropagation();
      const url = linkTarget(link.href);
      if (url !== undefined) {
        post({ kind: 'openLink', href: url.href });
      }
    } else if (clicked && event.type === 'click') {
      handleCodeClick(clicked, event.detail === 0, post);
      handleFootnoteClick(clicked, target);
    }
  };
  target.addEventListener('click', onClick);
  target.addEventListener('auxclick', onClick);
}

/**
 * Normalises text from deltas that may be split anywhere, as the parser requires: line breaks
 * become `\n` and NUL becomes U+FFFD. Half a CRLF or half a surrogate pair is held back for the
 * next delta.
 */
interface DeltaText {
  /** Returns the text that is complete with this delta. */
  append(delta: string): string;
  /** Returns what is held back, in case nothing follows; it stays held back. */
  end(): string;
}

/** Starts with nothing held back. */
function createDeltaText(): DeltaText {
  let held = '';
  return {
    append(delta) {
      const text = held + delta;
      const cut = /[\r\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
      held = text.slice(cut);
      return normalise(text.slice(0, cut));
    },
    end: () => normalise(held),
  };
}

function normalise(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}
