import type { Token } from 'markdown-it';
import { element, icon } from './element.ts';
import { linkTarget } from '../markdown/linkTarget.ts';
import { footnoteReference } from './footnotes.ts';
import { mathElement } from './mathElement.ts';

/** The formatting that is rendered; the content of any other pair stands without it. */
const formats: Readonly<Record<string, 'strong' | 'em' | 's'>> = {
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
};

/** Makes nodes of inline tokens. Links keep their address and wait for a click; images never load. */
export function renderInline(tokens: readonly Token[]): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: (DocumentFragment | HTMLElement)[] = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.nesting > 0) {
      const node = openFormat(token);
      if (node !== undefined) {
        parent.append(node);
      }
      open.push(node ?? parent);
    } else if (token.nesting < 0) {
      open.pop();
    } else {
      const insideLink = open.some((node) => node instanceof HTMLAnchorElement);
      parent.append(renderLeaf(token, insideLink));
    }
  }
  return root;
}

function openFormat(token: Token): HTMLElement | undefined {
  if (token.type === 'link_open') {
    return link(String(token.attrGet('href')), token.attrGet('title'));
  }
  const tag = formats[token.type];
  return tag && element(tag);
}

/** The text of a link that may not be followed stands apart from that around it, as any link's does. */
function link(href: string, title: string | number | null): HTMLElement {
  const url = linkTarget(href);
  const hint = title === null ? href : `${title}\n${href}`;
  return url === undefined ? element('span') : element('a', { href: url.href, title: hint });
}

function renderLeaf(token: Token, insideLink: boolean): Node {
  switch (token.type) {
    case 'code_inline':
      return element('code', { dir: 'ltr' }, [token.content]);
    case 'math_inline':
      return mathElement(token.content, token.content.startsWith('$$'));
    case 'footnote_ref':
      return footnoteReference(token.content);
    case 'softbreak':
      return document.createTextNode('\n');
    case 'hardbreak':
      return element('br');
    case 'image':
      return image(token, insideLink);
    default:
      return document.createTextNode(token.content);
  }
}

/** Fetching an image would tell its host that the reply was read, so it is named instead. */
function image(token: Token, insideLink: boolean): Node {
  const alt = plainText(token.children ?? []);
  const source = String(token.attrGet('src'));
  const url = linkTarget(source);
  if (url === undefined || url.host === '' || insideLink) {
    return element('span', { class: 'image', title: source }, [icon('file-media'), `\u00A0${alt}`]);
  }
  const text = alt === '' ? url.host : `${alt} (${url.host})`;
  const anchor = element('a', { class: 'image', href: url.href, title: source });
  anchor.append(icon('file-media'), `\u00A0${text}`);
  return anchor;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.type === 'image' ? plainText(token.children ?? []) : token.content))
    .join('');
}
