/** Lines of a block, and the lines of a file that they stand for. */
export interface LinePair {
  /** As they are to be in the file: indented as there. */
  readonly own: readonly string[];
  /** Which of them are marks, counted from the first. */
  readonly marks: ReadonlySet<number>;
  readonly old: readonly string[];
  /** What it is called. */
  readonly name: string;
  /** Whether the file has a line somewhere, without regard to its indentation. */
  readonly isKnown: (line: string) => boolean;
  readonly language: string | undefined;
  /** Whether the lines are of a part of a file: then lines of elsewhere are quoted and not moved. */
  readonly isPart?: boolean | undefined;
  /** Whether a grammar has read them, so that nothing of them is cut off. */
  readonly isParsed?: boolean | undefined;
  /** Whether lines may be merely the beginning of something: not if it would be broken with the rest. */
  readonly mayBeCut?: boolean | undefined;
}
