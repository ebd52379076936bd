import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import { escapeHtml } from './escapeHtml.ts';
import { linkTarget } from './linkTarget.ts';

const formats: Readonly<Record<string, string>> = { strong: 'strong', em: 'em', s: 's' };

/** Inline tokens as HTML. Only links that may be followed (see `linkTarget`) become links. */
export function inlineHtml(tokens: readonly Token[]): string {
  /** The closing tags of the open pairs; empty for a pair that is not written. */
  const open: string[] = [];
  /** How many of the open pairs are links. Counted, because the pairs may be nested without limit. */
  let openLinks = 0;
  const parts = tokens.map((token) => {
    if (token.nesting > 0) {
      const [start, end] = pair(token);
      open.push(end);
      openLinks += end === linkEnd ? 1 : 0;
      return start;
    }
    if (token.nesting < 0) {
      const end = open.pop();
      openLinks -= end === linkEnd ? 1 : 0;
      return end;
    }
    return leafHtml(token, openLinks > 0);
  });
  return parts.join('');
}

function pair(token: Token): readonly [start: string, end: string] {
  if (token.type === 'link_open') {
    const href = String(token.attrGet('href'));
    const url = linkTarget(href);
    return url === undefined ? ['', ''] : [linkStart(url, href), linkEnd];
  }
  const tag = formats[token.type.replace(/_open$/, '')];
  return tag === undefined ? ['', ''] : [`<${tag}>`, `</${tag}>`];
}

const linkEnd = '</a>';

function linkStart({ href }: URL, title: string, name = 'link'): string {
  const to = `href="${escapeHtml(href)}" title="${escapeHtml(title)}"`;
  return `<a class="${name}" ${to} rel="noreferrer noopener">`;
}

function leafHtml(token: Token, insideLink: boolean): string {
  switch (token.type) {
    case 'code_inline':
      return `<code dir="ltr">${escapeHtml(token.content)}</code>`;
    case 'math_inline':
      return `<span class="math" dir="ltr">${escapeHtml(token.content)}</span>`;
    case 'footnote_ref':
      return `<sup>${escapeHtml(token.content)}</sup>`;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return '<br>';
    case 'image':
      return imageHtml(token, insideLink);
    default:
      return escapeHtml(token.content);
  }
}

/** Writes the name of an image. Loading it would tell its host that the page was opened. */
function imageHtml(token: Token, insideLink: boolean): string {
  const source = String(token.attrGet('src'));
  const url = linkTarget(source);
  const alt = plainText(token.children ?? []);
  const name = [alt, url?.host ?? ''].filter((part) => part !== '').join(', ');
  const text = escapeHtml(name === '' ? l10n.t('[image]') : l10n.t('[image: {0}]', name));
  return url === undefined || insideLink
    ? text
    : `${linkStart(url, source, 'image')}${text}${linkEnd}`;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.type === 'image' ? plainText(token.children ?? []) : token.content))
    .join('');
}
