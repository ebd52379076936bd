import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { replaceRows } from '../../base/inputs/quickInput.ts';
import { labelText } from '../../base/safeText.ts';
import { relativePath } from '../../editor/codePlace.ts';
import { linesText } from '../../editor/lines.ts';
import { contextItem, symbolIcon } from '../../editor/selectionContext.ts';
import type { ContextSource, PickedContext } from '../contextSource.ts';

/** At most this many symbols are listed. */
const maxRows = 200;

/** Longer names are cut. In characters. */
const maxName = 200;

/** A symbol of the active file, that at the cursor first, or one of the workspace by its name. */
export const symbolSource: ContextSource = {
  name: 'symbol',
  icon: 'symbol-class',
  label: () => vscode.l10n.t('Symbol…'),
  // Without an open file, a provider may still know the symbols of the workspace.
  isOffered: () => true,
  async pick() {
    const place = await askForSymbol();
    return place && pickSymbol(place);
  },
};

/** Where a symbol is. A provider of the workspace may know only where its name is. */
interface SymbolPlace {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly range: vscode.Range;
}

interface SymbolRow extends vscode.QuickPickItem {
  readonly place?: SymbolPlace | undefined;
}

async function pickSymbol(place: SymbolPlace): Promise<PickedContext> {
  const item = await symbolItem(place);
  if (item === undefined) {
    const name = visibleText(place.name.slice(0, maxName));
    return { items: [], problems: [vscode.l10n.t('{0} no longer exists.', name)] };
  }
  const line = item.startLine - 1;
  const again = { ...place, range: new vscode.Range(line, 0, line, 0) };
  return { items: [{ item, renew: async () => symbolItem(again, place.range) }] };
}

/**
 * The whole code of a symbol as it is now: of those with this name, the one around the place, else the one that begins
 * nearest. `given` is used where nothing provides symbols of the file.
 */
async function symbolItem(
  { uri, name, range }: SymbolPlace,
  given: vscode.Range | undefined = range,
): Promise<ContextItem | undefined> {
  const document = await vscode.workspace.openTextDocument(uri);
  const symbols = await documentSymbols(uri);
  const named = symbols.filter((one) => plainName(one.name) === plainName(name));
  const around = named.find((one) => one.nameRange.contains(range.start));
  const distance = (one: FoundSymbol): number => Math.abs(one.range.start.line - range.start.line);
  const nearest = named.toSorted((one, other) => distance(one) - distance(other))[0];
  const found = (around ?? nearest)?.range ?? (symbols.length === 0 ? given : undefined);
  const item = found && contextItem(document, document.validateRange(found));
  return item === undefined || item.text.trim() === ''
    ? undefined
    : { ...item, kind: 'symbol', name: plainName(name).slice(0, maxName) };
}

/** Some providers write the parameters behind the name of a function. */
function plainName(name: string): string {
  const end = name.indexOf('(');
  return (end > 0 ? name.slice(0, end) : name).trim();
}

/** Asks for a symbol, with those of the active file until something is typed. */
async function askForSymbol(): Promise<SymbolPlace | undefined> {
  const own = await symbolsOfEditor();
  const list = vscode.window.createQuickPick<SymbolRow>();
  list.title = vscode.l10n.t('Add to Chat');
  list.placeholder = vscode.l10n.t('Type the name of a symbol');
  list.matchOnDescription = true;
  list.items = own;
  let search = new vscode.CancellationTokenSource();
  const look = async (typed: string): Promise<void> => {
    search.cancel();
    search.dispose();
    const mine = (search = new vscode.CancellationTokenSource());
    list.busy = typed !== '';
    const found = typed === '' ? [] : await symbolsOfWorkspace(typed);
    if (!mine.token.isCancellationRequested) {
      list.busy = false;
      replaceRows(list, [...own, ...withoutThose(found, own)]);
    }
  };
  try {
    return await new Promise((resolve, reject) => {
      list.onDidChangeValue((typed) => void look(typed.trim()).catch(reject));
      list.onDidAccept(() => {
        const [row] = list.selectedItems;
        if (row?.place !== undefined) {
          resolve(row.place);
        }
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    search.cancel();
    search.dispose();
    list.dispose();
  }
}

/** The symbols of the active file, or of one that is visible: those around the cursor first. */
async function symbolsOfEditor(): Promise<readonly SymbolRow[]> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    return [];
  }
  const { uri } = editor.document;
  const symbols = await documentSymbols(uri);
  const around = symbolsAround(symbols, editor.selection.active);
  const others = symbols.filter((one) => !around.includes(one));
  return [...around, ...others].slice(0, maxRows).map((one) => ({
    label: `$(symbol-${symbolIcon(one.kind)}) ${labelText(one.name.slice(0, maxName))}`,
    description: [
      ...(around.includes(one) ? [vscode.l10n.t('at the cursor')] : []),
      linesText(one.range),
    ].join(' · '),
    place: { uri, name: one.name, range: one.nameRange },
  }));
}

async function symbolsOfWorkspace(typed: string): Promise<readonly SymbolRow[]> {
  const found = await vscode.commands.executeCommand<
    readonly vscode.SymbolInformation[] | undefined
  >('vscode.executeWorkspaceSymbolProvider', typed.slice(0, maxName));
  return (found ?? []).slice(0, maxRows).map(({ name, kind, location: { uri, range } }) => ({
    label: `$(symbol-${symbolIcon(kind)}) ${labelText(name.slice(0, maxName))}`,
    description: labelText(relativePath(uri).slice(-maxName)),
    // What the provider has found may be written otherwise than what is typed.
    alwaysShow: true,
    place: { uri, name, range },
  }));
}

function withoutThose(
  rows: readonly SymbolRow[],
  others: readonly SymbolRow[],
): readonly SymbolRow[] {
  const known = new Set(others.map(rowKey));
  return rows.filter((row) => !known.has(rowKey(row)));
}

function rowKey({ place }: SymbolRow): string {
  return place === undefined
    ? ''
    : `${place.uri.toString()} ${plainName(place.name)} ${place.range.start.line}`;
}

/** A symbol with the range of its whole code. */
interface FoundSymbol {
  readonly name: string;
  readonly kind: vscode.SymbolKind;
  readonly range: vscode.Range;
  /** Where its name is. */
  readonly nameRange: vscode.Range;
}

/** No more symbols of one file are looked at. */
const maxSymbols = 20_000;

/** The symbols of a document, each before those inside it. Empty where nothing provides them. */
async function documentSymbols(uri: vscode.Uri): Promise<readonly FoundSymbol[]> {
  const given = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  const found: FoundSymbol[] = [];
  const waiting = [...(given ?? [])].toReversed();
  for (
    let next = waiting.pop();
    next !== undefined && found.length < maxSymbols;
    next = waiting.pop()
  ) {
    if ('children' in next) {
      const { name, kind, range, selectionRange: nameRange, children } = next;
      found.push({ name, kind, range, nameRange });
      waiting.push(...children.toReversed());
    } else {
      const { name, kind, location } = next;
      found.push({ name, kind, range: location.range, nameRange: location.range });
    }
  }
  return found;
}

/** The symbols around a position, innermost first. */
function symbolsAround(
  symbols: readonly FoundSymbol[],
  position: vscode.Position,
): readonly FoundSymbol[] {
  return symbols.filter(({ range }) => range.contains(position)).toReversed();
}
