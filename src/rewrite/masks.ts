/** What stands in place of a secret that the user has masked before sending (`src/shared/guard`). */
const mask = /\[masked: [^\]\n]{1,100} \d{1,6}\]/g;

/**
 * The values that masks stand for, by the mask: `sent` is `original` with masks. Undefined if the two differ in
 * anything else, so that it cannot be told.
 */
export function maskedValues(
  sent: string,
  original: string,
): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  let [at, end] = [0, 0];
  let before: string | undefined;
  // The text up to a mask, and up to the end, is in the original too.
  for (const found of [...sent.matchAll(mask), undefined]) {
    const text = sent.slice(end, found?.index);
    const isLast = found === undefined;
    const next = before === undefined ? 0 : placeOf(text, original, at, isLast);
    if (next === -1 || !original.startsWith(text, next)) {
      return undefined;
    }
    if (before !== undefined) {
      const value = original.slice(at, next);
      if ((values.get(before) ?? value) !== value) {
        return undefined;
      }
      values.set(before, value);
    }
    at = next + text.length;
    end = found === undefined ? sent.length : found.index + found[0].length;
    before = found?.[0];
  }
  return at === original.length ? values : undefined;
}

function placeOf(text: string, original: string, from: number, isLast: boolean): number {
  const end = original.length - text.length;
  return isLast ? (end < from ? -1 : end) : original.indexOf(text, from + 1);
}

/** Code of a reply with the values in place of their masks; undefined if it has a mask that stands for nothing known. */
export function withoutMasks(
  code: string,
  values: ReadonlyMap<string, string>,
): string | undefined {
  const isKnown = [...code.matchAll(mask)].every(([found]) => values.has(found));
  return isKnown ? code.replaceAll(mask, (found) => values.get(found) ?? found) : undefined;
}
