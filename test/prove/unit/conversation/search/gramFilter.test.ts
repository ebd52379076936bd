import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  addGrams,
  emptyFilter,
  folded,
  gramsOf,
  mayHold,
} from '../../../../../src/conversation/search/gramFilter.ts';
import { placeOf, searchForm } from '../../../../../src/conversation/search/searchText.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

describe('gramFilter', () => {
  function filterOf(...texts: readonly string[]) {
    const filter = emptyFilter(texts.reduce((sum, { length }) => sum + length, 0));
    texts.forEach((text) => addGrams(filter, text));
    return folded(filter);
  }

  it('denies no short word that is there, in any mixture', () => {
    const pieces = fc.constantFrom(
      'a',
      'b',
      'é',
      'ß',
      '1',
      '_',
      '#',
      '+',
      '.',
      ' ',
      '\n',
      '天',
      '😀',
      'ภ',
    );
    const some = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(some, fc.nat(12), fc.integer({ min: 1, max: 2 }), (text, at, length) => {
        const word = searchForm(text.slice(at, at + length));
        const isThere = word.trim() !== '' && placeOf(searchForm(text), word) !== -1;
        assert.ok(!isThere || mayHold(filterOf(text), gramsOf(word)), JSON.stringify([text, word]));
      }),
      { seed, numRuns: quantity({ slice: 500, whole: 20_000 }) },
    );
  });
});
