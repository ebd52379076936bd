/** Lets `Date.now` stand still; gives what lets it go on. */
export function holdDate(): () => void {
  const { now } = Date;
  const held = now();
  Date.now = () => held;
  return () => {
    Date.now = now;
  };
}
