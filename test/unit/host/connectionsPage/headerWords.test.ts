import assert from 'node:assert/strict';
import { headersHint, keyProblem } from '../../../../src/host/connectionsPage/draftCheck.ts';

const key = 'k-0123-canary-9876';
const team = { 'X-Team': 'blue' };

describe('headersHint', () => {
  it('names the header that seems to have the key, where there is no key and no place for one', () => {
    const headers = { ...team, 'x-api-key': `Bearer ${key}` };
    const hint = headersHint(headers, '', false) ?? '';
    assert.match(hint, /“x-api-key” seems to contain an API key.*\$\{key\}/);
    assert.doesNotMatch(hint, /canary/);
    assert.equal(headersHint(team, '', false), undefined);
    assert.equal(headersHint({ 'x-api-key': '' }, '', false), undefined);
    const vendor = { 'x-portkey-provider': 'azure-4f8e7d6c5b-east' };
    assert.equal(headersHint(vendor, '', false), undefined, 'It is a provider, and no key.');
    assert.equal(headersHint({ ...headers, 'X-A': '${key}' }, '', false), undefined);
    assert.equal(headersHint(headers, '', true), undefined);
    assert.equal(headersHint(headers, 'command', false), undefined);
  });

  it('is no Microsoft account together with a header for a key', () => {
    const headers = { ...team, authorization: 'Bearer ${key}', 'api-key': '${key}' };
    assert.equal(headersHint(headers, '', false), undefined, 'An API key belongs there.');
    const hint = headersHint(headers, 'microsoft', false) ?? '';
    assert.match(hint, /would be sent in the header “api-key”/);
    assert.equal(headersHint({ authorization: 'Bearer ${key}' }, 'microsoft', false), undefined);
  });

  it('says which secret is not masked', () => {
    assert.match(headersHint({ 'X-Token': 'ollama' }, '', true) ?? '', /not masked.*: X-Token$/);
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
