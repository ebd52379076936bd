import type { Node } from '@vscode/tree-sitter-wasm';

/** More errors than this count as so many. */
const maxErrors = 1000;

/** Counts the nodes that are errors or missing. Goes only where there are some. */
export function countErrors(root: Node): number {
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
