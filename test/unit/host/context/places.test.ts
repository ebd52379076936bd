import assert from 'node:assert/strict';
import { findPlace } from '../../../../src/host/context/places.ts';

describe('the place of a text', () => {
  const text = 'one\ntwo\nthree\ntwo\n';

  it('is the line where it was, else the only one where it is', () => {
    assert.deepEqual(findPlace(text, 'two', 3), {
      start: { line: 3, character: 0 },
      end: { line: 3, character: 3 },
    });
    assert.equal(findPlace(text, 'two', 0), undefined, 'it is at two other places');
    assert.equal(findPlace(text, 'three\ntw', 0)?.start.line, 2);
    assert.equal(findPlace(text, 'ree', 99)?.start.character, 2);
    assert.equal(findPlace(text, 'four', 1), undefined);
    assert.equal(findPlace(text, '', 1), undefined);
  });

  it('does not depend on the kind of line ends', () => {
    const place = findPlace('a\r\nb\r\nc', 'b\nc', 1);
    assert.deepEqual([place?.start.line, place?.end.line, place?.end.character], [1, 2, 1]);
    assert.equal(findPlace('a\nb', 'a\r\nb', 0)?.end.line, 1);
  });

  it('is found in time where there are very many', () => {
    assert.equal(findPlace('a'.repeat(2_000_000), 'a', 5), undefined);
  });
});
