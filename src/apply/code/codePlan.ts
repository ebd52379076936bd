import type { Splice } from '../fitEdit.ts';
import type { LineRange } from '../placeEdit.ts';

/** Lines of the text afterwards that a block does not have, counted from 0, and what they are. */
export interface LeftOut extends LineRange {
  readonly name: string;
}

/** What can be done with code of a file, whole or in part. */
export type CodePlan =
  | {
      readonly kind: 'apply';
      readonly splices: readonly Splice[];
      /** What the block leaves out of the file, and what the user may delete. */
      readonly leftOut: readonly LeftOut[];
      readonly trust: 'sure' | 'proved';
    }
  | { readonly kind: 'alreadyThere' }
  | { readonly kind: 'several'; readonly places: readonly LineRange[] }
  | Refusal;

/** Why nothing is done, and the name it is about. */
interface Refusal {
  readonly kind: 'refuse';
  readonly reason: CodeRefusal;
  readonly name?: string | undefined;
}

/**
 * - `notFound`: the lines are not in the file.
 * - `new`: nothing next to it says where in the file it belongs.
 * - `unlike`: there is one of this name, but nothing else of it is the same.
 * - `renamed`: a section of the file says the same under another heading.
 * - `moved`: the order is not that of the file.
 * - `missing`: it is not complete in the block, and what is missing cannot be told.
 * - `overloaded`: there are several of this name, and nothing says which is meant.
 * - `modifiers`: `export`, decorators or other modifiers are not in the block.
 * - `elision`: it cannot be told which lines are left out.
 * - `syntax`: the block cannot be read as code of the file, or the file could not be read afterwards.
 * - `duplicate`: a name would be there twice.
 * - `signs`: quotes, dashes or characters that cannot be seen differ from those of the file.
 * - `indent`: a line cannot be indented as the file is.
 * - `imports`: it cannot be told which imports are replaced.
 * - `changed`: the file was edited at that place since the model saw it.
 * - `rewritten`: the file was edited so much since the model saw it that no place can be told.
 * - `conflict`: the file has marks of a merge conflict.
 * - `data`: lines of data are changed by an exact search only.
 * - `large`: the file or the block is too large.
 * - `unsure`: the proof failed in another way.
 */
export type CodeRefusal =
  | 'notFound'
  | 'new'
  | 'unlike'
  | 'renamed'
  | 'moved'
  | 'missing'
  | 'overloaded'
  | 'modifiers'
  | 'elision'
  | 'syntax'
  | 'duplicate'
  | 'signs'
  | 'indent'
  | 'imports'
  | 'changed'
  | 'rewritten'
  | 'conflict'
  | 'data'
  | 'large'
  | 'unsure';
