/** Words of limits that are not about tokens. */
const otherMatters = /\b(?:characters|bytes|messages|items|images)\b/i;

/** In characters. The rest of a longer text is not searched. */
const maxLength = 2000;

/** The range of plausible context lengths, in tokens. */
const [least, largest] = [16, 1_000_000_000];

/** A whole number as services write it: `8192` or `8,192`. */
const numbers = /\d[\d,]{0,20}/g;

/** In characters, before and after a number. */
const nearLength = 80;

/** A comparison whose right side is the limit, or the end of a range: `190000 > 8192`, `<= 8192`, `[1, 8192]`. */
const comparison = /(?:>|<=|≤|\[\s{0,3}\d{1,3}\s{0,3},)\s{0,3}$/;

/** What introduces a limit. */
const limitBefore =
  /\bmax(?:imum|\.)?(?![\w-])|limit|allow|\bat most\b|\bup to\b|\bonly\b|\b(?:cannot|can't|must|should|may) (?:not )?(?:be|exceed)|support|window|context (?:length|size)|(?:prompt|input|sequence) (?:length|size|limit) (?:is|of|=|:)|n_ctx/i;

/** What follows a limit at once. */
const limitAfter = /^\)?\s{0,3}(?:tokens? )?(?:max(?:imum|\.)?(?![\w-])|limit|allowed|context)/i;

/** What says that the next number is that of the request. */
const requested =
  /\b(?:requested?|resulted|your|got|given|used|contains?|has|have|received|sent|current)\b[^.]{0,40}$/i;

/** What follows the number of a request at once. */
const exceeds =
  /^\)?\s{0,3}(?:tokens? )?(?:exceeds?\b|is (?:greater|longer|larger|more|above|over)\b|>)/i;

/**
 * The context length in tokens as `words` state it: the text of a service about a request that is too long. A number is
 * the model's and not the request's by what stands before and after it. Undefined if they state no plausible one.
 */
export function statedContextLength(words: string): number | undefined {
  const text = words.slice(0, maxLength);
  if (otherMatters.test(text) && !/token|context|n_ctx/i.test(text)) {
    return undefined;
  }
  let end = 0;
  const found = [...text.matchAll(numbers)].map(({ index, 0: digits }) => {
    const before = text.slice(Math.max(end, index - nearLength), index);
    const isCompared = comparison.test(text.slice(Math.max(0, index - 20), index));
    end = index + digits.length;
    const after = text.slice(end, end + nearLength);
    const isIntroduced = limitBefore.test(before) && !requested.test(before);
    return {
      tokens: Number(digits.replaceAll(',', '')),
      isCompared,
      isLimit: (isIntroduced || limitAfter.test(after)) && !exceeds.test(after),
    };
  });
  const plausible = found.filter(
    ({ tokens }) => Number.isSafeInteger(tokens) && tokens >= least && tokens <= largest,
  );
  const limit =
    plausible.find(({ isCompared }) => isCompared) ?? plausible.find(({ isLimit }) => isLimit);
  return limit?.tokens;
}
