import assert from 'node:assert/strict';
import { boundedFields } from '../../../src/service/boundedFields.ts';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import { readModelPage } from '../../../src/service/client/modelPage.ts';
import { refusedField } from '../../../src/service/errors/refusedField.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import type { WireObject } from '../../../src/shared/guards.ts';
import type { ServiceEvent } from '../../../src/shared/service/chatCompletion.ts';
import { collect } from '../../support/collect.ts';
import { chunk } from '../../support/service/scripts.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
const mebi = 1024 * 1024;
const hello = `data: ${chunk({ content: 'a' })}\n\n`;

/** A client of a service that answers with `first`, and then with `piece` without end. */
function endless(first: string, piece: string) {
  const encoder = new TextEncoder();
  const bytes = encoder.encode(piece);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    pull(controller) {
      sent += bytes.length;
      controller.enqueue(bytes);
    },
  });
  const fetch = async (): Promise<Response> =>
    new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  return { client: createServiceClient({ baseUrl: 'https://host', fetch }), sent: () => sent };
}

function answering(body: string, status = 200): ReturnType<typeof createServiceClient> {
  const headers = { 'content-type': 'application/json' };
  const fetch = async (): Promise<Response> => new Response(body, { status, headers });
  return createServiceClient({ baseUrl: 'https://host', apiKey: 'sk-0123456789', fetch });
}

describe('what a service says without end', () => {
  for (const [name, piece, mostBytes] of [
    ['lines of data without an empty line', 'data:\n'.repeat(10_000), 2 * mebi],
    ['the same with CRLF', 'data:\r\n'.repeat(10_000), 2 * mebi],
    ['a line without an end', 'x'.repeat(mebi), 18 * mebi],
  ] as const) {
    it(`is bounded while it grows: ${name}`, async () => {
      const { client, sent } = endless(`${hello}data: `, piece);
      const { events, error } = await collect(client.stream(request));
      assert.deepEqual(
        events.map(({ kind }) => kind),
        ['started', 'text'],
      );
      assert.ok(error instanceof ServiceError && error.kind === 'protocol');
      assert.ok(sent() <= mostBytes, `${sent()} bytes`);
    });
  }

  it('ends a reply at 16 Mi characters, which are kept', async () => {
    const piece = `data: ${chunk({ content: 'x'.repeat(mebi - 1), reasoning: 'r' })}\n\n`;
    const { events, error } = await collect(endless(hello, piece).client.stream(request));
    const said = events.flatMap((event) => ('text' in event ? [event.text] : []));
    assert.equal(
      said.reduce((sum, { length }) => sum + length, 0),
      16 * mebi,
    );
    assert.ok(error instanceof ServiceError && error.kind === 'protocol');
    assert.match(error.message, /longer than the limit of 16,777,216 characters/);
  });
});

describe('a whole reply of megabytes', () => {
  const wholeReply = (content: string, message: object = {}): string =>
    JSON.stringify({
      choices: [{ message: { content, ...message }, finish_reason: 'stop' }],
      usage: { completion_tokens: 1 },
    });

  it('ends at 16 Mi characters, which are kept', async () => {
    const body = wholeReply('x'.repeat(17 * mebi), { reasoning: 'r'.repeat(mebi) });
    const { events, error } = await collect(answering(body).stream(request));
    const said = events.flatMap((event) => ('text' in event ? [event.text] : []));
    assert.equal(
      said.reduce((sum, { length }) => sum + length, 0),
      16 * mebi,
    );
    assert.deepEqual(events.at(-1), { kind: 'usage', usage: { completion_tokens: 1 } });
    assert.ok(error instanceof ServiceError && error.kind === 'protocol');
    assert.match(error.message, /longer than the limit of 16,777,216 characters/);
    await assert.rejects(answering(body).complete(request), { kind: 'protocol' });
  });

  it('comes in pieces as a stream does, between which other work is done', async () => {
    const content = `a${'😀'.repeat(100_000)}`;
    const pieces: string[] = [];
    let turns = 0;
    for await (const event of answering(wholeReply(content)).stream(request)) {
      if (event.kind === 'text') {
        setTimeout(() => (turns += 1));
        assert.equal(turns, pieces.length);
        pieces.push(event.text);
      }
    }
    assert.equal(pieces.join(''), content);
    assert.ok(pieces.length > 2 && pieces.every((piece) => piece.isWellFormed()));
  });

  it('ends in the middle if it is stopped', async () => {
    const stop = new AbortController();
    const body = wholeReply('x'.repeat(mebi));
    const { events, error } = await collect(
      aborting(answering(body).stream(request, { signal: stop.signal }), stop),
    );
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['started', 'text'],
    );
    assert.ok(error instanceof ServiceError && error.kind === 'aborted');
  });
});

/** The same events; stops at the first text. */
async function* aborting(events: AsyncIterable<ServiceEvent>, stop: AbortController) {
  for await (const event of events) {
    yield event;
    if (event.kind === 'text') {
      stop.abort();
    }
  }
}

describe('megabytes in a field', () => {
  const long = 'model quota key '.repeat(mebi / 8);
  const deep = '['.repeat(mebi) + ']'.repeat(mebi);

  it('of an error are cut', async () => {
    const problem = { loc: Array.from({ length: 1000 }, () => 'x'.repeat(1000)), msg: long };
    for (const status of [200, 400, 500]) {
      for (const body of [
        JSON.stringify({ error: { message: long, code: long, type: long }, id: long }),
        JSON.stringify({ error: long, detail: [problem.loc, problem.loc] }),
        JSON.stringify({
          object: 'error',
          detail: [problem, ...Array.from({ length: 100_000 }, () => ({ msg: 'x' }))],
        }),
        `{"error":${deep}}`,
      ]) {
        const { error } = await collect(answering(body, status).stream(request));
        assert.ok(error instanceof ServiceError, String(error));
        assert.ok((error.detail?.length ?? 0) <= 500);
        assert.ok((error.code?.length ?? 0) <= 200 && (error.requestId?.length ?? 0) <= 200);
      }
    }
  });

  it('of a chunk are cut or left out', async () => {
    const usage = { total_tokens: 1, note: long, x: { y: long } };
    const fields = { id: long, model: long, usage };
    const { client } = endless(
      `data: ${chunk({ content: 'a' }, long, fields)}\n\ndata: [DONE]\n\n`,
      '',
    );
    const { events, error } = await collect(client.stream(request));
    assert.equal(error, undefined);
    assert.ok(JSON.stringify(events).length < 2000);
    assert.deepEqual(events.at(-2), { kind: 'usage', usage: { total_tokens: 1 } });
  });

  it('of a model list are left out, and depth is no raw error', async () => {
    const list = { data: [{ id: 'a', note: long, owned_by: 'b' }, { id: long }, { id: 'c' }] };
    assert.deepEqual(await answering(JSON.stringify(list)).listModels(), [
      { id: 'a', owned_by: 'b' },
      { id: 'c' },
    ]);
    const nested = `{"data":[{"id":"a","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}`;
    assert.deepEqual(await answering(nested).listModels(), [{ id: 'a' }]);
    await assert.rejects(answering(deep).listModels(), ServiceError);
  });
});

/** A value, and how many of its fields have been read. */
function watched<T extends object>(value: T) {
  let count = 0;
  const watching = new Proxy(value, {
    get(target, name): unknown {
      count += 1;
      return Reflect.get(target, name);
    },
  });
  return { value: watching, count: () => count };
}

describe('a value with a million values in it', () => {
  const many = Array.from({ length: 1_000_000 }, () => 1);
  const fields = (count: number, value: unknown): WireObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]));

  it('is left out of what is kept, and not looked through', () => {
    const list = watched(many);
    const object = watched(fields(100_000, 1));
    assert.deepEqual(boundedFields({ a: 1, list: list.value, inner: [object.value] }), { a: 1 });
    assert.ok(list.count() < 10, `${list.count()}`);
    assert.ok(object.count() < 2000, `${object.count()}`);
  });

  it('is kept no further than 200 of its fields', () => {
    const object = watched(fields(100_000, 1));
    assert.equal(Object.keys(boundedFields(object.value)).length, 200);
    assert.equal(object.count(), 200);
  });

  it('is no model list beyond 20,000 models', () => {
    const data = watched(fields(30_000, {}));
    assert.equal(readModelPage({ data: data.value })?.models.length, 20_000);
    assert.ok(data.count() < 21_000, `${data.count()}`);
  });

  it('is no error that names a field', () => {
    const list = watched(many);
    const object = watched(fields(100_000, 1));
    const answer = { error: { param: 'seed', list: list.value, inner: object.value } };
    assert.equal(refusedField(answer, ['seed'])?.name, 'seed');
    assert.ok(list.count() < 600 && object.count() < 600, `${list.count()}, ${object.count()}`);
  });
});
