import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CountedReply, totalOf } from '../../../../src/conversation/costRows.ts';
import {
  type CostRecords,
  newDayFile,
  readCosts,
  writeCosts,
} from '../../../../src/host/costs/costFiles.ts';
import { createCostLedger, type Reservation } from '../../../../src/host/costs/costLedger.ts';
import { createMemoryFiles } from '../../../support/store/memoryFiles.ts';
import { createNodeFiles } from '../../../support/store/nodeFiles.ts';

function aReply(amount: number | undefined, fields: Partial<CountedReply> = {}): CountedReply {
  return {
    connectionId: 'c1',
    connection: 'One',
    model: 'm1',
    prompt: 10,
    completion: 4,
    cached: 0,
    reasoning: 0,
    cost: amount === undefined ? undefined : { amount, currency: 'USD' },
    ...fields,
  };
}

function dollars({ periods }: Pick<CostRecords, 'periods'>): number {
  return totalOf(periods.flatMap(({ rows }) => rows)).costs['USD'] ?? 0;
}

const noon = new Date(2026, 10, 22, 12).getTime();

describe('the ledger of costs', () => {
  let folder: string;
  let warnings: string[];
  let now: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-costs-'));
    warnings = [];
    now = noon;
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** A window, with files of its own in the same folder. */
  const openWindow = () =>
    createCostLedger(
      createNodeFiles(folder),
      { warn: (line) => void warnings.push(line) },
      () => now,
    );

  it('counts what may come, in every window at once, until it is settled', async () => {
    const [one, two] = [openWindow(), openWindow()];
    const day = '2026-11-22';
    const dollarsOf = async (ledger: typeof one, without?: Reservation) =>
      totalOf(await ledger.day(day, without)).costs['USD'] ?? 0;
    const reserved = await one.reserve(aReply(0.5, { isEstimated: true }));
    const other = await one.reserve(aReply(0.25));
    assert.deepEqual([await dollarsOf(one), await dollarsOf(two)], [0.75, 0.75]);
    assert.equal(await dollarsOf(one, reserved), 0.25);
    assert.equal(totalOf(await two.day(day)).estimated, 1);
    other.settle();
    reserved.settle();
    reserved.settle();
    one.count(aReply(0.125));
    await one.flush();
    assert.deepEqual([await dollarsOf(one), await dollarsOf(two)], [0.125, 0.125]);
    assert.equal(totalOf(await two.day(day)).estimated, undefined);
  });

  it('keeps what may have come where its window was killed, on the day on which it was sent', async () => {
    await openWindow().reserve(aReply(0.5));
    now += 24 * 60 * 60 * 1000;
    assert.equal(dollars(await openWindow().all()), 0.5);
    assert.deepEqual(await openWindow().day('2026-11-23'), []);
  });

  it('counts at once, and keeps it when the window closes', async () => {
    const ledger = openWindow();
    ledger.count(aReply(0.5));
    ledger.count(aReply(undefined));
    assert.deepEqual((await ledger.day('2026-11-22'))[0]?.costs, { USD: 0.5 });
    await ledger.flush();
    const later = openWindow();
    const [row] = await later.day('2026-11-22');
    assert.deepEqual([row?.replies, row?.unknown, row?.costs], [2, 1, { USD: 0.5 }]);
    later.count(aReply(0.25));
    assert.deepEqual(totalOf(await later.day('2026-11-22')).costs, { USD: 0.75 });
  });

  it('loses no count of windows that count at the same time, and each sees those of the other', async () => {
    const windows = Array.from({ length: 4 }, openWindow);
    for (let round = 0; round < 5; round += 1) {
      for (const ledger of windows) {
        ledger.count(aReply(1));
      }
      await Promise.all(windows.map(async (ledger) => ledger.flush()));
    }
    for (const ledger of windows) {
      assert.deepEqual(totalOf(await ledger.day('2026-11-22')).costs, { USD: 20 });
      assert.equal(dollars(await ledger.all()), 20);
    }
    assert.equal((await readdir(folder)).length, 4);
  });

  it('counts a reply on the day on which it ends', async () => {
    const ledger = openWindow();
    const midnight = new Date(2026, 10, 23).getTime();
    now = midnight - 1;
    ledger.count(aReply(1));
    now = midnight;
    ledger.count(aReply(2));
    assert.equal(totalOf(await ledger.day('2026-11-22')).costs['USD'], 1);
    assert.equal(totalOf(await ledger.day('2026-11-23')).costs['USD'], 2);
    await ledger.flush();
    const { periods } = await openWindow().all();
    assert.deepEqual(
      periods.map(({ period }) => period),
      ['2026-11-23', '2026-11-22'],
    );
  });

  it('holds numbers and names, and nothing else', async () => {
    const ledger = openWindow();
    ledger.count(aReply(0.5));
    await ledger.flush();
    const [name = ''] = await readdir(folder);
    assert.match(name, /^2026-11-22\.[\w-]{36}\.json$/);
    assert.deepEqual(JSON.parse(await readFile(join(folder, name), 'utf8')), {
      format: 1,
      rows: [
        {
          connectionId: 'c1',
          connection: 'One',
          model: 'm1',
          replies: 1,
          unknown: 0,
          prompt: 10,
          completion: 4,
          cached: 0,
          reasoning: 0,
          costs: { USD: 0.5 },
        },
      ],
    });
  });

  it('names files that cannot be read, reads the others, and leaves them as they are', async () => {
    const damaged = {
      '2026-11-22.half.json': '{"format":1,"rows":[{"connec',
      '2026-11-22.other.json': '{"format":1,"rows":[{"costs":{"USD":"many"}}]}',
      '2026-11-21.empty.json': '',
      '2026-09.json': '[]',
    };
    for (const [name, content] of Object.entries(damaged)) {
      await writeFile(join(folder, name), content);
    }
    await writeFile(join(folder, 'notes.txt'), 'not ours');
    const ledger = openWindow();
    ledger.count(aReply(3));
    await ledger.flush();
    assert.equal(totalOf(await ledger.day('2026-11-22')).costs['USD'], 3);
    assert.equal(warnings.length, 2);
    const { periods, unreadable } = await openWindow().all();
    assert.equal(dollars({ periods }), 3);
    assert.deepEqual(
      new Set(unreadable.map((reason) => reason.split(':')[0])),
      new Set(Object.keys(damaged)),
    );
    now = new Date(2027, 5, 1).getTime();
    await ledger.sumUp();
    for (const [name, content] of Object.entries(damaged)) {
      assert.equal(await readFile(join(folder, name), 'utf8'), content, name);
    }
  });

  it('goes on without the disk, and writes everything once it can', async () => {
    const files = createMemoryFiles();
    let isFull = true;
    files.beforeChange = () => {
      if (isFull) {
        throw new Error('ENOSPC: no space left');
      }
    };
    const lines: string[] = [];
    const ledger = createCostLedger(files, { warn: (line) => void lines.push(line) }, () => now);
    ledger.count(aReply(1));
    await ledger.flush();
    ledger.count(aReply(2));
    assert.equal(totalOf(await ledger.day('2026-11-22')).costs['USD'], 3);
    assert.match(lines[0] ?? '', /could not be written: ENOSPC/);
    isFull = false;
    await ledger.flush();
    assert.equal(dollars(await readCosts(files)), 3);
  });

  it('knows what this window counted where the folder cannot be read', async () => {
    const files = createMemoryFiles();
    const ledger = createCostLedger(
      { ...files, list: async () => Promise.reject(new Error('EACCES')) },
      { warn: (line) => void warnings.push(line) },
      () => now,
    );
    ledger.count(aReply(2));
    assert.equal(totalOf(await ledger.day('2026-11-22')).costs['USD'], 2);
    assert.match(warnings[0] ?? '', /EACCES/);
    await assert.rejects(ledger.all());
  });

  /** Makes the file of a month so old that its days may be deleted. */
  const age = async (name: string) => {
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(folder, name), old, old);
  };

  it('sums up the days before the last month, in a file for each month', async () => {
    const ledger = openWindow();
    for (const [year, month, day, amount] of [
      [2026, 8, 1, 1],
      [2026, 8, 30, 2],
      [2026, 7, 15, 4],
      [2026, 9, 1, 8],
      [2026, 10, 22, 16],
    ] as const) {
      now = new Date(year, month, day, 12).getTime();
      ledger.count(aReply(amount));
    }
    assert.equal(now, noon);
    await ledger.flush();
    const periods = async (): Promise<readonly string[]> => {
      const records = await openWindow().all();
      assert.equal(dollars(records), 31);
      return records.periods.map(({ period }) => period);
    };
    const summedUp = ['2026-11-22', '2026-10-01', '2026-09', '2026-08'];
    const window = openWindow();
    await window.sumUp();
    assert.deepEqual(await periods(), summedUp);
    assert.equal((await readdir(folder)).length, 7);
    // Too early to delete the days.
    await window.sumUp();
    assert.equal((await readdir(folder)).length, 7);
    await age('2026-09.json');
    await age('2026-08.json');
    await window.sumUp();
    assert.deepEqual(await periods(), summedUp);
    assert.equal((await readdir(folder)).length, 4);
    // A day that comes late is added.
    await writeCosts(createNodeFiles(folder), newDayFile('2026-09-10'), [
      ...(await window.day('2026-10-01')),
    ]);
    await age('2026-09.json');
    await window.sumUp();
    assert.equal(dollars(await window.all()), 39);
    assert.deepEqual(
      (await window.all()).periods.map(({ period }) => period),
      summedUp,
    );
    // The window that counted them has them from the files now.
    assert.equal(dollars(await ledger.all()), 39);
  });

  it('keeps no more than a file a month, for years', async () => {
    const files = createMemoryFiles();
    const ledger = createCostLedger(files, { warn: (line) => assert.fail(line) }, () => now);
    const years = 5;
    for (let day = 0; day < 365 * years; day += 1) {
      const at = new Date(2021, 0, 1 + day, 12);
      now = at.getTime();
      ledger.count(aReply(1));
      if (at.getDate() === 1) {
        await ledger.flush();
        // The times of these files are a counter: every file is old enough.
        await ledger.sumUp();
        await ledger.sumUp();
      }
    }
    await ledger.flush();
    assert.equal(dollars(await ledger.all()), 365 * years);
    assert.ok(files.content.size < 12 * years + 62 + 31, `${files.content.size} files`);
  });
});
