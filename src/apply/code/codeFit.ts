import type { LineRange } from '../placeEdit.ts';
import type { CodeText } from './codeText.ts';

/** What is fitted into what. */
export interface CodeFit {
  readonly block: CodeText;
  readonly file: CodeText;
  /** The lines of the file that the user has selected or attached. */
  readonly within?: LineRange | undefined;
}
