import assert from 'node:assert/strict';
import { totalOf } from '../../../../../src/conversation/costRows.ts';
import {
  type CostRecords,
  readCosts,
  sumUpMonths,
} from '../../../../../src/host/costs/costFiles.ts';
import { createCostLedger } from '../../../../../src/host/costs/costLedger.ts';
import type { StoreFiles } from '../../../../../src/host/store/storeFiles.ts';
import { createMemoryFiles } from '../../../../support/store/memoryFiles.ts';
import { random } from '../../../../support/random.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

function dollars({ periods }: Pick<CostRecords, 'periods'>): number {
  return totalOf(periods.flatMap(({ rows }) => rows)).costs['USD'] ?? 0;
}

const reply = {
  connectionId: 'c1',
  connection: 'One',
  model: 'm1',
  prompt: 10,
  completion: 4,
  cached: 0,
  reasoning: 0,
} as const;

describe('the ledger of costs', () => {
  it('keeps the sum whenever windows sum up and read at the same time', async () => {
    const next = random(seed);
    const below = (most: number): number => Math.floor(next() * most);
    const memory = createMemoryFiles();
    /** The files written since the hour began. */
    const recent = new Set<string>();
    const slowly = async <T>(work: () => Promise<T>, mostTurns = 12): Promise<T> => {
      for (let turns = below(mostTurns); turns > 0; turns -= 1) {
        await Promise.resolve();
      }
      return work();
    };
    const files: StoreFiles = {
      // Others may do a lot meanwhile.
      read: async (path) => slowly(async () => memory.read(path), 200),
      list: async (path) => slowly(async () => memory.list(path)),
      write: async (path, bytes) => slowly(async () => memory.write(path, bytes)),
      move: async (from, to) =>
        slowly(async () => {
          recent.add(to);
          await memory.move(from, to);
        }),
      remove: async (path) => slowly(async () => memory.remove(path)),
      changedAt: async (path) => slowly(async () => (recent.has(path) ? Date.now() : 0)),
    };
    let sum = 0;
    const hours = quantity({ slice: 60, whole: 400 });
    for (let hour = 0; hour < hours; hour += 1) {
      recent.clear();
      for (let count = below(4); count > 0; count -= 1) {
        const amount = 1 + below(64);
        const at = new Date(2026, 5 + below(3), 1 + below(28)).getTime();
        const ledger = createCostLedger(memory, { warn: (line) => assert.fail(line) }, () => at);
        ledger.count({ ...reply, cost: { amount, currency: 'USD' } });
        await ledger.flush();
        sum += amount;
      }
      const windows = Array.from({ length: 3 }, async () => {
        await slowly(async () => undefined);
        await sumUpMonths(files, '2026-10');
      });
      const readers = Array.from({ length: 3 }, async () => {
        await slowly(async () => undefined, 400);
        const records = await readCosts(files);
        assert.equal(dollars(records), sum, `seed ${seed}, hour ${hour}`);
        assert.deepEqual(records.unreadable, []);
      });
      await Promise.all([...windows, ...readers]);
    }
    for (let hour = 0; hour < 4; hour += 1) {
      recent.clear();
      await sumUpMonths(files, '2026-10');
    }
    assert.equal(dollars(await readCosts(files)), sum, `seed ${seed}`);
    assert.ok([...memory.content.keys()].every((name) => /^2026-0[678]\.json$/.test(name)));
  });
});
