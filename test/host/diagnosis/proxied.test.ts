import assert from 'node:assert/strict';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import * as vscode from 'vscode';
import { toReplyError } from '../../../src/host/connections/toReplyError.ts';
import { diagnose } from '../../../src/host/diagnosis/diagnose.ts';
import type { Diagnosis, DiagnosisStep } from '../../../src/host/diagnosis/diagnosis.ts';
import type { NetworkTools } from '../../../src/host/diagnosis/networkTools.ts';
import {
  interceptedServiceExample,
  serviceExample,
  testRoot,
} from '../../support/diagnosis/issuedCertificates.ts';
import {
  loopbackKey,
  trustedCertificate,
  untrustedCertificate,
} from '../../support/service/loopbackCertificates.ts';
import { closeServers, listening } from '../../support/diagnosis/loopbackServers.ts';
import { activated } from '../activated.ts';

/** A service that lists one model, over https with this certificate. */
async function secureService(cert: string): Promise<number> {
  return listening(
    createServer({ key: loopbackKey, cert }, (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"data":[{"id":"m"}]}');
    }),
  );
}

/**
 * A proxy that answers each CONNECT with this status; with 200, all hosts are the service at `port`. With a certificate,
 * it is spoken to over https.
 */
async function connectProxy(status: number, port = 0, cert?: string): Promise<number> {
  const proxy = cert === undefined ? createProxy() : createServer({ key: loopbackKey, cert });
  proxy.on('connect', (_request, client) => {
    client.on('error', () => {});
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const service = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(service).pipe(client);
    });
    service.on('error', () => client.destroy());
  });
  return listening(proxy);
}

/** What a diagnosis finds with these settings of VS Code, in an extension host with VS Code's proxy support. */
async function findings(baseUrl: string, settings: Readonly<Record<string, unknown>>) {
  const http = vscode.workspace.getConfiguration('http');
  const { services, context } = await activated();
  // The bundle as the extension loads it.
  const load = createRequire(`${context.extensionPath}/package.json`);
  const network = load('./dist/node.js') as NetworkTools;
  const connection = { id: 'own', name: 'Own', baseUrl };
  let diagnosis: Diagnosis | undefined;
  let requestFailure: string | undefined;
  try {
    for (const [name, value] of Object.entries(settings)) {
      await http.update(name, value, vscode.ConfigurationTarget.Global);
    }
    await diagnose(
      { connection },
      {
        redactor: services.redactor,
        clients: services.clients,
        describeError: (error) => toReplyError(error, services.redactor),
        // No reply is asked for.
        stream: () => assert.fail(),
        known: () => ({ facts: undefined, price: undefined, adjustments: [] }),
        network,
        place: {
          remoteName: undefined,
          isRemote: false,
          isBrowser: false,
          extensionId: context.extension.id,
        },
        setting: (name) => vscode.workspace.getConfiguration().get<unknown>(name),
      },
      (changed) => (diagnosis = changed),
      new AbortController().signal,
    ).ended;
    requestFailure = await failureOf(
      services.clients(connection).then(async (client) => client.listModels()),
    );
  } finally {
    for (const name of Object.keys(settings)) {
      await http.update(name, undefined, vscode.ConfigurationTarget.Global);
    }
  }
  const found = diagnosis?.findings ?? [];
  return {
    causes: found.flatMap(({ cause }) => cause ?? []),
    of: (step: DiagnosisStep) => found.find((finding) => finding.step === step),
    /** The code of the failure of a request as a chat sends it. */
    requestFailure,
  };
}

async function failureOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    return error instanceof Error ? String(Reflect.get(error, 'code')) : String(error);
  }
}

describe('the diagnosis of a connection through the proxy of VS Code', () => {
  afterEach(closeServers);

  it('lists the models of a service whose certificate the system trusts', async function () {
    if (process.platform !== 'linux') {
      // Elsewhere the certificates of the system cannot be chosen for one process.
      this.skip();
    }
    const port = await connectProxy(200, await secureService(serviceExample));
    const { causes, of } = await findings('https://service.example', {
      proxy: `http://127.0.0.1:${port}`,
    });
    assert.deepEqual(causes, []);
    assert.equal(of('proxy')?.title, `http://127.0.0.1:${port}`);
    assert.equal(of('certificate')?.status, 'fine');
    assert.match(of('certificate')?.facts.join(' ') ?? '', /not public but trusted by this system/);
    assert.equal(of('models')?.title, '1 model');
  });

  it('names a proxy that decrypts the connection', async () => {
    const service = await secureService(interceptedServiceExample + testRoot);
    const port = await connectProxy(200, service);
    const { causes, of } = await findings('https://service.example', {
      proxy: `http://127.0.0.1:${port}`,
    });
    assert.deepEqual(causes, ['certificateIntercepted']);
    assert.match(of('certificate')?.advice.join(' ') ?? '', /Parley tests, root/);
    assert.equal(of('certificate')?.action, 'certificateSettings');
  });

  for (const scheme of ['https', 'http']) {
    it(`names the certificate of the proxy that it rejects for a chat, too: ${scheme}`, async () => {
      const proxy = await connectProxy(200, 0, untrustedCertificate);
      const { causes, of, requestFailure } = await findings(`${scheme}://service.example`, {
        proxy: `https://ann:secret@localhost:${proxy}`,
      });
      assert.deepEqual(causes, ['proxyCertificate']);
      assert.equal(requestFailure, 'DEPTH_ZERO_SELF_SIGNED_CERT');
      const { facts = [], action } = of('port') ?? {};
      assert.equal(facts[0], requestFailure);
      assert.equal(action, 'certificateSettings');
    });
  }

  it('goes through a proxy over https whose certificate VS Code trusts', async () => {
    const service = await secureService(interceptedServiceExample + testRoot);
    const proxy = await connectProxy(200, service, trustedCertificate);
    const { causes, of } = await findings('https://service.example', {
      proxy: `https://localhost:${proxy}`,
    });
    assert.equal(of('port')?.status, 'fine');
    assert.deepEqual(causes, ['certificateIntercepted']);
  });

  for (const [status, cause] of [
    [403, 'proxyRejected'],
    [407, 'proxySignIn'],
    [502, 'proxyGateway'],
  ] as const) {
    it(`names a proxy that answers ${status}`, async () => {
      const port = await connectProxy(status);
      const { causes } = await findings('https://service.example', {
        proxy: `http://127.0.0.1:${port}`,
      });
      assert.deepEqual(causes, [cause]);
    });
  }

  it('takes the same proxy as a request, whatever http.proxySupport says', async () => {
    const port = await connectProxy(403);
    for (const [proxySupport, cause] of [
      ['on', 'proxyRejected'],
      ['fallback', 'proxyRejected'],
      ['off', 'unknownHost'],
    ] as const) {
      const { causes, of } = await findings('https://service.invalid', {
        proxy: `http://127.0.0.1:${port}`,
        proxySupport,
      });
      const found = causes.join().replace('nameLookupFailed', 'unknownHost');
      assert.equal(found, cause, JSON.stringify(of('proxy')));
    }
  });

  it('says what VS Code does: directly to a host of http.noProxy', async () => {
    const port = await connectProxy(403);
    const { of } = await findings('https://service.invalid', {
      proxy: `http://127.0.0.1:${port}`,
      noProxy: ['service.invalid'],
    });
    assert.equal(of('proxy')?.title, 'No proxy');
    assert.match(of('proxy')?.facts.join(' ') ?? '', /http\.noProxy: service\.invalid/);
    assert.match(of('name')?.cause ?? '', /^unknownHost|^nameLookupFailed/);
  });
});
