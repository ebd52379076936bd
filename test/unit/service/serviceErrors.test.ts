import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import { readableText } from '../../../src/service/excerpt.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import type { ServiceErrorKind } from '../../../src/shared/service/serviceErrorKind.ts';
import { assertLinear } from '../../support/assertLinear.ts';

const key = 'sk-canary-0123456789abcdef';
const prompt = 'canary prompt';
const request = { model: 'm', messages: [{ role: 'user', content: prompt }] } as const;

/** The error of a call with this response. */
async function errorFor(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ServiceError> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const client = createServiceClient({
    baseUrl: 'https://host/v1',
    apiKey: key,
    fetch: async () => new Response(text, { status, headers }),
  });
  return thrownBy(client.complete(request));
}

/** The error of a call without a key, to a service that answers every request with 401. */
async function unauthorized(headers: Record<string, string>): Promise<ServiceError> {
  const fetch = async () => new Response('', { status: 401 });
  const client = createServiceClient({ baseUrl: 'https://host', headers, fetch });
  return thrownBy(client.complete(request));
}

async function thrownBy(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(error instanceof ServiceError, inspect(error));
  return error;
}

function openAi(
  message: string,
  code: string | null = null,
  type = 'invalid_request_error',
): unknown {
  return { error: { message, type, param: null, code } };
}

describe('an error status', () => {
  it('names the proxy where the proxy requires a sign-in, and not the service or its key', async () => {
    const { summary, message, code } = await errorFor(407, '<html><title>Sign in</title></html>');
    assert.equal(summary, 'The proxy requires a sign-in.');
    assert.equal(message, `${summary} (POST https://host/v1/chat/completions: 407)`);
    assert.equal(code, 'PROXY_SIGN_IN');
  });

  const kinds: readonly (readonly [status: number, body: unknown, kind: ServiceErrorKind])[] = [
    [400, openAi('messages is required'), 'badRequest'],
    [400, '', 'badRequest'],
    [401, openAi('Incorrect API key provided'), 'auth'],
    [401, '', 'auth'],
    [402, openAi('Insufficient Balance'), 'quota'],
    [403, openAi('Your plan may not use this model'), 'auth'],
    [403, { code: 30001, message: 'Sorry, your account balance is insufficient' }, 'quota'],
    [404, '<html><title>404 Not Found</title></html>', 'notFound'],
    [404, openAi('The model `m` does not exist', 'model_not_found'), 'notFound'],
    [405, '', 'notFound'],
    [408, '', 'timeout'],
    [409, '', 'badRequest'],
    [413, '', 'badRequest'],
    [422, { detail: [{ loc: ['body', 'model'], msg: 'field required' }] }, 'badRequest'],
    [429, openAi('Rate limit reached', 'rate_limit_exceeded', 'requests'), 'rateLimited'],
    [
      429,
      openAi('Rate limit reached. Add a payment method: /account/billing', 'rate_limit_exceeded'),
      'rateLimited',
    ],
    [
      429,
      openAi('You exceeded your current quota', 'insufficient_quota', 'insufficient_quota'),
      'quota',
    ],
    [429, openAi('Your credit balance is too low'), 'quota'],
    [429, { error: 'The engine is overloaded' }, 'rateLimited'],
    [429, '', 'rateLimited'],
    [500, openAi('Internal server error', null, 'server_error'), 'server'],
    [500, '', 'server'],
    [502, '<html><head><title>502 Bad Gateway</title></head></html>', 'server'],
    [503, openAi('Loading model', null, 'unavailable_error'), 'server'],
    [504, '', 'server'],
    [429, openAi('Busy', 'load_balancer_busy'), 'rateLimited'],
    [529, openAi('Overloaded'), 'server'],
    [
      400,
      openAi("This model's maximum context length is 4096 tokens", 'context_length_exceeded'),
      'contextTooLong',
    ],
    [400, openAi("This model's maximum context length is 4096 tokens"), 'contextTooLong'],
    [
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
          n_ctx: 4096,
        },
      },
      'contextTooLong',
    ],
    [413, openAi('prompt is too long: 210000 tokens > 200000 maximum'), 'contextTooLong'],
    [422, { detail: 'inputs must fit the context window' }, 'contextTooLong'],
    [500, { error: 'input is larger than the context length' }, 'contextTooLong'],
    [400, openAi('The model `m` does not exist'), 'notFound'],
    [
      400,
      openAi("Unsupported parameter: 'max_tokens' is not supported with this model."),
      'badRequest',
    ],
    [418, '', 'badRequest'],
  ];
  for (const [status, body, kind] of kinds) {
    it(`${status} ${JSON.stringify(body).slice(0, 90)} is ${kind}`, async () => {
      const error = await errorFor(status, body);
      assert.equal(error.kind, kind);
      assert.equal(error.status, status);
      assert.match(error.message, /POST https:\/\/host\/v1\/chat\/completions: \d/);
    });
  }

  it('tells a missing key from a rejected one, also where a header holds it', async () => {
    const missing = await unauthorized({});
    assert.equal(missing.summary, 'The service requires a key.');
    assert.equal(missing.isKeyMissing, true);
    for (const rejected of [await errorFor(401, ''), await unauthorized({ 'api-key': 'k' })]) {
      assert.equal(rejected.summary, 'The service rejected the key.');
      assert.equal(rejected.isKeyMissing, undefined);
    }
  });

  const details: readonly (readonly [body: unknown, detail: string | undefined])[] = [
    [openAi('words'), 'words'],
    [{ error: 'words' }, 'words'],
    [{ message: 'words' }, 'words'],
    [{ detail: 'words' }, 'words'],
    [[{ error: { code: 400, message: 'words', status: 'INVALID_ARGUMENT' } }], 'words'],
    [{ detail: [{ loc: ['body', 'n'], msg: 'too small' }, { msg: 'x' }] }, 'body.n: too small; x'],
    [{ message: { detail: [{ loc: ['body', 'n'], msg: 'too small' }] } }, 'body.n: too small'],
    ['words\n\twith \u0007 controls', 'words with controls'],
    ['<!doctype html><title> Bad\nGateway </title><p>more', undefined],
    ['<html><script>let x</script><!-- c --><p>Some <b>words</b>', 'Some words'],
    ['"words"', 'words'],
    ['', undefined],
    ['{}', undefined],
    ['[]', undefined],
    ['null', undefined],
    ['{"error":null}', undefined],
  ];
  for (const [body, detail] of details) {
    it(`says what ${JSON.stringify(body).slice(0, 70)} says`, async () => {
      const text = (await errorFor(400, body)).detail;
      assert.equal(
        text,
        typeof body === 'string' && body.includes('<title>') ? 'Bad Gateway' : detail,
      );
    });
  }

  it('holds code, request id and the time to wait', async () => {
    const error = await errorFor(
      429,
      { request_id: 'req_body', error: { message: 'slow', code: 'slow_down', type: 't' } },
      { 'retry-after': '600', 'x-request-id': 'req_header' },
    );
    assert.equal(error.code, 'slow_down');
    assert.equal(error.requestId, 'req_body');
    assert.equal(error.retryAfterMs, 600_000);
  });

  it('takes the request id from the headers and the code from the type otherwise', async () => {
    const error = await errorFor(400, openAi('x'), { 'request-id': 'req\u00e4 1' });
    assert.equal(error.requestId, 'req\u00e4 1');
    assert.equal(error.code, 'invalid_request_error');
  });

  it('calls an unknown model by one code, whatever the service calls it', async () => {
    for (const message of ["model 'm' not found, try pulling it first", 'Unknown model: m']) {
      const error = await errorFor(404, { error: { message, type: 'NotFoundError', code: 404 } });
      assert.equal(error.code, 'model_not_found');
    }
    assert.equal((await errorFor(404, { detail: 'Not Found' })).code, undefined);
  });

  it('does not call the key wrong where the service names a region, plan or model', async () => {
    for (const message of [
      'Country, region, or territory not supported',
      'Your plan may not use this model',
      'Forbidden',
    ]) {
      const error = await errorFor(403, openAi(message));
      assert.equal(error.kind, 'auth');
      assert.doesNotMatch(error.message, /key/);
    }
    for (const [message, code] of [
      ['Unauthorized: your plan does not include this model', null],
      ['You are not allowed to use this service in your region', 'unauthorized'],
      ['This subscription is unauthorised for the model m', 'unauthorized_model'],
    ] as const) {
      assert.doesNotMatch((await errorFor(403, openAi(message, code))).message, /key/);
    }
    for (const code of ['invalid_api_key', 'authentication_error', 'unauthorized']) {
      assert.match((await errorFor(403, openAi('no', code))).message, /key/);
    }
    assert.match((await errorFor(403, openAi('Unauthorized'))).message, /key/);
    assert.match((await errorFor(403, openAi('Invalid API key'))).message, /key/);
    assert.match((await errorFor(401, openAi('Region'))).message, /key/);
  });

  it('within a completion says what it is about', async () => {
    const kinds: readonly (readonly [body: unknown, kind: ServiceErrorKind])[] = [
      [openAi('no', 'invalid_api_key'), 'auth'],
      [{ error: { message: 'no', code: 403 } }, 'auth'],
      [{ error: 'Missing API key' }, 'auth'],
      [{ error: 'The model m-1.5 was taken offline.' }, 'notFound'],
      [{ error: 'The request failed' }, 'server'],
    ];
    for (const [body, kind] of kinds) {
      assert.equal((await errorFor(200, body)).kind, kind, JSON.stringify(body));
    }
  });

  it('is bounded', async () => {
    const error = await errorFor(400, '😀'.repeat(100_000));
    assert.ok(error.detail !== undefined && error.detail.length <= 500);
    assert.match(error.detail, /😀…$/u);
    const large = await errorFor(400, openAi('m'.repeat(2000), 'c'.repeat(2000)), {
      'x-request-id': 'r'.repeat(2000),
    });
    assert.equal(large.detail?.length, 500);
    assert.equal(large.code?.length, 200);
    assert.equal(large.requestId?.length, 200);
  });

  it('takes no long time over hostile HTML', async () => {
    for (const piece of ['<script', '<!--', '<', '<title', '<title>', ' <']) {
      assert.equal((await errorFor(500, `<${piece.repeat(20_000)}`)).kind, 'server');
      assertLinear(2500, (size) => () => readableText(`<${piece.repeat(size)}`));
    }
  });

  it('takes no long time over words that are repeated', async () => {
    const startMs = performance.now();
    for (const status of [200, 400, 500]) {
      const error = await errorFor(status, openAi('model context quota '.repeat(200_000)));
      assert.equal(error.detail?.length, 500);
    }
    assert.ok(performance.now() - startMs < 2000);
  });

  it('never names the key as a value that is accepted', async () => {
    const refusedBy = async (values: string) => {
      const message = `Supported values are: ${values}.`;
      const body = { error: { message, param: 'reasoning_effort' } };
      const client = createServiceClient({
        baseUrl: 'https://host',
        apiKey: key,
        fetch: async () => Response.json(body, { status: 400 }),
      });
      const effort = { ...request, fields: { reasoning_effort: 'max' } };
      return (await thrownBy(client.complete(effort))).refused;
    };
    assert.deepEqual((await refusedBy(`'low', '${key}'`))?.values, ['low']);
    assert.deepEqual(await refusedBy(`'${key}'`), { name: 'reasoning_effort', isValue: true });
  });

  it('never repeats the key or the prompt, however the service echoes the key', async () => {
    const echoes = [
      key,
      key.slice(0, 12),
      encodeURIComponent(`Bearer ${key}`),
      Buffer.from(`:${key}`).toString('base64'),
      `${'x'.repeat(490)}${key}`,
    ];
    const bodies = echoes.flatMap((echo) => [
      echo,
      `<title>${echo}</title>`,
      { error: { message: echo, code: echo, type: echo }, id: echo },
      { error: echo },
      [{ detail: [{ loc: [echo], msg: echo }] }],
    ]);
    for (const status of [400, 401, 404, 413, 422, 429, 500]) {
      for (const body of bodies) {
        const error = await errorFor(status, body, { 'x-request-id': key, 'cf-ray': key });
        const all = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error);
        assert.ok(!all.includes(key.slice(3, 13)) && !all.includes(prompt), all);
        assert.ok(!all.includes(Buffer.from(key).toString('base64').slice(2, 14)), all);
      }
    }
  });
});

function failing(error: unknown): Promise<ServiceError> {
  const fetch = async (): Promise<Response> => {
    throw error;
  };
  const client = createServiceClient({ baseUrl: 'https://host', apiKey: key, fetch });
  return thrownBy(client.complete(request));
}

const withCode = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('inner'), { code }) });

const throwAtOnce = (): never => {
  throw new TypeError('no');
};

describe('a failure of fetch', () => {
  const codes: readonly (readonly [code: string, kind: ServiceErrorKind, words: RegExp])[] = [
    ['ENOTFOUND', 'network', /host name/],
    ['ECONNRESET', 'network', /lost before/],
    ['UND_ERR_SOCKET', 'network', /lost before/],
    ['UND_ERR_CONNECT_TIMEOUT', 'network', /did not respond/],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', /No reply began/],
    // With a proxy, none of these says whose certificate or host it is.
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', /certificate of the host or of a proxy is not/],
    ['ERR_PROXY_CERTIFICATE_INVALID', 'network', /certificate of the host or of a proxy is not/],
    ['CERT_HAS_EXPIRED', 'network', /certificate of the host or of a proxy has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'network', /certificate belongs to another host/],
    ['UND_ERR_PRX_TLS', 'network', /certificate belongs to another host/],
    ['EWHATEVER', 'network', /could not be reached/],
  ];
  for (const [code, kind, words] of codes) {
    it(`${code} is ${kind}`, async () => {
      const error = await failing(withCode(code));
      assert.equal(error.kind, kind);
      assert.equal(error.code, code);
      assert.match(error.message, words);
      assert.match(error.message, /POST https:\/\/host\/v1\/chat\/completions/);
    });
  }

  it('finds the code among the errors of several addresses', async () => {
    const inner = Object.assign(new Error('no'), { code: 'ENETUNREACH' });
    assert.equal((await failing(new AggregateError([inner], 'all failed'))).code, 'ENETUNREACH');
  });

  it('keeps the cause without what may hang on it', async () => {
    const cause = Object.assign(new Error(`connect with ${key} failed`), {
      code: 'EWHATEVER',
      config: { headers: { Authorization: `Bearer ${key}` }, data: prompt },
    });
    const error = await failing(new TypeError('fetch failed', { cause }));
    const all = inspect(error, { depth: 10, showHidden: true });
    assert.ok(!all.includes(key) && !all.includes(prompt), all);
    assert.ok(error.cause instanceof Error && error.cause.cause instanceof Error);
    assert.equal(error.cause.message, 'fetch failed');
    assert.equal(error.cause.cause.message, 'connect with [key] failed');
    assert.equal((error.cause.cause as NodeJS.ErrnoException).code, 'EWHATEVER');
  });

  it('may throw anything', async () => {
    for (const thrown of [undefined, null, 'text', {}, new DOMException('x', 'AbortError')]) {
      assert.equal((await failing(thrown)).kind, 'network');
    }
  });

  it('may throw at once', async () => {
    const client = createServiceClient({ baseUrl: 'https://host', fetch: throwAtOnce });
    assert.equal((await thrownBy(client.listModels())).kind, 'network');
  });
});
