import * as vscode from 'vscode';

/** Part of a document. */
export interface DocumentRange {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

/** Part of a document; `isProblem` where a command is about the problems in it. */
export interface CodeRange extends DocumentRange {
  readonly isProblem?: boolean | undefined;
}

/** Which code a command is about: a notebook's cell, part of a document, or what is selected in the active editor. */
export type CodeOrigin = CodeRange | { readonly cell: vscode.NotebookCell } | 'active';

/** Documents of VS Code and Parley that are text, but no code: the output, search results, previewed requests. */
const textSchemes: ReadonlySet<string> = new Set(['output', 'search-editor', 'parley-request']);

/** Whether a command is about text that is no code. */
export function isPlainText(origin: CodeOrigin): boolean {
  if (origin !== 'active' && 'cell' in origin) {
    return false;
  }
  const uri = origin === 'active' ? vscode.window.activeTextEditor?.document.uri : origin.uri;
  return uri !== undefined && textSchemes.has(uri.scheme);
}
