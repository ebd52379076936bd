import type { UnclearReason } from './blockEdits.ts';
import type { CodeRefusal, LeftOut } from './code/codePlan.ts';
import type { Splice } from './fitEdit.ts';
import type { LineRange } from './placeEdit.ts';
import type { RefusalReason } from './planEdits.ts';

/** What can be done with a block. */
export type BlockPlan =
  /** Nothing, whatever the file is. */
  | { readonly kind: 'refuse'; readonly reason: BlockRefusal }
  /** The user has to say which file it is for. Plan again with that file only. */
  | { readonly kind: 'chooseFile'; readonly paths: readonly string[] }
  /** In the order of the block. A file may be in it once. */
  | { readonly kind: 'files'; readonly files: readonly FilePlan[] };

/**
 * Why a block is not applied at all. `incomplete`: the fence is open or the reply was cut. `shell`: it is commands for
 * a terminal. `output`: it is what a program wrote. `lineNumbers`: its lines have numbers before them. `empty`: it has no
 * line with text. Else it has the marks of a diff or a search, but they cannot be read without guessing.
 */
export type BlockRefusal =
  'incomplete' | 'shell' | 'output' | 'lineNumbers' | 'empty' | UnclearReason;

/** What can be done with one file. It is all changes of a block in that file or none. */
export type FilePlan =
  | {
      readonly kind: 'apply';
      readonly path: string;
      /** In order, without overlaps, about the text as it is now. */
      readonly splices: readonly Splice[];
      /** What the block leaves out of the file, and what the user may delete. */
      readonly leftOut: readonly LeftOut[];
      /** How certain the least certain of the places is. */
      readonly trust: Trust;
      /** Ask before: the file is made by a program. */
      readonly confirm?: 'generated' | 'lockFile' | undefined;
    }
  /** The file already is as it would be afterwards. */
  | { readonly kind: 'alreadyThere'; readonly path: string }
  /**
   * The user has to choose one: for an edit, plan again with it among `chosen`, else with it as `within`. About the lines of
   * `seen`, or else of `text`.
   */
  | {
      readonly kind: 'several';
      readonly path: string;
      readonly places: readonly LineRange[];
      readonly edit?: SeveralEdit | undefined;
    }
  | {
      readonly kind: 'refuse';
      readonly path: string;
      readonly reason: FileRefusal;
      /** What it is about, such as the name of a function. At most 100 characters, as the reply has them. */
      readonly name?: string | undefined;
    }
  /** The block names a file that is not among the files, and has the whole text of it. */
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  /** The block removes this file. */
  | { readonly kind: 'remove'; readonly path: string }
  /** The block changes a file that is not among the files. */
  | { readonly kind: 'missing'; readonly path: string };

/** The edit that fits several places. */
interface SeveralEdit {
  /** Which of the edits for the file, counted from 0, and how many there are. */
  readonly index: number;
  readonly count: number;
  /** The first line of the search that the replacement does not have, or else the first of all. */
  readonly line: string;
}

/** `sure`: word by word in one place. `proved`: found by its structure or by its neighbours, and proved afterwards. */
type Trust = 'sure' | 'proved';

/**
 * Why a file is not changed. `exists`: the block would create a file that is there. `notebook`: cells are not text.
 * `minified`: lines are too long to be written by hand. `encoding`: it was read in the wrong encoding, or is binary.
 */
export type FileRefusal =
  RefusalReason | CodeRefusal | 'exists' | 'notebook' | 'minified' | 'encoding';
