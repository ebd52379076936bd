import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import type { ReplyBlock } from '../../apply/replyBlock.ts';
import type { Turn } from '../../shared/conversation/conversation.ts';
import type { FileChange } from '../review/reviewedFile.ts';

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
