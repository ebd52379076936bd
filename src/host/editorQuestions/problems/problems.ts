import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { shortened } from '../../../shared/visibleText.ts';
import { codePlace, relativePath } from '../../editor/codePlace.ts';
import { readableDocument } from '../../editor/outsideFiles.ts';

/** A problem and the file in which it is. */
export interface Problem {
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
}

/** Problems of more files than this are given without code. */
const maxFiles = 40;

/** Lines of code before and after a problem. */
const linesAround = 2;

/** A problem may mark many lines; the first of them say where it is. */
const maxMarkedLines = 10;

const severities = ['error', 'warning', 'information', 'hint'] as const;

/**
 * The problems of a file that touch a range, hints included. Of a line before whose first character the range ends, it
 * has nothing.
 */
export function problemsAt(uri: vscode.Uri, range: vscode.Range): readonly Problem[] {
  const { start, end } = range;
  const isBehind = (diagnostic: vscode.Diagnostic): boolean =>
    end.character === 0 && end.line > start.line && diagnostic.range.start.isEqual(end);
  return sorted(
    vscode.languages
      .getDiagnostics(uri)
      .filter((diagnostic) => diagnostic.range.intersection(range) !== undefined)
      .filter((diagnostic) => !isBehind(diagnostic))
      .map((diagnostic) => ({ uri, diagnostic })),
  );
}

/** The problems of a file but for hints, which VS Code does not list either. */
export function problemsOf(uri: vscode.Uri): readonly Problem[] {
  return sorted(
    vscode.languages
      .getDiagnostics(uri)
      .map((diagnostic) => ({ uri, diagnostic }))
      .filter(isListed),
  );
}

/** The problems that VS Code lists for all files. */
export function allProblems(): readonly Problem[] {
  return sorted(
    vscode.languages
      .getDiagnostics()
      .flatMap(([uri, diagnostics]) => diagnostics.map((diagnostic) => ({ uri, diagnostic })))
      .filter(isListed),
  );
}

/** Problems with the code around them as an item of a message. `path` is that of their file. */
export async function problemItem(
  problems: readonly Problem[],
  path: string,
): Promise<ContextItem> {
  const text = problemText(await describe(problems.slice(0, maxProblems)), problems.length);
  const endLine = text.split('\n').length;
  return { kind: 'problems', path, languageId: 'plaintext', startLine: 1, endLine, text };
}

/** Whether VS Code lists a problem, as it does all but hints. */
export function isListed({ diagnostic }: Problem): boolean {
  return diagnostic.severity !== vscode.DiagnosticSeverity.Hint;
}

/** The worst first, then by place. */
function sorted(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(
    (one, other) =>
      one.diagnostic.severity - other.diagnostic.severity ||
      (one.uri.path < other.uri.path ? -1 : one.uri.path > other.uri.path ? 1 : 0) ||
      one.diagnostic.range.start.compareTo(other.diagnostic.range.start),
  );
}

async function describe(problems: readonly Problem[]): Promise<readonly ProblemFacts[]> {
  const documents = new Map<string, vscode.TextDocument | undefined>();
  const facts: ProblemFacts[] = [];
  for (const { uri, diagnostic } of problems) {
    const address = uri.toString();
    if (!documents.has(address) && documents.size < maxFiles) {
      documents.set(address, await readableDocument(uri));
    }
    facts.push(factsOf(uri, diagnostic, documents.get(address)));
  }
  return facts;
}

function factsOf(
  uri: vscode.Uri,
  { severity, code, source, message, range, relatedInformation }: vscode.Diagnostic,
  document: vscode.TextDocument | undefined,
): ProblemFacts {
  const value = typeof code === 'object' ? code.value : code;
  return {
    path: document === undefined ? relativePath(uri) : placeName(document),
    ...placeOf(range.start),
    severity: severities[severity] ?? 'error',
    code: value === undefined ? undefined : String(value),
    source,
    message,
    related: (relatedInformation ?? []).map(({ location, message: text }) => {
      const { line, column } = placeOf(location.range.start);
      return { path: relativePath(location.uri), line, column, message: text };
    }),
    around: document && linesOf(document, range),
  };
}

/** The path of a file; that of a notebook with the number of its cell. */
function placeName(document: vscode.TextDocument): string {
  const { path, name } = codePlace(document);
  return name === undefined ? path : `${path}, cell ${name}`;
}

function placeOf({ line, character }: vscode.Position) {
  return { line: line + 1, column: character + 1 };
}

function linesOf(document: vscode.TextDocument, { start, end }: vscode.Range): CodeLines {
  const from = Math.max(0, start.line - linesAround);
  const to = Math.min(
    document.lineCount - 1,
    Math.min(end.line, start.line + maxMarkedLines) + linesAround,
  );
  const lines = Array.from(
    { length: Math.max(0, to - from + 1) },
    (_, index) => document.lineAt(from + index).text,
  );
  return { first: from + 1, lines };
}

/** A place in a file; both are counted from 1. */
interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A problem as VS Code shows it, as plain data. */
export interface ProblemFacts extends Place {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly code?: string | undefined;
  /** What found it, such as `ts` or `eslint`. */
  readonly source?: string | undefined;
  readonly message: string;
  readonly related: readonly (Place & { readonly message: string })[];
  /** The lines of code around it. */
  readonly around?: CodeLines | undefined;
}

/** Lines of a file, the first of which has this number. */
export interface CodeLines {
  readonly first: number;
  readonly lines: readonly string[];
}

/** More problems are counted only. */
export const maxProblems = 100;

/** The text of all of them ends after the problem that reaches this length. In UTF-16 code units. */
const maxText = 60_000;

const maxMessage = 2000;
const maxCodeLine = 300;
const maxName = 200;
const maxRelated = 5;

/** The first of `count` problems as the model reads them. What is left out is stated. */
export function problemText(problems: readonly ProblemFacts[], count: number): string {
  const texts: string[] = [];
  let length = 0;
  for (const problem of problems.slice(0, maxProblems)) {
    if (length >= maxText) {
      break;
    }
    const text = oneProblem(problem);
    length += text.length;
    texts.push(text);
  }
  const others = count - texts.length;
  return [...texts, ...(others === 0 ? [] : [`[${others} more problems are left out]`])].join(
    '\n\n',
  );
}

function oneProblem({ severity, code, source, message, related, around, ...place }: ProblemFacts) {
  const name = [severity, ...(code === undefined ? [] : [shortened(code, maxName)])].join(' ');
  const found = source === undefined ? '' : ` (${shortened(source, maxName)})`;
  return [
    `${placeText(place)}: ${name}${found}: ${indented(message)}`,
    ...related.slice(0, maxRelated).map((one) => `  ${placeText(one)}: ${indented(one.message)}`),
    ...(around?.lines ?? []).map((line, index) => {
      const number = (around?.first ?? 1) + index;
      const mark = number === place.line ? '>' : ' ';
      return `${mark} ${String(number).padStart(5)} | ${shortened(line, maxCodeLine)}`;
    }),
  ].join('\n');
}

function placeText({ path, line, column }: Place): string {
  return `${shortened(path, maxName * 2)}:${line}:${column}`;
}

/** A message whose further lines are indented, so that where it ends can be seen. */
function indented(message: string): string {
  return shortened(message, maxMessage)
    .trim()
    .replaceAll(/\r\n|\r|\n/g, '\n  ');
}
