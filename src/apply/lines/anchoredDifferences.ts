import {
  between,
  commonLines,
  type LineDifference,
  lineDifferences,
  type LinePair,
  maxEditLength,
} from './lineDifferences.ts';

/**
 * Where two lists of lines differ, also if more lines do than `lineDifferences` compares: then between lines that both have
 * once, as in a patience diff. Other lines could stay as well, so that this proves nothing about which lines stay. Undefined
 * if it would take too long even so.
 */
export function anchoredDifferences(
  before: readonly string[],
  after: readonly string[],
): readonly LineDifference[] | undefined {
  const differences = lineDifferences(before, after);
  if (differences !== undefined) {
    return differences;
  }
  const pairs: LinePair[] = [];
  let [from, start] = [0, 0];
  // The time grows with the square of the lines that differ. All parts together get that of one text.
  let left = maxEditLength ** 2;
  const lengths = [before.length, after.length] as const;
  for (const anchor of [...anchors(before, after), lengths]) {
    const [at, other] = anchor;
    const part = commonLines(
      before.slice(from, at),
      after.slice(start, other),
      Math.floor(Math.sqrt(left)),
    );
    if (part === undefined) {
      return undefined;
    }
    left -= part.editLength ** 2;
    for (const [one, two] of part.pairs) {
      pairs.push([from + one, start + two]);
    }
    pairs.push(anchor);
    [from, start] = [at + 1, other + 1];
  }
  return between(pairs.slice(0, -1), lengths, 0);
}

/** A line that stays, and the one before it. */
interface Chain {
  readonly pair: LinePair;
  readonly before: Chain | undefined;
}

/** Lines that each of two texts has once: as many as are in one order in both, the longest increasing subsequence. */
function anchors(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  const [own, others] = [placesOfSingles(before), placesOfSingles(after)];
  // For each length the chain that ends first.
  const chains: Chain[] = [];
  for (const [line, at] of own) {
    const other = others.get(line);
    if (other === undefined) {
      continue;
    }
    let [low, high] = [0, chains.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = chains[middle]?.pair[1] ?? 0;
      [low, high] = end < other ? [middle + 1, high] : [low, middle];
    }
    chains[low] = { pair: [at, other], before: chains[low - 1] };
  }
  const found: LinePair[] = [];
  for (let chain = chains.at(-1); chain !== undefined; chain = chain.before) {
    found.push(chain.pair);
  }
  return found.toReversed();
}

/** Where the lines are that a text has once, in their order. */
function placesOfSingles(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const several = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) {
      several.add(line);
    } else {
      places.set(line, at);
    }
  }
  for (const line of several) {
    places.delete(line);
  }
  return places;
}
