import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { nodeFetch } from '../../../../src/host/node/nodeFetch.ts';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';

type Answer = (message: IncomingMessage, response: ServerResponse) => unknown;

describe('nodeFetch', () => {
  const server = createServer((message, response) => answer(message, response));
  let answer: Answer;
  let origin: string;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  it('sends method, headers and body, and gives status, headers and body', async () => {
    answer = async (message, response) => {
      const { method, url, headers } = message;
      const body = await new Response(message as unknown as BodyInit).text();
      response.writeHead(418, ['X-One', 'a', 'x-one', 'b']);
      response.end(JSON.stringify({ method, url, body, own: headers['x-own'] }));
    };
    const response = await nodeFetch(`${origin}/v1/x?y=1`, {
      method: 'POST',
      headers: { 'X-Own': 'ü' },
      body: 'Grüße',
    });
    assert.equal(response.status, 418);
    assert.equal(response.headers.get('x-one'), 'a, b');
    assert.deepEqual(await response.json(), {
      method: 'POST',
      url: '/v1/x?y=1',
      body: 'Grüße',
      own: 'ü',
    });
  });

  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => text],
  ] as const) {
    it(`reads a body with the content coding ${coding}`, async () => {
      answer = ({ headers }, response) => {
        assert.match(headers['accept-encoding'] ?? '', /^gzip/);
        response.writeHead(200, { 'content-encoding': coding });
        response.end(compress('text'));
      };
      assert.equal(await (await nodeFetch(origin, {})).text(), 'text');
    });
  }

  it('gives each part of a body when it arrives', async () => {
    const { promise: readFirst, resolve } = Promise.withResolvers<void>();
    answer = async (_message, response) => {
      response.write('first');
      await readFirst;
      response.end('second');
    };
    const { body } = await nodeFetch(origin, {});
    const parts: string[] = [];
    for await (const part of body ?? []) {
      parts.push(Buffer.from(part).toString());
      resolve();
    }
    assert.deepEqual(parts, ['first', 'second']);
  });

  it('does not follow a redirect', async () => {
    answer = (_message, response) => response.writeHead(307, { location: '/other' }).end();
    const response = await nodeFetch(origin, {});
    assert.deepEqual([response.status, response.headers.get('location')], [307, '/other']);
  });

  it('gives a response without a body where its status has none', async () => {
    answer = (_message, response) => response.writeHead(204).end();
    assert.equal((await nodeFetch(origin, {})).body, null);
  });

  it('closes the connection when the signal aborts, before and during the response', async () => {
    for (const isStarted of [false, true]) {
      const abort = new AbortController();
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      answer = (_message, response) => {
        response.once('close', resolve);
        if (isStarted) {
          response.write('first');
        } else {
          abort.abort();
        }
      };
      const reply = nodeFetch(origin, { signal: abort.signal }).then(async (response) => {
        abort.abort();
        return response.text();
      });
      await assert.rejects(reply);
      await closed;
    }
  });

  it('closes the connection when the body is cancelled', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    answer = (_message, response) => {
      response.once('close', resolve);
      response.write('first');
    };
    await (await nodeFetch(origin, {})).body?.cancel();
    await closed;
  });

  it('does not take the response of a proxy for that of the service', async () => {
    const { globalAgent } = https;
    // As VS Code's proxy support: after a rejected CONNECT the request has the connection to the proxy.
    const { hostname, port } = new URL(origin);
    const createConnection = () => connect(Number(port), hostname);
    https.globalAgent = Object.assign(new https.Agent(), { createConnection });
    try {
      answer = (_message, response) => response.writeHead(403).end('Not through here');
      const client = createServiceClient({ baseUrl: 'https://service.example', fetch: nodeFetch });
      await assert.rejects(client.listModels(), isFailure('network', 'PROXY_REJECTED'));
    } finally {
      https.globalAgent = globalAgent;
    }
  });

  it('fails with the errors of Node, which the client knows', async () => {
    const client = createServiceClient({ baseUrl: origin, fetch: nodeFetch });
    answer = ({ socket }) => socket.destroy();
    await assert.rejects(client.listModels(), isFailure('network', 'ECONNRESET'));
    answer = (_message, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{', () => response.destroy());
    };
    await assert.rejects(client.listModels(), isFailure('network', 'ECONNRESET'));
    answer = (_message, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end('not compressed');
    };
    await assert.rejects(client.listModels(), isFailure('network', 'Z_DATA_ERROR'));
    answer = ({ socket }) => socket.end('HTTP/1.1 999 No\r\n\r\n');
    await assert.rejects(client.listModels(), isFailure('network'));
  });
});

function isFailure(kind: string, code?: string) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.kind, error.code], [kind, code]);
    return true;
  };
}
