import * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { labelText } from '../base/safeText.ts';
import { codePlace } from './codePlace.ts';
import { linesText } from './lines.ts';

interface ScopeItem extends vscode.QuickPickItem {
  readonly range: vscode.Range;
}

/**
 * The code for an editor command: the selection or, if nothing is selected, what the user chooses among the
 * symbols around the cursor and the whole file. Resolves to `undefined` if the user closes that list.
 * `action` is its title.
 */
export async function selectionContext(
  editor: vscode.TextEditor,
  action: string,
): Promise<ContextItem | undefined> {
  const range = await selectedRange(editor, action);
  return range && contextItem(editor.document, range);
}

/** The range of that code. */
export async function selectedRange(
  { document, selection }: vscode.TextEditor,
  action: string,
): Promise<vscode.Range | undefined> {
  return selection.isEmpty ? askScope(document, selection.active, action) : selection;
}

/** The text of `range` with its path, its lines (counted from 1) and its language. */
export function contextItem(document: vscode.TextDocument, range: vscode.Range): ContextItem {
  // A selection that ends before the first character of a line contains nothing of that line.
  const endsBeforeLine = range.end.character === 0 && range.end.line > range.start.line;
  return {
    ...codePlace(document),
    languageId: document.languageId,
    startLine: range.start.line + 1,
    endLine: range.end.line + (endsBeforeLine ? 0 : 1),
    text: document.getText(range),
  };
}

async function askScope(
  document: vscode.TextDocument,
  position: vscode.Position,
  action: string,
): Promise<vscode.Range | undefined> {
  const symbols = await enclosingSymbols(document.uri, position);
  const items: readonly ScopeItem[] = [
    ...symbols.map(symbolItem),
    {
      label: `$(file) ${vscode.l10n.t('Whole File')}`,
      description: lineCount(document.lineCount),
      range: document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)),
    },
  ];
  const item = await vscode.window.showQuickPick(items, {
    title: action,
    placeHolder: vscode.l10n.t('Nothing is selected. Choose the code.'),
  });
  return item?.range;
}

function lineCount(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('{0} line', formatNumber(count)),
    other: vscode.l10n.t('{0} lines', formatNumber(count)),
  });
}

function symbolItem({ name, kind, range }: vscode.DocumentSymbol): ScopeItem {
  return {
    label: `$(symbol-${symbolIcon(kind)}) ${labelText(name)}`,
    description: linesText(range),
    range,
  };
}

/** The name of a symbol kind in the names of its codicon: `TypeParameter` becomes `type-parameter`. */
export function symbolIcon(kind: vscode.SymbolKind): string {
  const name = vscode.SymbolKind[kind] ?? 'Misc';
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}

/** The symbols around `position`, innermost first. */
export async function enclosingSymbols(
  uri: vscode.Uri,
  position: vscode.Position,
): Promise<readonly vscode.DocumentSymbol[]> {
  const symbols = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  const around: vscode.DocumentSymbol[] = [];
  let level = (symbols ?? []).filter(isDocumentSymbol);
  while (level.length > 0) {
    const inner = level.filter(({ range }) => range.contains(position));
    around.unshift(...inner);
    level = inner.flatMap(({ children }) => children);
  }
  return around;
}

function isDocumentSymbol(
  symbol: vscode.DocumentSymbol | vscode.SymbolInformation,
): symbol is vscode.DocumentSymbol {
  return 'children' in symbol;
}
