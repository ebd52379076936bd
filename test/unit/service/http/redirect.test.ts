import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { collect } from '../../../support/collect.ts';
import { startScriptedService, type Script } from '../../../support/service/scriptedService.ts';
import { eventStream, replyStream, text } from '../../../support/service/scripts.ts';
import { withService } from '../../../support/service/withService.ts';

const key = 'sk-canary-0123456789';
const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;

function redirect(status: number, location: string): Script {
  return text('', 'text/plain', status, location === '' ? {} : { location });
}

describe('a redirect', () => {
  for (const status of [307, 308]) {
    it(`of ${status} within the origin is followed with method, body and key`, async () => {
      const scripts = [redirect(status, '/elsewhere?a=b'), eventStream(replyStream(['a']))];
      await withService(
        scripts,
        async ({ client, service }) => {
          assert.equal((await collect(client.stream(request))).error, undefined);
          const [first, second] = service.requests;
          assert.equal(`${second?.method} ${second?.url}`, 'POST /elsewhere?a=b');
          assert.equal(second?.body, first?.body);
          assert.equal(second?.headers['authorization'], `Bearer ${key}`);
        },
        { apiKey: key },
      );
    });
  }

  it('in a circle ends', async () => {
    await withService([redirect(307, '/v1/chat/completions')], async ({ client, service }) => {
      const { error } = await collect(client.stream(request));
      assert.ok(error instanceof ServiceError && error.kind === 'protocol');
      assert.equal(error.code, 'REDIRECT_LOOP');
      assert.match(error.summary, /too many times/);
      assert.equal(service.requests.length, 6);
    });
  });

  for (const location of [
    'blob:ORIGIN/v2',
    'http://me@HOST/v2',
    'http://me:pass@HOST/v2',
    'data:,x',
  ]) {
    it(`to ${location} is not within the origin`, async () => {
      const { origin } = new URL('http://127.0.0.1:1');
      const urls: string[] = [];
      const client = createServiceClient({
        baseUrl: origin,
        fetch: async (url) => {
          urls.push(url);
          const place = location.replace('ORIGIN', origin).replace('HOST', '127.0.0.1:1');
          return new Response(null, { status: 307, headers: { location: place } });
        },
      });
      const { error } = await collect(client.stream(request));
      assert.ok(error instanceof ServiceError && error.code === 'REDIRECT');
      assert.doesNotMatch(error.message, /pass|me@/);
      assert.deepEqual(urls, [`${origin}/v1/chat/completions`]);
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`of ${status} to another origin is refused by name, and nothing goes there`, async () => {
      const other = await startScriptedService(eventStream(replyStream(['a'])));
      try {
        const location = `${other.origin.replace('//', '//me:pass@')}/v1/x?token=${key}`;
        await withService(
          [redirect(status, location)],
          async ({ client, service }) => {
            const { error } = await collect(client.stream(request));
            assert.ok(error instanceof ServiceError);
            assert.equal(error.kind, 'protocol');
            assert.equal(error.status, status);
            assert.ok(error.summary.endsWith(` ${other.origin}/v1/x.`), error.summary);
            assert.ok(!/pass|canary/.test(error.message), error.message);
            assert.equal(service.requests.length, 1);
          },
          { apiKey: key },
        );
        assert.equal(other.requests.length, 0);
      } finally {
        await other.close();
      }
    });
  }

  for (const status of [300, 301, 302, 303, 304]) {
    it(`of ${status} within the origin is refused: it would change the method`, async () => {
      await withService([redirect(status, '/v2')], async ({ client, service }) => {
        const { error } = await collect(client.stream(request));
        assert.ok(error instanceof ServiceError && error.kind === 'protocol');
        assert.ok(error.summary.endsWith(` ${service.origin}/v2.`), error.summary);
        assert.equal(service.requests.length, 1);
      });
    });
  }

  for (const location of ['', 'http://', 'javascript:alert(1)', 'data:text/plain,x']) {
    it(`to ${JSON.stringify(location)} is refused`, async () => {
      await withService([redirect(307, location)], async ({ client }) => {
        const { error } = await collect(client.stream(request));
        assert.ok(error instanceof ServiceError && error.kind === 'protocol', String(error));
      });
    });
  }

  it('that a browser hides is refused', async () => {
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const client = createServiceClient({ baseUrl: 'https://host', fetch: async () => hidden });
    const { error } = await collect(client.stream(request));
    assert.ok(error instanceof ServiceError && error.kind === 'protocol');
    assert.match(error.message, /another address/);
  });
});
