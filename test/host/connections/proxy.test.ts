import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { activated } from '../activated.ts';

/** How the model list fails behind a proxy that answers every CONNECT with `status`. */
async function failureBehindProxy(status: number, limits: object): Promise<unknown> {
  const proxy = createServer();
  proxy.on('connect', (_request, socket) =>
    socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`),
  );
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const http = vscode.workspace.getConfiguration('http');
  const { services } = await activated();
  try {
    await http.update('proxy', `http://127.0.0.1:${port}`, vscode.ConfigurationTarget.Global);
    const baseUrl = 'https://service.example';
    const client = await services.clients({ id: 'own', name: 'Own', baseUrl, ...limits });
    return await client.listModels().catch((error: unknown) => error);
  } finally {
    await http.update('proxy', undefined, vscode.ConfigurationTarget.Global);
    proxy.close();
    proxy.closeAllConnections();
  }
}

describe('a proxy that answers in place of the service', () => {
  for (const limits of [{}, { idleTimeoutSeconds: 301 }]) {
    it(`is named if it requires a sign-in, with ${JSON.stringify(limits)}`, async () => {
      const proxy = createServer((_request, response) => {
        response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
      });
      proxy.listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      const { services } = await activated();
      try {
        const client = await services.clients({ id: 'own', name: 'Own', baseUrl, ...limits });
        const failure: unknown = await client.listModels().catch((error: unknown) => error);
        assert.ok(failure instanceof Error);
        assert.equal(Reflect.get(failure, 'code'), 'PROXY_SIGN_IN', String(failure));
      } finally {
        proxy.close();
        proxy.closeAllConnections();
      }
    });
  }
});

describe('a proxy that opens no connection', () => {
  // Both ways on which a request can leave (see `patientFetch`).
  for (const limits of [{}, { idleTimeoutSeconds: 301 }]) {
    it(`is named with its status, with ${JSON.stringify(limits)}`, async () => {
      const failure = await failureBehindProxy(403, limits);
      assert.ok(failure instanceof Error);
      assert.equal(Reflect.get(failure, 'code'), 'PROXY_REJECTED', String(failure));
      assert.match(failure.message, /status 403/);
    });
  }
});
