import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import { collect } from '../../support/collect.ts';
import { holdClock, promisesSettled, type HeldClock } from '../../support/holdClock.ts';
import type { ScriptedAnswer, Script } from '../../support/service/scriptedService.ts';
import { chunk, eventStream, json, replyStream } from '../../support/service/scripts.ts';
import { withService } from '../../support/service/withService.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
const head = { 'content-type': 'text/event-stream' };
const hello = `data: ${chunk({ content: 'a' })}\n\n`;

/** Sends `piece` every few milliseconds until the client closes the connection. */
async function repeat(answer: ScriptedAnswer, piece: string, everyMs = 5): Promise<void> {
  while (answer.isOpen) {
    await answer.send(piece);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function pausingWith(piece: string): Script {
  return async (answer) => {
    await answer.head(200, head);
    await answer.send(hello);
    await (piece === '' ? answer.stall() : repeat(answer, piece));
  };
}

/** A reply that the test writes itself, and its reader; one event has been read. */
async function begunReply(idleMs: number) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const client = createServiceClient({
    baseUrl: 'https://host',
    timeouts: { firstByteMs: 60_000, idleMs },
    fetch: async () => new Response(readable, { headers: head }),
  });
  const reader = client.stream(request)[Symbol.asyncIterator]();
  const send = (text: string): void => {
    // Fails where the client has left the reply.
    writer.write(new TextEncoder().encode(text)).catch(() => {});
  };
  const begun = reader.next();
  send(hello);
  assert.equal((await begun).value?.kind, 'started');
  assert.equal((await reader.next()).value?.kind, 'text');
  return { reader, send };
}

async function readToEnd(reader: AsyncIterator<unknown>): Promise<void> {
  while ((await reader.next()).done !== true) {
    // Only the end matters.
  }
}

const stallingError: Script = async (answer) => {
  await answer.head(500, { 'content-type': 'text/plain' });
  await answer.send(`boom ${'x'.repeat(70_000)}`);
  await answer.stall();
};

const stalling: Script = async (answer) => {
  await answer.head(200, head);
  await answer.send(hello.repeat(10));
  await answer.stall();
};

describe('the first-byte time limit', () => {
  const silent: readonly (readonly [name: string, script: Script])[] = [
    ['no answer', (answer) => answer.stall()],
    [
      'headers alone',
      async (answer) => {
        await answer.head(200, head);
        await answer.stall();
      },
    ],
    [
      'comments',
      async (answer) => {
        await answer.head(200, head);
        await repeat(answer, ': keep-alive\n\n');
      },
    ],
    [
      'empty data',
      async (answer) => {
        await answer.head(200, head);
        await repeat(answer, 'data:\n\n');
      },
    ],
    [
      'white space before JSON',
      async (answer) => {
        await answer.head(200, { 'content-type': 'application/json' });
        await repeat(answer, '\n');
      },
    ],
    [
      'an endless line of no event',
      async (answer) => {
        await answer.head(200, head);
        await repeat(answer, 'xxxxxxxx');
      },
    ],
  ];
  for (const [name, script] of silent) {
    it(`ends a call with ${name}, and its connection`, async () => {
      await withService(
        [script],
        async ({ client, service }) => {
          for (const call of [
            collect(client.stream(request)),
            collectOne(client.complete(request)),
          ]) {
            const { error } = await call;
            assert.ok(error instanceof ServiceError);
            assert.equal(error.kind, 'timeout');
            assert.match(error.message, /0\.1 s, the first-byte time limit/);
          }
          await Promise.all(service.requests.map(({ closed }) => closed));
          // On a busy machine a request may not even have begun by then. None is repeated.
          assert.ok(service.requests.length <= 2);
        },
        { timeouts: { firstByteMs: 100, idleMs: 60_000 } },
      );
    });
  }

  it('holds for the list of models too', async () => {
    await withService(
      [(answer) => answer.stall()],
      async ({ client }) => {
        const { error } = await collectOne(client.listModels());
        assert.ok(error instanceof ServiceError && error.kind === 'timeout');
      },
      { timeouts: { firstByteMs: 50 } },
    );
  });

  it('ends a call whose `fetch` heeds no signal', async () => {
    const client = createServiceClient({
      baseUrl: 'https://host',
      timeouts: { firstByteMs: 50 },
      fetch: () => new Promise(() => {}),
    });
    const { error } = await collect(client.stream(request));
    assert.ok(error instanceof ServiceError && error.kind === 'timeout');
  });
});

describe('the idle time limit', () => {
  for (const [name, piece] of [
    ['silence', ''],
    ['comments', ': keep-alive\n\n'],
  ] as const) {
    it(`ends a reply that pauses with ${name}, after what came before`, async () => {
      await withService(
        [pausingWith(piece)],
        async ({ client, service }) => {
          const { events, error } = await collect(client.stream(request));
          assert.deepEqual(
            events.map(({ kind }) => kind),
            ['started', 'text'],
          );
          assert.ok(error instanceof ServiceError);
          assert.equal(error.kind, 'timeout');
          assert.match(error.message, /0\.1 s, the idle time limit/);
          await service.requests[0]?.closed;
        },
        { timeouts: { firstByteMs: 60_000, idleMs: 100 } },
      );
    });
  }

  it('ends JSON that pauses with white space', async () => {
    await withService(
      [
        async (answer) => {
          await answer.head(200, { 'content-type': 'application/json' });
          await answer.send('{"choices":');
          await repeat(answer, '\n');
        },
      ],
      async ({ client }) => {
        const { error } = await collectOne(client.complete(request));
        assert.ok(error instanceof ServiceError && error.kind === 'timeout');
      },
      { timeouts: { firstByteMs: 60_000, idleMs: 100 } },
    );
  });

  describe('by a clock that the test holds', () => {
    let clock: HeldClock;
    beforeEach(() => (clock = holdClock()));
    afterEach(() => clock.release());

    it('is set back by every event', async () => {
      const { reader, send } = await begunReply(250);
      for (let count = 0; count < 5; count += 1) {
        const next = reader.next();
        await promisesSettled();
        clock.pass(200);
        send(hello);
        assert.equal((await next).value?.kind, 'text');
      }
      const last = reader.next();
      await promisesSettled();
      clock.pass(250);
      await assert.rejects(last, (error) => error instanceof ServiceError);
    });

    const usage = (fields: object): string =>
      `data: ${chunk({}, null, { choices: [], usage: fields })}\n\n`;
    const calls = (...pieces: readonly object[]): string =>
      `data: ${chunk({ tool_calls: pieces })}\n\n`;
    for (const [name, pieceAt] of [
      ['empty objects', () => 'data: {}\n\n'],
      ['pings', () => 'event: ping\ndata: {"type":"ping"}\n\n'],
      ['empty choices', () => `data: ${chunk({}, null, { choices: [] })}\n\n`],
      [
        'empty deltas',
        () => `data: ${chunk({ role: 'assistant', content: '', tool_calls: [] })}\n\n`,
      ],
      [
        'empty pieces of tool calls',
        () => calls({ index: 0, function: { arguments: '' } }, { index: 1, function: {} }),
      ],
      ['the ID of a tool call again', () => calls({ index: 0, id: 'x', function: { name: 'f' } })],
      ['the same usage', () => usage({ prompt_tokens: 5 })],
      ['usage that counts the time', (at) => usage({ prompt_tokens: 5, elapsed: at })],
      ['usage that says less', (at) => usage({ prompt_tokens: 5, completion_tokens: 9 - at })],
    ] satisfies readonly (readonly [string, (at: number) => string])[]) {
      it(`is not set back by ${name}`, async () => {
        const { reader, send } = await begunReply(250);
        // The first one may be news.
        send(pieceAt(0));
        await promisesSettled();
        const ended = assert.rejects(
          readToEnd(reader),
          (error) => error instanceof ServiceError && error.kind === 'timeout',
        );
        // Each time is shorter than the limit, and all of them are longer.
        for (let at = 1; at <= 5; at += 1) {
          await promisesSettled();
          clock.pass(125);
          send(pieceAt(at));
        }
        await ended;
      });
    }

    it('is set back by usage that counts on, and by what is left out of a tool call', async () => {
      const { reader, send } = await begunReply(250);
      const ended = readToEnd(reader);
      for (let at = 1; at <= 5; at += 1) {
        await promisesSettled();
        clock.pass(200);
        send(usage({ completion_tokens: at }));
      }
      for (let at = 1; at <= 5; at += 1) {
        await promisesSettled();
        clock.pass(200);
        send(calls({ index: 0, function: { name: 'f', arguments: 'x'.repeat(60_000) } }));
      }
      await promisesSettled();
      send(replyStream([]));
      await ended;
    });

    it('is set back by parts of a delta that are no text', async () => {
      const { reader, send } = await begunReply(250);
      const next = reader.next();
      for (let count = 0; count < 5; count += 1) {
        await promisesSettled();
        clock.pass(200);
        send(`data: ${chunk({ content: '', reasoning_details: [{ data: 'x' }] })}\n\n`);
      }
      await promisesSettled();
      send(hello);
      assert.equal((await next).value?.kind, 'text');
    });

    it('does not count the time that the reader takes', async () => {
      const { reader, send } = await begunReply(50);
      await promisesSettled();
      clock.pass(200);
      send(replyStream([]));
      assert.equal((await reader.next()).value?.kind, 'ended');
    });
  });

  it('ends a reply that has its finish reason without an error', async () => {
    await withService(
      [
        async (answer) => {
          await answer.head(200, head);
          await answer.send(`${hello}data: ${chunk({}, 'stop')}\n\n`);
          await answer.stall();
        },
      ],
      async ({ client }) => {
        const { events, error } = await collect(client.stream(request));
        assert.equal(error, undefined);
        assert.deepEqual(events.at(-1), {
          kind: 'ended',
          finishReason: 'stop',
          outcome: 'completed',
        });
      },
      { timeouts: { firstByteMs: 60_000, idleMs: 50 } },
    );
  });

  it('takes no limit for none', async () => {
    await withService(
      [eventStream(replyStream(['a']))],
      async ({ client }) => {
        assert.equal((await collect(client.stream(request))).error, undefined);
      },
      { timeouts: { firstByteMs: Infinity, idleMs: Infinity } },
    );
  });
});

describe('an error whose body stalls', () => {
  it('is given with what came of it', async () => {
    await withService([stallingError], async ({ client, service }) => {
      const { error } = await collect(client.stream(request));
      assert.ok(error instanceof ServiceError);
      assert.equal(error.kind, 'server');
      assert.match(error.detail ?? '', /^boom xxx/);
      await service.requests[0]?.closed;
    });
  });
});

describe('stopping', () => {
  const waits: readonly (readonly [name: string, script: Script])[] = [
    ['before the answer', (answer) => answer.stall()],
    [
      'before the first event',
      async (answer) => {
        await answer.head(200, head);
        await answer.stall();
      },
    ],
    [
      'in the middle of an error',
      async (answer) => {
        await answer.head(500, head);
        await answer.send('x');
        await answer.stall();
      },
    ],
  ];
  for (const [name, script] of waits) {
    it(`${name} closes the connection`, async () => {
      await withService([script], async ({ client, service }) => {
        const controller = new AbortController();
        const call = collect(client.stream(request, { signal: controller.signal }));
        await service.arrived(1);
        controller.abort();
        const { events, error } = await call;
        assert.deepEqual(events, []);
        assert.ok(error instanceof ServiceError && error.kind === 'aborted');
        await service.requests[0]?.closed;
      });
    });
  }

  it('in the middle of the reply gives no further event, though some have come', async () => {
    await withService([stalling], async ({ client, service }) => {
      const controller = new AbortController();
      const kinds: string[] = [];
      await assert.rejects(
        async () => {
          for await (const { kind } of client.stream(request, { signal: controller.signal })) {
            kinds.push(kind);
            controller.abort('my reason');
          }
        },
        (error) =>
          error instanceof ServiceError && error.kind === 'aborted' && error.cause === 'my reason',
      );
      assert.deepEqual(kinds, ['started']);
      await service.requests[0]?.closed;
    });
  });

  it('by leaving the loop ends at once, though an event or a repetition is awaited', async () => {
    const busy = json({ error: 'busy' }, 503, { 'retry-after': '1' });
    await withService([stalling, busy], async ({ client, service }) => {
      const reply = client.stream(request)[Symbol.asyncIterator]();
      // The start, and the words of all chunks.
      for (const kind of ['started', 'text']) {
        assert.equal((await reply.next()).value?.kind, kind);
      }
      const next = reply.next();
      assert.deepEqual(await reply.return?.(), { done: true, value: undefined });
      assert.deepEqual(await next, { done: true, value: undefined });
      assert.deepEqual(await reply.next(), { done: true, value: undefined });
      await service.requests[0]?.closed;
      const endless = client.stream(request, { wait: () => new Promise(() => {}) });
      const repeated = endless[Symbol.asyncIterator]();
      const first = repeated.next();
      await service.arrived(2);
      assert.deepEqual(await repeated.return?.(), { done: true, value: undefined });
      assert.deepEqual(await first, { done: true, value: undefined });
    });
  });

  it('before the first event is asked for sends nothing', async () => {
    await withService([stalling], async ({ client, service }) => {
      const reply = client.stream(request)[Symbol.asyncIterator]();
      await reply.return?.();
      assert.deepEqual(await reply.next(), { done: true, value: undefined });
      assert.equal(service.requests.length, 0);
    });
  });

  it('before the start sends nothing', async () => {
    await withService([json({})], async ({ client, service }) => {
      const signal = AbortSignal.abort();
      for (const call of [
        collect(client.stream(request, { signal })),
        collectOne(client.complete(request, { signal })),
        collectOne(client.listModels({ signal })),
      ]) {
        const { error } = await call;
        assert.ok(error instanceof ServiceError && error.kind === 'aborted');
      }
      assert.equal(service.requests.length, 0);
    });
  });

  it('ends a body that heeds no signal, and cancels it', async () => {
    const controller = new AbortController();
    let isCancelled = false;
    const client = createServiceClient({
      baseUrl: 'https://host',
      fetch: async () =>
        new Response(
          new ReadableStream({
            start: (body) => body.enqueue(new TextEncoder().encode(hello)),
            pull: () => controller.abort(),
            cancel: () => {
              isCancelled = true;
            },
          }),
          { headers: head },
        ),
    });
    const { error } = await collect(client.stream(request, { signal: controller.signal }));
    assert.ok(error instanceof ServiceError && error.kind === 'aborted');
    assert.ok(isCancelled);
  });

  it('lets go of the signal when the call is over', async () => {
    const { signal } = new AbortController();
    const scripts = [eventStream(replyStream(['a'])), json({}, 500), json({ data: [] })];
    await withService(scripts, async ({ client }) => {
      await collect(client.stream(request, { signal }));
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      await collect(client.stream(request, { signal }));
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      await client.listModels({ signal });
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    });
  });
});

async function collectOne(call: Promise<unknown>): Promise<{ readonly error?: unknown }> {
  return call.then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
}
