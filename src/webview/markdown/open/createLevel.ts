import { codeLanguage } from '../../../markdown/fence.ts';
import { mayBeginMath } from '../../../markdown/mathRules.ts';
import { createCodeBlock } from '../../code/codeBlock.ts';
import { element } from '../../dom/element.ts';
import type { Block } from '../markdownParser.ts';
import { containerElement } from '../render.ts';
import { settledCount, settledParts } from '../settledBlocks.ts';
import { statementsOf } from '../textBefore.ts';
import { isList, partsOf, type Level } from './level.ts';
import { minLongParagraph } from './openText.ts';

/**
 * Whether parts of a block can be committed while it grows: it can no longer become a block of
 * another kind, and one of its parts is finished.
 */
export function isEnterable(block: Block, lines: readonly string[]): boolean {
  const { type, startLine, tokens } = block;
  // The next line may show that a line with `|` is the head of a table.
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

/** What `createLevel` needs to know about the surroundings of a block. */
export interface LevelPlace {
  readonly lines: readonly string[];
  /** How many list and quote markers precede the block's own marker on its first line. */
  readonly markersBefore: number;
  readonly render: (block: Block) => DocumentFragment;
}

/**
 * Creates a level for a block that `isEnterable`, still without its parts. Returns `undefined`
 * where the head of the block is not obvious from its first line.
 */
export function createLevel(block: Block, place: LevelPlace): Level | undefined {
  const { type, startLine, tokens } = block;
  const { lines, markersBefore, render } = place;
  const start = { type, committed: 0, withinLine: false, loose: false };
  const [token] = tokens;
  if (type === 'fence' && token !== undefined) {
    const code = createCodeBlock(codeLanguage(token.info), '', statementsOf(token));
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
 * The direction of a block by its first letter. With `auto` the browser would determine it from all
 * children again with each one that is added; `auto` is set when the block is complete.
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

/**
 * A line up to and including the marker of its container number `markers`, followed by a heading,
 * which no later line can continue. `undefined` where it is not obvious where the content begins.
 */
function headOf(line: string, markers: number): string | undefined {
  const marker = / *(?:> ?|(?:[-+*]|\d{1,9}[.)]) {1,4}(?=[^ \t]))/y;
  let end = 0;
  for (let passed = 0; passed < markers; passed += 1) {
    if (!marker.test(line)) {
      return undefined;
    }
    end = marker.lastIndex;
  }
  return `${line.slice(0, end)}# x\n`;
}
