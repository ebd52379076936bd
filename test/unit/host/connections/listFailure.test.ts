import assert from 'node:assert/strict';
import {
  failureText,
  isListMissing,
  type ListFailure,
  listFailure,
} from '../../../../src/host/connections/listFailure.ts';
import { createServiceClient } from '../../../../src/service/client.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';

const page = '<!doctype html><title>Sign in</title>';
const html = { 'content-type': 'text/html' };

async function failureOf(
  respond: () => Promise<Response>,
  options: { readonly apiKey?: string } = {},
): Promise<ServiceError> {
  const client = createServiceClient({ baseUrl: 'https://host', fetch: respond, ...options });
  const error: unknown = await client.listModels().catch((error: unknown) => error);
  assert.ok(error instanceof ServiceError);
  return error;
}

describe('listFailure', () => {
  const answers: readonly (readonly [number, string, Record<string, string>, ListFailure])[] = [
    [404, '', {}, 'missing'],
    [404, page, html, 'missing'],
    [405, '', {}, 'missing'],
    [410, '{"error":"gone"}', {}, 'missing'],
    [501, '', {}, 'missing'],
    [200, page, html, 'missing'],
    [401, '{"error":{"message":"wrong key"}}', {}, 'key'],
    [401, page, html, 'key'],
    [400, '{"message":"x-portkey-provider header is required"}', {}, 'refused'],
    [400, page, html, 'refused'],
    [400, '{"error":"unknown model"}', {}, 'refused'],
    [402, '', {}, 'refused'],
    [403, '{"error":"no"}', {}, 'refused'],
    [403, page, html, 'refused'],
    [429, '', {}, 'refused'],
    [500, '', {}, 'refused'],
    [502, page, html, 'refused'],
    [200, '{"error":{"message":"not today"}}', {}, 'refused'],
    [200, '{"models":7}', {}, 'refused'],
    [200, '{"message":"no list here"}', {}, 'refused'],
    [200, '{"base_resp":{"status_code":2013,"status_msg":"bad"}}', {}, 'refused'],
    [407, page, html, 'address'],
    [302, '', { location: 'https://elsewhere.example' }, 'address'],
  ];
  for (const [status, body, headers, expected] of answers) {
    it(`takes ${status} with ${body === page ? 'a web page' : body || 'nothing'} as ${expected}`, async () => {
      const error = await failureOf(async () => new Response(body, { status, headers }));
      assert.equal(listFailure(error), expected);
      assert.equal(isListMissing(error), expected === 'missing');
    });
  }

  it('takes an address at which nothing answers as one to be corrected', async () => {
    const failed = async () => {
      throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
    };
    assert.equal(listFailure(await failureOf(failed)), 'address');
    const rejected = async () => {
      throw new TypeError('fetch failed', {
        cause: new Error('Proxy response (404) !== 200 when HTTP Tunneling'),
      });
    };
    assert.equal(listFailure(await failureOf(rejected)), 'address');
  });

  it('takes a key that cannot be sent as one to be corrected', async () => {
    const error = await failureOf(async () => new Response('[]'), { apiKey: 'sk-\u{1f511}' });
    assert.equal(listFailure(error), 'key');
  });
});

describe('failureText', () => {
  it('has what the service said, once', () => {
    const said = 'x-portkey-provider header is required';
    const error = new ServiceError('badRequest', 'Rejected (GET x: 400).', { detail: said });
    assert.equal(failureText(error), `Rejected (GET x: 400). “${said}”.`);
    const sentence = new ServiceError('auth', 'No.', { detail: 'A sentence.' });
    assert.equal(failureText(sentence), 'No. “A sentence”.');
    assert.equal(failureText(new ServiceError('badRequest', said, { detail: said })), said);
    assert.equal(failureText('thrown text'), 'thrown text');
  });
});
