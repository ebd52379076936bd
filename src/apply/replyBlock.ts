import type { LineRange } from './lines/lineRange.ts';

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

/** A text that is changed. */
export interface TargetText {
  /** As it is now. */
  readonly text: string;
  /** The whole file as the model saw it; missing if it did not see it, or only a part. */
  readonly seen?: string | undefined;
  /** The lines of `seen`, or else of `text`, that the user has selected or attached. */
  readonly within?: LineRange | undefined;
  /** Of a text without a grammar, as far as it matters: in `markdown`, titles are no comments. */
  readonly language?: string | undefined;
  /** The same, that the user has chosen for what fits several places: each for the first edit that it is a place of. */
  readonly chosen?: readonly LineRange[] | undefined;
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
