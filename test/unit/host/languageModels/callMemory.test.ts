import assert from 'node:assert/strict';
import { createCallMemory, sentReasoning } from '../../../../src/host/languageModels/callMemory.ts';

const reply = (reasoning: string) => ({ reasoning, details: undefined, extras: new Map() });

describe('the memory of replies with tool calls', () => {
  it('gives what belongs to a call, and nothing for others', () => {
    const memory = createCallMemory();
    memory.remember(['a', 'b'], reply('hm'));
    assert.equal(memory.of('a')?.reasoning, 'hm');
    assert.equal(memory.of('b')?.reasoning, 'hm');
    assert.equal(memory.of('c'), undefined);
    memory.remember(['a'], reply('newer'));
    assert.equal(memory.of('a')?.reasoning, 'newer');
  });

  it('forgets the oldest, by number and by length', () => {
    const memory = createCallMemory();
    for (let index = 0; index < 3000; index += 1) {
      memory.remember([`${index}`], reply('hm'));
    }
    assert.equal(memory.of('0'), undefined);
    assert.equal(memory.of('2999')?.reasoning, 'hm');
    for (let index = 0; index < 100; index += 1) {
      memory.remember([`long ${index}`], reply('x'.repeat(190_000)));
    }
    assert.equal(memory.of('2999'), undefined);
    assert.equal(memory.of('long 0'), undefined);
    assert.equal(memory.of('long 99')?.reasoning.length, 190_000);
  });

  it('keeps what came with a call of a reply whose reasoning is too long', () => {
    const memory = createCallMemory();
    const extras = new Map([['a', { signature: 's' }]]);
    memory.remember(['a'], { reasoning: 'x'.repeat(300_000), details: [{}], extras });
    assert.deepEqual(memory.of('a'), { reasoning: '', details: undefined, extras });
  });

  it('gives the reasoning in the field of the model', () => {
    const known = { ...reply('hm'), details: [{ type: 'reasoning.text', text: 'hm' }] };
    assert.deepEqual(sentReasoning(known, 'reasoning_content'), {
      field: 'reasoning_content',
      value: 'hm',
    });
    assert.deepEqual(sentReasoning(known, 'reasoning'), {
      field: 'reasoning_details',
      value: known.details,
    });
    assert.equal(sentReasoning(known, undefined), undefined);
    assert.equal(sentReasoning(reply(''), 'reasoning'), undefined);
  });
});
