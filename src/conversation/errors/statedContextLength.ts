/** A whole number as services write it, `8192` or `8,192`. */
const number = String.raw`(\d[\d,]{0,14})`;

/** How services put it that a request is longer than the model takes; the number is the limit. */
const phrasings = [
  String.raw`(?:context|prompt|input|sequence) (?:length|window|size|limit)(?: of the model)? (?:is|of|=|:|\() ?(?:only |at most )?${number}`,
  String.raw`maximum (?:context|input|prompt)(?: length)?(?: is| of|:)? ?${number}`,
  String.raw`${number} (?:tokens? )?(?:maximum|max\.?)(?: context)?`,
  String.raw`exceed context limit: [\d, +]{1,40}> ?${number}`,
  String.raw`tokens allowed(?: is|:)? ?\(?${number}`,
  String.raw`must be (?:<=|at most|less than or equal to) ${number}`,
  String.raw`cannot exceed ${number}`,
  String.raw`\bn_ctx(?: is| =|=|:)? ?${number}`,
].map((phrasing) => new RegExp(phrasing, 'i'));

/** Words that are not about tokens at all. */
const otherMatters = /\b(?:characters|bytes|messages|items|images)\b/i;

/** Longer words of a service are not looked at. */
const maxLength = 2000;

/** No model takes less, and none is near the largest. */
const [least, largest] = [16, 1_000_000_000];

/**
 * How many tokens the model takes, as the error about too long a conversation states it in `words`;
 * nothing where it states no number.
 */
export function statedContextLength(words: string): number | undefined {
  const text = words.slice(0, maxLength);
  if (otherMatters.test(text) && !/token|context|n_ctx/i.test(text)) {
    return undefined;
  }
  return phrasings
    .map((phrasing) => Number(phrasing.exec(text)?.[1]?.replaceAll(',', '')))
    .find((tokens) => Number.isSafeInteger(tokens) && tokens >= least && tokens <= largest);
}
