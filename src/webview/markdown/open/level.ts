import type { CodeBlock } from '../../code/codeBlock.ts';
import { childBlocks, type Block } from '../markdownParser.ts';

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
  committed: number;
  /** Whether the committed part of a fence or a paragraph ends within a line. */
  withinLine: boolean;
  /** Whether a list is known to be loose (CommonMark 0.31, "Lists"). */
  loose: boolean;
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
