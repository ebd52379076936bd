/**
 * One line of at most `max` characters of what a service sent: each run of control characters and
 * white space becomes one space. `undefined` if nothing is left.
 */
export function excerpt(text: string, max = 500): string | undefined {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (line.length <= max) {
    return line === '' ? undefined : line;
  }
  // A character beyond U+FFFF has two code units and must not be cut in half.
  return `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Whether a text is a web page. */
export function isWebPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|title|body)\b/i.test(text);
}

// Each pattern for HTML also matches at the end of the text. Otherwise the rest of the text would be
// searched again for every tag that is not closed, which takes quadratic time.

/** The readable text of an HTML page: its title, else its text. Other text is given unchanged. */
export function readableText(text: string): string {
  if (!/^\s*</.test(text)) {
    return text;
  }
  const title = /<title[^>]*(?:>([^<]*)|$)/i.exec(text)?.[1]?.trim();
  return title !== undefined && title !== '' ? title : withoutTags(text);
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<[^>]*(?:>|$)/g, ' ');
}
