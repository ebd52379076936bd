import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import { codeLanguage, fencedCode } from '../../markdown/fence.ts';
import { linkTarget } from '../../markdown/linkTarget.ts';
import { finishedCodeBlock } from '../code/codeBlock.ts';
import { breakableText } from '../dom/breakableText.ts';
import { element, icon } from '../dom/element.ts';
import { appendText } from '../dom/textParts.ts';
import { footnoteElement, footnoteReference } from './footnotes.ts';
import { type Block, type LookUp, parseInlines } from './markdownParser.ts';
import { mathElement } from './math.ts';
import { statementsOf } from './textBefore.ts';

/** A block as nodes, and the reference labels that it may use and nothing defines. */
interface RenderedBlock {
  readonly content: DocumentFragment;
  readonly missedLabels: ReadonlySet<string>;
}

/**
 * Blocks with more text than this, in characters, show their source: parsing would block the page.
 */
const maxInlineLength = 500_000;

/** Renders one block. Where the parser throws, the source of the block is shown. */
export function renderBlock(block: Block, lookUp: LookUp): RenderedBlock {
  const missedLabels = new Set<string>();
  if (inlineLength(block) > maxInlineLength) {
    return { content: renderPlain(block), missedLabels };
  }
  try {
    parseInlines(block, (label) => {
      const reference = lookUp(label);
      if (reference === undefined) {
        missedLabels.add(label);
      }
      return reference;
    });
    return { content: renderTokens(block.tokens), missedLabels };
  } catch {
    return { content: renderPlain(block), missedLabels };
  }
}

/** Text that is shown without being parsed; `appendText` adds more. */
export function plainText(text: string): HTMLElement {
  const node = element('p', { class: 'plain' });
  appendText(node, text);
  return node;
}

function inlineLength({ tokens }: Block): number {
  return tokens.reduce(
    (length, { type, content }) => (type === 'inline' ? length + content.length : length),
    0,
  );
}

function renderPlain({ tokens }: Block): DocumentFragment {
  const content = document.createDocumentFragment();
  const texts = tokens.map((token) => token.content).filter((text) => text !== '');
  content.append(...texts.map(plainText));
  return content;
}

type BlockTag = 'p' | 'blockquote' | 'ul' | 'ol' | 'li' | 'table' | 'thead' | 'tbody' | 'tr';

/**
 * The elements of the container tokens that have no function of their own. Any other container
 * becomes a `div`.
 */
const containers: Readonly<Record<string, BlockTag>> = {
  paragraph_open: 'p',
  blockquote_open: 'blockquote',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
};

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The elements whose direction is that of their own text. */
const directed = 'p, .math-text, li, th, td, h1, h2, h3, h4, h5, h6';

/** Renders the tokens of whole blocks. Markup in the source is shown as text. */
export function renderTokens(tokens: readonly Token[]): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: (DocumentFragment | HTMLElement)[] = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.hidden) {
      continue;
    }
    if (token.nesting > 0) {
      const [outer, inner] = openContainer(token);
      parent.append(outer);
      open.push(inner);
    } else if (token.nesting < 0) {
      open.pop();
    } else {
      parent.append(renderBlockLeaf(token));
      if (parent instanceof HTMLTableCellElement && isUnbroken(token.content)) {
        parent.classList.add('unbroken');
      }
    }
  }
  root.querySelectorAll('li').forEach(markTask);
  // At the end, because an element with this attribute determines its direction with each new
  // child.
  for (const node of root.querySelectorAll<HTMLElement>(directed)) {
    node.dir = 'auto';
  }
  return root;
}

/** The node of a container on the page, and the node inside it for its content. */
function openContainer(token: Token): readonly [HTMLElement, HTMLElement] {
  if (token.type === 'table_open') {
    const table = element('table');
    return [element('div', { class: 'table-scroll' }, [table]), table];
  }
  if (token.type === 'footnote_open') {
    return footnoteElement(token.content);
  }
  const node = containerElement(token);
  return [node, node];
}

/** Creates the empty element for a token that opens a container. */
export function containerElement(token: Token): HTMLElement {
  if (token.type === 'th_open' || token.type === 'td_open') {
    return tableCell(token);
  }
  if (token.type === 'heading_open') {
    return element(headings.find((tag) => tag === token.tag) ?? 'p');
  }
  if (token.type === 'math_text_open') {
    return element('div', { class: 'math-text' });
  }
  const node = element(containers[token.type] ?? 'div');
  const start = token.attrGet('start');
  if (node instanceof HTMLOListElement && start !== null) {
    node.start = Number(start);
  }
  return node;
}

function tableCell(token: Token): HTMLElement {
  const node = element(token.type === 'th_open' ? 'th' : 'td');
  const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
  if (align !== undefined) {
    node.className = `align-${align}`;
  }
  return node;
}

/** Longer cells, in characters, may always be broken into lines. */
const maxUnbroken = 32;

/** Whether a cell is one word or has a number, which would be hard to read in several lines. */
function isUnbroken(text: string): boolean {
  return text.length <= maxUnbroken && /^\S*$|\d/.test(text);
}

function renderBlockLeaf(token: Token): Node {
  switch (token.type) {
    case 'inline':
      return renderInline(token.children ?? []);
    case 'fence':
      return finishedCodeBlock(
        codeLanguage(token.info),
        fencedCode(token.content),
        statementsOf(token),
      );
    case 'code_block':
      return finishedCodeBlock('', fencedCode(token.content), statementsOf(token));
    case 'math_block':
      return mathElement(token.content, true, 'div');
    case 'too_deep':
      return plainText(token.content);
    case 'hr':
      return element('hr');
    default:
      return document.createTextNode(token.content);
  }
}

/** Replaces `[ ]` or `[x]` at the start of a list item by a check box (GitHub's task lists). */
export function markTask(item: HTMLElement): void {
  const holder = item.firstChild instanceof HTMLParagraphElement ? item.firstChild : item;
  const text = holder.firstChild;
  const mark = text instanceof Text ? /^\[([ xX])\](?=\s)/.exec(text.data) : null;
  if (text instanceof Text && mark !== null) {
    text.deleteData(0, mark[0].length);
    text.before(checkbox(mark[1] !== ' '));
    item.classList.add('task');
  }
}

function checkbox(checked: boolean): HTMLInputElement {
  const label = checked ? l10n.t('Done') : l10n.t('To do');
  const box = element('input', { type: 'checkbox', disabled: '', 'aria-label': label });
  box.checked = checked;
  box.toggleAttribute('checked', checked);
  return box;
}

/** The formatting that is rendered. The content of any other pair of tokens is shown without it. */
const formats: Readonly<Record<string, 'strong' | 'em' | 's'>> = {
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
};

/**
 * Formats inside this many others are not rendered: from some thousand on, the browser takes seconds for them or its
 * page crashes.
 */
const maxFormats = 20;

/** Renders inline tokens. Links are followed only by a click, and images are not loaded. */
function renderInline(tokens: readonly Token[]): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: (DocumentFragment | HTMLElement)[] = [root];
  /** How many of them are links. Counted, because pairs may be nested without limit. */
  let openLinks = 0;
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.nesting > 0) {
      const node = open.length > maxFormats ? undefined : openFormat(token);
      if (node !== undefined) {
        parent.append(node);
      }
      open.push(node ?? parent);
      openLinks += node instanceof HTMLAnchorElement ? 1 : 0;
    } else if (token.nesting < 0) {
      const node = open.pop();
      openLinks -= token.type === 'link_close' && node instanceof HTMLAnchorElement ? 1 : 0;
    } else {
      parent.append(...renderInlineLeaf(token, openLinks > 0));
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

/**
 * A link that may not be followed becomes a `span`, so that its text is a node of its own as in a
 * link.
 */
function link(href: string, title: string | number | null): HTMLElement {
  const url = linkTarget(href);
  const hint = title === null ? href : `${title}\n${href}`;
  return url === undefined ? element('span') : element('a', { href: url.href, title: hint });
}

function renderInlineLeaf(token: Token, insideLink: boolean): readonly (Node | string)[] {
  switch (token.type) {
    case 'code_inline':
      return [element('code', { dir: 'ltr' }, breakableText(token.content))];
    case 'math_inline':
      return [mathElement(token.content, token.content.startsWith('$$'))];
    case 'footnote_ref':
      return [footnoteReference(token.content)];
    case 'softbreak':
      return ['\n'];
    case 'hardbreak':
      return [element('br')];
    case 'image':
      return [image(token, insideLink)];
    default:
      return breakableText(token.content);
  }
}

/** Shows the name of an image. Loading it would tell its host that the reply was read. */
function image(token: Token, insideLink: boolean): Node {
  const alt = textOf(token.children ?? []);
  const source = String(token.attrGet('src'));
  const url = linkTarget(source);
  if (url === undefined || url.host === '' || insideLink) {
    return element('span', { class: 'image', title: source }, imageName(alt));
  }
  const text = alt === '' ? url.host : `${alt} (${url.host})`;
  return element('a', { class: 'image', href: url.href, title: source }, imageName(text));
}

function imageName(text: string): readonly (Node | string)[] {
  return [icon('file-media'), ...breakableText(`\u00A0${text}`)];
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.type === 'image' ? textOf(token.children ?? []) : token.content))
    .join('');
}
