import assert from 'node:assert/strict';
import { findPlace } from '../../../../src/host/context/findPlace.ts';

describe('the place of a text', () => {
  const text = 'one\ntwo\nthree\ntwo\n';

  it('is the line where it was, else the only one where it is', () => {
    assert.deepEqual(findPlace(text, 'two', 3), {
      startLine: 3,
      startCharacter: 0,
      endLine: 3,
      endCharacter: 3,
    });
    assert.equal(findPlace(text, 'two', 0), undefined, 'it is at two other places');
    assert.equal(findPlace(text, 'three\ntw', 0)?.startLine, 2);
    assert.equal(findPlace(text, 'ree', 99)?.startCharacter, 2);
    assert.equal(findPlace(text, 'four', 1), undefined);
    assert.equal(findPlace(text, '', 1), undefined);
  });

  it('does not depend on the kind of line ends', () => {
    const place = findPlace('a\r\nb\r\nc', 'b\nc', 1);
    assert.deepEqual([place?.startLine, place?.endLine, place?.endCharacter], [1, 2, 1]);
    assert.equal(findPlace('a\nb', 'a\r\nb', 0)?.endLine, 1);
  });

  it('is found in time where there are very many', () => {
    assert.equal(findPlace('a'.repeat(2_000_000), 'a', 5), undefined);
  });
});
