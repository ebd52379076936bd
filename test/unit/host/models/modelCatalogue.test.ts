import assert from 'node:assert/strict';
import { createModelLists } from '../../../../src/host/models/modelCatalogue.ts';
import { jsonMemento } from '../../../support/store/jsonMemento.ts';

const connection = { id: 'a', name: 'A', baseUrl: 'https://a.example' };
const moved = { ...connection, baseUrl: 'https://b.example' };
const fail = (error: unknown) => assert.fail(String(error));

describe('modelLists', () => {
  it('keeps what is shown of a list through a restart, for the connection and its address', () => {
    const { memento } = jsonMemento();
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
    const { memento, state } = jsonMemento();
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
      assert.equal(createModelLists(jsonMemento(stored).memento, fail).get(connection), undefined);
    }
  });
});
