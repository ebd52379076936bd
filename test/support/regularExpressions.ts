import { isNode, nodesOf, parseFile, sourceFiles } from './syntaxTree.ts';

/** The regular expressions in one file. */
export interface FoundExpressions {
  /** Relative to the folder of the project. */
  readonly file: string;
  readonly literals: readonly RegExp[];
  /** Whether the file also makes some out of text. */
  readonly makesOthers: boolean;
}

/** Finds all regular expressions in the sources, by their syntax trees. */
export async function findExpressions(folder: string): Promise<readonly FoundExpressions[]> {
  const found = await Promise.all((await sourceFiles(folder)).map(readExpressions));
  return found.filter(({ literals, makesOthers }) => literals.length > 0 || makesOthers);
}

async function readExpressions(file: string): Promise<FoundExpressions> {
  const nodes = nodesOf(await parseFile(file));
  return {
    file,
    literals: nodes.flatMap(({ type, pattern, flags }) =>
      type === 'RegExpLiteral' ? [new RegExp(String(pattern), String(flags))] : [],
    ),
    makesOthers: nodes.some(
      ({ type, callee }) =>
        (type === 'NewExpression' || type === 'CallExpression') &&
        isNode(callee) &&
        callee['name'] === 'RegExp',
    ),
  };
}
