import assert from 'node:assert/strict';
import { conversationTotals, costText, replyCost } from '../../../src/conversation/cost.ts';
import type { Usage } from '../../../src/shared/service/chatCompletion.ts';
import { readPrices } from '../../../src/shared/models/prices.ts';
import { aTurn } from '../../support/builders.ts';

const usage = { prompt_tokens: 1_000_000, completion_tokens: 500_000, total_tokens: 1_500_000 };
const prices = {
  user: readPrices({
    m1: { prompt: 2, completion: 6 },
    'm1-large': { prompt: 10, completion: 20, currency: 'EUR' },
  }),
};

describe('the cost of a reply', () => {
  it('is by the price of the model that answered, else of the one asked for', () => {
    const { reply } = aTurn('a', { reply: { usage } });
    const source = 'user';
    assert.deepEqual(replyCost(reply, prices), { amount: 5, currency: 'USD', source });
    assert.deepEqual(replyCost({ ...reply, answeredBy: 'm1-large' }, prices), {
      amount: 20,
      currency: 'EUR',
      source,
    });
    assert.deepEqual(replyCost({ ...reply, answeredBy: 'm1-2026' }, prices), {
      amount: 5,
      currency: 'USD',
      source,
    });
  });

  it('is what the service states, whatever the price is', () => {
    for (const stated of [0.25, 0]) {
      const cost = { amount: stated, currency: 'USD', source: 'service' };
      const { reply } = aTurn('a', { reply: { usage: { ...usage, cost: stated } as Usage } });
      assert.deepEqual(replyCost(reply, prices), cost);
      assert.deepEqual(replyCost({ ...reply, model: 'other' }, { user: {} }), cost);
    }
  });

  it('is by the model list of its connection, where the user has set no price', () => {
    const listed = { c1: { m1: { prompt: 1, completion: 1 }, m2: { prompt: 1, completion: 2 } } };
    const { reply } = aTurn('a', { reply: { usage, connectionId: 'c1', model: 'm2' } });
    const all = { ...prices, listed };
    assert.deepEqual(replyCost(reply, all), { amount: 2, currency: 'USD', source: 'list' });
    assert.equal(replyCost({ ...reply, answeredBy: 'm1' }, all)?.source, 'user');
    for (const connectionId of ['c2', 'constructor', undefined]) {
      assert.equal(replyCost({ ...reply, connectionId }, all), undefined, connectionId);
    }
  });

  it('counts what was in the cache at its own price, if there is one', () => {
    const cached = { ...usage, prompt_tokens_details: { cached_tokens: 400_000 } } as Usage;
    const { reply } = aTurn('a', { reply: { usage: cached } });
    const price = { prompt: 2, completion: 6 };
    const at = (cachedPrompt?: number) =>
      replyCost(reply, { user: { m1: { ...price, cachedPrompt } } })?.amount;
    assert.equal(at(), 5);
    assert.equal(at(0.5), 4.4);
    assert.equal(at(0), 4.2);
    // More than the prompt cannot have come from the cache.
    const wrong = { ...cached, prompt_cache_hit_tokens: 9e8, prompt_tokens_details: {} } as Usage;
    const { reply: other } = aTurn('b', { reply: { usage: wrong } });
    assert.equal(replyCost(other, { user: { m1: { ...price, cachedPrompt: 1 } } })?.amount, 4);
  });

  it('is not known without price or counts', () => {
    const { reply } = aTurn('a', { reply: { usage } });
    assert.equal(replyCost({ ...reply, model: 'other' }, prices), undefined);
    assert.equal(replyCost({ ...reply, model: 'constructor' }, prices), undefined);
    assert.equal(replyCost({ ...reply, usage: { total_tokens: 5 } }, prices), undefined);
    assert.equal(replyCost({ ...reply, usage: undefined }, prices), undefined);
    for (const wrong of [-1, 1e300, Number.MAX_VALUE]) {
      const hostile = { ...usage, prompt_tokens: wrong };
      assert.equal(replyCost({ ...reply, usage: hostile }, prices), undefined, String(wrong));
    }
    const endless = { user: { m1: { prompt: Number.MAX_VALUE, completion: 1 } } };
    const many = { prompt_tokens: 1e9, completion_tokens: 1 };
    assert.equal(replyCost({ ...reply, usage: many }, endless), undefined);
  });

  it('adds up by currency over all replies that have ended, also those not shown; of failed ones only counts', () => {
    const ended = { status: 'completed', usage } as const;
    const turns = [
      aTurn('a', { reply: ended }),
      aTurn('b', { reply: { ...ended, answeredBy: 'm1-large' } }),
      aTurn('b2', { reply: { status: 'failed', text: 'It beg', firstTokenAt: 2 } }),
      aTurn('b5', { reply: { status: 'failed', usage: { total_tokens: 10 } } }),
      aTurn('b6', { reply: { status: 'stopped', text: 'It beg', firstTokenAt: 2 } }),
      aTurn('b3', { reply: { status: 'failed' } }),
      aTurn('b4', { reply: { status: 'stopped' } }),
      aTurn('c', { reply: { ...ended, usage: { prompt_tokens: 3, completion_tokens: 4 } } }),
      aTurn('d'),
    ];
    const { costs, ...counts } = conversationTotals(turns, prices);
    assert.deepEqual(counts, { replies: 5, tokens: 3_000_017, unstated: 1, unpriced: 2 });
    assert.deepEqual(
      costs.map(({ currency }) => currency),
      ['USD', 'EUR'],
    );
    assert.equal(costs[1]?.amount, 20);
  });
});

describe('an amount as text', () => {
  it('has the digits of its currency, and two of a small amount', () => {
    for (const [amount, currency, text] of [
      [12.5, 'USD', '$12.50'],
      [1234.567, 'USD', '$1,234.57'],
      [0, 'USD', '$0.00'],
      [0.5, 'EUR', '€0.50'],
      [0.123456, 'USD', '$0.12'],
      [0.0042, 'USD', '$0.0042'],
      [0.00001234567, 'USD', '$0.000012'],
      [1e-30, 'USD', '$0.00'],
      [120, 'JPY', '¥120'],
      [0.25, 'JPY', '¥0.25'],
      [3, 'XYZ', 'XYZ\u00a03.00'],
    ] as const) {
      assert.equal(costText({ amount, currency }), text);
    }
  });
});

describe('readPrices', () => {
  it('leaves out what is no price', () => {
    const good = { prompt: 0, completion: 1.5, currency: 'EUR' };
    const bad = {
      a: { prompt: -1, completion: 1 },
      b: { prompt: 1 },
      c: { prompt: '1', completion: 1 },
      d: { ...good, currency: 'euro' },
      e: null,
    };
    assert.deepEqual(readPrices({ good, ...bad }), { good });
    for (const value of [undefined, null, 'x', []]) {
      assert.deepEqual(readPrices(value), {});
    }
  });
});
