/**
 * How many characters must be put in, taken out or replaced to make `a` of `b` (Levenshtein);
 * nothing where it takes more than `max`.
 */
export function editDistance(a: string, b: string, max: number): number | undefined {
  if (Math.abs(a.length - b.length) > max) {
    return undefined;
  }
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const fewest = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
      current.push(fewest);
    }
    if (Math.min(...current) > max) {
      return undefined;
    }
    above = current;
  }
  const distance = above[b.length] ?? 0;
  return distance <= max ? distance : undefined;
}
