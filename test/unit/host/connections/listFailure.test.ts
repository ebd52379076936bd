import assert from 'node:assert/strict';
import { failureText, isListMissing } from '../../../../src/host/connections/listFailure.ts';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';

const page = '<!doctype html><title>Sign in</title>';
const html = { 'content-type': 'text/html' };

async function failureOf(respond: () => Promise<Response>): Promise<ServiceError> {
  const client = createServiceClient({ baseUrl: 'https://host', fetch: respond });
  const error: unknown = await client.listModels().catch((error: unknown) => error);
  assert.ok(error instanceof ServiceError);
  return error;
}

describe('isListMissing', () => {
  const answers: readonly (readonly [number, string, Record<string, string>, boolean])[] = [
    [404, '', {}, true],
    [404, page, html, true],
    [405, '', {}, true],
    [410, '{"error":"gone"}', {}, true],
    [501, '', {}, true],
    [200, page, html, true],
    [401, '{"error":{"message":"wrong key"}}', {}, false],
    [401, page, html, false],
    [400, '{"message":"x-portkey-provider header is required"}', {}, false],
    [400, page, html, false],
    [400, '{"error":"unknown model"}', {}, false],
    [402, '', {}, false],
    [403, '{"error":"no"}', {}, false],
    [403, page, html, false],
    [429, '', {}, false],
    [500, '', {}, false],
    [502, page, html, false],
    [200, '{"error":{"message":"not today"}}', {}, false],
    [200, '{"models":7}', {}, false],
    [200, '{"message":"no list here"}', {}, false],
    [200, '{"base_resp":{"status_code":2013,"status_msg":"bad"}}', {}, false],
    [407, page, html, false],
    [302, '', { location: 'https://elsewhere.example' }, false],
  ];
  for (const [status, body, headers, expected] of answers) {
    it(`takes ${status} with ${body === page ? 'a web page' : body || 'nothing'} as ${expected ? 'no list' : 'another failure'}`, async () => {
      const error = await failureOf(async () => new Response(body, { status, headers }));
      assert.equal(isListMissing(error), expected);
    });
  }
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

  it('has what was tried at the end, after what to do', () => {
    const facts = { tried: 'GET https://a.example/v1/models', status: 401, detail: 'Wrong.' };
    const error = new ServiceError('auth', 'The service rejected the key.', facts);
    const tried = '(GET https://a.example/v1/models: 401)';
    assert.equal(failureText(error), `The service rejected the key. “Wrong”. ${tried}`);
    assert.equal(
      failureText(error, 'Check the key.'),
      `The service rejected the key. “Wrong”. Check the key. ${tried}`,
    );
    assert.equal(failureText('thrown', 'Try again.'), 'thrown Try again.');
  });
});
