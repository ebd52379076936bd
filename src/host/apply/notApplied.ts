import * as vscode from 'vscode';

/** Why a block is not applied, in words for the user. */
export class NotApplied extends Error {
  /** The file that it was for, if that is known. */
  readonly uri: vscode.Uri | undefined;
  /** It is for a terminal. */
  readonly isShell: boolean;

  constructor(words: string, uri?: vscode.Uri, isShell = false) {
    super(words);
    this.uri = uri;
    this.isShell = isShell;
  }
}

/** What the user has chosen. Throws a `CancellationError` if a question was closed. */
export function chosen<T>(answer: T | undefined): T {
  if (answer === undefined) {
    throw new vscode.CancellationError();
  }
  return answer;
}
