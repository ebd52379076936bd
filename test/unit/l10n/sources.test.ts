import assert from 'node:assert/strict';
import { getL10nJson } from '@vscode/l10n-dev';
import { isTranslation, wordsIn, writtenWords } from '../../l10n/sourceWords.ts';
import { type Node, nodesOf, parseFile, parseText, sourceFiles } from '../../support/syntaxTree.ts';

/** Whether what is inside a node runs later than the module is loaded. */
function runsLater({ type, static: isStatic }: Node): boolean {
  return (
    /Function|Method/.test(String(type)) ||
    (/^Class(?:Private)?Property$/.test(String(type)) && isStatic !== true)
  );
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
        .some((call) => writtenWords(call) === undefined),
    );
    assert.deepEqual(
      unknown.map(({ file }) => file),
      [],
    );
  });

  it('are found as VS Code’s own tool finds them', async () => {
    const contents = [
      `import * as vscode from 'vscode';`,
      `vscode.l10n.t('It\\'s {0} “{1}”', 1, vscode.l10n.t("inner\\n"));`,
      `vscode.l10n.t({ message: 'a/b', comment: ['One. ', 'Two.'], args: [1] });`,
      `vscode.l10n.t({ message: 'a/b', comment: 'Three' });`,
      `other.t('no');`,
    ].join('\n');
    const expected = Object.entries(await getL10nJson([{ contents, extension: '.ts' }])).map(
      ([key, words]) => [key, typeof words === 'string' ? words : words.message],
    );
    assert.equal(expected.length, 4);
    assert.deepEqual(wordsIn(parseText('a.ts', contents)), Object.fromEntries(expected));
  });
});
