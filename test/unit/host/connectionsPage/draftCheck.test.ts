import assert from 'node:assert/strict';
import { draftCheck } from '../../../../src/host/connectionsPage/draftCheck.ts';
import type { Keys } from '../../../../src/host/connections/keySources/keys.ts';
import { type FieldTexts } from '../../../../src/shared/connectionsPage/connectionDraft.ts';
import { keySourceKinds } from '../../../../src/shared/service/keySource.ts';

const noKeys = {
  get: async () => undefined,
  hadKey: () => false,
  names: () => [],
  movedFrom: () => undefined,
  sources: { isHere: () => true, isSet: () => undefined, used: () => [] },
} as unknown as Keys;

async function check(change: FieldTexts) {
  return draftCheck({ baseUrl: 'https://a.example/v1', ...change }, 'a', noKeys);
}

describe('draftCheck', () => {
  it('says where requests go', async () => {
    const { hints } = await check({ baseUrl: 'https://a.example?a=b', 'paths.models': '/list' });
    assert.deepEqual(hints, {
      baseUrl: 'Requests are sent to https://a.example/v1?a=b',
      'paths.models': 'https://a.example/v1/list?a=b',
      'paths.chatCompletions': 'https://a.example/v1/chat/completions?a=b',
    });
    assert.deepEqual((await check({ baseUrl: 'ftp://x' })).hints, {});
  });

  it('offers what the service at the address expects, beside what is there', async () => {
    const baseUrl = 'https://api.anthropic.com/v1';
    const [offer] = (await check({ baseUrl, headers: 'X-Team: blue\n' })).offers;
    assert.equal(offer?.text, 'Anthropic expects:');
    const lines = offer.code ?? '';
    assert.match(lines, /^x-api-key: \$\{key\}$/m);
    assert.deepEqual(offer.change, { headers: `X-Team: blue\n${lines}` });
    const taken = await check({ baseUrl, ...offer.change });
    assert.deepEqual([taken.offers, taken.problems], [[], {}]);
  });

  it('offers another path with its name', async () => {
    const { offers } = await check({ baseUrl: 'https://models.github.ai/inference' });
    assert.match(offers[0]?.code ?? '', /^Path of the model list: \.\.\/catalog\/models$/m);
    assert.equal(offers[0]?.change?.['paths.models'], '../catalog/models');
  });

  it('offers to move a key that is in a header, though it has a problem there', async () => {
    const headers = 'Authorization: Token k-0123-canary-9876';
    const { offers, problems } = await check({ headers });
    assert.match(offers[0]?.text ?? '', /“Authorization” seems to contain an API key/);
    assert.equal(offers[0]?.change, undefined);
    assert.match(problems.headers ?? '', /\$\{key\}/);
    for (const kind of keySourceKinds) {
      assert.deepEqual((await check({ headers, keyFrom: `${kind} X` })).offers, []);
    }
  });

  it('is no Microsoft account together with a header for a key, which can be removed', async () => {
    const headers = 'X-Team: blue\napi-key: ${key}\nauthorization: Bearer ${key}';
    assert.deepEqual((await check({ headers })).offers, [], 'An API key belongs there.');
    const [offer] = (await check({ headers, keyFrom: 'microsoft ' })).offers;
    assert.match(offer?.text ?? '', /would be sent in the header “api-key”/);
    assert.deepEqual(offer?.change, { headers: 'X-Team: blue\nauthorization: Bearer ${key}' });
  });
});
