/** Keeps the end of a growing text in view for as long as the reader is there. */
export interface TailFollower {
  /** Goes to the end and stays there. */
  toEnd(): void;
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
  let lastTop = 0;
  let lastHeight = 0;
  let hasGrown = false;
  let newPx = 0;
  const label = latest.appendChild(document.createTextNode(''));

  const follow = (value: boolean): void => {
    if (following !== value) {
      newPx = 0;
      label.data = linesBelow(0);
    }
    following = value;
    latest.hidden = value;
  };
  const scrollToEnd = (): void => {
    if (following) {
      scroller.scrollTop = scroller.scrollHeight;
      lastTop = scroller.scrollTop;
    }
  };
  scroller.addEventListener('scroll', () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    // Growth alone moves the end away, so only a movement upwards is the reader's wish to stay.
    if (scrollHeight - scrollTop - clientHeight <= tolerancePx) {
      follow(true);
    } else if (scrollTop < lastTop) {
      follow(false);
    }
    lastTop = scrollTop;
    // What comes into sight by scrolling may change its height, too, and is not new.
    hasGrown = false;
  });
  const countNew = (): void => {
    const { scrollHeight } = scroller;
    if (!following && hasGrown && scrollHeight > lastHeight) {
      newPx += scrollHeight - lastHeight;
      label.data = linesBelow(newPx / lineHeightPx(scroller));
    }
    lastHeight = scrollHeight;
  };
  const observer = new ResizeObserver(() => {
    scrollToEnd();
    countNew();
  });
  observer.observe(content);
  observer.observe(scroller);
  return {
    toEnd() {
      follow(true);
      scrollToEnd();
    },
    grew() {
      hasGrown = true;
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
