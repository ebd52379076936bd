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

  it('counts the reasoning that is sent, and none that old replies have in their text', () => {
    const estimate = createPathEstimate();
    const reasoned = aTurn('a', { reply: { text: 'word', reasoning: 'word '.repeat(100) } });
    const plain = aTurn('b', { reply: { text: 'word' } });
    const old = aTurn('c', { reply: { text: `<think>${'word '.repeat(100)}</think>word` } });
    assert.equal(estimate([reasoned]), estimate([plain]));
    assert.equal(estimate([old]), estimate([plain]));
    assert.equal(estimate([reasoned], { field: 'reasoning_content' }), estimate([plain]) + 125);
    assert.equal(estimate([reasoned]), estimate([plain]));
  });
});
