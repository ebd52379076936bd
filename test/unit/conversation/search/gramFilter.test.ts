import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  addGrams,
  emptyFilter,
  folded,
  gramsOf,
  isFilterSize,
  mayHold,
} from '../../../../src/conversation/search/gramFilter.ts';
import { placeOf, searchForm } from '../../../../src/conversation/search/searchText.ts';

describe('gramFilter', () => {
  function filterOf(...texts: readonly string[]) {
    const filter = emptyFilter(texts.reduce((sum, { length }) => sum + length, 0));
    texts.forEach((text) => addGrams(filter, text));
    return folded(filter);
  }
  const unicode = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });

  it('never denies what is there, whatever its case', () => {
    fc.assert(
      fc.property(fc.array(unicode, { minLength: 1 }), fc.nat(), fc.nat(), (texts, which, at) => {
        const filter = filterOf(...texts);
        const text = texts[which % texts.length] ?? '';
        const part = text.slice(at % text.length);
        assert.ok(isFilterSize(filter.length));
        assert.ok(mayHold(filter, gramsOf(text)));
        // A part may begin within a composed character: then it is another text.
        if (text.normalize('NFC') === text && placeOf(searchForm(text), searchForm(part)) !== -1) {
          assert.ok(mayHold(filter, gramsOf(part)), JSON.stringify([text, part]));
        }
      }),
    );
  });

  it('denies nearly all that is not there', () => {
    const words = Array.from({ length: 4000 }, (_, index) => (index * 7919 + 1e6).toString(36));
    const filter = filterOf(...words.slice(0, 2000));
    const others = words.slice(2000).map((word) => `${word}${word}`);
    const wrong = others.filter((word) => mayHold(filter, gramsOf(word)));
    assert.ok(wrong.length < 40, `${wrong.length} of 2000`);
  });

  it('is small for a short text, and never larger than its limit', () => {
    assert.equal(filterOf('A short text.').length, 64);
    const all = Array.from({ length: 300_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + (index % 20_000), 0x4e00 + (index % 19_997)),
    );
    assert.equal(filterOf(all.join('')).length, 128 * 1024);
  });

  it('has the words of one or two characters, but not these as parts of words', () => {
    // Large enough that nothing is in it by chance.
    const filter = emptyFilter(10_000);
    addGrams(filter, 'Go and C#: R, a ‘Ω’, naïve été (ok) x_1 3d it’s; Thai ภาษา 天 aé');
    for (const word of [
      'go',
      'c#',
      'c',
      '#:',
      'r',
      'a',
      'ω',
      'ok',
      '3d',
      's;',
      's',
      'ภา',
      '天',
      'aé',
    ]) {
      assert.ok(mayHold(filter, gramsOf(word)), word);
    }
    for (const word of ['nd', 'an', 'n', 'na', 've', 'ét', 'é', 'té', '_1', 'x_', 'th', '海']) {
      assert.ok(!mayHold(filter, gramsOf(word)), word);
    }
  });

  it('has grams of two characters where words are that short, and of three elsewhere', () => {
    assert.equal(gramsOf('ab').length, 1);
    assert.equal(gramsOf('b ').length, 0);
    assert.equal(gramsOf('abc').length, 1);
    assert.equal(gramsOf('a b c').length, 0);
    assert.equal(gramsOf('天空').length, 1);
    assert.ok(mayHold(filterOf('今天空气很好'), gramsOf('空气')));
    assert.ok(!mayHold(filterOf('今天空气很好'), gramsOf('海洋')));
  });
});
