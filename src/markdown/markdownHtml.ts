import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import { createParser } from './createParser.ts';
import { codeLanguage, fencedCode } from './fence.ts';
import { linkTarget } from './linkTarget.ts';

/** A longer source, in characters, is shown without being parsed: that would block the window. */
const maxLength = 2_000_000;

const parser = createParser(['block', 'inline', 'linkify', 'text_join']);

/** Escapes text for HTML, for content and for attribute values in double quotes. */
export const { escapeHtml } = parser.utils;

/** What is written in another way than markdown-it writes it, by the types of tokens. */
const written: Readonly<Record<string, (token: Token) => string>> = {
  fence: ({ info, content }) => codeHtml(codeLanguage(info), fencedCode(content)),
  code_block: ({ content }) => codeHtml('', fencedCode(content)),
  code_inline: ({ content }) => `<code dir="ltr">${escapeHtml(content)}</code>`,
  math_block: ({ content }) => `<pre class="math" dir="ltr">${escapeHtml(content)}</pre>`,
  math_inline: ({ content }) => `<span class="math" dir="ltr">${escapeHtml(content)}</span>`,
  footnote_open: ({ content }) => `<div class="footnote"><sup>${escapeHtml(content)}</sup>`,
  footnote_ref: ({ content }) => `<sup>${escapeHtml(content)}</sup>`,
  too_deep: ({ content }) => plainHtml(content),
  image: imageHtml,
};
for (const [type, write] of Object.entries(written)) {
  parser.renderer.rules[type] = (tokens, index) =>
    tokens
      .slice(index, index + 1)
      .map(write)
      .join('');
}

/**
 * Markdown as HTML that runs no scripts and loads nothing: the parser knows no HTML, everything from the source is
 * escaped, and all attributes come from this file. Images become their names. A source that is too long, or that
 * makes the parser throw, is written as plain text.
 */
export function markdownHtml(source: string): string {
  if (source.length > maxLength) {
    return plainHtml(source);
  }
  try {
    const tokens = parser.parse(source.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD'), {});
    for (const [index, token] of tokens.entries()) {
      markTask(token, tokens.slice(Math.max(0, index - 2), index));
      token.attrs = attributesOf(token);
      prepareLinks(token.children ?? []);
    }
    return parser.renderer.render(tokens, parser.options);
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

/** The elements whose direction is that of their own text. */
const directed = /^(?:p|li|th|td|div|h[1-6])$/;

function attributesOf(token: Token): NonNullable<Token['attrs']> {
  const attributes: NonNullable<Token['attrs']> = [];
  const start = token.attrGet('start');
  const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
  if (token.nesting > 0 && directed.test(token.tag)) {
    attributes.push(['dir', 'auto']);
  }
  if (start !== null) {
    attributes.push(['start', start]);
  }
  if (align !== undefined) {
    attributes.push(['class', `align-${align}`]);
  }
  return attributes;
}

/** Leaves of links only those that may be followed (see `linkTarget`), and none of an image inside another link. */
function prepareLinks(tokens: readonly Token[]): void {
  const open: boolean[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href'));
      const url = linkTarget(href);
      open.push(url !== undefined);
      token.hidden = url === undefined;
      token.attrs = url === undefined ? null : linkAttributes(url, href);
    } else if (token.type === 'link_close') {
      token.hidden = open.pop() !== true;
    } else if (token.type === 'image') {
      token.meta = { isInLink: open.includes(true) };
    }
  }
}

function linkAttributes({ href }: URL, title: string): [string, string][] {
  return [
    ['href', href],
    ['title', title],
    ['rel', 'noreferrer noopener'],
  ];
}

/** Writes the name of an image. Loading it would tell its host that the page was opened. */
function imageHtml(token: Token): string {
  const source = String(token.attrGet('src'));
  const url = linkTarget(source);
  const alt = plainText(token.children ?? []);
  const name = [alt, url?.host ?? ''].filter((part) => part !== '').join(', ');
  const text = escapeHtml(name === '' ? l10n.t('[image]') : l10n.t('[image: {0}]', name));
  const attrs = url && linkAttributes(url, source);
  return attrs === undefined || token.meta?.['isInLink'] === true
    ? text
    : `<a class="image"${parser.renderer.renderAttrs({ attrs })}>${text}</a>`;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.type === 'image' ? plainText(token.children ?? []) : token.content))
    .join('');
}
