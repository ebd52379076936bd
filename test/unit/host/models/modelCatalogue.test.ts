import assert from 'node:assert/strict';
import { createModelCatalogue } from '../../../../src/host/models/modelCatalogue.ts';
import type { MementoValues } from '../../../../src/host/base/memento.ts';
import { jsonMemento } from '../../../support/store/jsonMemento.ts';

const connection = { id: 'a', name: 'A', baseUrl: 'https://a.example' };
const moved = { ...connection, baseUrl: 'https://b.example' };

/** A catalogue that fetches nothing. */
function catalogue(memento: MementoValues) {
  return createModelCatalogue(
    () => assert.fail('A list is requested.'),
    memento,
    () => {},
    (error) => assert.fail(String(error)),
  );
}

describe('the model lists', () => {
  it('keeps what is shown of a list through a restart, for the connection and its address', () => {
    const { memento } = jsonMemento();
    const model = { id: ' M\u200b', owned_by: 'o', created: 0, max_model_len: 9, junk: 'x' };
    catalogue(memento).remember(connection, [model]);
    const lists = catalogue(memento);
    assert.deepEqual(lists.peek(connection)?.models, [
      { id: ' M\u200b', owned_by: 'o', created: 0, context_length: 9 },
    ]);
    assert.equal(Date.now() - (lists.peek(connection)?.fetchedAt ?? 0) < 60_000, true);
    assert.equal(lists.peek(moved), undefined);
  });

  it('keeps the newest lists within a bounded size, and uses all of them meanwhile', () => {
    const { memento, state } = jsonMemento();
    const lists = catalogue(memento);
    const models = Array.from({ length: 2000 }, (_, index) => ({ id: `model-${index}` }));
    for (let count = 0; count < 20; count += 1) {
      lists.remember({ ...connection, id: String(count) }, models);
    }
    assert.ok(state.json.length < 310_000);
    assert.ok(lists.peek({ ...connection, id: '0' }));
    const again = catalogue(memento);
    assert.equal(again.peek({ ...connection, id: '19' })?.models.length, 2000);
    assert.equal(again.peek({ ...connection, id: '0' }), undefined);
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
      assert.equal(catalogue(jsonMemento(stored).memento).peek(connection), undefined);
    }
  });
});
