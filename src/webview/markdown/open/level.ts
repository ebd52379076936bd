import { type CodeBlock, createCodeBlock } from '../../code/codeBlock.ts';
import { type Block, childBlocks } from '../markdownParser.ts';
import { codeLanguage } from '../../../markdown/fence.ts';
import { mayBeginMath } from '../../../markdown/mathRules.ts';
import { element } from '../../dom/element.ts';
import { containerElement } from '../render.ts';
import { settledCount, settledParts } from '../settledBlocks.ts';
import { statementsOf } from '../textBefore.ts';

/** A block that is still growing, whose finished parts are on the page permanently. */
export interface Level {
  /** Type of its first token, such as `bullet_list_open`. */
  readonly type: string;
  /** The node of the block on the page. */
  readonly node: HTMLElement;
  /** The node that contains the parts. */
  readonly parts: HTMLElement;
  /**
   * Source that makes the parser recognize the block. In a list item or a quote its only content is
   * a heading.
   */
  readonly head: string;
  /** How many parts are committed; in a fence or a paragraph, how many characters. */
  readonly committed: number;
  /** Whether the committed part of a fence or a paragraph ends within a line. */
  readonly withinLine: boolean;
  /** Whether a list is known to be loose (CommonMark 0.31, "Lists"). */
  readonly loose: boolean;
  /** Only in a fence. */
  readonly code?: CodeBlock | undefined;
}

/** Source that stands for committed parts when the rest of a block is parsed after it. */
export interface Context {
  readonly text: string;
  /** For each level, how many of the parsed parts come from the context and must be skipped. */
  readonly skipped: readonly number[];
}

/** The context for levels from a top-level block to the innermost one. */
export function contextOf(levels: readonly Level[]): Context {
  const sources = levels.map((level, index) => contextLines(level, levels[index + 1]));
  return {
    text: sources.join(''),
    // The head of a table is not one of its parts.
    skipped: levels.map(({ type }, index) =>
      sources[index] === '' || type === 'table_open' ? 0 : 1,
    ),
  };
}

function contextLines(level: Level, inner: Level | undefined): string {
  const { type, head, committed, withinLine } = level;
  switch (type) {
    case 'table_open':
      return head;
    case 'fence':
      return withinLine ? `${head}x` : head;
    case 'paragraph_open':
      return committed === 0 ? '' : withinLine ? 'x ' : 'x\n';
    case 'bullet_list_open':
    case 'ordered_list_open':
      // The head of an item with committed parts also makes the parser recognize the list.
      return committed === 0 || (inner?.committed ?? 0) > 0 ? '' : head;
    default:
      return committed === 0 ? '' : head;
  }
}

/** Whether a block consists of blocks, by the type of its first token. */
export function isContainer(type: string): boolean {
  return type !== 'fence' && type !== 'paragraph_open';
}

/** Whether a block is a list, by the type of its first token. */
export function isList(type: string): boolean {
  return type === 'bullet_list_open' || type === 'ordered_list_open';
}

/** The parts that are committed one by one: the body rows of a table, else the child blocks. */
export function partsOf(block: Block): readonly Block[] {
  const children = childBlocks(block);
  return block.type === 'table_open'
    ? children.filter(({ type }) => type === 'tbody_open').flatMap(childBlocks)
    : children;
}

/** The block at `index`; throws `Diverged` where there is none. */
export function blockAt(blocks: readonly Block[], index: number): Block {
  const block = blocks[index];
  if (block === undefined) {
    throw new Diverged();
  }
  return block;
}

/**
 * Thrown when the parser no longer sees the committed parts of a block as it did. The block has to
 * be rendered again from its whole source.
 */
export class Diverged extends Error {}

/** A paragraph shorter than this, in characters, is rendered as a whole. */
export const minLongParagraph = 200;

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
interface LevelPlace {
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
