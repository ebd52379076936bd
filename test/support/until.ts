// As they are before a test holds a clock of its own.
const now = performance.now.bind(performance);
const later = setTimeout;

/** What a condition gives as long as it does not hold. */
type NotYet = undefined | null | false | 0 | '';

/** Whoever looks more often keeps busy what it waits for. */
const longestWaitMs = 40;

/**
 * Waits until `condition` gives something, looking again and again: not nothing, false, zero or
 * an empty text, with which a wait would be over before it began. Throws with `what` after `timeoutMs`,
 * which is only there to end a test that hangs.
 */
export async function until<T>(
  what: string,
  condition: () => T | NotYet | Promise<T | NotYet>,
  timeoutMs = 100_000,
): Promise<T> {
  const deadline = now() + timeoutMs;
  for (let waitMs = 5; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false && value !== 0 && value !== '') {
      return value;
    }
    if (now() > deadline) {
      throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    }
    await new Promise((resolve) => later(resolve, waitMs));
  }
}
