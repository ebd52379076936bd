import assert from 'node:assert/strict';
import { createDecisions } from '../../../../src/host/instructions/createInstructions.ts';

/** A Memento in memory. */
function memento(first?: unknown) {
  let value = first;
  return {
    get: <T>(_key: string, fallback?: T) => (value ?? fallback) as T,
    update: async (_key: string, next: unknown) => {
      value = next;
    },
  };
}

describe('what a workspace remembers of instructions', () => {
  it('is the last answer for each file', async () => {
    const memory = memento();
    const { get, remember } = createDecisions(memory);
    await remember(['a', 'b'], true);
    await remember(['b', 'c'], false);
    assert.deepEqual(get(), { attached: ['a'], declined: ['b', 'c'] });
    await remember(['c'], true);
    assert.deepEqual(createDecisions(memory).get(), { attached: ['a', 'c'], declined: ['b'] });
  });

  it('is nothing if something else is stored', () => {
    for (const stored of [7, 'x', { attached: [1], declined: [] }, { attached: ['a'] }]) {
      assert.deepEqual(createDecisions(memento(stored)).get(), { attached: [], declined: [] });
    }
  });

  it('does not grow without end', async () => {
    const { get, remember } = createDecisions(memento());
    for (let count = 0; count < 300; count += 1) {
      await remember([`file ${count}`], true);
    }
    assert.equal(get().attached.length, 200);
    assert.equal(get().attached.at(-1), 'file 299');
  });
});
