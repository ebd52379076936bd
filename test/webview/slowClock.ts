/** Lets each look at the page's clock seem to take 1 ms; gives what ends that. */
export function slowClock(): () => void {
  let nowMs = performance.now();
  performance.now = () => (nowMs += 1);
  // The page's own is that of the prototype.
  return () => void Reflect.deleteProperty(performance, 'now');
}
