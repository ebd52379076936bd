import assert from 'node:assert/strict';
import { spliced } from '../../../../src/apply/lines/splices.ts';
import { unlessRefused } from '../../../../src/apply/plan/refused.ts';
import { editsIn } from '../../../../src/apply/edits/editsIn.ts';
import { planEdits } from '../../../../src/apply/edits/planEdits.ts';
import { random } from '../../../support/random.ts';
import { randomChange, upTo } from './cases/changes.ts';
import { type EditCase, isExpected } from './cases/editCase.ts';
import { mutations } from './cases/mutations.ts';
import { createScore } from './cases/score.ts';
import { sourceTrees } from './cases/sourceFiles.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

/** What came of a case: the text afterwards, or a word for why there is none. */
function outcome({ block, language, target }: EditCase): { text?: string; why: string } {
  const files = unlessRefused(() => editsIn(block, language)) ?? [];
  if ('kind' in files) {
    return { why: `unclear ${files.reason}` };
  }
  const [file, other] = files;
  if (file === undefined || other !== undefined) {
    return { why: `${files.length} files` };
  }
  const plan = unlessRefused(() => planEdits(file.edits, target));
  switch (plan.kind) {
    case 'apply':
      return { text: spliced(target.text, plan.splices), why: plan.kind };
    case 'refuse':
      return { why: plan.reason };
    case 'several':
    case 'alreadyThere':
      return { why: plan.kind };
  }
}

const casesPerTree = quantity({ slice: 80, whole: 2000 });

/** How many cases there are at least, of which nothing may be applied to so many, and somebody types meanwhile in so many. */
const least = {
  all: quantity({ slice: 1000, whole: 30_000 }),
  refused: quantity({ slice: 100, whole: 3000 }),
  typed: quantity({ slice: 50, whole: 1500 }),
};

describe('edits of real files', () => {
  it('are never wrong, and are applied where the place is unique', async function () {
    this.timeout(600_000);
    const next = random(seed);
    const score = createScore();
    const count = { all: 0, refused: 0, typed: 0 };
    for (const tree of await sourceTrees()) {
      for (let made = 0; made < casesPerTree;) {
        const file = tree.files[upTo(tree.files.length, next)];
        const change = file && randomChange(file, next);
        const names = Object.keys(mutations);
        const name = names[upTo(names.length, next)] ?? '';
        const one = change && mutations[name]?.(change, next);
        if (one === undefined) {
          continue;
        }
        made += 1;
        count.all += 1;
        count.refused += Number(one.expected === undefined);
        count.typed += Number(name.startsWith('edited'));
        const { text, why } = outcome(one);
        const isWrong = text !== undefined && !isExpected(text, one);
        score.add({
          tree,
          path: one.path,
          form: one.name,
          isUnique: one.isUnique,
          isApplied: text !== undefined,
          wrong: isWrong ? one.block.slice(0, 2000) : undefined,
          why,
        });
      }
    }
    score.check(`seed ${seed}`);
    const { all, refused, typed } = count;
    const isMuch = all >= least.all && refused >= least.refused && typed >= least.typed;
    assert.ok(isMuch, JSON.stringify(count));
  });
});
