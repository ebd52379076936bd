import type { Block } from './markdownParser.ts';
import { openCode } from './openFence.ts';
import { isContainer, partsOf, type Context, type Level } from './openLevel.ts';
import { openText } from './openParagraph.ts';

/** What of a level is not committed and does not belong to the level inside it, to be compared. */
export type OpenParts = string;

/** Blocks as the parser sees them, but for where they stand. */
export function openBlocks(blocks: readonly Block[]): OpenParts {
  return JSON.stringify(
    blocks.flatMap(({ tokens }) =>
      tokens.map(({ type, tag, markup, info, content, attrs }) => [
        type,
        tag,
        markup,
        info,
        content,
        attrs,
      ]),
    ),
  );
}

/** What is open at each level where `block` is read after `context`; nothing where it is no such block. */
export function openPartsOf(
  levels: readonly Level[],
  { skipped }: Context,
  outermost: Block | undefined,
): readonly OpenParts[] | undefined {
  const open: OpenParts[] = [];
  let block = outermost;
  for (const [index, level] of levels.entries()) {
    if (block?.type !== level.type) {
      return undefined;
    }
    if (isContainer(level.type)) {
      const parts: readonly Block[] = partsOf(block).slice(skipped[index]);
      const hasInner = index + 1 < levels.length;
      open.push(openBlocks(hasInner ? parts.slice(1) : parts));
      block = parts[0];
    } else {
      open.push(level.type === 'fence' ? openCode(level, block) : openText(level, block));
    }
  }
  return open;
}
