import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJson } from '../../../src/service/parseJson.ts';
import { assertLinear } from '../../support/assertLinear.ts';

describe('JSON of a service', () => {
  /** A text that has the words for numbers that JSON does not have. */
  const words = fc
    .array(fc.constantFrom('NaN', '-Infinity', '"', '\\', ' ', ':', ',', '{', 'x'), {
      maxLength: 8,
    })
    .map((parts) => parts.join(''));
  const leaf = fc.oneof(words, fc.integer(), fc.constant(null), fc.boolean());
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    object: fc.dictionary(words, tie('any'), { maxKeys: 4 }),
  }));

  it('has null for NaN and Infinity outside of strings, and its strings as they are', () => {
    const number = fc.constantFrom('NaN', 'Infinity', '-Infinity');
    fc.assert(
      fc.property(value.object, fc.array(number, { minLength: 1 }), (object, numbers) => {
        const written = JSON.stringify({ object, numbers: 0, last: 'NaN' });
        const text = written.replace('"numbers":0', () => `"numbers":[${numbers.join(', ')}]`);
        fc.pre(written.indexOf('"numbers":0') === written.lastIndexOf('"numbers":0'));
        assert.deepEqual(parseJson(text), {
          object: JSON.parse(JSON.stringify(object)) as unknown,
          numbers: numbers.map(() => null),
          last: 'NaN',
        });
      }),
    );
  });

  it('is none if something else is wrong, too', () => {
    for (const text of ['{"a":NaN', '{"a":Infinity2}', 'NaN', '{NaN:1}', '{"a":+NaN}', '["NaN]']) {
      assert.equal(parseJson(text), undefined, text);
    }
  });

  it('is read in linear time', () => {
    for (const unit of ['NaN,', '"NaN', '\\"', '-', 'Infinity"\\']) {
      // Longer than a text that is not checked first.
      assertLinear(70_000, (size) => {
        const text = `[${unit.repeat(size)}`;
        return () => parseJson(text);
      });
    }
  });
});
