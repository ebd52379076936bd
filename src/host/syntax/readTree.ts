import type { Node, Tree, TreeCursor } from '@vscode/tree-sitter-wasm';
import type { SyntaxNode, SyntaxTree } from '../../apply/code/syntax.ts';

/** Nodes further down are not read: no file that is written by hand has as many within each other. */
const maxDepth = 40;

/** More errors than this count as so many. */
const maxErrors = 1000;

/** Reads a tree out of the memory of the parser; see `Parse`. */
export function readTree(tree: Tree, opened: ReadonlySet<string>): SyntaxTree {
  const cursor = tree.walk();
  try {
    return { root: readNode(cursor, opened), errors: countErrors(tree.rootNode) };
  } finally {
    cursor.delete();
  }
}

/** Reads the node that a cursor is at. To ask a node for the field of a child would take as long as it has children. */
function readNode(cursor: TreeCursor, opened: ReadonlySet<string>): SyntaxNode {
  const { type, startIndex: start, endIndex: end, hasError } = cursor.currentNode;
  const field = cursor.currentFieldName ?? undefined;
  const children: SyntaxNode[] = [];
  if (opened.has(type) && cursor.currentDepth < maxDepth && cursor.gotoFirstChild()) {
    do {
      if (cursor.nodeIsNamed || (hasError && cursor.nodeIsMissing)) {
        children.push(readNode(cursor, opened));
      }
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, field, start, end, hasError, children };
}

/** Counts the nodes that are errors or missing. Goes only where there are some. */
function countErrors(root: Node): number {
  let errors = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined && errors < maxErrors; node = open.pop()) {
    if (node.isError || node.isMissing) {
      errors += 1;
    }
    if (node.hasError) {
      open.push(...node.children.filter((child) => child !== null));
    }
  }
  return errors;
}
