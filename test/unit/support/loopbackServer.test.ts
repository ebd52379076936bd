import assert from 'node:assert/strict';
import { serveHandler } from '../../support/service/loopbackServer.ts';
import { until } from '../../support/until.ts';

describe('serveHandler', () => {
  it('passes request and response through, headers and bodies included', async () => {
    const server = await serveHandler(async (request) => {
      const seen = `${request.method} ${new URL(request.url).pathname} ${await request.text()}`;
      const headers = { 'x-seen': request.headers.get('x-given') ?? '' };
      return new Response(seen, { status: 201, headers });
    });
    try {
      const init = { method: 'POST', body: 'hi', headers: { 'x-given': 'a' } };
      const response = await fetch(`${server.origin}/path`, init);
      assert.equal(response.status, 201);
      assert.equal(response.headers.get('x-seen'), 'a');
      assert.equal(await response.text(), 'POST /path hi');
    } finally {
      await server.close();
    }
  });

  it('streams, and tells the handler when the client has gone', async () => {
    const events: string[] = [];
    const server = await serveHandler(async ({ signal }) => {
      signal.addEventListener('abort', () => events.push('aborted'));
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('first')),
        cancel: () => void events.push('cancelled'),
      });
      return new Response(body);
    });
    try {
      const client = new AbortController();
      const response = await fetch(server.origin, { signal: client.signal });
      const first = await response.body?.getReader().read();
      assert.equal(new TextDecoder().decode(first?.value), 'first');
      client.abort();
      await until('the handler knows', () => events.length === 2);
      assert.deepEqual(events.toSorted(), ['aborted', 'cancelled']);
    } finally {
      await server.close();
    }
  });

  it('ends the connection when the handler fails, and says so when it closes', async () => {
    const server = await serveHandler(() => Promise.reject(new Error('boom')));
    await assert.rejects(fetch(server.origin));
    await assert.rejects(server.close(), /boom/);
  });
});
