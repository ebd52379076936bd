import type * as vscode from 'vscode';
import type { LineRange } from '../../apply/placeEdit.ts';
import type { ChosenPlace } from '../../apply/planEdits.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { openWritable, type WritableFile } from '../editor/writableFile.ts';
import { NotApplied } from './notApplied.ts';

/** A file that a block is for. */
export interface Target extends WritableFile {
  /** The name under which the block is planned for it. */
  readonly alias: string;
  /** Other names that the block has for it. */
  names?: readonly string[] | undefined;
  /** What the model saw of it, if that is not told by its path. */
  readonly attached?: ContextItem | undefined;
  within?: LineRange | undefined;
  /** What the user has chosen, and the text that it is about. */
  chosen?: readonly ChosenPlace[] | undefined;
  asked?: string | undefined;
}

/** The file or the cell at an address. Throws `NotApplied` if it cannot be changed. */
export async function targetAt(uri: vscode.Uri, alias: string): Promise<Target> {
  const file = await openWritable(uri);
  if (typeof file === 'string') {
    throw new NotApplied(file, uri);
  }
  return { ...file, alias };
}
