import assert from 'node:assert/strict';
import { draftCheck } from '../../../../src/host/connectionsPage/draftCheck.ts';
import type { Keys } from '../../../../src/host/connections/consents/consents.ts';
import { type FieldTexts } from '../../../../src/shared/connectionsPage/connectionDraft.ts';

const noKeys = {
  get: async () => undefined,
  all: async () => [],
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
      headers: undefined,
    });
    assert.deepEqual((await check({ baseUrl: 'ftp://x' })).hints, { headers: undefined });
  });

  it('offers what the service at the address expects, beside what is there', async () => {
    const baseUrl = 'https://api.anthropic.com/v1';
    const { offer } = await check({ baseUrl, headers: 'X-Team: blue\n' });
    assert.equal(offer?.text, 'Anthropic expects:');
    const lines = offer.code ?? '';
    assert.match(lines, /^x-api-key: \$\{key\}$/m);
    assert.deepEqual(offer.change, { headers: `X-Team: blue\n${lines}` });
    const taken = await check({ baseUrl, ...offer.change });
    assert.deepEqual([taken.offer, taken.problems], [undefined, {}]);
  });

  it('offers another path', async () => {
    const { offer } = await check({ baseUrl: 'https://models.github.ai/inference' });
    assert.match(offer?.code ?? '', /^GET \.\.\/catalog\/models$/m);
    assert.equal(offer?.change['paths.models'], '../catalog/models');
  });

  it('says of headers that they seem to contain a key, or what is wrong with that', async () => {
    const { hints } = await check({ headers: 'x-api-key: k-0123-canary-9876' });
    assert.match(hints.headers ?? '', /“x-api-key” seems to contain an API key/);
    const { problems } = await check({ headers: 'Authorization: Token k-0123-canary-9876' });
    assert.match(problems.headers ?? '', /\$\{key\}/);
  });
});
