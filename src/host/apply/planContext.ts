import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/language/syntax.ts';
import type { ReplyBlock } from '../../apply/plan/blockPlan.ts';
import { pathTo } from '../../conversation/conversationState.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { codeInMarkdown } from '../../markdown/codeInMarkdown.ts';
import { statedPaths } from '../../shared/codePath/statedPath.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { FileChange } from '../review/reviewedFile.ts';
import type { BlockPlace } from './appliedBlocks.ts';

/** A block of a reply, and the paths that it may be for, as its fence or the text before it names them. */
export interface StatedBlock extends Omit<ReplyBlock, 'path'> {
  readonly paths: readonly string[];
}

/** What a block is planned with. */
export interface PlanContext {
  /** The turns up to the reply. */
  readonly turns: readonly Turn[];
  /** What the review proposes for a file by now. */
  readonly proposed: (uri: vscode.Uri) => string | undefined;
  readonly loadSyntax: LoadSyntax;
  /** Whether the user may be asked which file or place a block is for. */
  readonly mayAsk: boolean;
}

/** What a block does to files. */
export interface Planned {
  readonly changes: readonly FileChange[];
  /** Files of which the text, or what is proposed, is already as it would be afterwards. */
  readonly already: readonly vscode.Uri[];
}

/** Why a block is not applied, in words for the user. */
export class NotApplied extends Error {
  /** The file that it was for, if that is known. */
  readonly uri: vscode.Uri | undefined;
  /** It is for a terminal. */
  readonly isShell: boolean;

  constructor(words: string, uri?: vscode.Uri, isShell = false) {
    super(words);
    this.uri = uri;
    this.isShell = isShell;
  }
}

/** What the user has chosen. Throws a `CancellationError` if a question was closed. */
export function chosen<T>(answer: T | undefined): T {
  if (answer === undefined) {
    throw new vscode.CancellationError();
  }
  return answer;
}

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
