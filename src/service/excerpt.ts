import { startOf } from '../shared/visibleText.ts';
import type { Redact } from './redactSecrets.ts';

/** In characters. No more than this of a text is read to make an excerpt of it. */
const maxReadLength = 16_384;

/**
 * One line of at most `max` characters of what a service sent, without secrets: each run of control
 * characters and white space becomes one space. `undefined` if nothing is left. The text is cut before
 * it is masked, so that its length does not matter.
 */
export function safeExcerpt(text: string, redact: Redact, max = 500): string | undefined {
  const safe = redact(text.slice(0, maxReadLength));
  const line = safe.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (line.length <= max) {
    return line === '' ? undefined : line;
  }
  return `${startOf(line, max - 1)}…`;
}

/** Whether a text is a web page. */
export function isWebPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|title|body)\b/i.test(text);
}

// Each pattern for HTML also matches at the end of the text. Otherwise the rest of the text would be
// searched again for every tag that is not closed, which takes quadratic time.

/** In characters. Of a longer page, the rest is not read. */
const maxPageLength = 65_536;

/** The readable text of an HTML page: its title, else its text. Other text is given unchanged. */
export function readableText(page: string): string {
  const text = page.slice(0, maxPageLength);
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
