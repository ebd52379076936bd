import type { CodeBlock } from '../../code/codeBlock.ts';
import { childBlocks, type Block } from '../markdownParser.ts';

/** A block that is still growing, of which the finished parts are on the page for good. */
export interface Level {
  /** Type of its first token, such as `bullet_list_open`. */
  readonly type: string;
  /** Stands on the page for the block. */
  readonly node: HTMLElement;
  /** Takes the parts. */
  readonly parts: HTMLElement;
  /** Source that makes the parser see the block again, and in it nothing but a heading. */
  readonly head: string;
  /** How many parts are there for good; in a fence or a paragraph, how many characters. */
  committed: number;
  /** Whether a fence or a paragraph is cut within a line. */
  withinLine: boolean;
  /** Whether a list is known to be loose (CommonMark 0.31, "Lists"). */
  loose: boolean;
  /** Of a fence. */
  readonly code?: CodeBlock | undefined;
}

/** The source to be read before what is still open, and how to read past it. */
export interface Context {
  readonly text: string;
  /** For each level, how many parts of it the context brings: they are on the page already. */
  readonly skipped: readonly number[];
}

/** The context for levels of which the first is a top-level block. */
export function contextOf(levels: readonly Level[]): Context {
  const sources = levels.map((level, index) => contextLines(level, levels[index + 1]));
  return {
    text: sources.join(''),
    // The head of a table is none of its parts.
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
      // An item that has parts of its own brings the list with it.
      return committed === 0 || (inner?.committed ?? 0) > 0 ? '' : head;
    default:
      return committed === 0 ? '' : head;
  }
}

/** Whether a block has parts that are blocks, by the type of its first token. */
export function isContainer(type: string): boolean {
  return type !== 'fence' && type !== 'paragraph_open';
}

/** Whether a block is a list, by the type of its first token. */
export function isList(type: string): boolean {
  return type === 'bullet_list_open' || type === 'ordered_list_open';
}

/** The parts that are committed one by one: of a table the rows of its body, else the child blocks. */
export function partsOf(block: Block): readonly Block[] {
  const children = childBlocks(block);
  return block.type === 'table_open'
    ? children.filter(({ type }) => type === 'tbody_open').flatMap(childBlocks)
    : children;
}

/**
 * A line up to the content of its container number `markers`, with a heading for content, since
 * nothing can continue that. Nothing where it is not plain to see where the content begins.
 */
export function headOf(line: string, markers: number): string | undefined {
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
