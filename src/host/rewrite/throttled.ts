/** A function that can be called as often as one likes, and calls another at most once in so many milliseconds. */
export function throttled(act: () => void, ms: number): () => void {
  let isWaiting = false;
  let isDue = false;
  const now = (): void => {
    isWaiting = true;
    isDue = false;
    act();
    setTimeout(() => {
      isWaiting = false;
      if (isDue) {
        now();
      }
    }, ms);
  };
  return () => {
    if (isWaiting) {
      isDue = true;
    } else {
      now();
    }
  };
}
