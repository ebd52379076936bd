import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import type { RetryScheduled, ServiceDiagnostic } from '../../../../src/service/endpoint.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { collect } from '../../../support/collect.ts';
import type { Script } from '../../../support/service/scriptedService.ts';
import { chunk, eventStream, json, replyStream, text } from '../../../support/service/scripts.ts';
import { withService } from '../../../support/service/withService.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;

function refuse(status: number, headers: Record<string, string>, body: unknown = {}): Script {
  return json(body, status, headers);
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('a request that is refused for now', () => {
  for (const status of [429, 503]) {
    it(`with ${status} and Retry-After is sent again, not before its time`, async () => {
      const scripts = [refuse(status, { 'retry-after': '1' }), eventStream(replyStream(['a']))];
      await withService(scripts, async ({ client, service }) => {
        const diagnostics: ServiceDiagnostic[] = [];
        const onDiagnostic = (one: ServiceDiagnostic): void => void diagnostics.push(one);
        const { events } = await collect(client.stream(request, { onDiagnostic }));
        assert.equal(events.at(-1)?.kind, 'ended');
        const [first, second] = service.requests;
        assert.equal(service.requests.length, 2);
        assert.equal(second?.body, first?.body);
        assert.ok(second && first && second.atMs - first.atMs >= 1000);
        const reason = status === 429 ? 'rateLimited' : 'server';
        assert.deepEqual(diagnostics, [
          { kind: 'retryScheduled', delayMs: 1000, attempt: 1, reason },
        ]);
      });
    });
  }

  it('is sent three times at most', async () => {
    await withService([refuse(429, { 'retry-after': '0' })], async ({ client, service }) => {
      const { error } = await collect(client.stream(request));
      assert.ok(error instanceof ServiceError);
      assert.equal(error.kind, 'rateLimited');
      assert.equal(error.retryAfterMs, 0);
      assert.equal(service.requests.length, 3);
    });
  });

  it('waits for a date by the clock of the service', async () => {
    const headers = {
      date: 'Sun, 06 Nov 1994 08:49:36 GMT',
      'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT',
    };
    const scripts = [refuse(503, headers), json({ data: [] })];
    await withService(scripts, async ({ client, service }) => {
      await client.listModels();
      const [first, second] = service.requests;
      assert.ok(second && first && second.atMs - first.atMs >= 1000);
    });
  });

  const once: readonly (readonly [name: string, script: Script])[] = [
    ['429 without Retry-After', refuse(429, {})],
    ['503 without Retry-After', refuse(503, {})],
    ['429 with a Retry-After that is none', refuse(429, { 'retry-after': 'soon' })],
    ['429 beyond two minutes', refuse(429, { 'retry-after': '121' })],
    [
      '429 for want of quota',
      refuse(429, { 'retry-after': '0' }, { error: { code: 'insufficient_quota' } }),
    ],
    ['500 with Retry-After', refuse(500, { 'retry-after': '0' })],
    ['400 with Retry-After', refuse(400, { 'retry-after': '0' })],
    ['401 with Retry-After', refuse(401, { 'retry-after': '0' })],
    ['502', text('', 'text/html', 502)],
    ['a reset', (answer) => answer.reset()],
    ['an error in the stream', eventStream('data: {"error":{"code":429}}\n\n')],
    ['a stream that is cut', eventStream(`data: ${chunk({ content: 'a' })}\n\n`)],
  ];
  for (const [name, script] of once) {
    it(`is sent once for ${name}`, async () => {
      await withService([script], async ({ client, service }) => {
        await collect(client.stream(request));
        assert.equal(service.requests.length, 1);
      });
    });
  }

  it('tells how long to wait where it does not wait itself', async () => {
    await withService([refuse(429, { 'retry-after': '121' })], async ({ client }) => {
      const { error } = await collect(client.stream(request));
      assert.ok(error instanceof ServiceError);
      assert.equal(error.retryAfterMs, 121_000);
    });
  });

  it('leaves the waiting to the caller who wants it', async () => {
    const scripts = [
      refuse(429, { 'retry-after': '100' }),
      json({ data: [] }),
      eventStream(replyStream(['a'])),
    ];
    await withService(scripts, async ({ client, service }) => {
      const waits: RetryScheduled[] = [];
      const wait = async (retry: RetryScheduled): Promise<void> => {
        waits.push(retry);
        // Another request goes there and back meanwhile.
        await client.listModels();
      };
      const { events } = await collect(client.stream(request, { wait }));
      assert.equal(events.at(-1)?.kind, 'ended');
      assert.deepEqual(
        waits.map(({ delayMs }) => delayMs),
        [100_000],
      );
      assert.deepEqual(
        service.requests.map(({ method }) => method),
        ['POST', 'GET', 'POST'],
      );
    });
  });

  it('is not sent again when the caller stops while it waits', async () => {
    await withService([refuse(429, { 'retry-after': '100' })], async ({ client, service }) => {
      const controller = new AbortController();
      const onDiagnostic = (): void => controller.abort();
      const { signal } = controller;
      const { error } = await collect(client.stream(request, { signal, onDiagnostic }));
      assert.ok(error instanceof ServiceError && error.kind === 'aborted');
      assert.equal(service.requests.length, 1);
    });
  });
});

describe('a refused connection', () => {
  it('is tried three times and then an error that names the code', async () => {
    const port = await freePort();
    const client = createServiceClient({ baseUrl: `http://127.0.0.1:${port}` });
    const diagnostics: ServiceDiagnostic[] = [];
    const onDiagnostic = (one: ServiceDiagnostic): void => void diagnostics.push(one);
    await assert.rejects(
      client.listModels({ onDiagnostic }),
      (error) =>
        error instanceof ServiceError &&
        error.kind === 'network' &&
        error.code === 'ECONNREFUSED' &&
        error.message.includes(`GET http://127.0.0.1:${port}/v1/models`),
    );
    assert.equal(diagnostics.length, 2);
  });

  it('is the same for localhost, where there may be two addresses', async () => {
    const client = createServiceClient({ baseUrl: `http://localhost:${await freePort()}` });
    const controller = new AbortController();
    let scheduled = 0;
    const onDiagnostic = (): void => {
      scheduled += 1;
      controller.abort();
    };
    await assert.rejects(client.listModels({ signal: controller.signal, onDiagnostic }));
    assert.equal(scheduled, 1);
  });
});
