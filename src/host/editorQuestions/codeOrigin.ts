import type * as vscode from 'vscode';

/** Part of a document. */
export interface DocumentRange {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

/** Which code a command is about: a notebook's cell, part of a document, or what is selected in the active editor. */
export type CodeOrigin = DocumentRange | { readonly cell: vscode.NotebookCell } | 'active';
