// As they are before a test holds a clock of its own.
const now = performance.now.bind(performance);
const later = setTimeout;

/**
 * Waits until `condition` gives something other than undefined or false, looking every few
 * milliseconds. Throws with `what` after `timeoutMs`, which is only there to end a test that hangs.
 */
export async function until<T>(
  what: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 100_000,
): Promise<T> {
  const deadline = now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) {
      return value;
    }
    if (now() > deadline) {
      throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    }
    await new Promise((resolve) => later(resolve, 5));
  }
}
