import { random } from '../../support/random.ts';
import { upTo } from './cases/changes.ts';
import { createScore } from './cases/score.ts';
import { codeOutcome } from './code/codeOutcome.ts';
import { randomDataCase } from './data/dataCases.ts';
import { dataTrees } from './data/dataFiles.ts';

const casesPerTree = Number(process.env['PARLEY_APPLY_CASES'] ?? 150);

/** Other cases: `PARLEY_SEED=7 PARLEY_APPLY_CASES=1000 npm test -- unit`. */
describe('JSON, YAML, TOML, INI and Markdown of real files', () => {
  it('are never changed wrong, and are applied where all of the file is there', async function () {
    this.timeout(3_600_000);
    const seed = Number(process.env['PARLEY_SEED'] ?? 1);
    const next = random(seed);
    const score = createScore();
    for (const tree of await dataTrees()) {
      for (let made = 0, tries = 0; made < casesPerTree && tries < casesPerTree * 40; tries += 1) {
        const file = tree.files[upTo(tree.files.length, next)];
        const one = file && randomDataCase(file, next);
        if (one === undefined) {
          continue;
        }
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
