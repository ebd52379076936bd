import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { fetchFailure } from '../../../../src/service/http/fetchFailure.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { networkTrouble } from '../../../../src/shared/service/serviceErrorKind.ts';

const call = {
  tried: 'GET https://host',
  phase: 'request',
  redact: (text: string) => text,
} as const;

/** Code and summary of the failure of a client whose proxy answers every CONNECT with `status`. */
async function failureBehindProxy(status: number): Promise<readonly string[]> {
  const proxy = createProxy().listen(0, '127.0.0.1');
  proxy.on('connect', (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  // Node reads the address of the proxy when it starts.
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://127.0.0.1:${port}` };
  const script = `
    import { createServiceClient } from ${JSON.stringify(import.meta.resolve('../../../../src/service/client/serviceClient.ts'))};
    await createServiceClient({ baseUrl: 'https://service.example' }).listModels().catch(
      ({ code, summary }) => console.log(JSON.stringify([code, summary])));`;
  const options = { env, timeout: 30_000 };
  const node = [
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    '--input-type=module',
    '-e',
    script,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, node, options);
  proxy.close();
  return JSON.parse(stdout) as readonly string[];
}

describe('fetchFailure', () => {
  const failures: readonly (readonly [unknown, string | undefined, string | undefined])[] = [
    [new TypeError('Failed to fetch'), 'BROWSER_FETCH_FAILED', 'browser'],
    [
      new TypeError('NetworkError when attempting to fetch resource.'),
      'BROWSER_FETCH_FAILED',
      'browser',
    ],
    [new TypeError('Load failed'), 'BROWSER_FETCH_FAILED', 'browser'],
    [new Error('net::ERR_CONNECTION_REFUSED'), 'ERR_CONNECTION_REFUSED', 'refused'],
    [new Error('net::ERR_NAME_NOT_RESOLVED'), 'ERR_NAME_NOT_RESOLVED', 'unknownHost'],
    [
      new Error('net::ERR_CERT_AUTHORITY_INVALID'),
      'ERR_CERT_AUTHORITY_INVALID',
      'untrustedCertificate',
    ],
    [
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }),
      }),
      'ENOTFOUND',
      'unknownHost',
    ],
    [
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
          code: 'UND_ERR_ABORTED',
        }),
      }),
      'PROXY_SIGN_IN',
      'proxySignIn',
    ],
    [
      new Error('net::ERR_TUNNEL_CONNECTION_FAILED'),
      'ERR_TUNNEL_CONNECTION_FAILED',
      'proxyRejected',
    ],
    [new TypeError('fetch failed'), undefined, undefined],
    ['thrown text', undefined, undefined],
  ];
  for (const [thrown, code, trouble] of failures) {
    it(`tells ${String(thrown)} by ${code}`, () => {
      const error = fetchFailure(thrown, call);
      assert.equal(error.kind, 'network');
      assert.equal(error.code, code);
      assert.equal(networkTrouble(error.code), trouble);
    });
  }

  for (const status of [403, 502, 503]) {
    it(`tells the status ${status} of a proxy that opens no connection`, async () => {
      const [code, summary] = await failureBehindProxy(status);
      assert.equal(code, 'PROXY_REJECTED');
      assert.equal(summary, `The proxy rejected the connection with the status ${status}.`);
    });
  }

  it('tells a proxy that requires a sign-in', async () => {
    assert.equal((await failureBehindProxy(407))[0], 'PROXY_SIGN_IN');
  });

  it('tells a proxy that requires a sign-in in place of the response', async () => {
    const proxy = createProxy((_request, response) => {
      response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end('Sign in');
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const client = createServiceClient({ baseUrl: `http://127.0.0.1:${port}` });
    const error: unknown = await client.listModels().catch((error: unknown) => error);
    proxy.close();
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'PROXY_SIGN_IN');
    assert.equal(error.summary, 'The proxy requires a sign-in.');
  });

  it('tells a service that does not speak TLS', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = createServiceClient({ baseUrl: `https://127.0.0.1:${port}` });
    const error: unknown = await client.listModels().catch((error: unknown) => error);
    server.close();
    assert.ok(error instanceof ServiceError);
    assert.equal(networkTrouble(error.code), 'noTls');
  });
});
