import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import type { ServiceDiagnostic } from '../../../../src/service/endpoint.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import type { ServiceEvent } from '../../../../src/shared/service/chatCompletion.ts';
import { bodyOf, bytewise } from '../../../support/service/bodyOf.ts';
import { collect } from '../../../support/collect.ts';
import { chunk, replyStream } from '../../../support/service/scripts.ts';
import {
  cases,
  completed,
  data,
  failures,
  hello,
  joined,
  read,
  reasoning,
  request,
  started,
  stop,
  text,
  truncated,
  usage,
} from '../../../support/service/streamBodies.ts';

const deep = '['.repeat(9000) + ']'.repeat(9000);

describe('stream', () => {
  for (const [name, body, events, skipped, damaged = 0] of cases) {
    it(`reads ${name}`, async () => {
      const bytes = new TextEncoder().encode(body);
      for (const pieces of [[bytes], bytewise(bytes)]) {
        const result = await read(pieces);
        assert.equal(result.error, undefined);
        assert.deepEqual(joined(result.events), joined(events));
        const reports = result.diagnostics.filter((one) => one.kind === 'skippedEvents');
        assert.deepEqual(
          reports.map(({ count, damaged }) => ({ count, damaged })),
          skipped === undefined ? [] : [{ count: skipped, damaged }],
        );
      }
    });
  }

  for (const [name, body, events, kind, facts = {}] of failures) {
    it(`fails on ${name}, after what came before`, async () => {
      const bytes = new TextEncoder().encode(body);
      for (const pieces of [[bytes], bytewise(bytes)]) {
        const result = await read(pieces);
        assert.deepEqual(joined(result.events), joined(events));
        assert.equal(result.error?.kind, kind);
        assert.match(result.error.message, /POST https:\/\/host\/v1\/chat\/completions/);
        for (const [fact, value] of Object.entries(facts)) {
          assert.equal(result.error[fact as 'code' | 'detail'], value);
        }
      }
    });
  }

  it('keeps the text of a chunk with numbers that JSON does not have', async () => {
    const written = chunk({ content: 'NaN "Infinity"' }, 'stop').replace(
      '"choices"',
      '"logprobs":{"a":-Infinity,"b":[NaN, Infinity]},"choices"',
    );
    const { events, diagnostics } = await read([data(written, '[DONE]')]);
    assert.deepEqual(events, [started, text('NaN "Infinity"'), completed()]);
    assert.deepEqual(diagnostics, []);
  });

  it('drops a usage field that is nested too deep to be stored, and keeps details', async () => {
    const details = { total_tokens: 1, prompt_tokens_details: { cached_tokens: 1 } };
    const written = chunk({}, 'stop', { usage: { deep: 0, ...details } });
    const { events } = await read([data(written.replace('"deep":0', `"deep":${deep}`), '[DONE]')]);
    assert.deepEqual(events, [started, { kind: 'usage', usage: details }, completed()]);
  });

  it('fails on an error that is nested without end as on any other', async () => {
    const { events, error } = await read([data(hello), `event: error\ndata: ${deep}\n\n`]);
    assert.deepEqual(events, [started, text('Hello')]);
    assert.equal(error?.kind, 'stream');
  });

  it('reports what it passes over by place and length only', async () => {
    const { diagnostics } = await read([data(hello, 'secret', stop, '[DONE]')]);
    assert.deepEqual(diagnostics, [
      { kind: 'skippedEvents', count: 1, damaged: 0, firstIndex: 1, firstLength: 6 },
    ]);
  });

  for (const [name, body, expected] of [
    [
      'no [DONE] after the finish reason',
      data(hello, stop),
      [{ kind: 'endMarkMissing', isBroken: false }],
    ],
    ['[DONE]', data(hello, stop, '[DONE]'), []],
    ['[DONE] alone', data(hello, '[DONE]'), []],
    ['neither', data(hello), []],
  ] as const) {
    it(`reports a missing end mark, or not, with ${name}`, async () => {
      assert.deepEqual((await read([body])).diagnostics, expected);
    });
  }

  it('reports that the connection broke after the finish reason', async () => {
    const diagnostics: ServiceDiagnostic[] = [];
    const pieces = [data(hello, stop)];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) {
          controller.error(new TypeError('terminated'));
        } else {
          controller.enqueue(new TextEncoder().encode(piece));
        }
      },
    });
    const client = createServiceClient({
      baseUrl: 'https://host',
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    });
    const onDiagnostic = (diagnostic: ServiceDiagnostic): void => void diagnostics.push(diagnostic);
    const { events, error } = await collect(client.stream(request, { onDiagnostic }));
    assert.equal(error, undefined);
    assert.deepEqual(events.at(-1), completed());
    assert.deepEqual(diagnostics, [{ kind: 'endMarkMissing', isBroken: true }]);
  });

  it('takes the request id from the headers of the service, else from the chunks', async () => {
    const ids = [
      [{ 'x-request-id': 'req_1', 'cf-ray': 'ray' }, '"id":"chatcmpl-1",', 'req_1'],
      [{ 'x-amzn-requestid': 'req_2' }, '', 'req_2'],
      [{ 'x-request-id': '' }, '"id":"chatcmpl-1",', 'chatcmpl-1'],
      [{ 'cf-ray': 'ray' }, '"id":"chatcmpl-1",', 'chatcmpl-1'],
      [{ 'cf-ray': 'ray' }, '', 'ray'],
    ] as const;
    for (const [headers, id, requestId] of ids) {
      const client = createServiceClient({
        baseUrl: 'https://host',
        fetch: async () =>
          new Response(`data: {${id}"choices":[{"delta":{"content":"a"}}]}\n\n`, {
            headers: { 'content-type': 'text/event-stream', ...headers },
          }),
      });
      const { events } = await collect(client.stream(request));
      const facts = { model: undefined, created: undefined };
      assert.deepEqual(events[0], { kind: 'started', requestId, ...facts });
    }
  });
});

describe('the events of a stream', () => {
  const failing = data(hello, '{"error":"boom"}');
  function open(
    body: string | readonly string[],
    signal?: AbortSignal,
  ): AsyncIterator<ServiceEvent> {
    const headers = { 'content-type': 'text/event-stream' };
    const client = createServiceClient({
      baseUrl: 'https://host',
      fetch: async () => new Response(bodyOf(...[body].flat()), { headers }),
    });
    const events = client.stream(request, { signal });
    return events[Symbol.asyncIterator]();
  }

  it('come once each and in order to those who ask before they have arrived', async () => {
    const body = replyStream(['a', 'b', 'c']);
    for (const [pieces, texts] of [
      [body, [text('abc')]],
      [body.split(/(?<=\n\n)/), [text('a'), text('b'), text('c')]],
    ] as const) {
      const events = open(pieces);
      const expected = [started, ...texts, completed(), undefined, undefined];
      const results = await Promise.all(Array.from(expected, () => events.next()));
      assert.deepEqual(
        results.map(({ value }) => value),
        expected,
      );
    }
  });

  it('end after the last one', async () => {
    const events = open(replyStream([]));
    assert.deepEqual(await events.next(), { done: false, value: started });
    assert.deepEqual(await events.next(), { done: false, value: completed() });
    assert.deepEqual(await events.next(), { done: true, value: undefined });
    assert.deepEqual(await events.next(), { done: true, value: undefined });
  });

  it('end after an error, which comes after the events before it', async () => {
    const events = open(failing);
    assert.deepEqual((await events.next()).value, started);
    assert.deepEqual((await events.next()).value, text('Hello'));
    await assert.rejects(events.next(), { name: 'ServiceError', kind: 'stream' });
    assert.deepEqual(await events.next(), { done: true, value: undefined });
  });

  it('end when the loop is left, also those that have arrived', async () => {
    const events = open(replyStream(['a', 'b']));
    await events.next();
    assert.deepEqual(await events.return?.(), { done: true, value: undefined });
    assert.deepEqual(await events.next(), { done: true, value: undefined });
  });

  it('end with an abort, also those that have arrived', async () => {
    const controller = new AbortController();
    const events = open(replyStream(['a', 'b']), controller.signal);
    await events.next();
    controller.abort(new Error('enough'));
    await assert.rejects(events.next(), { name: 'ServiceError', kind: 'aborted' });
    assert.deepEqual(await events.next(), { done: true, value: undefined });
  });
});

describe('an answer to stream', () => {
  const reply = JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'test-model',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Hello', reasoning: 'r' },
        finish_reason: 'length',
      },
    ],
    usage,
  });
  const replyEvents = [
    started,
    reasoning('r'),
    text('Hello'),
    { kind: 'usage', usage },
    truncated('length'),
  ];

  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/problem+json',
    'text/plain',
    'text/event-stream',
    'text/html',
    'image/png',
    null,
  ]) {
    it(`that is JSON, as ${type}, is read as a standard reply`, async () => {
      for (const body of [reply, `\n\n  ${reply}\n`, `\uFEFF${reply}`, `\n\uFEFF ${reply}`]) {
        const { events, error } = await read(bytewise(new TextEncoder().encode(body)), type);
        assert.equal(error, undefined);
        assert.deepEqual(events, replyEvents);
      }
    });
  }

  for (const type of [
    'text/event-stream',
    'TEXT/Event-Stream;charset=UTF-8',
    'text/plain',
    'application/octet-stream',
    'application/json',
    'application/x-ndjson',
    'text/html; charset=utf-8',
    'image/png',
    null,
  ]) {
    it(`that is an event stream, as ${type}, is read as one`, async () => {
      for (const body of [
        replyStream(['a']),
        `: hi\n${replyStream(['a'])}`,
        `\n\r\n${replyStream(['a'])}`,
        `\uFEFF${replyStream(['a'])}`,
        ` \n\uFEFF  event: message\n${replyStream(['a'])}`,
      ]) {
        const { events } = await read(bytewise(new TextEncoder().encode(body)), type);
        assert.deepEqual(events, [started, text('a'), completed()]);
      }
    });
  }

  const refused: readonly (readonly [type: string | null, body: string])[] = [
    ['text/html; charset=utf-8', '<!doctype html><title>Sign in</title>'],
    ['text/html', `<!-- data: {} -->${replyStream(['a'])}`],
    ['image/png', '\u0089PNG'],
    ['text/plain', 'Internal error'],
    [null, 'retryable'],
    [null, ''],
    ['application/xml', '<a/>'],
  ];
  for (const [type, body] of refused) {
    it(`${JSON.stringify(body.slice(0, 12))} as ${type} is refused with address and type`, async () => {
      const { events, error } = await read([body], type);
      assert.deepEqual(events, []);
      assert.equal(error?.kind, 'protocol');
      assert.ok(error.message.includes(type ?? 'without a content type'), error.message);
      assert.ok(error.message.includes('POST https://host/v1/chat/completions'), error.message);
    });
  }

  it('says what an HTML page says', async () => {
    const { error } = await read(['<!doctype html><title>Sign in</title>'], 'text/html');
    assert.equal(error?.detail, 'Sign in');
  });

  it('that is a JSON error object is an error', async () => {
    const { error } = await read(['{"error":{"message":"boom"}}'], 'application/json');
    assert.equal(error?.kind, 'server');
    assert.equal(error.detail, 'boom');
  });

  for (const body of [
    '{"choices":[]}',
    '{}',
    '[]',
    '{"object":"list","data":[]}',
    '{"choices":',
    'null',
    '',
  ]) {
    it(`that is the JSON ${JSON.stringify(body)} is no reply`, async () => {
      const { events, error } = await read([body], 'application/json');
      assert.deepEqual(events, []);
      assert.equal(error?.kind, 'protocol');
    });
  }

  it('without content is refused', async () => {
    const client = createServiceClient({
      baseUrl: 'https://host',
      fetch: async () => new Response(null, { status: 204 }),
    });
    const { error } = await collect(client.stream(request));
    assert.ok(error instanceof ServiceError && error.kind === 'protocol');
  });
});
