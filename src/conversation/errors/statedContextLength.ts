/** A whole number as services write it: `8192` or `8,192`. */
const number = String.raw`(\d[\d,]{0,14})`;

/** How services say that a request is too long for the model. The number is the context length. */
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

/** Words of limits that are not about tokens. */
const otherMatters = /\b(?:characters|bytes|messages|items|images)\b/i;

/** In characters. The rest of a longer text is not searched. */
const maxLength = 2000;

/** The range of plausible context lengths, in tokens. */
const [least, largest] = [16, 1_000_000_000];

/**
 * The context length in tokens as `words` state it: the text of a service about a request that is too long.
 * Undefined if they state no plausible number.
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
