/** A remark about a part of a prompt file, given as places in its text. */
export interface PromptProblem {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** VS Code checks this as well, where it knows prompt files. */
  readonly isChecked?: boolean | undefined;
}
