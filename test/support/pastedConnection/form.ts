import type {
  MissingPart,
  PastedConnection,
} from '../../../src/pastedConnection/pastedConnection.ts';

/** A text as people copy it, and what is to be understood. */
export interface Form {
  /** Where the shape of the text is from. The key in it is made up. */
  readonly source: string;
  readonly text: string;
  /** The connection, or several to choose from. */
  readonly expected: PastedConnection | readonly PastedConnection[];
  /** What has to be asked for. */
  readonly missing?: readonly MissingPart[];
}
