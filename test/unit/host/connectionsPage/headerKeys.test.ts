import assert from 'node:assert/strict';
import { headerKey, keyProblems } from '../../../../src/host/connectionsPage/headerKeys.ts';
import {
  emptyDraft,
  type HeaderDraft,
} from '../../../../src/shared/connectionsPage/connectionDraft.ts';
import type { KeyStatus } from '../../../../src/shared/connectionsPage/protocol.ts';
import { keySourceKinds } from '../../../../src/shared/service/keySource.ts';

const none: KeyStatus = { origin: 'https://a.example', state: 'none' };
const key = 'k-0123-canary-9876';
const team = { name: 'X-Team', value: 'blue' };

function found(headers: readonly HeaderDraft[], status: KeyStatus = none) {
  return headerKey({ ...emptyDraft, headers }, status);
}

describe('headerKey', () => {
  const values: readonly (readonly [value: string, key: string, left: string])[] = [
    [key, key, '${key}'],
    [` ${key} `, key, '${key}'],
    [`Bearer ${key}`, key, 'Bearer ${key}'],
    [`Api-Key ${key}`, key, 'Api-Key ${key}'],
    [`two words ${key}`, `two words ${key}`, '${key}'],
    [`${key} x`, `${key} x`, '${key}'],
  ];
  for (const [value, expected, left] of values) {
    it(`finds the key in ${JSON.stringify(value)}`, () => {
      assert.deepEqual(found([team, { name: 'x-api-key', value }]), {
        index: 1,
        key: expected,
        value: left,
      });
    });
  }

  it('finds none where it is not clear that this is the only key', () => {
    const header = { name: 'x-api-key', value: key };
    assert.equal(found([team]), undefined);
    assert.equal(found([{ ...header, value: ' ' }]), undefined);
    assert.equal(found([header, { name: 'X-Token', value: 'other' }]), undefined);
    assert.equal(found([header, { name: 'X-A', value: '${key}' }]), undefined);
    assert.equal(found([header], { ...none, state: 'kept' }), undefined);
    assert.equal(found([header], { ...none, state: 'lost' }), undefined);
    assert.equal(found([header], { state: 'none' }), undefined);
    for (const source of keySourceKinds) {
      assert.equal(found([header], { ...none, source }), undefined);
    }
  });
});

describe('keyProblems', () => {
  it('are at the headers that contain one of the keys', () => {
    const headers = [team, { name: 'X-A', value: `Bearer ${key}` }];
    const problems = keyProblems({ ...emptyDraft, headers }, ['sk-another-9f8e7d6c5b', key]);
    assert.deepEqual(Object.keys(problems), ['headers.1']);
    assert.match(problems['headers.1'] ?? '', /\$\{key\}/);
    assert.doesNotMatch(problems['headers.1'] ?? '', /canary/);
    assert.deepEqual(keyProblems({ ...emptyDraft, headers }, []), {});
    // A key that is an ordinary word is not looked for.
    assert.deepEqual(keyProblems({ ...emptyDraft, headers }, ['blue']), {});
  });
});
