/** Whether anything answers at `url` within five seconds, with whatever status. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const { body } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5000) });
    await body?.cancel();
    return true;
  } catch {
    return false;
  }
}
