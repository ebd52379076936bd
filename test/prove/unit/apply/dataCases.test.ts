import { random } from '../../../support/random.ts';
import { upTo } from './cases/changes.ts';
import { createScore } from './cases/score.ts';
import { filled } from './code/codeCase.ts';
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

/**
 * Whether it is right once the user deletes some of what the block leaves out, wherever that is among what is new at the same
 * place.
 */
function isStated({ accepted }: DataCase, text: string, stated: string): boolean {
  const [all, own] = [filled(text), filled(stated)];
  return accepted
    .map(filled)
    .some((lines) => isWithin(own, lines) && isWithin(lines.toSorted(), all.toSorted()));
}

/** Whether lines are among others, in their order. */
function isWithin(lines: readonly string[], others: readonly string[]): boolean {
  let found = 0;
  for (const line of others) {
    found += line === lines[found] ? 1 : 0;
  }
  return found === lines.length;
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
        const { text, stated, why } = await codeOutcome({ ...one, isComplete: true });
        const isWrong =
          ![undefined, ...one.accepted, ...one.kept].includes(text) &&
          !(text !== undefined && isStated(one, text, stated ?? text));
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
