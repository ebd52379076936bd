/** Scripts in which a character is about a token. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * About how many tokens a model makes of `text`: one for four characters, and one for each character
 * of Chinese, Japanese and Korean. Every model counts differently, so this is never more than a hint.
 */
export function tokenEstimate(text: string): number {
  const denseCount = text.match(dense)?.length ?? 0;
  return denseCount + Math.ceil((text.length - denseCount) / 4);
}
