import assert from 'node:assert/strict';
import { createModelLists } from '../../../../src/host/models/modelCatalogue.ts';
import { createModelMemory, withLength } from '../../../../src/host/models/modelPreferences.ts';

const connection = { id: 'a', name: 'A', baseUrl: 'https://a.example' };
const moved = { ...connection, baseUrl: 'https://b.example' };
const fail = (error: unknown) => assert.fail(String(error));

/** A memento that stores JSON, as the real one does. */
function aState(stored?: unknown) {
  const state = { json: JSON.stringify(stored) };
  return {
    state,
    memento: {
      get: () => (state.json === undefined ? undefined : JSON.parse(state.json)),
      update: async (_key: string, value: unknown) => {
        state.json = JSON.stringify(value);
      },
    },
  };
}

describe('modelLists', () => {
  it('keeps what is shown of a list through a restart, for the connection and its address', () => {
    const { memento } = aState();
    const model = { id: ' M\u200b', owned_by: 'o', created: 0, max_model_len: 9, junk: 'x' };
    createModelLists(memento, fail).set(connection, { models: [model], fetchedAt: 5 });
    const lists = createModelLists(memento, fail);
    assert.deepEqual(lists.get(connection)?.models, [
      { id: ' M\u200b', owned_by: 'o', created: 0, context_length: 9 },
    ]);
    assert.equal(lists.get(connection)?.fetchedAt, 5);
    assert.equal(lists.get(moved), undefined);
  });

  it('keeps the newest lists within a bounded size, and uses all of them meanwhile', () => {
    const { memento, state } = aState();
    const lists = createModelLists(memento, fail);
    const models = Array.from({ length: 2000 }, (_, index) => ({ id: `model-${index}` }));
    for (let count = 0; count < 20; count += 1) {
      lists.set({ ...connection, id: String(count) }, { models, fetchedAt: count });
    }
    assert.ok(state.json.length < 310_000);
    assert.ok(lists.get({ ...connection, id: '0' }));
    const again = createModelLists(memento, fail);
    assert.equal(again.get({ ...connection, id: '19' })?.models.length, 2000);
    assert.equal(again.get({ ...connection, id: '0' }), undefined);
  });

  it('takes nothing from the store that is not a list', () => {
    const own = { connectionId: 'a', baseUrl: 'https://a.example', fetchedAt: 1 };
    const bad: readonly unknown[] = [
      7,
      { a: 1 },
      [null, own],
      [{ ...own, models: [{ id: 7 }] }],
      [{ ...own, models: [], fetchedAt: 'now' }],
    ];
    for (const stored of bad) {
      assert.equal(createModelLists(aState(stored).memento, fail).get(connection), undefined);
    }
  });
});

describe('modelMemory', () => {
  it('keeps notes for a connection and its address, bounded', async () => {
    const { memento } = aState();
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
      const memory = createModelMemory(aState(stored).memento, () => {}, fail);
      assert.deepEqual(memory.of(connection).favourites, []);
    }
  });
});
