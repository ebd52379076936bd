import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonElements } from '../../../../src/conversation/transfer/readExport.ts';

describe('jsonElements', () => {
  const parts = (text: string): readonly unknown[] =>
    [...jsonElements(new TextEncoder().encode(text))].map(
      (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
    );

  it('gives what the array holds, however it is written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (list, indent) => {
        const text = JSON.stringify(list, null, indent);
        assert.deepEqual(parts(text), JSON.parse(text));
        assert.deepEqual(parts(`\uFEFF \n${text}\n`), JSON.parse(text));
      }),
    );
  });

  it('gives nothing of what is no array, and ends with what is cut', () => {
    assert.deepEqual(parts('{"a": [1, 2]}'), []);
    assert.deepEqual(parts(''), []);
    assert.deepEqual(parts('[]'), []);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const whole = [...jsonElements(new Uint8Array([91, ...bytes]))];
        assert.ok(whole.reduce((sum, { length }) => sum + length, 0) <= bytes.length);
      }),
    );
    assert.deepEqual(parts('[{"a": "]},"}, 2, {"b"'), [{ a: ']},' }, 2]);
  });
});
