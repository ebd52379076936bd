import assert from 'node:assert/strict';
import { blockForm } from '../../../src/apply/blockForm.ts';
import { applied, planEdits } from '../../../src/apply/planEdits.ts';
import { random } from '../../support/random.ts';
import { randomChange, upTo } from './cases/changes.ts';
import { type EditCase, isExpected } from './cases/editCase.ts';
import { mutations } from './cases/mutations.ts';
import { sourceFiles } from './cases/sourceFiles.ts';

/** What came of a case: the text afterwards, or a word for why there is none. */
function outcome({ block, language, target }: EditCase): { text?: string; why: string } {
  const form = blockForm(block, language);
  if (form.kind !== 'edits') {
    return { why: form.kind === 'unclear' ? `unclear ${form.reason}` : form.kind };
  }
  const [file, other] = form.files;
  if (file === undefined || other !== undefined) {
    return { why: `${form.files.length} files` };
  }
  const plan = planEdits(file.edits, target);
  switch (plan.kind) {
    case 'apply':
      return { text: applied(plan, target.text), why: plan.trust };
    case 'refuse':
      return { why: plan.reason };
    case 'several':
    case 'alreadyThere':
      return { why: plan.kind };
  }
}

const casesPerTree = Number(process.env['PARLEY_APPLY_CASES'] ?? 1000);

/** Other cases: `PARLEY_SEED=7 PARLEY_APPLY_CASES=4000 npm test -- unit`. */
describe('edits of real files', () => {
  it('are never wrong, and are applied where the place is unique', async function () {
    this.timeout(600_000);
    const seed = Number(process.env['PARLEY_SEED'] ?? 1);
    const next = random(seed);
    let [unique, first] = [0, 0];
    const misses = new Map<string, number>();
    const wrong: string[] = [];
    let count = 0;
    for (const [tree, files] of await sourceFiles()) {
      for (let made = 0; made < casesPerTree;) {
        const file = files[upTo(files.length, next)];
        const change = file && randomChange(file, next);
        const names = Object.keys(mutations);
        const name = names[upTo(names.length, next)] ?? '';
        const one = change && mutations[name]?.(change, next);
        if (one === undefined) {
          continue;
        }
        made += 1;
        count += 1;
        const { text, why } = outcome(one);
        if (text !== undefined && !isExpected(text, one)) {
          wrong.push(`${tree} ${one.path}, ${one.name}:\n${one.block.slice(0, 2000)}`);
        }
        if (one.isUnique) {
          unique += 1;
          first += text === undefined ? 0 : 1;
          if (text === undefined) {
            misses.set(`${name}: ${why}`, (misses.get(`${name}: ${why}`) ?? 0) + 1);
          }
        }
      }
    }
    const told = `seed ${seed}, ${count} cases, ${first} of ${unique} applied, ${JSON.stringify(Object.fromEntries(misses))}`;
    assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} wrong edits, ${told}`);
    assert.ok(first / unique >= 0.97, told);
  });
});
