import * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import { cellOf } from '../editor/codePlace.ts';
import { documentOf } from '../editor/documentOf.ts';
import { contextItem, selectionContext } from '../editor/selectionContext.ts';

/** Part of a document. */
export interface DocumentRange {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

/** Part of a document; `isProblem` where a command is about the problems in it. */
interface CodeRange extends DocumentRange {
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

/** More at once is usually a mistake. In UTF-16 code units. */
const maxText = 1024 * 1024;

/** More selections are usually a mistake, too. */
const maxSelections = 20;

/**
 * The code that a command is about, as the user sees it selected; undefined, after a message, if there is none, and
 * undefined if the user closes a list. `title` is that of the command.
 */
export async function selectedCode(
  origin: CodeOrigin,
  title: string,
): Promise<readonly ContextItem[] | undefined> {
  const items = await codeOf(origin, title);
  const problem = items && problemWith(items);
  if (problem !== undefined) {
    void vscode.window.showInformationMessage(problem);
    return undefined;
  }
  return items?.filter(hasText);
}

function problemWith(items: readonly ContextItem[]): string | undefined {
  if (items.length > maxSelections) {
    const most = formatNumber(maxSelections);
    return vscode.l10n.t('There are more than {0} selections. Select less.', most);
  }
  if (items.reduce((sum, { text }) => sum + text.length, 0) > maxText) {
    return vscode.l10n.t('The selection is larger than 1 MB. Select less.');
  }
  return items.some(hasText) ? undefined : vscode.l10n.t('The selection is empty. It has no code.');
}

function hasText({ text }: ContextItem): boolean {
  return text.trim() !== '';
}

async function codeOf(
  origin: CodeOrigin,
  title: string,
): Promise<readonly ContextItem[] | undefined> {
  if (origin === 'active') {
    return codeOfActiveEditor(title);
  }
  if ('cell' in origin) {
    return [wholeDocument(origin.cell.document)];
  }
  const document = documentOf(origin.uri);
  // The lightbulb may offer its actions for a selection that was smaller before.
  return document === undefined || isSelectedIn(document)
    ? codeOfActiveEditor(title)
    : [contextItem(document, document.validateRange(origin.range))];
}

function isSelectedIn(document: vscode.TextDocument): boolean {
  const { activeTextEditor: editor } = vscode.window;
  return editor?.document === document && editor.selections.some(({ isEmpty }) => !isEmpty);
}

async function codeOfActiveEditor(title: string): Promise<readonly ContextItem[] | undefined> {
  const { activeTextEditor: editor } = vscode.window;
  const selections = editor?.selections.filter(({ isEmpty }) => !isEmpty) ?? [];
  if (editor !== undefined && selections.length > 0) {
    return selections
      .toSorted((one, other) => one.start.compareTo(other.start))
      .map((selection) => contextItem(editor.document, selection));
  }
  const cells = selectedCells(editor);
  if (cells.length > 0) {
    return cells.map((cell) => wholeDocument(cell.document));
  }
  if (editor === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a file and select some code first.'),
    );
    return undefined;
  }
  const item = await selectionContext(editor, title);
  return item && [item];
}

/** The cells that are selected in the active notebook, unless another editor is active. */
function selectedCells(editor: vscode.TextEditor | undefined): readonly vscode.NotebookCell[] {
  const notebookEditor = vscode.window.activeNotebookEditor;
  const cell = editor && cellOf(editor.document.uri);
  if (notebookEditor === undefined || (editor !== undefined && cell === undefined)) {
    return cell === undefined ? [] : [cell];
  }
  return notebookEditor.selections.flatMap((range) => notebookEditor.notebook.getCells(range));
}

function wholeDocument(document: vscode.TextDocument): ContextItem {
  return contextItem(
    document,
    document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)),
  );
}
