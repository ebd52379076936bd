/** What stands in place of a secret that the user has masked before sending (`src/shared/guard`). */
const mask = /\[masked: [^\]\n]{1,100} \d{1,6}\]/g;

/**
 * The values that masks stand for, by the mask: `sent` is `original` with masks. Undefined if the two differ in
 * anything else, or if it cannot be told which part of the original a mask stands for.
 */
export function maskedValues(
  sent: string,
  original: string,
): ReadonlyMap<string, string> | undefined {
  const found = [...sent.matchAll(mask)];
  // The text before each mask, and that after the last one.
  const kept = [...found, undefined].map((next, at) => {
    const before = found[at - 1];
    const start = before === undefined ? 0 : before.index + before[0].length;
    return sent.slice(start, next?.index ?? sent.length);
  });
  const places = onlyPlaces(kept, original);
  if (places === undefined) {
    return undefined;
  }
  const values = new Map<string, string>();
  for (const [at, [name]] of found.entries()) {
    const start = (places[at] ?? 0) + (kept[at]?.length ?? 0);
    const value = original.slice(start, places[at + 1]);
    if ((values.get(name) ?? value) !== value) {
      return undefined;
    }
    values.set(name, value);
  }
  return values;
}

/**
 * Where texts are in another one, which begins with the first and ends with the last of them, in order and with something
 * in between; undefined if they are not, or if they could also be elsewhere.
 */
function onlyPlaces(texts: readonly string[], whole: string): readonly number[] | undefined {
  const [first = ''] = texts;
  const last = texts.at(-1) ?? '';
  if (texts.length === 1) {
    return first === whole ? [0] : undefined;
  }
  const end = whole.length - last.length;
  if (!whole.startsWith(first) || !whole.endsWith(last) || end <= first.length) {
    return undefined;
  }
  const middle = texts.slice(1, -1);
  const earliest: number[] = [];
  let from = first.length;
  for (const text of middle) {
    const at = whole.indexOf(text, from + 1);
    earliest.push(at);
    from = at + text.length;
    if (at === -1 || from >= end) {
      return undefined;
    }
  }
  let to = end;
  for (const [at, text] of middle.toReversed().entries()) {
    const latest = whole.lastIndexOf(text, to - 1 - text.length);
    if (latest !== earliest.at(-1 - at)) {
      return undefined;
    }
    to = latest;
  }
  return [0, ...earliest, end];
}

/** Code with the masks in place of their values, as it was sent. */
export function withMasks(code: string, values: ReadonlyMap<string, string>): string {
  let masked = code;
  for (const [name, value] of values) {
    masked = masked.replaceAll(value, () => name);
  }
  return masked;
}

/** Code of a reply with the values in place of their masks; undefined if it has a mask that stands for nothing known. */
export function withoutMasks(
  code: string,
  values: ReadonlyMap<string, string>,
): string | undefined {
  const isKnown = [...code.matchAll(mask)].every(([found]) => values.has(found));
  return isKnown ? code.replaceAll(mask, (found) => values.get(found) ?? found) : undefined;
}
