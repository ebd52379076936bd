import assert from 'node:assert/strict';
import { isNode, type Node, nodesOf, parseFile, sourceFiles } from '../../support/syntaxTree.ts';

/** Whether a node is a call of `l10n.t` or `vscode.l10n.t`. */
function isTranslation({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee)) {
    return false;
  }
  const { object, property } = callee;
  const owner = isNode(object) && isNode(object['property']) ? object['property'] : object;
  return isNode(owner) && owner['name'] === 'l10n' && isNode(property) && property['name'] === 't';
}

/** Whether what is inside a node runs later than the module is loaded. */
function runsLater({ type, static: isStatic }: Node): boolean {
  return /Function|Method/.test(String(type)) || (type === 'ClassProperty' && isStatic !== true);
}

function firstArgument({ arguments: given }: Node): Node | undefined {
  const first: unknown = Array.isArray(given) ? given[0] : undefined;
  return isNode(first) ? first : undefined;
}

describe('translated words', () => {
  const modules: { readonly file: string; readonly tree: unknown }[] = [];
  before(async () => {
    for (const file of await sourceFiles('src')) {
      modules.push({ file, tree: await parseFile(file) });
    }
  });

  it('are looked up after the language is set, never while a module is loaded', () => {
    const early = modules.filter(({ tree }) => nodesOf(tree, runsLater).some(isTranslation));
    assert.deepEqual(
      early.map(({ file }) => file),
      [],
    );
  });

  it('are written out where they are looked up, so that they are found', () => {
    const unknown = modules.filter(({ tree }) =>
      nodesOf(tree)
        .filter(isTranslation)
        .some((call) => {
          const words = firstArgument(call);
          return words?.['type'] !== 'StringLiteral' && words?.['type'] !== 'ObjectExpression';
        }),
    );
    assert.deepEqual(
      unknown.map(({ file }) => file),
      [],
    );
  });
});
