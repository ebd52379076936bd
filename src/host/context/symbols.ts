import * as vscode from 'vscode';

/** A symbol with the range of its whole code. */
export interface FoundSymbol {
  readonly name: string;
  readonly kind: vscode.SymbolKind;
  readonly range: vscode.Range;
  /** Where its name is. */
  readonly nameRange: vscode.Range;
}

/** No more symbols of one file are looked at. */
const maxSymbols = 20_000;

/** The symbols of a document, each before those inside it. Empty where nothing provides them. */
export async function documentSymbols(uri: vscode.Uri): Promise<readonly FoundSymbol[]> {
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
export function symbolsAround(
  symbols: readonly FoundSymbol[],
  position: vscode.Position,
): readonly FoundSymbol[] {
  return symbols.filter(({ range }) => range.contains(position)).toReversed();
}

/** The codicon of a kind: `TypeParameter` becomes `symbol-type-parameter`. */
export function symbolIcon(kind: vscode.SymbolKind): string {
  const name = vscode.SymbolKind[kind] ?? 'Misc';
  return `symbol-${name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()}`;
}
