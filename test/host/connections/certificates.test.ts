import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  loopbackKey,
  trustedCertificate,
  untrustedCertificate,
} from '../../support/service/loopbackCertificates.ts';
import { activated } from '../activated.ts';

/** The IDs of the models that a service with this certificate lists, or the code of the failure. */
async function modelsOf(cert: string, limits: object): Promise<unknown> {
  const server = createServer({ key: loopbackKey, cert }, (_message, response) => {
    response.setHeader('content-type', 'application/json').end('{"data":[{"id":"m"}]}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { services } = await activated();
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const client = await services.clients({ id: 'own', name: 'Own', baseUrl, ...limits });
    return (await client.listModels()).map(({ id }) => id);
  } catch (error) {
    return (error as { readonly code?: string }).code;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('the certificate of a service', () => {
  // Both ways on which a request can leave (see `patientFetch`).
  for (const limits of [{}, { idleTimeoutSeconds: 301 }]) {
    it(`is trusted if the system trusts it, with ${JSON.stringify(limits)}`, async function () {
      if (process.platform !== 'linux') {
        // Elsewhere the certificates of the system cannot be chosen for one process.
        this.skip();
      }
      assert.deepEqual(await modelsOf(trustedCertificate, limits), ['m']);
    });

    it(`is not trusted otherwise, with ${JSON.stringify(limits)}`, async () => {
      assert.equal(await modelsOf(untrustedCertificate, limits), 'DEPTH_ZERO_SELF_SIGNED_CERT');
    });
  }
});
