import assert from 'node:assert/strict';
import { createAdjustmentMemory } from '../../../../src/host/chat/requestAdjustments.ts';
import { jsonMemento } from '../../../support/store/jsonMemento.ts';

const target = {
  connection: { id: 'a', name: 'A', baseUrl: 'https://a.example' },
  model: 'm1',
};
const renamed = { field: 'max_tokens', sentAs: 'max_completion_tokens' } as const;
const withoutSeed = { field: 'seed' };

function memoryOn(stored?: unknown) {
  const { memento, state } = jsonMemento(stored);
  const told = { changes: 0 };
  const memory = createAdjustmentMemory(
    memento,
    () => (told.changes += 1),
    (error) => assert.fail(String(error)),
  );
  return { memory, state, told };
}

describe('requestChangeMemory', () => {
  it('keeps changes for a connection, its address and a model', async () => {
    const { memory, state, told } = memoryOn();
    memory.remember(target, [renamed]);
    memory.remember(target, [renamed, withoutSeed, { field: 'stop', once: true }]);
    memory.remember(target, [renamed]);
    assert.deepEqual(memory.of(target), [renamed, withoutSeed]);
    const { connection } = target;
    assert.deepEqual(memory.of({ ...target, model: 'm2' }), []);
    assert.deepEqual(memory.of({ ...target, connection: { ...connection, id: 'b' } }), []);
    const moved = { ...connection, baseUrl: 'https://b.example' };
    assert.deepEqual(memory.of({ ...target, connection: moved }), []);
    await Promise.resolve();
    assert.equal(state.updates, 2);
    assert.equal(told.changes, 2);
    memory.forget(target);
    assert.deepEqual(memory.of(target), []);
  });

  it('takes nothing from the store that could change another part of a request', () => {
    const entry = { connectionId: 'a', baseUrl: 'https://a.example', model: 'm1' };
    const bad: readonly unknown[] = [
      'text',
      { a: 1 },
      [null, 7, entry],
      [{ ...entry, changes: [{ field: 'messages' }] }],
      [{ ...entry, changes: [{ field: 'max_tokens', sentAs: 'messages' }] }],
      [{ ...entry, changes: [{ field: 'x'.repeat(101) }] }],
    ];
    for (const stored of bad) {
      assert.deepEqual(memoryOn(stored).memory.of(target), [], JSON.stringify(stored));
    }
  });

  it('does not grow without end', () => {
    const { memory, state } = memoryOn();
    for (let index = 0; index < 300; index += 1) {
      memory.remember({ ...target, model: `m${index}` }, [renamed]);
    }
    assert.equal((JSON.parse(state.json) as unknown[]).length, 200);
    assert.deepEqual(memory.of({ ...target, model: 'm299' }), [renamed]);
  });
});
