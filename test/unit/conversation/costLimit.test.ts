import assert from 'node:assert/strict';
import { isToAsk, nextQuestion } from '../../../src/conversation/cost.ts';

const limit = { amount: 5, currency: 'USD' };

describe('a cost limit', () => {
  it('asks when it is reached, and after that at each doubling', () => {
    assert.equal(isToAsk(limit, 4.99, undefined), false);
    assert.equal(isToAsk(limit, 5, undefined), true);
    const agreed = { ...limit, next: nextQuestion(limit, 5) };
    assert.equal(agreed.next, 10);
    assert.equal(isToAsk(limit, 9.99, agreed), false);
    assert.equal(isToAsk(limit, 10, agreed), true);
    assert.equal(nextQuestion(limit, 10), 20);
    assert.equal(nextQuestion(limit, 39), 40);
    assert.equal(nextQuestion(limit, 4), 5);
  });

  it('asks again once it was changed', () => {
    const agreed = { ...limit, next: 10 };
    assert.equal(isToAsk({ ...limit, amount: 6 }, 7, agreed), true);
    assert.equal(isToAsk({ ...limit, currency: 'EUR' }, 7, agreed), true);
    assert.equal(isToAsk({ ...limit, amount: 8 }, 7, agreed), false);
  });

  it('never asks without an amount', () => {
    assert.equal(isToAsk({ ...limit, amount: 0 }, 1000, undefined), false);
  });

  it('finds the next amount for any limit', () => {
    for (const amount of [Number.MIN_VALUE, 1e-9, 0.1, 1e300]) {
      const next = nextQuestion({ ...limit, amount }, 1e6);
      assert.ok(next > 1e6 && Number.isFinite(next), String(amount));
    }
  });
});
