const maxLength = 500;

/**
 * One line of at most 500 characters of what a service sent: control characters and runs of white
 * space become one space. `undefined` when nothing is left.
 */
export function excerpt(text: string, max = maxLength): string | undefined {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (line.length <= max) {
    return line === '' ? undefined : line;
  }
  // A character beyond U+FFFF takes two places and is not to be cut in half.
  return `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Whether text is a web page rather than what a service has to say. */
export function isWebPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|title|body)\b/i.test(text);
}

/** What a person would read of an HTML page: its title, else its text. Other text stays as it is. */
export function readableText(text: string): string {
  if (!/^\s*</.test(text)) {
    return text;
  }
  const title = /<title[^<>]*>([^<]*)/i.exec(text)?.[1]?.trim();
  return title !== undefined && title !== '' ? title : withoutTags(text);
}

function withoutTags(html: string): string {
  // Each pattern also ends at the end of the text, so that no unclosed tag is searched for twice.
  return html
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<[^>]*(?:>|$)/g, ' ');
}
