import assert from 'node:assert/strict';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import type { ServiceClientOptions } from '../../../src/service/endpoint.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import { collect } from '../../support/collect.ts';
import { type Script, startScriptedService } from '../../support/service/scriptedService.ts';
import { eventStream, json, replyStream } from '../../support/service/scripts.ts';

const apiKey = 'sk-canary-0123456789abcdef';
const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
const list = json({ object: 'list', data: [{ id: 'm' }] });

const redirect =
  (status: number, location: string): Script =>
  async (answer) =>
    answer.head(status, { location });

/** Requests the list and a reply of a service below `path`, and gives what it received. */
async function received(
  path: string,
  options: Partial<ServiceClientOptions>,
  scripts: readonly Script[] = [list, eventStream(replyStream(['a']))],
) {
  const service = await startScriptedService(...scripts);
  try {
    const client = createServiceClient({ baseUrl: service.origin + path, apiKey, ...options });
    const previews = [client.preview(request, 'streamed')];
    await client.listModels();
    await collect(client.stream(request));
    return { requests: service.requests, previews, origin: service.origin };
  } finally {
    await service.close();
  }
}

describe('what a service receives', () => {
  it('has the query of the address on both paths', async () => {
    const path = '/openai/deployments/gpt-4o?api-version=2024-10-21&x=%20y';
    const { requests, previews, origin } = await received(path, {
      headers: { 'api-key': '${key}' },
    });
    assert.deepEqual(
      requests.map(({ method, url }) => `${method} ${url}`),
      [
        'GET /openai/deployments/gpt-4o/models?api-version=2024-10-21&x=%20y',
        'POST /openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21&x=%20y',
      ],
    );
    assert.deepEqual(
      previews.map(({ method, url }) => `${method} ${url}`),
      requests.slice(1).map(({ method, url }) => `${method} ${origin}${url}`),
    );
    for (const { headers } of requests) {
      assert.equal(headers['api-key'], apiKey);
      assert.equal(headers['authorization'], undefined);
    }
    for (const { headers } of previews) {
      assert.equal(headers['api-key'], '$API_KEY');
      assert.equal('Authorization' in headers, false);
    }
  });

  it('has the paths of the connection', async () => {
    const { requests } = await received('/a/inference?v=1', {
      paths: { models: '../../catalog/models?all=1', chatCompletions: 'invocations' },
    });
    assert.deepEqual(
      requests.map(({ method, url }) => `${method} ${url}`),
      ['GET /catalog/models?all=1&v=1', 'POST /a/inference/invocations?v=1'],
    );
    assert.equal(requests[0]?.headers['authorization'], `Bearer ${apiKey}`);
  });

  it('has the key in the headers with a place for it, which a preview masks', async () => {
    const { requests, previews } = await received('/v1', {
      headers: {
        authorization: 'Token ${key}',
        'cf-aig-authorization': 'Bearer ${key}',
        'X-Secret': 'other-canary-9876543210',
      },
    });
    for (const { headers } of requests) {
      assert.equal(headers['authorization'], `Token ${apiKey}`);
      assert.equal(headers['cf-aig-authorization'], `Bearer ${apiKey}`);
    }
    for (const { headers } of previews) {
      assert.equal(headers['authorization'], 'Token $API_KEY');
      assert.equal(headers['cf-aig-authorization'], 'Bearer $API_KEY');
      assert.equal(headers['X-Secret'], '[key]');
    }
    assert.doesNotMatch(JSON.stringify(previews), /canary/);
  });

  it('is the same after a redirect within the origin, with the query that it names', async () => {
    const scripts = [
      redirect(307, '/v2/models?api-version=1'),
      list,
      redirect(308, '/v2/chat/completions?api-version=1'),
      eventStream(replyStream(['a'])),
    ];
    const { requests } = await received(
      '/v1?api-version=1',
      { headers: { 'api-key': '${key}' } },
      scripts,
    );
    assert.deepEqual(
      requests.map(({ url }) => url),
      [
        '/v1/models?api-version=1',
        '/v2/models?api-version=1',
        '/v1/chat/completions?api-version=1',
        '/v2/chat/completions?api-version=1',
      ],
    );
    for (const { headers } of requests) {
      assert.equal(headers['api-key'], apiKey);
    }
  });

  it('is nothing at the target of a redirect to another origin', async () => {
    const other = await startScriptedService(list);
    const service = await startScriptedService(redirect(307, `${other.origin}/v1/models`));
    const client = createServiceClient({
      baseUrl: service.origin,
      apiKey,
      headers: { 'api-key': '${key}' },
    });
    await assert.rejects(client.listModels(), /redirect/);
    assert.equal(other.requests.length, 0);
    await service.close();
    await other.close();
  });

  it('is nothing where the key is in the address', async () => {
    const service = await startScriptedService(list);
    for (const path of [`/${apiKey.slice(3)}/v1`, `/v1?x=a-${apiKey.slice(3)}`]) {
      const client = createServiceClient({
        baseUrl: service.origin + path,
        apiKey: apiKey.slice(3),
      });
      await assert.rejects(
        client.listModels(),
        (error) =>
          error instanceof ServiceError &&
          error.kind === 'badRequest' &&
          !error.message.includes('canary'),
      );
    }
    assert.equal(service.requests.length, 0);
    await service.close();
  });
});

describe('an error of a service', () => {
  it('names the address with its query, and masks the key that the service repeats', async () => {
    const service = await startScriptedService(
      json({ error: { message: `Key ${apiKey} is wrong` } }, 401),
    );
    const client = createServiceClient({
      baseUrl: `${service.origin}/v1?api-version=1`,
      apiKey,
      headers: { 'x-goog': 'a ${key}' },
    });
    await assert.rejects(
      client.listModels(),
      (error) =>
        error instanceof ServiceError &&
        error.tried === `GET ${service.origin}/v1/models?api-version=1` &&
        error.detail === 'Key [key] is wrong',
    );
    await service.close();
  });

  it('says that a key is required where a header for it was left out', async () => {
    const service = await startScriptedService(json({}, 401));
    const client = createServiceClient({
      baseUrl: service.origin,
      headers: { 'api-key': '${key}' },
    });
    await assert.rejects(
      client.listModels(),
      (error) => error instanceof ServiceError && error.isKeyMissing === true,
    );
    await service.close();
  });
});
