/** Unicode's control, format and line separating characters: nobody sees them, some turn the text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of a service in one line, unseen characters written out: names that differ look different. */
export function visibleText(text: string): string {
  return text.replaceAll(unseen, (unseen) => `\\u{${unseen.codePointAt(0)?.toString(16)}}`);
}
