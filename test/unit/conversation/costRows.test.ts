import assert from 'node:assert/strict';
import {
  addReply,
  type CostRow,
  type CountedReply,
  dayOf,
  isCostRows,
  monthBefore,
  monthOf,
  sumRows,
  totalOf,
} from '../../../src/conversation/costRows.ts';

function aReply(fields: Partial<CountedReply> = {}): CountedReply {
  const names = { connectionId: 'c1', connection: 'One', model: 'm1' };
  return { ...names, prompt: 10, completion: 4, cached: 3, reasoning: 2, ...fields };
}

const dollar = { amount: 1, currency: 'USD' };

describe('the rows of costs', () => {
  it('have one row for each model of each connection', () => {
    const replies = [
      aReply({ cost: dollar }),
      aReply({ cost: { amount: 0.5, currency: 'USD' } }),
      aReply({ model: 'm2' }),
      aReply({ connectionId: 'c2', connection: 'Two', cost: dollar }),
      aReply({ connection: 'Renamed' }),
    ];
    const rows = replies.reduce<readonly CostRow[]>(addReply, []);
    assert.deepEqual(
      rows.map(({ connection, model, replies: count, unknown, costs }) => ({
        connection,
        model,
        count,
        unknown,
        costs,
      })),
      [
        { connection: 'Renamed', model: 'm1', count: 3, unknown: 1, costs: { USD: 1.5 } },
        { connection: 'One', model: 'm2', count: 1, unknown: 1, costs: {} },
        { connection: 'Two', model: 'm1', count: 1, unknown: 0, costs: { USD: 1 } },
      ],
    );
    const { prompt, completion, cached, reasoning } = totalOf(rows);
    assert.deepEqual([prompt, completion, cached, reasoning], [50, 20, 15, 10]);
  });

  it('never add up two currencies, and count a reply of unknown cost as such', () => {
    const total = totalOf(
      [
        aReply({ cost: dollar }),
        aReply({ cost: { amount: 2, currency: 'EUR' } }),
        aReply(),
        aReply({ cost: { amount: 0, currency: 'USD' } }),
      ].reduce<readonly CostRow[]>(addReply, []),
    );
    assert.deepEqual(total.costs, { USD: 1, EUR: 2 });
    assert.deepEqual([total.replies, total.unknown], [4, 1]);
  });

  it('stay few and short, whatever a service names its models, and lose no amount', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `${index}-${'x'.repeat(10_000)}`);
    const rows = names
      .map((model) => aReply({ model, cost: dollar }))
      .reduce<readonly CostRow[]>(addReply, []);
    assert.equal(rows.length, 201);
    assert.ok(JSON.stringify(rows).length < 100_000);
    assert.deepEqual([totalOf(rows).replies, totalOf(rows).costs], [1000, { USD: 1000 }]);
    const again = sumRows([...rows, ...rows]);
    assert.deepEqual([again.length, totalOf(again).replies], [201, 2000]);
  });

  it('are guarded when they are read', () => {
    const [row] = addReply([], aReply({ cost: dollar }));
    assert.equal(isCostRows([row]), true);
    for (const wrong of [
      { ...row, costs: { usd: 1 } },
      { ...row, costs: { USD: '1' } },
      { ...row, costs: { USD: -1 } },
      { ...row, costs: [1] },
      { ...row, replies: NaN },
      { ...row, prompt: -1 },
      { ...row, model: undefined },
      null,
    ]) {
      assert.equal(isCostRows([wrong]), false, JSON.stringify(wrong));
    }
    assert.equal(isCostRows({ 0: row }), false);
  });
});

describe('the day of a reply', () => {
  const before = process.env['TZ'];

  afterEach(() => {
    if (before === undefined) {
      delete process.env['TZ'];
    } else {
      process.env['TZ'] = before;
    }
  });

  /** The same moments everywhere: just before and at midnight in UTC. */
  const lastMs = Date.UTC(2026, 10, 30, 23, 59, 59, 999);

  for (const [zone, days] of [
    ['UTC', ['2026-11-30', '2026-12-01']],
    ['America/New_York', ['2026-11-30', '2026-11-30']],
    ['Pacific/Kiritimati', ['2026-12-01', '2026-12-01']],
    ['Asia/Kolkata', ['2026-12-01', '2026-12-01']],
  ] as const) {
    it(`is that of the calendar in ${zone}`, () => {
      process.env['TZ'] = zone;
      assert.deepEqual([dayOf(lastMs), dayOf(lastMs + 1)], days);
    });
  }

  it('is one day at both ends of a night in which the clock changes', () => {
    process.env['TZ'] = 'Europe/Berlin';
    for (const [month, date] of [
      [2, 29],
      [9, 25],
    ] as const) {
      const start = new Date(2026, month, date).getTime();
      const end = new Date(2026, month, date + 1).getTime() - 1;
      assert.equal(dayOf(start), dayOf(end));
      assert.notEqual(dayOf(start - 1), dayOf(start));
      assert.notEqual(dayOf(end + 1), dayOf(end));
    }
  });

  it('has a month, and that one the month before', () => {
    assert.equal(monthOf('2026-11-30'), '2026-11');
    assert.equal(monthBefore('2026-11'), '2026-10');
    assert.equal(monthBefore('2026-01'), '2025-12');
    for (const zone of ['UTC', 'Pacific/Apia', 'America/Sao_Paulo']) {
      process.env['TZ'] = zone;
      assert.equal(monthBefore('2026-03'), '2026-02', zone);
    }
  });
});
