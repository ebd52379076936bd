import assert from 'node:assert/strict';
import { readModelPage } from '../../../../src/service/client/modelPage.ts';
import { isRecord } from '../../../../src/shared/guards.ts';
import { recordIn } from '../../../../src/shared/models/modelEntry.ts';
import { isModelFacts, modelFacts } from '../../../../src/shared/models/modelFacts.ts';
import { random } from '../../../support/random.ts';
import { recordedModelLists } from '../../../support/service/recordedModelLists.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

describe('a hostile model list', () => {
  it('says nothing that is long, of another type or an error, whatever its fields hold', () => {
    const long = 'image,'.repeat(200_000);
    let nested: unknown = 'x';
    for (let depth = 0; depth < 5000; depth += 1) {
      nested = [{ type: nested }];
    }
    const junk: readonly unknown[] = [
      null,
      long,
      nested,
      Array.from({ length: 10_000 }, (_, index) => `${index}`),
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, true])),
      -1,
      Number.NaN,
      1e300,
      true,
      '',
      '9'.repeat(1000),
      { supported: { supported: [] } },
      { usd: long },
    ];
    const next = random(seed);
    const spoiled = (value: unknown): unknown => {
      if (next() < 0.3) {
        return junk[Math.floor(next() * junk.length)];
      }
      if (Array.isArray(value)) {
        return value.map(spoiled);
      }
      return isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoiled(one)]))
        : value;
    };
    const entries = recordedModelLists.flatMap(({ answer }) => readModelPage(answer)?.models ?? []);
    const rounds = quantity({ slice: 1, whole: 40 });
    for (let round = 0; round < rounds; round += 1) {
      for (const entry of entries) {
        const model = { ...recordIn(spoiled(entry)), id: entry.id };
        const facts: unknown = JSON.parse(JSON.stringify(modelFacts(model)));
        assert.ok(isModelFacts(facts), `seed ${seed}: ${JSON.stringify(facts).slice(0, 500)}`);
        assert.ok(JSON.stringify(facts).length < 15_000, `seed ${seed}`);
      }
    }
  });
});
