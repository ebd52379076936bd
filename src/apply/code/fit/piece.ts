/** Lines of the file as it will be. */
export interface Piece {
  readonly lines: readonly string[];
  /** Lines of the file that the block leaves out, and that the user may delete: what they are. */
  readonly leftOut?: string | undefined;
}

/** Lines that are as they should be. */
export function plain(lines: readonly string[]): readonly Piece[] {
  return lines.length === 0 ? [] : [{ lines }];
}
