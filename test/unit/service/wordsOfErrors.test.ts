import assert from 'node:assert/strict';
import { errorCase } from '../../../src/conversation/errors/errorCase.ts';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import { collect } from '../../support/collect.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;

/** What becomes of an error with this status and body. */
async function answered(status: number, body: unknown) {
  const client = createServiceClient({
    baseUrl: 'https://host/v1',
    apiKey: 'sk-0123456789abcdef0123',
    fetch: async () => Response.json(body, { status }),
  });
  // The wait before a repetition is left out.
  const { error } = await collect(client.stream(request, { wait: async () => {} }));
  assert.ok(error instanceof ServiceError);
  const { kind, summary, code, detail, retryAfterMs } = error;
  return {
    case: errorCase({ kind, message: summary, status, code, detail }),
    detail,
    retryAfterMs,
  };
}

const says = (message: string, fields: object = {}) => ({ error: { message, ...fields } });

describe('the words of a service', () => {
  it('are found whatever the spelling of their fields, and in an object around the error', async () => {
    const words = 'The runner has ended.';
    for (const body of [
      { Message: words },
      { ErrorCode: 1, ErrorMessage: words },
      { error_message: words },
      { Error: { Code: 'X', Message: words } },
      { Error: words },
      { error: true, reason: words },
      { statusCode: 400, error: 'Bad Request', message: words },
      { statusCode: 400, error: 'Bad Request', message: [words] },
      { error: 'invalid_request', error_description: words },
      { detail: { error: { message: words } } },
      { error: { errors: [{ message: words, domain: 'global' }], code: 400 } },
      { status: { code: 3, message: words } },
      { status: { code: 11_102, description: words } },
      { tpe: 'bad_request', errors: [{ description: words, key: 'fail' }] },
      { response: { status: 'failed', error: { message: words } } },
      { Response: { Error: { Code: 'X', Message: words }, RequestId: 'r' } },
    ]) {
      assert.equal((await answered(400, body)).detail, words, JSON.stringify(body));
    }
    const wrapped = { Response: { Error: { Code: 'X', Message: words } } };
    assert.equal((await answered(200, wrapped)).detail, words);
  });

  it('come before a status 404 or 410 where they speak of what the service offers', async () => {
    for (const status of [404, 410]) {
      for (const body of [
        says('This model is only supported in v1/responses and not in v1/chat/completions.'),
        { status, title: 'Not Found', detail: "Function '0-1': Not found for account 'abc'" },
        says('No allowed providers are available for the selected model.'),
        says('The deployment is gone.'),
      ]) {
        assert.equal((await answered(status, body)).case, 'unknownModel', JSON.stringify(body));
      }
      for (const body of [says('Not Found'), '404 page not found', says('Cannot POST /v1/chat')]) {
        assert.equal((await answered(status, body)).case, 'notFound', JSON.stringify(body));
      }
    }
  });

  it('come before a status 401 where they speak of money or of the model', async () => {
    const credit = says('Insufficient balance. See the billing page.', { type: 'CreditsError' });
    assert.equal((await answered(401, credit)).case, 'quota');
    assert.equal((await answered(401, says('Your free tokens are exhausted.'))).case, 'quota');
    const model = says('The model m is not activated for this account.');
    assert.equal((await answered(401, model)).case, 'unknownModel');
    for (const words of ['Incorrect API key provided: sk-0.', 'Unauthorized', 'invalid api key']) {
      assert.equal((await answered(401, says(words))).case, 'auth', words);
    }
  });

  it('tell a budget from a rate, whatever the status', async () => {
    const budget = says('Budget has been exceeded! Current cost: 10.2, Max budget: 10.0', {
      type: 'budget_exceeded',
      code: '429',
    });
    for (const status of [400, 403, 429]) {
      assert.equal((await answered(status, budget)).case, 'quota', String(status));
      const limit = says('Limit reached', { code: 'billing_hard_limit_reached' });
      assert.equal((await answered(status, limit)).case, 'quota', String(status));
    }
  });

  it('tell a free allowance that ends from credit, also where credits are advertised', async () => {
    const words =
      'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free requests per day';
    const reset = String(Date.now() + 3_600_000);
    const headers = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': reset };
    const stated = await answered(429, says(words, { code: 429, metadata: { headers } }));
    assert.equal(stated.case, 'rateLimited');
    assert.ok(Math.abs((stated.retryAfterMs ?? 0) - 3_600_000) < 60_000);
    assert.equal((await answered(429, says(words, { code: 429 }))).case, 'rateLimited');
  });

  it('tell an empty account and a limit that the user has set, whatever the status and the code', async () => {
    const account = [
      '[1113][Insufficient balance or no resource package. Please recharge.]',
      'The account balance is too low to use paid models.',
      "You're out of extra usage. Add more and keep going.",
    ];
    const limit = [
      'Key limit exceeded (total limit). Manage it on the page of keys.',
      'Your account has reached the set inference limit for the model.',
      'You have reached your specified API usage limits.',
    ];
    for (const status of [400, 403, 404, 429]) {
      for (const words of [...account, ...limit]) {
        const body = says(words, { type: 'rate_limit_error', code: 'E1' });
        assert.equal((await answered(status, body)).case, 'quota', `${status} ${words}`);
      }
    }
    const set = says('Paused.', { code: 'SetLimitExceeded' });
    assert.equal((await answered(429, set)).case, 'quota');
    const tooLong = says('Input tokens exceed the configured limit of 272000 tokens.');
    assert.equal((await answered(400, tooLong)).case, 'contextTooLong');
  });

  it('tell an allowance for a time from credit, also where the code says quota', async () => {
    for (const words of [
      'Tokens per day limit exceeded - too many tokens processed.',
      'You have exceeded your daily request quota.',
      'Requests per minute quota exceeded.',
      '已超出每天的免费次数',
    ]) {
      const body = says(words, { code: 'token_quota_exceeded' });
      assert.equal((await answered(429, body)).case, 'rateLimited', words);
    }
    const body = says('You exceeded your current quota.', { code: 'insufficient_quota' });
    assert.equal((await answered(429, body)).case, 'quota');
  });

  it('tell a filter from credit, also where none was charged', async () => {
    const flagged = 'Your input was flagged for "violence". No credits were charged.';
    assert.equal((await answered(403, says(flagged))).case, 'filtered');
    const sensitive = 'The input text may contain sensitive information.';
    assert.equal((await answered(400, says(sensitive))).case, 'filtered');
    const headers = 'The request contains sensitive headers.';
    assert.equal((await answered(400, says(headers))).case, 'badRequest');
    const code = { code: 'InputTextSensitiveContentDetected' };
    assert.equal((await answered(400, says('No.', code))).case, 'filtered');
  });

  it('say that a known key may not use the model', async () => {
    for (const words of [
      "key not allowed to access model. This key can only access models=['m1'].",
      'You have no access to this model.',
      '该令牌无权访问模型 m2',
    ]) {
      assert.equal((await answered(401, says(words))).case, 'unknownModel', words);
    }
    const wrong = 'Invalid API key. It is not allowed to access model m2.';
    assert.equal((await answered(401, says(wrong))).case, 'auth', wrong);
  });

  it('are about an unknown field also where they mention the model', async () => {
    const words = 'The model returned the following errors: top_p: unknown field `top_p`';
    const client = createServiceClient({
      baseUrl: 'https://host/v1',
      fetch: async () => Response.json({ message: words }, { status: 400 }),
    });
    const { error } = await collect(client.stream({ ...request, top_p: 1 }));
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.kind, error.refused?.name], ['badRequest', 'top_p']);
    const missing = says('The model m is unknown, top_p or not.');
    assert.equal((await answered(400, missing)).case, 'unknownModel');
  });

  it('are found wherever they are', async () => {
    for (const [body, words] of [
      [{ Message: 'The value could not be converted.' }, /could not be converted/],
      [{ errors: { '$.messages': ['The value could not be converted.'] } }, /could not be/],
      [{ title: 'Bad', errors: { a: 'It could not be converted.' } }, /a: It could not be/],
      [{ errors: 'It could not be converted.' }, /could not be converted/],
      [{ type: 'about:blank', title: 'It could not be converted.', status: 400 }, /could not be/],
      [{ title: 'Bad', detail: 'It could not be converted.' }, /^It could not be converted/],
    ] as const) {
      assert.match((await answered(400, body)).detail ?? '', words, JSON.stringify(body));
    }
  });
});
