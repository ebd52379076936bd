import type { Node, Tree, TreeCursor } from '@vscode/tree-sitter-wasm';
import type { SyntaxRead } from '../../apply/code/syntax.ts';

/** More errors than this count as so many. */
const maxErrors = 1000;

/** Reads what is to know of a tree out of the memory of the parser. */
export function readTree(tree: Tree): SyntaxRead {
  const cursor = tree.walk();
  try {
    return { errors: countErrors(tree.rootNode), inner: innerLines(cursor) };
  } finally {
    cursor.delete();
  }
}

/** What may have any text in several lines, as the grammars call it. */
const texts = /comment|string|heredoc|template|text_block|regex/;

/** The lines that begin within a text or a comment. Goes only into what has several lines. */
function innerLines(cursor: TreeCursor): ReadonlySet<number> {
  const lines = new Set<number>();
  for (;;) {
    const { nodeType, startPosition, endPosition } = cursor;
    const isLong = endPosition.row > startPosition.row;
    const isText = isLong && texts.test(nodeType);
    // One that ends with its line break has nothing of the next line.
    const last = endPosition.column === 0 ? endPosition.row - 1 : endPosition.row;
    const first = isText ? startPosition.row + 1 : last + 1;
    for (let row = first; row <= last; row += 1) {
      lines.add(row);
    }
    if (isLong && !isText && cursor.gotoFirstChild()) {
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        return lines;
      }
    }
  }
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
