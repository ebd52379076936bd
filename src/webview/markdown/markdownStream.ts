import { linkTarget } from '../../markdown/linkTarget.ts';
import { type CodeActions, handleCodeClick } from '../code/codeBlock.ts';
import { handleFootnoteClick } from './footnotes.ts';
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

/** What a click inside rendered markdown may ask for. */
interface MarkdownActions extends CodeActions {
  /** A link was clicked; `href` is http, https or mailto. */
  readonly onOpenLink?: ((href: string) => void) | undefined;
}

/** One pair of listeners for everything inside `target`, now and later. */
function handleMarkdownClicks(target: HTMLElement, actions: MarkdownActions): void {
  const onClick = (event: Event): void => {
    const clicked = event.target instanceof Element ? event.target : undefined;
    const link = clicked?.closest('a');
    if (link) {
      // VS Code's own handler further up would open the link a second time.
      event.preventDefault();
      event.stopPropagation();
      openLink(link.href, actions);
    } else if (clicked && event.type === 'click') {
      handleCodeClick(clicked, actions);
      handleFootnoteClick(clicked, target);
    }
  };
  target.addEventListener('click', onClick);
  target.addEventListener('auxclick', onClick);
}

function openLink(href: string, { onOpenLink }: MarkdownActions): void {
  const url = linkTarget(href);
  if (url !== undefined) {
    onOpenLink?.(url.href);
  }
}

/**
 * Makes whole text of deltas that may be split anywhere: line breaks become `\n` and NUL becomes
 * U+FFFD, as the parser wants it, and half a CRLF or half a surrogate pair waits for the rest.
 */
interface DeltaText {
  append(delta: string): string;
  /** What is left if nothing more comes; it goes on waiting. */
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
