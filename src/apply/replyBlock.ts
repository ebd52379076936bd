import type { TargetText } from './planEdits.ts';

/** A block of code in a reply. */
export interface ReplyBlock {
  readonly text: string;
  /** The language of its fence as it is written there; empty if there is none. */
  readonly language: string;
  /** The path that the fence, or the text before it, names; relative to the workspace. */
  readonly path?: string | undefined;
  /** Whether the fence is closed and the reply came to its normal end. */
  readonly isComplete: boolean;
}

/** A file that a block may be for. */
export interface BlockFile extends TargetText {
  /** Relative to its folder of the workspace, with `/`. */
  readonly path: string;
  /** Other paths that the block has for it. */
  readonly names?: readonly string[] | undefined;
  /** A path that tells the language, if it is not that of `path`: the code of a cell is in a file of another kind. */
  readonly codePath?: string | undefined;
}
