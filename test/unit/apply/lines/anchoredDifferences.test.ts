import assert from 'node:assert/strict';
import { anchoredDifferences } from '../../../../src/apply/lines/anchoredDifferences.ts';
import { spliced } from '../../../../src/apply/fitEdit.ts';
import { lineDifferences } from '../../../../src/apply/lines/lineDifferences.ts';
import { planBlock } from '../../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../../support/grammars.ts';

/** Functions of a file: so many lines are added to each, and so many of its own are left out. */
function functions(count: number, added: number, leftOut = 0): readonly string[] {
  return Array.from({ length: count }, (_, at) => [
    `export function number${at}() {`,
    ...['  start();', `  const own = ${at};`, '  check(own);', '  stop();'].slice(leftOut),
    ...Array.from({ length: added }, () => ['  check(own);', '', '  stop();']).flat(),
    '}',
    '',
  ]).flat();
}

async function planned(block: readonly string[], file: readonly string[]): Promise<string> {
  const code = block.join('\n');
  const text = file.join('\n');
  const plan = await planBlock(
    { text: code, language: '', isComplete: true },
    [{ path: 'src/a.ts', text, seen: text }],
    loadGrammar,
  );
  const one = plan.kind === 'files' ? plan.files[0] : plan;
  if (one?.kind === 'apply') {
    const after = spliced(text, one.splices);
    return `${after === code ? 'applied' : after === text ? 'kept' : 'wrong'}, ${one.leftOut.length} left out`;
  }
  return one?.kind === 'refuse' ? one.reason : (one?.kind ?? 'nothing');
}

describe('anchoredDifferences', () => {
  it('keep the lines that both have once', () => {
    const [before, after] = [functions(1000, 0), functions(1000, 2)];
    assert.equal(lineDifferences(before, after)?.length, undefined);
    const differences = anchoredDifferences(before, after) ?? [];
    assert.equal(differences.length, 1000);
    assert.ok(differences.every(({ before: { from, to } }) => from === to));
  });

  it('let a whole file be applied of which most is rewritten', async () => {
    const file = functions(1000, 0);
    assert.equal(await planned(functions(1000, 2), file), 'applied, 0 left out');
    // Each function is merely begun.
    assert.equal(await planned(file, functions(1000, 2)), 'kept, 1000 left out');
  });
});
