import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { contextItem, enclosingSymbols } from '../../editor/selectionContext.ts';
import type { Problem } from './problems.ts';
import { readableDocument } from '../../editor/outsideFiles.ts';

/** A symbol with more lines is not sent whole. */
const maxLines = 200;

/** Lines before and after a problem that is in no symbol, or in a long one. */
const linesAround = 20;

/** A language server that is still starting is not waited for. */
const maxWaitMs = 2000;

/**
 * The code of problems in one file: the function or class around them if it is short, else the lines around them.
 * Undefined if the file cannot be read or the code is too far apart.
 */
export async function codeOfProblems(
  problems: readonly Problem[],
): Promise<ContextItem | undefined> {
  const [first] = problems;
  const document = first && (await readableDocument(first.uri));
  if (first === undefined || document === undefined) {
    return undefined;
  }
  const range = problems.reduce(
    (all, { diagnostic }) => all.union(diagnostic.range),
    first.diagnostic.range,
  );
  return codeAround(document, range);
}

/** The code around a place in a document. */
export async function codeAround(
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<ContextItem> {
  return contextItem(document, await around(document, document.validateRange(range)));
}

async function around(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.Range> {
  const symbols = await Promise.race([
    enclosingSymbols(document.uri, range.start),
    new Promise<readonly []>((resolve) => setTimeout(() => resolve([]), maxWaitMs)),
  ]);
  const fitting = symbols
    .map((symbol) => symbol.range)
    .filter((one) => one.contains(range) && lineCount(one) <= maxLines && !one.isEqual(range));
  // The outermost one that is not too long: a method with its class says more than its last statement.
  const symbol = fitting.at(-1);
  return symbol === undefined ? linesOf(document, range) : wholeLines(document, symbol);
}

function linesOf(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const last = Math.min(end.line, start.line + maxLines);
  return wholeLines(
    document,
    new vscode.Range(start.line - Math.min(start.line, linesAround), 0, last + linesAround, 0),
  );
}

function wholeLines(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const last = document.lineAt(Math.min(end.line, document.lineCount - 1));
  return new vscode.Range(new vscode.Position(start.line, 0), last.range.end);
}

function lineCount({ start, end }: vscode.Range): number {
  return end.line - start.line + 1;
}
