import type { Token } from 'markdown-it';
import { createParser } from './createParser.ts';
import { escapeHtml } from './escapeHtml.ts';
import { codeLanguage, fencedCode } from './fence.ts';
import { inlineHtml } from './inlineHtml.ts';

/** A longer source, in characters, is shown without being parsed: that would block the window. */
const maxLength = 2_000_000;

const parser = createParser(['block', 'inline', 'linkify', 'text_join']);

/** The elements of the containers. The content of any other container is written without one. */
const containers: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  math_text: 'div',
  footnote: 'div',
};

/** The elements whose direction is that of their own text; so is that of headings. */
const directed: ReadonlySet<string> = new Set(['p', 'li', 'th', 'td', 'div']);

/**
 * Markdown as HTML that runs no scripts and loads nothing: all tags and attributes come from this
 * file, and everything from the source is escaped. Images become their names. A source that is too
 * long, or that makes the parser throw, is written as plain text.
 */
export function markdownHtml(source: string): string {
  if (source.length > maxLength) {
    return plainHtml(source);
  }
  try {
    const tokens = parser.parse(source.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD'), {});
    tokens.forEach((token, index) => markTask(token, tokens.slice(Math.max(0, index - 2), index)));
    return tokens.map(blockHtml).join('');
  } catch {
    return plainHtml(source);
  }
}

/** Text as HTML with its line breaks, without any markdown. */
export function plainHtml(text: string): string {
  return `<p class="plain" dir="auto">${escapeHtml(text)}</p>`;
}

/** Code as HTML with its language as a caption; an empty language has none. */
export function codeHtml(language: string, code: string): string {
  const caption = language === '' ? '' : `<figcaption>${escapeHtml(language)}</figcaption>`;
  return `<figure>${caption}<pre dir="ltr"><code>${escapeHtml(code)}</code></pre></figure>`;
}

function blockHtml(token: Token): string {
  if (token.hidden) {
    return '';
  }
  if (token.nesting !== 0) {
    return containerHtml(token);
  }
  switch (token.type) {
    case 'inline':
      return inlineHtml(token.children ?? []);
    case 'fence':
      return codeHtml(codeLanguage(token.info), fencedCode(token.content));
    case 'code_block':
      return codeHtml('', fencedCode(token.content));
    case 'math_block':
      return `<pre class="math" dir="ltr">${escapeHtml(token.content)}</pre>`;
    case 'too_deep':
      return plainHtml(token.content);
    case 'hr':
      return '<hr>';
    default:
      return escapeHtml(token.content);
  }
}

/** Replaces `[ ]` or `[x]` at the start of a list item by a box (GitHub's task lists). */
function markTask({ children }: Token, before: readonly Token[]): void {
  const opener = before.findLast(({ type }) => type !== 'paragraph_open');
  const first = children?.[0];
  if (first?.type === 'text' && opener?.type === 'list_item_open') {
    first.content = first.content.replace(/^\[([ xX])\](?=\s)/, (_, mark) =>
      mark === ' ' ? '☐' : '☑',
    );
  }
}

function containerHtml(token: Token): string {
  const name = token.type.replace(/_(?:open|close)$/, '');
  const heading = name === 'heading' ? /^h[1-6]$/.exec(token.tag)?.[0] : undefined;
  if (token.type === 'footnote_open') {
    return `<div class="footnote"><sup>${escapeHtml(token.content)}</sup>`;
  }
  const tag = heading ?? containers[name];
  if (tag === undefined) {
    return '';
  }
  return token.nesting < 0 ? `</${tag}>` : `<${tag}${attributes(token, tag)}>`;
}

function attributes(token: Token, tag: string): string {
  const start = Number(token.attrGet('start') ?? 1);
  const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
  return [
    directed.has(tag) || tag.startsWith('h') ? ' dir="auto"' : '',
    tag === 'ol' && Number.isSafeInteger(start) && start !== 1 ? ` start="${start}"` : '',
    align === undefined ? '' : ` class="align-${align}"`,
  ].join('');
}
