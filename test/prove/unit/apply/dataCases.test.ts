import { random } from '../../../support/random.ts';
import { upTo } from './cases/changes.ts';
import { createScore } from './cases/score.ts';
import { codeOutcome } from './code/codeOutcome.ts';
import { type DataCase, randomDataCase } from './data/dataCases.ts';
import { dataTrees } from './data/dataFiles.ts';
import { isJson } from './data/isJson.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

/** A case of JSON that cannot be read afterwards is none that may be applied. */
function unlessBroken(one: DataCase): DataCase {
  const isBroken =
    one.path.endsWith('.json') &&
    isJson(one.target.text) &&
    !one.accepted.every((text) => isJson(text));
  return isBroken ? { ...one, accepted: [], isUnique: false } : one;
}

const casesPerTree = quantity({ slice: 20, whole: 600 });

describe('JSON, YAML, TOML, INI and Markdown of real files', () => {
  it('are never changed wrong, and are applied where all of the file is there', async function () {
    this.timeout(3_600_000);
    const next = random(seed);
    const score = createScore();
    for (const tree of await dataTrees()) {
      for (let made = 0, tries = 0; made < casesPerTree && tries < casesPerTree * 40; tries += 1) {
        const file = tree.files[upTo(tree.files.length, next)];
        const found = file && randomDataCase(file, next);
        if (found === undefined) {
          continue;
        }
        const one = unlessBroken(found);
        made += 1;
        const { text, why } = await codeOutcome({ ...one, isComplete: true });
        const isWrong = text !== undefined && !one.accepted.includes(text);
        score.add({
          tree,
          path: one.path,
          form: `${tree.name.split(',', 1)[0] ?? ''}: ${one.name}`,
          isUnique: one.isUnique,
          isApplied: text !== undefined,
          wrong: isWrong ? one.block.slice(0, 2000) : undefined,
          why,
        });
      }
    }
    score.check(`seed ${seed}`);
  });
});
