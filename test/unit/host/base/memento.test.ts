import assert from 'node:assert/strict';
import { MementoMap } from '../../../../src/host/base/memento.ts';
import { isFiniteNumber, isObjectOf, isString } from '../../../../src/shared/guards.ts';
import { jsonMemento } from '../../../support/store/jsonMemento.ts';

const isEntry = isObjectOf({ name: isString, value: isFiniteNumber });

/** A map of numbers by name, on a Memento in which `stored` is. */
function mapOn(stored?: unknown) {
  const { memento, state } = jsonMemento(stored);
  const map = new MementoMap(memento, {
    stateKey: 'test',
    isEntry,
    isFor: ({ name }, key: string) => name === key,
    maxEntries: 3,
  });
  const read = (): unknown => JSON.parse(state.json);
  return { map, read };
}

describe('MementoMap', () => {
  it('replaces and removes the entry for a key, and keeps the others', async () => {
    const { map, read } = mapOn();
    assert.equal(map.get('a'), undefined);
    await map.set('a', { name: 'a', value: 1 });
    await map.set('b', { name: 'b', value: 2 });
    await map.set('a', { name: 'a', value: 3 });
    assert.deepEqual(map.get('a'), { name: 'a', value: 3 });
    assert.deepEqual(read(), [
      { name: 'b', value: 2 },
      { name: 'a', value: 3 },
    ]);
    await map.set('b', undefined);
    assert.equal(map.get('b'), undefined);
    assert.deepEqual(read(), [{ name: 'a', value: 3 }]);
  });

  it('drops the entries that were set longest ago', async () => {
    const { map } = mapOn();
    for (const name of ['a', 'b', 'c', 'a', 'd']) {
      await map.set(name, { name, value: 0 });
    }
    const kept = ['a', 'b', 'c', 'd'].filter((name) => map.get(name) !== undefined);
    assert.deepEqual(kept, ['a', 'c', 'd']);
  });

  it('ignores stored values of another shape', () => {
    for (const stored of [undefined, 'text', { name: 'a', value: 1 }, [null, { name: 'a' }]]) {
      assert.equal(mapOn(stored).map.get('a'), undefined);
    }
    const entry = { name: 'a', value: 1 };
    assert.deepEqual(mapOn([7, entry]).map.get('a'), entry);
  });
});
