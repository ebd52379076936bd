import assert from 'node:assert/strict';
import { headerKey, keyProblem } from '../../../../src/host/connectionsPage/headerKeys.ts';
import type { KeyStatus } from '../../../../src/host/connectionsPage/keyCheck.ts';

const none: KeyStatus = { origin: 'https://a.example', state: 'none' };
const key = 'k-0123-canary-9876';
const team = { 'X-Team': 'blue' };

describe('headerKey', () => {
  const values: readonly (readonly [value: string, key: string, left: string])[] = [
    [key, key, '${key}'],
    [`Bearer ${key}`, key, 'Bearer ${key}'],
    [`Api-Key ${key}`, key, 'Api-Key ${key}'],
    [`two words ${key}`, `two words ${key}`, '${key}'],
    [`${key} x`, `${key} x`, '${key}'],
  ];
  for (const [value, expected, left] of values) {
    it(`finds the key in ${JSON.stringify(value)}`, () => {
      assert.deepEqual(headerKey({ ...team, 'x-api-key': value }, none), {
        name: 'x-api-key',
        key: expected,
        origin: 'https://a.example',
        headers: { ...team, 'x-api-key': left },
      });
    });
  }

  it('finds none where it is not clear that this is the only key', () => {
    const header = { 'x-api-key': key };
    assert.equal(headerKey(team, none), undefined);
    assert.equal(headerKey({ 'x-api-key': '' }, none), undefined);
    assert.equal(headerKey({ ...header, 'X-Token': 'other' }, none), undefined);
    assert.equal(headerKey({ ...header, 'X-A': '${key}' }, none), undefined);
    assert.equal(headerKey(header, { ...none, state: 'kept' }), undefined);
    assert.equal(headerKey(header, { ...none, state: 'lost' }), undefined);
    assert.equal(headerKey(header, { state: 'none' }), undefined);
  });
});

describe('keyProblem', () => {
  it('names the header that contains one of the keys', () => {
    const headers = { ...team, 'X-A': `Bearer ${key}` };
    const problem = keyProblem(headers, ['sk-another-9f8e7d6c5b', key]) ?? '';
    assert.match(problem, /“X-A”.*\$\{key\}/);
    assert.doesNotMatch(problem, /canary/);
    assert.equal(keyProblem(headers, []), undefined);
    // A key that is an ordinary word is not looked for.
    assert.equal(keyProblem(headers, ['blue']), undefined);
  });
});
