/**
 * The shortest of several times in milliseconds, each measured in a round of its own. A busy machine makes
 * some rounds slow, but not the code that is measured.
 */
export async function fastestOf(
  rounds: number,
  measure: (round: number) => Promise<number>,
): Promise<number> {
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    times.push(await measure(round));
  }
  return Math.min(...times);
}
