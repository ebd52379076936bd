/** Keeps the end of a growing text in view for as long as the reader is there. */
export interface TailFollower {
  /** Goes to the end and stays there. */
  toEnd(): void;
}

/** The reader counts as being at the end within this distance. */
const tolerancePx = 16;

/**
 * Follows the end of `content` inside `scroller`. Once the reader scrolls up nothing moves, and
 * `latest` shows until the end is reached again.
 */
export function followTail(
  scroller: HTMLElement,
  content: HTMLElement,
  latest: HTMLElement,
): TailFollower {
  let following = true;
  let lastTop = 0;

  const follow = (value: boolean): void => {
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
  });
  const observer = new ResizeObserver(scrollToEnd);
  observer.observe(content);
  observer.observe(scroller);
  return {
    toEnd() {
      follow(true);
      scrollToEnd();
    },
  };
}
