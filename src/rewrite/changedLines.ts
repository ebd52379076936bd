/** The whole lines in which two texts differ; `newEnd` is their end in the second one. In UTF-16 code units. */
export function changedLines(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly newEnd: number } {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) {
    same += 1;
  }
  const start = same === 0 ? 0 : before.lastIndexOf('\n', same - 1) + 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - start && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) {
    sameAtEnd += 1;
  }
  // The common end may begin within a line.
  const lineEnd = before.indexOf('\n', before.length - sameAtEnd);
  const tail = lineEnd === -1 ? 0 : before.length - lineEnd - 1;
  return { start, end: before.length - tail, newEnd: after.length - tail };
}
