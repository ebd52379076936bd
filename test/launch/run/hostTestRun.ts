/** What the tests in the extension host are told, as JSON in the variable `PARLEY_TEST_RUN`. */
export interface HostTestRun {
  /** A pattern: only tests whose full title matches are run. */
  readonly grep: string;
  /** When a test counts as hanging; 0 for never. */
  readonly timeoutMs: number;
  /** The file that the report is written to while the tests run. */
  readonly reportPath: string;
  /** The file that the result is written to at the end. */
  readonly resultPath: string;
}
