/** Words of limits that are not about tokens. */
const otherMatters = /\b(?:characters|strings?|bytes|messages|items|images)\b/i;

/** Words of limits that are. */
const ofTokens = /token|context|n_ctx/i;

/** The end of a sentence; a full stop within a number or a name has no space after it. */
const sentenceEnd = /[.!?]\s/;

/** In characters. The rest of a longer text is not searched. */
const maxLength = 2000;

/** The range of plausible context lengths, in tokens. */
const [least, largest] = [16, 1_000_000_000];

/** A whole number as services write it: `8192` or `8,192`. */
const numbers = /\d(?:,?\d){0,15}/g;

/** In characters, before and after a number. */
const nearLength = 80;

/** A comparison whose right side is the limit, or the end of a range: `190000 > 8192`, `<= 8192`, `[1, 8192]`. */
const comparison = /(?:>=?|<=|≤|\[\s{0,3}\d{1,3}\s{0,3},)\s{0,3}$/;

/** What introduces a limit. */
const limitBefore =
  /\bmax(?:imum|\.)?(?![\w-])|\bmax_\w{0,20}len(?:gth)?\b|limit|allow|\bat most\b|\bup to\b|\bonly\b|\b(?:cannot|can't|must|should|may) (?:not )?(?:be|have|exceed)|support|window|context (?:length|size)|(?:prompt|input|sequence) (?:length|size|limit) (?:is|of|=|:)|n_ctx|最大|最多|上限|不超过/gi;

/** A number alone in brackets behind these words is the code of the error. */
const codeBefore = /\bexceed(?:s|ed)? limit \($/i;

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
 * the model's and not the request's by the nearest words before it and those after it. Undefined if they state no
 * plausible one.
 */
export function statedContextLength(words: string): number | undefined {
  const text = words
    .slice(0, maxLength)
    .split(sentenceEnd)
    .filter((one) => !otherMatters.test(one) || ofTokens.test(one))
    .join('. ');
  let end = 0;
  const found = [...text.matchAll(numbers)].map(({ index, 0: digits }) => {
    const before = text.slice(Math.max(end, index - nearLength), index);
    const isCompared = comparison.test(text.slice(Math.max(0, index - 20), index));
    end = index + digits.length;
    const after = text.slice(end, end + nearLength);
    const introduced = [...before.matchAll(limitBefore)].at(-1);
    const isIntroduced =
      introduced !== undefined &&
      !requested.test(before.slice(introduced.index + introduced[0].length)) &&
      !codeBefore.test(before);
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
