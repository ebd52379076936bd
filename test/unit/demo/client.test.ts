import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import type { ServiceEvent } from '../../../src/shared/service/chatCompletion.ts';
import { serveHandler, type LoopbackServer } from '../../support/service/loopbackServer.ts';

const demo = createDemoService({ delayMs: 0, apiKey: 'sk-demo' });

describe('embedded service, read by the client over loopback HTTP', () => {
  let server: LoopbackServer;
  before(async () => {
    server = await serveHandler((request) => demo.handle(request));
  });
  after(() => server.close());

  async function eventsFor(model: string, content: string): Promise<ServiceEvent[]> {
    const client = createServiceClient({ baseUrl: server.origin, apiKey: 'sk-demo' });
    const messages = [{ role: 'user', content }] as const;
    return Array.fromAsync(client.stream({ model, messages }));
  }

  it('lists the models', async () => {
    const client = createServiceClient({ baseUrl: server.origin, apiKey: 'sk-demo' });
    const models = await client.listModels();
    assert.deepEqual(
      models.map(({ id, created }) => [id, created === 0]),
      [
        ['demo-tour', false],
        ['demo-echo', false],
        ['demo-long', false],
        ['demo-faults', true],
      ],
    );
  });

  it('refuses a wrong key', async () => {
    const client = createServiceClient({ baseUrl: server.origin, apiKey: 'sk-other' });
    await assert.rejects(client.listModels(), { kind: 'auth', status: 401 });
  });

  it('streams a reply to its end', async () => {
    const events = await eventsFor('demo-echo', 'To and fro');
    assert.equal(events[0]?.kind, 'started');
    const text = events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
    assert.equal(text, 'To and fro');
    assert.ok(events.some(({ kind }) => kind === 'usage'));
    assert.deepEqual(events.at(-1), { kind: 'ended', finishReason: 'stop', outcome: 'completed' });
  });

  it('is known as truncated where it cuts a reply', async () => {
    for (const [prompt, finishReason] of [
      ['cut', null],
      ['length', 'length'],
    ] as const) {
      const end = (await eventsFor('demo-faults', prompt)).at(-1);
      assert.deepEqual(end, { kind: 'ended', finishReason, outcome: 'truncated' });
    }
  });

  it('has faults of every kind that the client tells apart', async () => {
    for (const [prompt, kind] of [
      ['401', 'auth'],
      ['404', 'notFound'],
      ['quota', 'quota'],
      ['context', 'contextTooLong'],
      ['500', 'server'],
      ['html', 'protocol'],
      ['error', 'stream'],
      ['429 0', 'rateLimited'],
    ] as const) {
      await assert.rejects(eventsFor('demo-faults', prompt), (error: Error) => {
        assert.ok(error instanceof ServiceError, String(error));
        assert.equal(error.kind, kind, prompt);
        return true;
      });
    }
  });
});
