/** What the tests of a suite came to. */
export interface SuiteResult {
  readonly passed: number;
  /** The titles of the tests that failed, and what else did. */
  readonly failed: readonly string[];
}
