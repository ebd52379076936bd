import * as vscode from 'vscode';
import { isRecord, isString } from '../../shared/guards.ts';

/** What VS Code passes to a command on the message of a failed test. */
export interface TestFailure {
  /** The names of the suites around the test, then its own. */
  readonly names: readonly string[];
  readonly message: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  /** Where it failed, else where the test is. */
  readonly place: vscode.Location | undefined;
}

/** Suites around a test beyond these are not named. */
const maxDepth = 20;

/** Reads the argument of such a command; undefined if it is none. */
export function readTestFailure(value: unknown): TestFailure | undefined {
  const { test, message } = isRecord(value) ? value : {};
  if (!isRecord(test) || !(message instanceof vscode.TestMessage)) {
    return undefined;
  }
  const { message: words, expectedOutput, actualOutput, location } = message;
  const text: unknown = words instanceof vscode.MarkdownString ? words.value : words;
  const names = namesOf(test);
  if (!isString(text) || names.length === 0) {
    return undefined;
  }
  const { uri, range } = test;
  const own =
    uri instanceof vscode.Uri && range instanceof vscode.Range
      ? new vscode.Location(uri, range)
      : undefined;
  return {
    names,
    message: text,
    expected: isString(expectedOutput) ? expectedOutput : undefined,
    actual: isString(actualOutput) ? actualOutput : undefined,
    place: location instanceof vscode.Location ? location : own,
  };
}

function namesOf(test: Readonly<Record<string, unknown>>): readonly string[] {
  const names: string[] = [];
  for (
    let item: unknown = test;
    isRecord(item) && isString(item['label']) && names.length < maxDepth;
    item = item['parent']
  ) {
    names.unshift(item['label']);
  }
  return names;
}
