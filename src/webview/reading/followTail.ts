/** Keeps the end of a growing text in view for as long as the reader is there. */
export interface TailFollower {
  /** Whether the reader is at the end. */
  isFollowing(): boolean;
  /** Goes to the end and stays there. */
  toEnd(): void;
  /** Stays where the reader is until the end is reached again. */
  stay(): void;
  /** Tells that text was added at the end: what the content grows by next counts as new. */
  grew(): void;
}

/** The reader counts as being at the end within this distance. */
const tolerancePx = 16;

/**
 * Follows the end of `content` inside `scroller`. Once the reader scrolls up nothing moves, and
 * `latest` shows until the end is reached again, with how many lines came meanwhile.
 */
export function followTail(
  scroller: HTMLElement,
  content: HTMLElement,
  latest: HTMLElement,
): TailFollower {
  let following = true;
  let last = { scrollTop: 0, scrollHeight: 0 };
  const news = countLines(scroller, latest);

  const follow = (value: boolean): void => {
    following = value;
    latest.hidden = value || isAtEnd(scroller);
    news.shown(value);
  };
  const scrollToEnd = (): void => {
    if (following) {
      scroller.scrollTop = scroller.scrollHeight;
      last = placeOf(scroller);
    } else {
      follow(isAtEnd(scroller));
    }
    news.resized(!following);
  };
  scroller.addEventListener('scroll', () => {
    if (isAtEnd(scroller) || isMovedUp(last, placeOf(scroller))) {
      follow(isAtEnd(scroller));
    }
    last = placeOf(scroller);
  });
  onResize([content, scroller], scrollToEnd);
  return {
    isFollowing: () => following,
    toEnd: () => {
      follow(true);
      scrollToEnd();
    },
    stay: () => follow(false),
    grew: news.grew,
  };
}

/** Where a view stands in how much. */
type Place = Readonly<Record<'scrollTop' | 'scrollHeight', number>>;

function placeOf({ scrollTop, scrollHeight }: Element): Place {
  return { scrollTop, scrollHeight };
}

/**
 * Whether the reader has moved the view upwards. Growth alone moves the end away, and content that
 * became shorter before it grew has moved the view by itself.
 */
function isMovedUp(from: Place, to: Place): boolean {
  return to.scrollTop < from.scrollTop && to.scrollHeight === from.scrollHeight;
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: Element): boolean {
  return scrollHeight - scrollTop - clientHeight <= tolerancePx;
}

function onResize(nodes: readonly Element[], act: () => void): void {
  const observer = new ResizeObserver(act);
  nodes.forEach((node) => observer.observe(node));
}

/** Counts on `button` how many lines the content of `scroller` has grown by. */
function countLines(scroller: HTMLElement, button: HTMLElement) {
  const label = button.appendChild(document.createTextNode(linesBelow(0)));
  let height = 0;
  let width = 0;
  let newPx = 0;
  let hasGrown = false;
  // What comes into sight by scrolling, or is unfolded, may change the height, too, and is not new.
  for (const kind of ['scroll', 'click']) {
    scroller.addEventListener(kind, () => (hasGrown = false));
  }
  return {
    shown(isAtEnd: boolean): void {
      newPx = isAtEnd ? 0 : newPx;
      label.data = linesBelow(newPx / lineHeightPx(scroller));
    },
    grew: (): void => {
      hasGrown = true;
    },
    resized(isCounted: boolean): void {
      const { scrollHeight, clientWidth } = scroller;
      // In another width the lines are others.
      hasGrown &&= clientWidth === width;
      if (isCounted && hasGrown && scrollHeight > height) {
        newPx += scrollHeight - height;
        label.data = linesBelow(newPx / lineHeightPx(scroller));
      }
      height = scrollHeight;
      width = clientWidth;
    },
  };
}

function linesBelow(count: number): string {
  const lines = Math.round(count);
  return lines === 0 ? ' Latest' : lines === 1 ? ' 1 new line' : ` ${lines} new lines`;
}

function lineHeightPx(node: Element): number {
  const { lineHeight, fontSize } = getComputedStyle(node);
  return Number.parseFloat(lineHeight) || 1.4 * Number.parseFloat(fontSize);
}
