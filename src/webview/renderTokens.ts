import type { Token } from 'markdown-it';
import { finishedCodeBlock } from './codeBlock.ts';
import { element } from './element.ts';
import { codeLanguage, fencedCode } from '../markdown/fence.ts';
import { footnoteElement } from './footnotes.ts';
import { mathElement } from './mathElement.ts';
import { renderInline } from './renderInline.ts';

type BlockTag = 'p' | 'blockquote' | 'ul' | 'ol' | 'li' | 'table' | 'thead' | 'tbody' | 'tr';

/** Every container token that is rendered. What is not in these tables becomes plain text. */
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

/** Direction is taken from the text itself, block by block. */
const directed = 'p, .math-text, li, th, td, h1, h2, h3, h4, h5, h6';

/** Makes nodes of the tokens of whole blocks. No markup from the source reaches the document. */
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
      parent.append(renderLeaf(token));
    }
  }
  root.querySelectorAll('li').forEach(markTask);
  // Last, since an element with this attribute looks for its direction with each child it gets.
  for (const node of root.querySelectorAll<HTMLElement>(directed)) {
    node.dir = 'auto';
  }
  return root;
}

/** The node to put into the page, and the one that takes the content. */
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

/** The empty element for a token that opens a container. */
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

function renderLeaf(token: Token): Node {
  switch (token.type) {
    case 'inline':
      return renderInline(token.children ?? []);
    case 'fence':
      return finishedCodeBlock(codeLanguage(token.info), fencedCode(token.content));
    case 'code_block':
      return finishedCodeBlock('', fencedCode(token.content));
    case 'math_block':
      return mathElement(token.content, true, 'div');
    case 'hr':
      return element('hr');
    default:
      return document.createTextNode(token.content);
  }
}

/** A task list item: `[ ]` or `[x]` at its start becomes a check box. */
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
  const label = checked ? 'Done' : 'To do';
  const box = element('input', { type: 'checkbox', disabled: '', 'aria-label': label });
  box.checked = checked;
  box.toggleAttribute('checked', checked);
  return box;
}
