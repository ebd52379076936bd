import { pathTo } from '../../conversation/conversationState.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { codeInMarkdown } from '../../markdown/codeInMarkdown.ts';
import { statedPaths } from '../../shared/codePath/statedPath.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { BlockPlace } from './appliedBlocks.ts';
import type { StatedBlock } from './planContext.ts';

/** A block of code in a reply. */
export interface PlacedBlock extends StatedBlock {
  readonly place: BlockPlace;
}

/** Blocks of a reply, and the turns up to it. */
export interface ReplyBlocks {
  readonly turns: readonly Turn[];
  readonly blocks: readonly PlacedBlock[];
}

/** All blocks of the reply of a turn. None if there is no such turn. */
export function replyBlocks(
  conversation: Conversation,
  turnId: string,
  readCode: typeof codeInMarkdown,
): ReplyBlocks {
  const first = conversation.turns.find(({ id }) => id === turnId);
  if (first === undefined) {
    return { turns: [], blocks: [] };
  }
  const shown = pathTo(conversation, conversation.headId);
  const path = shown.includes(first) ? shown : pathTo(conversation, turnId);
  const exchange = exchanges(path).find((turns) => turns.includes(first)) ?? [first];
  const last = exchange.at(-1) ?? first;
  const isWhole = last.reply.status === 'completed';
  const text = exchange.map(({ reply }) => reply.text).join('');
  // The page knows a reply by its first turn.
  const replyId = exchange[0]?.id ?? turnId;
  const blocks = readCode(text).map((block, index) => ({
    place: { chatId: conversation.id, replyId, index, length: block.text.length },
    text: block.text,
    language: block.language,
    paths: statedPaths(block),
    // What is closed is complete, also if the text after it was cut.
    isComplete: block.isClosed || (block.isIndented && isWhole),
  }));
  return { turns: path.slice(0, path.indexOf(first) + 1), blocks };
}
