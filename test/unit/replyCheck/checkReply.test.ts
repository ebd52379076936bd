import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkReply } from '../../../src/replyCheck/checkReply.ts';
import { isFormatCheck } from '../../../src/shared/conversation/formatCheck.ts';
import type { WireObject } from '../../../src/shared/guards.ts';

const fits = { kind: 'fits' };
const effort = { kind: 'unchecked', reason: 'effort' };

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    age: { type: 'integer', minimum: 0 },
    mail: { type: ['string', 'null'], format: 'email' },
    kind: { enum: ['a', 'b'] },
    tags: { type: 'array', items: { $ref: '#/$defs/tag' }, uniqueItems: true },
  },
  required: ['name', 'age'],
  additionalProperties: false,
  $defs: { tag: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
};

function check(value: unknown, schema: WireObject = person) {
  return checkReply(JSON.stringify(value), schema);
}

describe('checkReply', () => {
  it('finds that a reply fits', () => {
    assert.deepEqual(check({ name: 'x', age: 0, mail: null, kind: 'b', tags: ['a', 1] }), fits);
    assert.deepEqual(checkReply(' \n{"name": "x", "age": 1}\n', person), fits);
    assert.deepEqual(
      check([1, 'a'], { prefixItems: [{ type: 'number' }], items: { type: 'string' } }),
      fits,
    );
  });

  it('says where a reply does not fit, and how', () => {
    const problems: readonly (readonly [value: unknown, problem: object])[] = [
      [[], { path: '', keyword: 'type', subject: 'object' }],
      [{ age: 1 }, { path: '', keyword: 'required', subject: 'name' }],
      [
        { name: 7, age: 1 },
        { path: '/name', keyword: 'type', subject: 'string' },
      ],
      [
        { name: 'x', age: -1 },
        { path: '/age', keyword: 'minimum' },
      ],
      [
        { name: 'x', age: 1, mail: 1 },
        { path: '/mail', keyword: 'type', subject: 'string, null' },
      ],
      [
        { name: 'x', age: 1, kind: 'c' },
        { path: '/kind', keyword: 'enum' },
      ],
      [
        { name: 'x', age: 1, more: 1 },
        { path: '/more', keyword: 'false' },
      ],
      [
        { name: 'x', age: 1, tags: ['a', 'a'] },
        { path: '/tags', keyword: 'uniqueItems' },
      ],
      [
        { name: 'x', age: 1, tags: ['a', {}] },
        { path: '/tags/1', keyword: 'anyOf' },
      ],
    ];
    for (const [value, problem] of problems) {
      assert.deepEqual(check(value), { kind: 'differs', problems: [problem] });
    }
  });

  it('keeps the first five problems', () => {
    const found = check(Array(900).fill('x'), { items: { type: 'number' } });
    assert.equal(found.kind === 'differs' && found.problems.length, 5);
    assert.ok(isFormatCheck(found));
  });

  it('says of anything but JSON that it is none, also of JSON in a code block', () => {
    for (const text of ['', 'Here you are: {}', '{', '```json\n{}\n```', '{} {}']) {
      assert.deepEqual(checkReply(text, {}), { kind: 'notJson' });
    }
  });

  it('runs no pattern, and says that it has not', () => {
    const schema = { type: 'object', properties: { id: { type: 'string', pattern: '^(a+)+$' } } };
    const text = `${'a'.repeat(40)}!`;
    assert.deepEqual(check({ id: text }, schema), { kind: 'fits', isPartial: true });
    assert.deepEqual(check({ id: 1 }, schema), {
      kind: 'differs',
      problems: [{ path: '/id', keyword: 'type', subject: 'string' }],
    });
    const named = { patternProperties: { '^x': { type: 'string' } }, additionalProperties: false };
    assert.deepEqual(check({ x1: 'a' }, named), { kind: 'fits', isPartial: true });
    for (const keyword of ['not', 'if', 'contains']) {
      assert.deepEqual(check(text, { [keyword]: { pattern: 'a' } }), {
        kind: 'unchecked',
        reason: 'schema',
      });
    }
    assert.deepEqual(check('x', { not: { enum: ['pattern'] } }), fits);
  });

  it('knows the drafts', () => {
    const tuple = { items: [{ type: 'number' }], additionalItems: false };
    assert.deepEqual(
      check([1], { $schema: 'http://json-schema.org/draft-07/schema#', ...tuple }),
      fits,
    );
    const exclusive = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      minimum: 1,
      exclusiveMinimum: true,
    };
    assert.equal(check(1, exclusive).kind, 'differs');
  });

  it('says that a schema cannot be used', () => {
    const bad: readonly WireObject[] = [
      { $ref: 'https://a.invalid/schema' },
      { $ref: '#/$defs/missing' },
      { type: 'object', properties: { a: null } },
      { $id: 'http://[' },
    ];
    for (const schema of bad) {
      assert.equal(check({ a: 1 }, schema).kind === 'fits', false, JSON.stringify(schema));
    }
  });

  it('gives up where a schema or a reply would take endless time', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    const schemas: readonly (readonly [schema: WireObject, value: unknown])[] = [
      [{ $ref: '#/$defs/d0', $defs: { ...doubling, d40: { type: 'number' } } }, 1],
      [{ $ref: '#' }, 1],
      [
        { items: { enum: Array.from({ length: 6000 }, (_, i) => `value ${i}`) } },
        Array(40_000).fill('x'),
      ],
      [
        { items: { required: Array.from({ length: 6000 }, (_, i) => `p${i}`) } },
        Array.from({ length: 40_000 }, () => ({})),
      ],
      [{ uniqueItems: true }, Array.from({ length: 49_000 }, (_, i) => i)],
      [{ allOf: Array.from({ length: 3000 }, () => ({ minLength: 1 })) }, 'x'.repeat(900_000)],
      [{}, Array(60_000).fill(0)],
    ];
    for (const [schema, value] of schemas) {
      assert.deepEqual(check(value, schema), effort);
    }
    assert.deepEqual(checkReply(`${'['.repeat(200_000)}${']'.repeat(200_000)}`, {}), effort);
    let deep: WireObject = {};
    for (let depth = 0; depth < 300; depth += 1) {
      deep = { not: deep };
    }
    assert.deepEqual(check(1, deep), effort);
    assert.deepEqual(checkReply(`"${'x'.repeat(1_000_001)}"`, {}), {
      kind: 'unchecked',
      reason: 'size',
    });
  });

  it('throws nothing, whatever schema and reply are', () => {
    const keywords =
      'type properties items $ref enum allOf not required multipleOf minimum pattern $id __proto__ dependentRequired additionalProperties';
    const keyword = fc.constantFrom(...keywords.split(' '));
    const schema = fc.dictionary(keyword, fc.jsonValue());
    fc.assert(
      fc.property(schema, fc.jsonValue(), (given, value) => isFormatCheck(check(value, given))),
    );
  });
});
