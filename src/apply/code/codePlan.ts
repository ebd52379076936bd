import type { Splice } from '../fitEdit.ts';
import type { LineRange } from '../placeEdit.ts';

/** What can be done with code of a file, whole or in part. */
export type CodePlan =
  | {
      readonly kind: 'apply';
      readonly splices: readonly Splice[];
      readonly trust: 'sure' | 'proved';
    }
  | { readonly kind: 'alreadyThere' }
  | { readonly kind: 'several'; readonly places: readonly LineRange[] }
  | Refusal;

/** Why nothing is done, and the name it is about. */
export interface Refusal {
  readonly kind: 'refuse';
  readonly reason: CodeRefusal;
  readonly name?: string | undefined;
}

/**
 * - `notFound`: nothing in the file has this name, or these lines.
 * - `new`: it is not in the file, and nothing next to it says where it belongs.
 * - `unlike`: there is one of this name, but nothing else of it is the same.
 * - `renamed`: it is not in the file, but is like something else there that the block does not have.
 * - `moved`: the order is not that of the file.
 * - `missing`: parts of the file are not in the block, and nothing says whether they are left out or removed.
 * - `removes`: most of it would be gone.
 * - `overloaded`: there are several of this name, and none with just this signature.
 * - `modifiers`: `export`, decorators or other modifiers are not in the block.
 * - `elision`: it cannot be told what “…” stands for.
 * - `syntax`: the block cannot be read as code of the file, or the file could not be read afterwards.
 * - `duplicate`: a name would be there twice.
 * - `signs`: quotes, dashes or characters that cannot be seen differ from those of the file.
 * - `indent`: a line cannot be indented as the file is.
 * - `imports`: it cannot be told which imports stay.
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
  | 'removes'
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
