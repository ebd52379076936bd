import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { collect } from '../../../support/collect.ts';
import { chunk, eventStream, json, replyStream, text } from '../../../support/service/scripts.ts';
import { joined } from '../../../support/service/streamBodies.ts';
import { withService } from '../../../support/service/withService.ts';

const key = 'sk-canary-0123456789';
const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'm-2024',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
};

async function kindOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no error',
    (error: unknown) => (error instanceof ServiceError ? error.kind : String(error)),
  );
}

describe('listModels', () => {
  it('gives the models as the service sent them, in its order', async () => {
    const models = [
      { id: 'Qwen2.5 coder_1', object: 'model', created: 0, owned_by: 'alice' },
      {
        id: ' a-b ',
        object: 'model',
        created: 1_700_000_000,
        owned_by: 'bob',
        context_length: 8192,
      },
      { id: 'bare' },
    ];
    await withService([json({ object: 'list', data: models })], async ({ client, service }) => {
      assert.deepEqual(await client.listModels(), models);
      const [sent] = service.requests;
      assert.equal(`${sent?.method} ${sent?.url} ${sent?.body}`, 'GET /v1/models ');
    });
  });

  it('leaves out what has no id and what is of a wrong type', async () => {
    const data = [
      { id: 5 },
      null,
      ['x'],
      {},
      { id: '' },
      { id: 'a', owned_by: null, created: 'x', y: 1 },
    ];
    await withService([json({ data })], async ({ client }) => {
      assert.deepEqual(await client.listModels(), [{ id: 'a', y: 1 }]);
    });
  });

  it('takes a bare list, and an empty one', async () => {
    await withService([json([{ id: 'a' }]), json({ data: [] })], async ({ client }) => {
      assert.deepEqual(await client.listModels(), [{ id: 'a' }]);
      assert.deepEqual(await client.listModels(), []);
    });
  });

  it('refuses what is no list', async () => {
    const scripts = [
      json({}),
      json({ data: {} }),
      json('x'),
      text('<title>Hi</title>', 'text/html'),
      text('{"data":[', 'application/json'),
      eventStream('data: {}\n\n'),
    ];
    await withService(scripts, async ({ client }) => {
      for (let count = 0; count < scripts.length; count += 1) {
        assert.equal(await kindOf(client.listModels()), 'protocol');
      }
    });
  });
});

describe('complete', () => {
  it('gives the reply and what the service says of it', async () => {
    await withService([json(completion)], async ({ client, service }) => {
      assert.deepEqual(await client.complete({ ...request, max_tokens: 5 }), {
        requestId: 'chatcmpl-1',
        model: 'm-2024',
        created: 1_700_000_000,
        text: 'Hello',
        reasoning: '',
        usage: completion.usage,
        finishReason: 'stop',
        outcome: 'completed',
      });
      const [sent] = service.requests;
      assert.equal(`${sent?.method} ${sent?.url}`, 'POST /v1/chat/completions');
      assert.deepEqual(JSON.parse(sent?.body ?? ''), { ...request, max_tokens: 5, stream: false });
      assert.equal(sent?.headers['content-type'], 'application/json');
    });
  });

  it('says when the reply is cut, and does without usage and id', async () => {
    const choices = [
      { message: { content: null, reasoning_content: 'r' }, finish_reason: 'length' },
    ];
    await withService([json({ choices }, 200, { 'x-request-id': 'req_1' })], async ({ client }) => {
      assert.deepEqual(await client.complete(request), {
        requestId: 'req_1',
        model: undefined,
        created: undefined,
        text: '',
        reasoning: 'r',
        finishReason: 'length',
        outcome: 'truncated',
      });
    });
  });

  it('reads an event stream that comes instead', async () => {
    const usage = { total_tokens: 3 };
    const body = `data: ${chunk({}, null, { choices: [], usage })}\n\n${replyStream(['Hel', 'lo'])}`;
    await withService([eventStream(body)], async ({ client }) => {
      const reply = await client.complete(request);
      assert.equal(reply.text, 'Hello');
      assert.deepEqual(reply.usage, usage);
      assert.equal(reply.finishReason, 'stop');
      assert.equal(reply.outcome, 'completed');
      assert.equal(reply.model, 'test-model');
    });
  });
});

describe('the client on the wire', () => {
  it('sends the key and the headers of the user, and asks for a stream', async () => {
    await withService(
      [eventStream(replyStream(['a']))],
      async ({ client, service }) => {
        await collect(client.stream(request));
        const [sent] = service.requests;
        assert.equal(sent?.headers['authorization'], `Bearer ${key}`);
        assert.equal(sent?.headers['x-title'], 'Parley');
        assert.equal(sent?.headers['accept'], 'text/event-stream');
        assert.deepEqual(JSON.parse(sent?.body ?? ''), {
          ...request,
          stream: true,
          stream_options: { include_usage: true },
          seed: 1,
        });
      },
      { apiKey: key, headers: { 'X-Title': 'Parley' }, extraBody: { seed: 1 } },
    );
  });

  it('sends nothing before the first event is asked for, and once only', async () => {
    await withService([eventStream(replyStream(['a']))], async ({ client, service }) => {
      const reply = client.stream(request);
      assert.equal(service.requests.length, 0);
      assert.equal((await collect(reply)).events.length, 3);
      assert.equal((await collect(reply)).events.length, 0);
      assert.equal(service.requests.length, 1);
    });
  });

  it('sends nothing that is refused', async () => {
    await withService([json(completion)], async ({ client, service }) => {
      assert.equal(await kindOf(client.complete({ ...request, temperature: 3 })), 'badRequest');
      const { error } = await collect(client.stream({ ...request, top_p: -1 }));
      assert.ok(error instanceof ServiceError && /top_p.*0 to 1/.test(error.message));
      for (const options of [{ apiKey: 'a\nb' }, { headers: { host: 'x' } }]) {
        const other = createServiceClient({ baseUrl: service.origin, ...options });
        assert.match(await kindOf(other.listModels()), /auth|badRequest/);
      }
      assert.equal(service.requests.length, 0);
    });
    assert.equal(
      await kindOf(createServiceClient({ baseUrl: 'ftp://x' }).listModels()),
      'badRequest',
    );
  });

  it('reads a compressed reply', async () => {
    const body = replyStream(['Hel', 'lo']);
    const compressed = [
      ['gzip', gzipSync(body)],
      ['br', brotliCompressSync(body)],
    ] as const;
    for (const [encoding, bytes] of compressed) {
      await withService(
        [
          async (answer) => {
            const headers = { 'content-type': 'text/event-stream', 'content-encoding': encoding };
            await answer.head(200, headers);
            await answer.drip(bytes, 7);
          },
        ],
        async ({ client }) => {
          const { events } = await collect(client.stream(request));
          assert.deepEqual(
            joined(events).map((event) => ('text' in event ? event.text : event.kind)),
            ['started', 'Hello', 'ended'],
          );
        },
      );
    }
  });

  it('reads a reply that drips byte by byte', async () => {
    await withService(
      [
        async (answer) => {
          await answer.head(200, { 'content-type': 'text/event-stream' });
          await answer.drip(replyStream(['é漢😀']));
        },
      ],
      async ({ client }) => {
        const { events } = await collect(client.stream(request));
        assert.deepEqual(events[1], { kind: 'text', text: 'é漢😀' });
      },
    );
  });

  it('ends at [DONE], though the service keeps the connection open, and closes it', async () => {
    await withService(
      [
        async (answer) => {
          await answer.head(200, { 'content-type': 'text/event-stream' });
          await answer.send(replyStream(['a']));
          await answer.stall();
        },
      ],
      async ({ client, service }) => {
        const reply = client.stream(request)[Symbol.asyncIterator]();
        while ((await reply.next()).value?.kind !== 'ended');
        await service.requests[0]?.closed;
      },
    );
  });

  it('keeps the connection where the body ends a moment after [DONE]', async () => {
    let isOver = Promise.withResolvers<void>();
    const noticing: typeof fetch = async (...call) => {
      const { body, status, headers } = await fetch(...call);
      call[1]?.signal?.addEventListener('abort', () => isOver.resolve());
      const end = new TransformStream<Uint8Array, Uint8Array>({ flush: () => isOver.resolve() });
      return new Response(body?.pipeThrough(end) ?? null, { status, headers });
    };
    await withService(
      [
        async (answer) => {
          await answer.head(200, { 'content-type': 'text/event-stream' });
          await answer.send(replyStream(['a']));
          await answer.request.goOn;
        },
      ],
      async ({ client, service }) => {
        for (let count = 1; count <= 3; count += 1) {
          isOver = Promise.withResolvers();
          await collect(client.stream(request));
          service.requests[count - 1]?.letGoOn();
          await isOver.promise;
          // `fetch` puts the connection back a moment after the end of the body.
          await setImmediate();
        }
        assert.equal(service.connections, 1);
      },
      { fetch: noticing },
    );
  });

  it('gets over a kept connection that the service has closed', async () => {
    await withService([json({ data: [] })], async ({ client, service }) => {
      for (let count = 1; count <= 5; count += 1) {
        await client.listModels();
        service.disconnect();
        await service.requests[count - 1]?.closed;
      }
      assert.equal(service.requests.length, 5);
    });
  });

  it('refuses an answer beyond 64 MiB', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(0x61);
    const client = createServiceClient({
      baseUrl: 'https://host',
      fetch: async () =>
        new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }), {
          headers: { 'content-type': 'application/json' },
        }),
    });
    await assert.rejects(client.complete(request), /larger than 64 MiB/);
  });

  it('asks `fetch` for no cookies, no cache and no redirects', async () => {
    let init: RequestInit = {};
    const client = createServiceClient({
      baseUrl: 'https://host',
      fetch: async (_url, given) => {
        init = given;
        return Response.json({ data: [] });
      },
    });
    await client.listModels();
    assert.equal(init.credentials, 'omit');
    assert.equal(init.cache, 'no-store');
    assert.equal(init.redirect, 'manual');
  });

  it('cancels the late response of a `fetch` that ignores its signal', async () => {
    const late = Promise.withResolvers<Response>();
    const cancelled = Promise.withResolvers<void>();
    const client = createServiceClient({
      baseUrl: 'https://host',
      fetch: async () => late.promise,
    });
    const abort = new AbortController();
    const stopped = assert.rejects(client.listModels({ signal: abort.signal }), /stopped/);
    abort.abort();
    await stopped;
    late.resolve(new Response(new ReadableStream({ cancel: () => cancelled.resolve() })));
    await cancelled.promise;
  });

  it('looks `fetch` up when it is called', async () => {
    const client = createServiceClient({ baseUrl: 'https://host' });
    const { fetch } = globalThis;
    globalThis.fetch = async () => Response.json({ data: [{ id: 'replaced' }] });
    try {
      assert.deepEqual(await client.listModels(), [{ id: 'replaced' }]);
    } finally {
      globalThis.fetch = fetch;
    }
  });
});

describe('a connection that breaks', () => {
  const head = { 'content-type': 'text/event-stream' };

  it('before the answer is a network error, and nothing is sent again', async () => {
    await withService([(answer) => answer.reset()], async ({ client, service }) => {
      const { events, error } = await collect(client.stream(request));
      assert.deepEqual(events, []);
      assert.ok(error instanceof ServiceError);
      assert.equal(error.kind, 'network');
      assert.match(error.message, /lost before the service replied/);
      assert.equal(service.requests.length, 1);
    });
  });

  it('before the first event is one, too', async () => {
    await withService(
      [
        async (answer) => {
          await answer.head(200, head);
          await answer.send(': hello\n\n');
          answer.reset();
        },
      ],
      async ({ client, service }) => {
        assert.equal(await kindOf(client.complete(request)), 'network');
        assert.equal(service.requests.length, 1);
      },
    );
  });

  it('in the middle keeps what came before', async () => {
    await withService(
      [
        async (answer) => {
          await answer.head(200, head);
          await answer.send(`data: ${chunk({ content: 'a' })}\n\n`);
          await answer.request.goOn;
          await answer.send('data: {"cho');
          answer.reset();
        },
      ],
      async ({ client, service }) => {
        const texts: string[] = [];
        let error: unknown;
        try {
          for await (const event of client.stream(request)) {
            if (event.kind === 'text') {
              texts.push(event.text);
              service.requests[0]?.letGoOn();
            }
          }
        } catch (thrown) {
          error = thrown;
        }
        assert.deepEqual(texts, ['a']);
        assert.ok(error instanceof ServiceError);
        assert.equal(error.kind, 'network');
        assert.match(error.message, /lost during the reply/);
      },
    );
  });

  it('after the finish reason ends the reply by it', async () => {
    await withService(
      [
        async (answer) => {
          await answer.head(200, head);
          await answer.send(`data: ${chunk({ content: 'a' })}\n\ndata: ${chunk({}, 'length')}\n\n`);
          await answer.request.goOn;
          answer.reset();
        },
      ],
      async ({ client, service }) => {
        const kinds: string[] = [];
        for await (const event of client.stream(request)) {
          kinds.push(event.kind === 'ended' ? event.outcome : event.kind);
          service.requests[0]?.letGoOn();
        }
        assert.deepEqual(kinds, ['started', 'text', 'truncated']);
      },
    );
  });

  it('in the middle of a chunked body without its end is no silent end', async () => {
    await withService(
      [
        async (answer) => {
          await answer.head(200, head);
          await answer.send(`data: ${chunk({ content: 'a' })}\n\n`);
          await answer.request.goOn;
          answer.hangUp();
        },
      ],
      async ({ client, service }) => {
        const reply = client.stream(request)[Symbol.asyncIterator]();
        await reply.next();
        await reply.next();
        service.requests[0]?.letGoOn();
        assert.equal(await kindOf(reply.next()), 'network');
      },
    );
  });
});
