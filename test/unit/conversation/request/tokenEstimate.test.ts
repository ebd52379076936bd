import assert from 'node:assert/strict';
import { createPathEstimate } from '../../../../src/conversation/request/tokenEstimate.ts';
import { aTurn } from '../../../support/builders.ts';

describe('createPathEstimate', () => {
  it('reads each turn once, however often it is asked', () => {
    let reads = 0;
    const turns = ['a', 'b'].map((id) => {
      const turn = aTurn(id, { reply: { status: 'completed', text: 'word '.repeat(100) } });
      const reply = new Proxy(turn.reply, {
        get(target, name, receiver) {
          reads += name === 'text' ? 1 : 0;
          return Reflect.get(target, name, receiver) as unknown;
        },
      });
      return Object.assign({}, turn, { reply });
    });
    const estimate = createPathEstimate();
    const first = estimate(turns);
    assert.ok(first > 100);
    assert.equal(estimate(turns), first);
    assert.equal(estimate(turns.slice(0, 1)) < first, true);
    assert.equal(reads, 2);
  });
});
