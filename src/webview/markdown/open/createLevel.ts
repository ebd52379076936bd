import { createCodeBlock } from '../../code/codeBlock.ts';
import { element } from '../../dom/element.ts';
import { codeLanguage } from '../../../markdown/fence.ts';
import type { Block } from '../markdownParser.ts';
import { mayBeginMath } from '../../../markdown/mathRules.ts';
import { headOf, isList, partsOf, type Level } from './level.ts';
import { minLongParagraph } from './openText.ts';
import { containerElement } from '../render.ts';
import { settledCount, settledParts } from '../settledBlocks.ts';

/**
 * Whether parts of a block can be committed while it grows: it can no longer become another kind of
 * block, and it has a part that is finished.
 */
export function isEnterable(block: Block, lines: readonly string[]): boolean {
  const { type, startLine, tokens } = block;
  // With the next line, one with `|` may turn out to be the head of a table.
  const lookahead = lines[startLine]?.includes('|') === true ? 2 : 1;
  if (type === 'paragraph_open') {
    const content = tokens[1]?.content ?? '';
    const isText = content[0] !== '[' && !mayBeginMath.test(content);
    return tokens[0]?.level === 0 && content.length >= minLongParagraph && isText;
  }
  if (startLine + lookahead >= lines.length) {
    return false;
  }
  return type === 'fence' || type === 'table_open' || hasFinishedPart(block, lines);
}

function hasFinishedPart(block: Block, lines: readonly string[]): boolean {
  const { type } = block;
  if (!isList(type) && type !== 'list_item_open' && type !== 'blockquote_open') {
    return false;
  }
  const parts = partsOf(block);
  const count = (isList(type) ? settledParts : settledCount)(lines, parts);
  return count > 0 || (parts[0] !== undefined && isEnterable(parts[0], lines));
}

/** What `createLevel` needs to know of the place of a block. */
export interface LevelPlace {
  readonly lines: readonly string[];
  /** How many list and quote markers stand before the block's own on its first line. */
  readonly markersBefore: number;
  readonly render: (block: Block) => DocumentFragment;
}

/** A level for a block that `isEnterable`, without its parts; nothing where it has no clear head. */
export function createLevel(block: Block, place: LevelPlace): Level | undefined {
  const { type, startLine, tokens } = block;
  const { lines, markersBefore, render } = place;
  const start = { type, committed: 0, withinLine: false, loose: false };
  if (type === 'fence') {
    const code = createCodeBlock(codeLanguage(tokens[0]?.info ?? ''), '');
    return { ...start, node: code.node, parts: code.node, head: `${lines[startLine]}\n`, code };
  }
  if (type === 'paragraph_open') {
    const node = element('p', { dir: directionOf(block) });
    return { ...start, node, parts: node, head: '' };
  }
  if (type === 'table_open') {
    const head = `${lines[startLine]}\n${lines[startLine + 1]}\n`;
    return { ...start, ...tableNodes(block, render), head };
  }
  const head = headOf(lines[startLine] ?? '', markersBefore + 1);
  const [token] = tokens;
  if (head === undefined || token === undefined) {
    return undefined;
  }
  const node = containerElement(token);
  if (type === 'list_item_open') {
    node.dir = directionOf(block);
  }
  return { ...start, node, parts: node, head };
}

/**
 * The direction of a block by its first letter. With `auto`, the browser would look for it among
 * all children whenever there is one more, so that is set when there are no more.
 */
function directionOf({ tokens }: Block): string {
  const text = tokens.find(({ type }) => type === 'inline')?.content ?? '';
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/.test(letter) ? 'rtl' : 'ltr';
}

function tableNodes(
  block: Block,
  render: LevelPlace['render'],
): { readonly node: HTMLElement; readonly parts: HTMLElement } {
  const headEnd = block.tokens.findIndex(({ type }) => type === 'thead_close') + 1;
  const tokens = [...block.tokens.slice(0, headEnd), ...block.tokens.slice(-1)];
  const node = element('div', { class: 'table-scroll' });
  node.append(...(render({ ...block, tokens }).firstElementChild?.childNodes ?? []));
  const parts = element('tbody');
  node.firstElementChild?.append(parts);
  return { node, parts };
}
