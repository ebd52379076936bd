import assert from 'node:assert/strict';
import { createServer } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServiceClient } from '../../../../src/service/client.ts';
import { fetchFailure } from '../../../../src/service/http/fetchFailure.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { networkTrouble } from '../../../../src/shared/service/serviceErrorKind.ts';

const call = {
  tried: 'GET https://host',
  phase: 'request',
  redact: (text: string) => text,
} as const;

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
