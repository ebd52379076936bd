import type { Splice } from '../lines/splices.ts';
import type { LineRange } from '../lines/textLines.ts';

/** What can be done with a block. */
export type BlockPlan =
  /** Nothing, whatever the file is. */
  | Refusal
  /** The user has to say which file it is for. Plan again with that file only. */
  | { readonly kind: 'chooseFile' }
  /** In the order of the block. A file may be in it once. */
  | { readonly kind: 'files'; readonly files: readonly FilePlan[] };

/** What can be done with one file. It is all changes of a block in that file or none. */
export type FilePlan = { readonly path: string } & (
  | (Extract<TextPlan, { kind: 'apply' }> & {
      /** Whether a program writes the file, and may overwrite the change. */
      readonly isGenerated: boolean;
    })
  | Exclude<TextPlan, { kind: 'apply' }>
  /** The block names a file that is not among the files, and has the whole text of it. */
  | { readonly kind: 'create'; readonly text: string }
  /** The block removes this file. */
  | { readonly kind: 'remove' }
  /** The block changes a file that is not among the files. */
  | { readonly kind: 'missing' }
);

/** What can be done with a text. */
export type TextPlan =
  | {
      readonly kind: 'apply';
      /** In order, without overlaps, about the text as it is now. */
      readonly splices: readonly Splice[];
      /** What the block leaves out of the text, and what the user may delete. */
      readonly leftOut: readonly LeftOut[];
    }
  /** The text already is as it would be afterwards. */
  | { readonly kind: 'alreadyThere' }
  /**
   * The user has to choose one: for an edit, plan again with it among `chosen`, else with it as `within`. About the lines of
   * `seen`, or else of `text`. The likeliest comes first.
   */
  | {
      readonly kind: 'several';
      readonly places: readonly LineRange[];
      readonly edit?: SeveralEdit | undefined;
    }
  | Refusal;

/** Why nothing is done. */
export interface Refusal {
  readonly kind: 'refuse';
  readonly reason: RefusalReason;
  /** What it is about, such as the name of a function. At most 100 characters, as the reply has them. */
  readonly name?: string | undefined;
}

/** Lines of the text afterwards that a block does not have, counted from 0, and what they are. */
export interface LeftOut extends LineRange {
  readonly name: string;
}

/** The edit that fits several places. */
interface SeveralEdit {
  /** Which of the edits for the file, counted from 0, and how many there are. */
  readonly index: number;
  readonly count: number;
  /** The first line of the search that the replacement does not have, or else the first of all. */
  readonly line: string;
}

/** Why a block is not applied: to any file, or to one. */
export type RefusalReason =
  | 'incomplete' // the fence is open, or the reply was cut
  | 'empty' // the block has no line with text
  | 'several' // a reply to a rewrite has several blocks
  | 'prose' // it has no block, and lines that are not like the code
  | 'masked' // it has a mask that stands for nothing in the code
  | 'shell' // it has commands for a terminal
  | 'output' // it is what a program wrote
  | 'markers' // a marker of a diff or a search is missing, doubled or out of order
  | 'nothing' // it changes no line
  | 'rename' // a file is to have another name
  | 'notFound' // the lines are not in the file
  | 'place' // they are none or too usual to tell a place, the places overlap, or the proof failed
  | 'overlap' // two edits change the same lines
  | 'new' // nothing next to it says where in the file it belongs
  | 'unlike' // there is one of this name, but nothing else of it is the same
  | 'renamed' // a section of the file says the same under another heading
  | 'moved' // the order is not that of the file
  | 'missing' // it is not complete in the block: its modifiers, or what cannot be told
  | 'overloaded' // there are several of this name, and nothing says which is meant
  | 'elision' // it cannot be told which lines are left out
  | 'syntax' // the block cannot be read as code of the file, or the file could not be read afterwards
  | 'duplicate' // a name would be there twice
  | 'signs' // quotes, dashes, letters or characters that cannot be seen differ from those of the file
  | 'indent' // a line cannot be indented as the file is
  | 'imports' // it cannot be told which imports are replaced
  | 'changed' // the file was edited at that place since the model saw it
  | 'conflict' // the file has marks of a merge conflict
  | 'data' // lines of data are changed by an exact search only
  | 'large' // the file or the block is too large
  | 'exists' // the block would create a file that is there
  | 'notebook' // cells are not text
  | 'minified' // lines are too long to be written by hand
  | 'encoding'; // it was read in the wrong encoding, or is binary;

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
