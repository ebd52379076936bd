import type { Node, Tree } from '@vscode/tree-sitter-wasm';
import type { SyntaxNode, SyntaxTree } from '../../apply/code/syntax.ts';

/** Nodes further down are not read: no file that is written by hand has as many within each other. */
const maxDepth = 40;

/** More errors than this count as so many. */
const maxErrors = 1000;

/** Reads a tree out of the memory of the parser; see `Parse`. */
export function readTree({ rootNode }: Tree, opened: ReadonlySet<string>): SyntaxTree {
  return { root: readNode(rootNode, undefined, opened, 0), errors: countErrors(rootNode) };
}

function readNode(
  node: Node,
  field: string | undefined,
  opened: ReadonlySet<string>,
  depth: number,
): SyntaxNode {
  const { type, startIndex: start, endIndex: end, hasError } = node;
  const children: SyntaxNode[] = [];
  if (opened.has(type) && depth < maxDepth) {
    for (const [index, child] of node.children.entries()) {
      if (child !== null && (child.isNamed || child.isMissing)) {
        const own = node.fieldNameForChild(index) ?? undefined;
        children.push(readNode(child, own, opened, depth + 1));
      }
    }
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
