import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  entryRefs,
  withDuplicate,
  withEntry,
  withMoved,
  withSaved,
} from '../../../../src/host/connections/connectionSettings.ts';

const a = { id: 'a', name: 'A', baseUrl: 'https://a.example' };
const stored = [a, 'nonsense', { id: 'a', name: 'twice' }, { id: 'demo' }, { name: 'no id', x: 1 }];

describe('the list of connections', () => {
  it('names entries by their id where they have one of their own', () => {
    assert.deepEqual(entryRefs(stored), ['id a', 'place 1', 'place 2', 'place 3', 'place 4']);
  });

  it('saves in place or at the end, and touches nothing else', () => {
    const mended = { id: 'n', name: 'N', baseUrl: 'https://n.example' };
    assert.deepEqual(withSaved(stored, 'place 2', mended), stored.with(2, mended));
    assert.deepEqual(withSaved(stored, 'new x', mended), [...stored, mended]);
  });

  it('puts in the place of an entry what is made of it', () => {
    assert.deepEqual(
      withEntry(stored, 'place 1', (entry) => [entry, 'more']),
      stored.toSpliced(2, 0, 'more'),
    );
    assert.deepEqual(
      withEntry(stored, 'place 1', () => []),
      stored.toSpliced(1, 1),
    );
    assert.equal(
      withEntry(stored, 'id gone', () => []),
      stored,
    );
  });

  it('copies with another id and name, right after the first', () => {
    const copied = withDuplicate(stored, 'id a', 'b');
    assert.deepEqual(copied[1], { ...a, id: 'b', name: 'A (copy)' });
    assert.deepEqual(copied.toSpliced(1, 1), stored);
    assert.deepEqual(withDuplicate(stored, 'place 1', 'b'), stored);
  });

  it('moves within its bounds and loses nothing', () => {
    assert.equal(withMoved(stored, 'id a', -1), stored);
    assert.deepEqual(withMoved(stored, 'id a', 1)[1], a);
    const list = fc.array(fc.oneof(fc.jsonValue(), fc.record({ id: fc.string() })));
    fc.assert(
      fc.property(list, fc.nat(), fc.constantFrom(-1 as const, 1 as const), (list, at, by) => {
        const ref = entryRefs(list)[at % Math.max(list.length, 1)] ?? '';
        const moved = withMoved(list, ref, by);
        assert.equal(moved.length, list.length);
        assert.ok(list.every((entry) => moved.includes(entry)));
      }),
    );
  });
});
