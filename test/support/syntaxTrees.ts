import treeSitter, { type TreeCursor } from '@vscode/tree-sitter-wasm';
import type { SyntaxLanguage } from '../../src/apply/code/language/syntax.ts';
import { loadGrammar, readGrammar } from './grammars.ts';

/** A node of a syntax tree. Positions are in UTF-16 code units. */
export interface SyntaxNode {
  /** As the grammar calls it. */
  readonly type: string;
  /** The field of its parent that it is. */
  readonly field?: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The named ones, of nodes that are opened. */
  readonly children: readonly SyntaxNode[];
}

/** Reads the tree of a text, as far as its nodes are of the types in `opened`, and counts its errors. */
export type ParseTree = (
  text: string,
  opened: ReadonlySet<string>,
) => { readonly root: SyntaxNode; readonly errors: number } | undefined;

const loaded = new Map<SyntaxLanguage, Promise<ParseTree>>();

/** The grammar of a language, to judge by, loaded once. The extension itself asks it for less. */
export async function loadTrees(language: SyntaxLanguage): Promise<ParseTree> {
  const known = loaded.get(language) ?? load(language);
  loaded.set(language, known);
  return known;
}

async function load(language: SyntaxLanguage): Promise<ParseTree> {
  const parse = await loadGrammar(language);
  const bytes = await readGrammar(`tree-sitter-${language}.wasm`);
  const grammar = await treeSitter.Language.load(new Uint8Array(bytes));
  const parser = new treeSitter.Parser();
  parser.setLanguage(grammar);
  return (text, opened) => {
    const tree = parser.parse(text);
    const errors = parse?.(text);
    if (tree === null || errors === undefined) {
      return undefined;
    }
    const cursor = tree.walk();
    const root = readNode(cursor, opened);
    cursor.delete();
    tree.delete();
    return { root, errors };
  };
}

function readNode(cursor: TreeCursor, opened: ReadonlySet<string>): SyntaxNode {
  const { nodeType: type, startIndex: start, endIndex: end } = cursor;
  const field = cursor.currentFieldName ?? undefined;
  const children: SyntaxNode[] = [];
  if (opened.has(type) && cursor.gotoFirstChild()) {
    do {
      if (cursor.nodeIsNamed) {
        children.push(readNode(cursor, opened));
      }
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, field, start, end, children };
}
