import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  type JsonElement,
  jsonElements,
  jsonList,
  jsonWhole,
} from '../../../../src/conversation/transfer/jsonElements.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const valueOf = ({ bytes }: JsonElement): unknown => JSON.parse(new TextDecoder().decode(bytes()));

/** The number of values and names in a value, itself included. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, one) => sum + countOf(one), 1 + names);
}

const indent = fc.constantFrom(undefined, 1, '\t');

describe('jsonElements', () => {
  const parts = (text: string) => [...(jsonElements(bytesOf(text)) ?? [])].map(valueOf);

  it('gives what the array holds, however it is written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), indent, (list, space) => {
        const text = JSON.stringify(list, null, space);
        assert.deepEqual(parts(text), JSON.parse(text));
        assert.deepEqual(parts(`\uFEFF \n${text}\n`), JSON.parse(text));
      }),
    );
  });

  it('gives nothing of what is no array, and the rest of what is cut', () => {
    assert.equal(jsonElements(bytesOf('{"a": [1, 2]}')), undefined);
    assert.equal(jsonElements(bytesOf('')), undefined);
    assert.deepEqual(parts('[]'), []);
    assert.deepEqual(parts('[1, 2'), [1, 2]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const all = [...(jsonElements(new Uint8Array([91, ...bytes])) ?? [])];
        assert.ok(all.reduce((sum, one) => sum + one.length, 0) <= bytes.length);
      }),
    );
    const [first, second, cut, ...none] = jsonElements(bytesOf('[{"a": "]},"}, 2, {"b"')) ?? [];
    assert.deepEqual(
      [first, second].map((one) => one && valueOf(one)),
      [{ a: ']},' }, 2],
    );
    assert.deepEqual([cut?.bytes(), none], [bytesOf('{"b"'), []]);
  });

  it('counts at least the values that a text has, and not many more', () => {
    fc.assert(
      fc.property(fc.jsonValue(), indent, (value, space) => {
        const valueCount = jsonWhole(bytesOf(JSON.stringify(value, null, space))).valueCount();
        const count = countOf(JSON.parse(JSON.stringify(value)));
        assert.ok(count <= valueCount && valueCount <= 2 * count, `${count}, ${valueCount}`);
      }),
    );
  });

  it('takes a list out of an object, wherever it stands', () => {
    const named = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(named, fc.array(fc.jsonValue()), named, indent, (before, list, after, space) => {
        delete before['list'];
        delete after['list'];
        const text = JSON.stringify({ ...before, list, ...after }, null, space);
        const found = jsonList(bytesOf(text), 'list') ?? assert.fail();
        const whole = JSON.parse(text) as Record<string, unknown>;
        assert.deepEqual([...found.elements].map(valueOf), whole['list']);
        assert.deepEqual(valueOf(found.rest), { ...whole, list: [] });
      }),
    );
    assert.equal(jsonList(bytesOf('{"list": {}}'), 'list'), undefined);
    assert.equal(jsonList(bytesOf('{"other": []}'), 'list'), undefined);
    assert.equal(jsonList(bytesOf('{"list" []}'), 'list')?.rest, undefined);
    const cut = jsonList(bytesOf('{"a": 1, "list": [1, {"b"'), 'list') ?? assert.fail();
    assert.deepEqual([valueOf(cut.rest), [...cut.elements].length], [{ a: 1, list: [] }, 2]);
  });
});
