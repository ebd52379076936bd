import * as l10n from '@vscode/l10n';
import { formatNumber, plural } from '../../shared/language.ts';

/** Keeps the end of a growing conversation in view for as long as the reader stays there. */
export interface TailFollower {
  /** Whether the view moves along with the end. */
  isFollowing(): boolean;
  /** Scrolls to the end and follows it. */
  toEnd(): void;
  /**
   * Scrolls to the end and follows it, but only until `start` is at the top of the view, so that the
   * beginning of a long reply can be read while the rest is still arriving.
   */
  followFrom(start: ReplyStart): void;
  /** Leaves the view where it is until the reader comes to the end again. */
  stopFollowing(): void;
  /** Counts the lines by which the content grows next as new: a reply has got more text. */
  countGrowth(): void;
}

/** What stays in view while a reply grows. */
interface ReplyStart {
  readonly node: Element;
  /** Where it begins, in CSS pixels below the top of `node`; 0 if missing. */
  readonly offsetPx?: number | undefined;
}

/**
 * Follows the end of `content` inside `scroller`. When the reader scrolls up, or the beginning of the reply
 * would leave the view, the view stops moving and the button `latest` shows how many lines have come since,
 * until the reader reaches the end again.
 */
export function followTail(
  scroller: HTMLElement,
  content: HTMLElement,
  latest: HTMLElement,
): TailFollower {
  let following = true;
  let start: ReplyStart | undefined;
  let last: ScrollPosition = { scrollTop: 0, scrollHeight: 0 };
  const newLines = countNewLines(scroller, latest);

  const follow = (value: boolean): void => {
    following = value;
    latest.hidden = value || isAtEnd(scroller);
    newLines.show(value);
  };
  const onResized = (): void => {
    if (following) {
      const { scrollHeight } = scroller;
      const startPx = (start && positionFor(start, scroller)) ?? scrollHeight;
      scroller.scrollTop = Math.min(scrollHeight, startPx);
      if (startPx < scrollHeight && !isAtEnd(scroller)) {
        follow(false);
      }
    } else {
      follow(isAtEnd(scroller));
    }
    last = positionOf(scroller);
    newLines.resized(!following);
  };
  scroller.addEventListener('scroll', () => {
    const now = positionOf(scroller);
    if (!following && now.scrollTop > last.scrollTop && isAtEnd(scroller)) {
      // The reader has come to the end, and wants to see what follows there.
      start = undefined;
    }
    if (isAtEnd(scroller) || isMovedUp(last, now)) {
      follow(isAtEnd(scroller));
    }
    last = now;
  });
  const observer = new ResizeObserver(onResized);
  observer.observe(content);
  observer.observe(scroller);
  return {
    isFollowing: () => following,
    toEnd: () => {
      start = undefined;
      follow(true);
      onResized();
    },
    followFrom: (next) => {
      start = next;
      follow(true);
      onResized();
    },
    stopFollowing: () => follow(false),
    countGrowth: newLines.countGrowth,
  };
}

/** The view counts as being at the end within this distance, in CSS pixels. */
const tolerancePx = 16;

/** Whether the end of the content of `scroller` is in view. */
export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: Element): boolean {
  return scrollHeight - scrollTop - clientHeight <= tolerancePx;
}

type ScrollPosition = Readonly<Record<'scrollTop' | 'scrollHeight', number>>;

function positionOf({ scrollTop, scrollHeight }: Element): ScrollPosition {
  return { scrollTop, scrollHeight };
}

/**
 * Whether the reader has scrolled up. With another height it was not the reader: content that gets
 * shorter before it grows moves the view as well.
 */
function isMovedUp(from: ScrollPosition, to: ScrollPosition): boolean {
  return to.scrollTop < from.scrollTop && to.scrollHeight === from.scrollHeight;
}

/**
 * The position of `scroller` at which `start` is at the top of the view. Undefined if it is not on the page
 * any more, or if the view is already further down, where the reader has gone.
 */
function positionFor(
  { node, offsetPx = 0 }: ReplyStart,
  scroller: HTMLElement,
): number | undefined {
  const { top } = node.getBoundingClientRect();
  const inViewPx = Math.floor(top - scroller.getBoundingClientRect().top + offsetPx);
  return scroller.contains(node) && inViewPx > -tolerancePx
    ? Math.max(0, scroller.scrollTop + inViewPx)
    : undefined;
}

/** Shows on `button` by how many lines the content of `scroller` has grown. */
function countNewLines(scroller: HTMLElement, button: HTMLElement) {
  const label = button.appendChild(document.createTextNode(linesBelow(0)));
  let height = 0;
  let width = 0;
  let newPx = 0;
  let isCounting = false;
  // Scrolling lays out what was out of view, and a click may unfold something: the height changes
  // then as well, but there is nothing new.
  for (const kind of ['scroll', 'click']) {
    scroller.addEventListener(kind, () => (isCounting = false));
  }
  return {
    show(isFollowing: boolean): void {
      newPx = isFollowing ? 0 : newPx;
      label.data = linesBelow(newPx / lineHeightPx(scroller));
    },
    countGrowth: (): void => {
      isCounting = true;
    },
    resized(isCounted: boolean): void {
      const { scrollHeight, scrollTop, clientHeight, clientWidth } = scroller;
      // In another width all lines break differently.
      isCounting &&= clientWidth === width;
      if (isCounted && isCounting && scrollHeight > height) {
        // Some of it may be in view.
        newPx = Math.min(newPx + scrollHeight - height, scrollHeight - scrollTop - clientHeight);
        label.data = linesBelow(newPx / lineHeightPx(scroller));
      }
      height = scrollHeight;
      width = clientWidth;
    },
  };
}

function linesBelow(count: number): string {
  const lines = Math.round(count);
  const words =
    lines === 0
      ? l10n.t('Latest')
      : plural(lines, {
          one: l10n.t('{0} new line', formatNumber(lines)),
          other: l10n.t('{0} new lines', formatNumber(lines)),
        });
  // The space keeps the words apart from the icon before them.
  return ` ${words}`;
}

function lineHeightPx(node: Element): number {
  const { lineHeight, fontSize } = getComputedStyle(node);
  return Number.parseFloat(lineHeight) || 1.4 * Number.parseFloat(fontSize);
}

/** A message that takes more of the view than this would leave too little of it for the reply. */
const maxMessageShare = 0.5;

/** How much of the text so far stays in view above its continuation. */
const shareAboveContinuation = 0.25;

/**
 * What stays in view while the reply to the turn `turnId` grows: the message before it, if it is short, else
 * the reply. If the turn continues a reply, it is the last lines before the continuation.
 */
export function replyStart(
  transcript: HTMLElement,
  turnId: string,
  viewHeightPx: number,
): ReplyStart | undefined {
  const named = `[data-turn-id="${CSS.escape(turnId)}"]`;
  const reply = transcript.querySelector(`.reply${named}`);
  if (reply === null) {
    const text = transcript.querySelector(`.reply:has(.reply-part${named}) > .markdown`);
    const { height } = text?.getBoundingClientRect() ?? { height: 0 };
    const offsetPx = Math.max(0, height - shareAboveContinuation * viewHeightPx);
    return text === null ? undefined : { node: text, offsetPx };
  }
  const message = reply.closest('.turn')?.querySelector('.user-message') ?? reply;
  const { height } = message.getBoundingClientRect();
  return { node: height <= maxMessageShare * viewHeightPx ? message : reply };
}
