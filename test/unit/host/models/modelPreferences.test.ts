import assert from 'node:assert/strict';
import { createModelMemory, withLength } from '../../../../src/host/models/modelPreferences.ts';
import { jsonMemento } from '../../../support/store/jsonMemento.ts';

const connection = { id: 'a', name: 'A', baseUrl: 'https://a.example' };
const moved = { ...connection, baseUrl: 'https://b.example' };
const fail = (error: unknown) => assert.fail(String(error));

describe('modelMemory', () => {
  it('keeps notes for a connection and its address, bounded', async () => {
    const { memento } = jsonMemento();
    let changes = 0;
    const memory = createModelMemory(memento, () => (changes += 1), fail);
    memory.change(connection, { favourites: ['b', 'a'] });
    memory.change(connection, withLength(memory.of(connection), 'a', 512));
    memory.change(connection, withLength(memory.of(connection), 'a', 256));
    const many = Array.from({ length: 3000 }, (_, index) => String(index));
    memory.change(connection, { hidden: many, recent: many });
    const notes = memory.of(connection);
    assert.deepEqual(notes.favourites, ['b', 'a']);
    assert.deepEqual(notes.lengths, [{ model: 'a', tokens: 256 }]);
    assert.equal(notes.hidden.length, 2000);
    assert.equal(notes.recent[0], '0');
    assert.deepEqual(memory.of(moved).favourites, []);
    await Promise.resolve();
    assert.equal(changes, 4);
  });

  it('takes nothing from the store that is no note', () => {
    const own = { connectionId: 'a', baseUrl: 'https://a.example', favourites: [7] };
    for (const stored of ['x', [own], [{ ...own, favourites: [] }]]) {
      const memory = createModelMemory(jsonMemento(stored).memento, () => {}, fail);
      assert.deepEqual(memory.of(connection).favourites, []);
    }
  });
});
