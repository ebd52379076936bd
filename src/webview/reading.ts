import { Diverged } from './diverged.ts';
import { parseBlocks, type Block, type ParsedBlocks } from './markdownParser.ts';

/** What the parser makes of a source of which the last line may be incomplete. */
export interface Reading extends ParsedBlocks {
  readonly source: string;
  readonly lines: readonly string[];
}

/** Reads the block structure of a source. A fault of the parser is thrown. */
export function read(source: string): Reading {
  return { ...parseBlocks(source), source, lines: source.split('\n') };
}

/** The block at this place; throws `Diverged` where there is none. */
export function blockAt(blocks: readonly Block[], index: number): Block {
  const block = blocks[index];
  if (block === undefined) {
    throw new Diverged();
  }
  return block;
}
