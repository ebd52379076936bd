import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { entryRefs } from '../../../../src/host/connections/connection.ts';
import {
  withEntry,
  withMovedUp,
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

  it('moves up within its bounds and loses nothing', () => {
    assert.equal(withMovedUp(stored, 'id a'), stored);
    assert.deepEqual(withMovedUp(stored, 'place 1').slice(0, 2), ['nonsense', a]);
    const list = fc.array(fc.oneof(fc.jsonValue(), fc.record({ id: fc.string() })));
    fc.assert(
      fc.property(list, fc.nat(), (list, at) => {
        const ref = entryRefs(list)[at % Math.max(list.length, 1)] ?? '';
        const moved = withMovedUp(list, ref);
        assert.equal(moved.length, list.length);
        assert.ok(list.every((entry) => moved.includes(entry)));
      }),
    );
  });
});
