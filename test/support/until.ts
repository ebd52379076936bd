/**
 * Waits until `condition` gives something other than undefined or false, looking every few
 * milliseconds. Throws with `what` after `timeoutMs`.
 */
export async function until<T>(
  what: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) {
      return value;
    }
    if (Date.now() > deadline) {
      throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
