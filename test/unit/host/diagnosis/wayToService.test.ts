import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import * as network from '../../../../src/host/node/nodeNetwork.ts';
import { canaryKey, diagnosed } from '../../../support/diagnosis/diagnosed.ts';
import {
  expiredCertificate,
  futureCertificate,
  issuedByIntermediate,
  issuedByRoot,
  otherHostsCertificate,
  testIntermediate,
  testRoot,
} from '../../../support/diagnosis/issuedCertificates.ts';
import { closeServers, listening } from '../../../support/diagnosis/loopbackServers.ts';
import {
  loopbackKey,
  untrustedCertificate,
} from '../../../support/service/loopbackCertificates.ts';

afterEach(closeServers);

/** A model list over https with this certificate. */
async function secureService(...chain: readonly string[]): Promise<number> {
  const cert = chain.join('');
  return listening(
    https.createServer({ key: loopbackKey, cert }, (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"data":[{"id":"m"}]}');
    }),
  );
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = net.createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

describe('diagnose: the way to the service', () => {
  it('names a host that does not exist, and takes no further step', async () => {
    const { causes, finding } = await diagnosed('https://parley-test.invalid');
    assert.ok(
      causes.join() === 'unknownHost' || causes.join() === 'nameLookupFailed',
      causes.join(),
    );
    assert.equal(finding('port')?.status, 'skipped');
    assert.equal(finding('models')?.status, 'skipped');
  });

  it('tells a name that does not exist from one that cannot be looked up now', async () => {
    for (const [code, cause] of [
      ['ENOTFOUND', 'unknownHost'],
      ['EAI_AGAIN', 'nameLookupFailed'],
    ] as const) {
      const { causes } = await diagnosed('https://host.example', {
        services: {
          network: {
            ...network,
            variable: () => undefined,
            lookUp: () => Promise.resolve({ kind: 'failed', code }),
          },
        },
      });
      assert.deepEqual(causes, [cause]);
    }
  });

  it('names a port on which nothing listens, with the usual ones', async () => {
    const { causes, finding } = await diagnosed(`http://127.0.0.1:${await freePort()}`);
    assert.deepEqual(causes, ['refused']);
    assert.match(finding('port')?.facts.join(' ') ?? '', /Ollama 11434, LM Studio 1234/);
    assert.equal(finding('port')?.action, 'editConnection');
  });

  it('says what localhost means if the port is refused on a remote host', async () => {
    const place = {
      remoteName: 'ssh-remote',
      isRemote: true,
      isBrowser: false,
      extensionId: 'parley-chat.parley',
    };
    const { causes, finding } = await diagnosed(`http://localhost:${await freePort()}`, {
      services: { place },
    });
    assert.deepEqual(causes, ['loopbackIsRemote']);
    assert.match(
      finding('place')?.facts.join(' ') ?? '',
      /“localhost” is the host that Parley runs on/,
    );
    assert.match(
      finding('place')?.advice.join(' ') ?? '',
      /"remote\.extensionKind": \{ "parley-chat\.parley": \["ui"\] \}/,
    );
  });

  it('names a port that accepts and never answers, without and with encryption', async () => {
    const port = await listening(net.createServer());
    const limits = { stepMs: 300, modelsMs: 300 };
    const plain = await diagnosed(`http://127.0.0.1:${port}`, { limits });
    assert.deepEqual(plain.causes, ['noReply']);
    const secure = await diagnosed(`https://127.0.0.1:${port}`, { limits });
    assert.deepEqual(secure.causes, ['noReply']);
    assert.equal(secure.finding('certificate')?.cause, 'noReply');
  });

  it('names a port that never opens', async () => {
    // What a firewall that drops packets looks like; a real one needs root.
    const connect = (_place: unknown, signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const { causes } = await diagnosed('http://127.0.0.1:9', {
      limits: { stepMs: 50 },
      services: { network: { ...network, variable: () => undefined, connect } },
    });
    assert.deepEqual(causes, ['noAnswer']);
  });

  it('names https in front of a port without it, and the reverse', async () => {
    const plain = await listening(http.createServer());
    assert.deepEqual((await diagnosed(`https://127.0.0.1:${plain}`)).causes, ['noTls']);
    const secure = await secureService(untrustedCertificate);
    const { causes, finding } = await diagnosed(`http://127.0.0.1:${secure}`);
    assert.deepEqual(causes, ['tlsExpected']);
    assert.match(finding('models')?.advice.join(' ') ?? '', /https:\/\//);
  });
});

describe('diagnose: the certificate', () => {
  const trusted = tls.getCACertificates('default');
  before(() => tls.setDefaultCACertificates([...trusted, testRoot]));
  after(() => tls.setDefaultCACertificates(trusted));

  const cases: readonly (readonly [name: string, chain: readonly string[], cause: string])[] = [
    ['self-signed', [untrustedCertificate], 'selfSigned'],
    ['expired', [expiredCertificate], 'expiredCertificate'],
    ['not yet valid', [futureCertificate], 'certificateNotYetValid'],
    ['for another host', [otherHostsCertificate], 'otherHostsCertificate'],
    ['without its intermediate authority', [issuedByIntermediate], 'chainIncomplete'],
  ];
  for (const [name, chain, cause] of cases) {
    it(`is named: ${name}`, async () => {
      const { causes, finding } = await diagnosed(
        `https://127.0.0.1:${await secureService(...chain)}`,
      );
      assert.deepEqual(causes, [cause]);
      assert.match(
        finding('certificate')?.facts.join(' ') ?? '',
        /Issued to “.*” by “Parley tests/,
      );
      assert.equal(finding('models')?.status, 'skipped');
    });
  }

  it('that came alone may be of an organisation, or lack one between', async () => {
    const { finding } = await diagnosed(
      `https://127.0.0.1:${await secureService(issuedByIntermediate)}`,
    );
    const { advice = [] } = finding('certificate') ?? {};
    assert.match(advice.join(' '), /If Parley tests, intermediate is a public authority/);
    assert.match(advice.join(' '), /belongs to your organisation.*add its root certificate/);
  });

  it('of an authority that is not trusted is named, with what helps in VS Code', async () => {
    tls.setDefaultCACertificates(trusted);
    const port = await secureService(issuedByIntermediate, testIntermediate, testRoot);
    const settings = { 'http.systemCertificates': false };
    const variables = { NODE_EXTRA_CA_CERTS: '/own.pem' };
    const { causes, finding } = await diagnosed(`https://127.0.0.1:${port}`, {
      settings,
      variables,
    });
    tls.setDefaultCACertificates([...trusted, testRoot]);
    assert.deepEqual(causes, ['untrustedCertificate']);
    const { advice = [], facts = [] } = finding('certificate') ?? {};
    assert.match(facts.join(' '), /localhost ← Parley tests, intermediate ← Parley tests, root/);
    assert.match(advice.join(' '), /keep the setting http\.systemCertificates on/);
    assert.match(
      facts.join(' '),
      /http\.systemCertificates: false NODE_EXTRA_CA_CERTS: \/own\.pem/,
    );
  });

  it('that is trusted is fine, whole chain or not', async () => {
    for (const chain of [[issuedByRoot], [issuedByIntermediate, testIntermediate]]) {
      const { finding } = await diagnosed(`https://127.0.0.1:${await secureService(...chain)}`);
      assert.equal(finding('certificate')?.status, 'fine');
    }
  });
});

/** A CONNECT proxy that answers each request in one way. */
async function proxy(answer: (target: string, authorization: string, socket: Socket) => void) {
  const server = http.createServer((_request, response) => response.writeHead(400).end());
  server.on('connect', (request, socket) =>
    answer(request.url ?? '', request.headers['proxy-authorization'] ?? '', socket as Socket),
  );
  return listening(server);
}

/** A proxy over https with this certificate that opens each connection, and what it was sent. */
async function secureProxy(cert: string) {
  const logins: string[] = [];
  const server = https.createServer({ key: loopbackKey, cert });
  server.on('connect', (request, socket) => {
    logins.push(request.headers['proxy-authorization'] ?? '');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  });
  return { logins, port: await listening(server) };
}

/** The options that make VS Code use a proxy. */
function throughProxy(port: number, login = ''): { settings: Readonly<Record<string, unknown>> } {
  return {
    settings: { 'http.proxy': `http://${login}127.0.0.1:${port}`, 'http.proxySupport': 'override' },
  };
}

const password = 'p@ss-wörd/9Xy';
const login = `ann:${encodeURIComponent(password)}@`;

describe('diagnose: a proxy', () => {
  const trusted = tls.getCACertificates('default');
  before(() => tls.setDefaultCACertificates([...trusted, testRoot]));
  after(() => tls.setDefaultCACertificates(trusted));

  const refusals: readonly (readonly [status: number, cause: string])[] = [
    [407, 'proxySignIn'],
    [403, 'proxyRejected'],
    [502, 'proxyGateway'],
    [504, 'proxyGateway'],
  ];
  for (const [status, cause] of refusals) {
    it(`that answers ${status} is named, and its words hold no login and no key`, async () => {
      const port = await proxy((target, authorization, socket) =>
        socket.end(
          `HTTP/1.1 ${status} No\r\nProxy-Authenticate: Basic realm="x"\r\nProxy-Authenticate: Negotiate\r\n\r\n` +
            `<html><title>No ${target} for ${authorization} ${login} ${password} ${canaryKey}</title></html>`,
        ),
      );
      const { causes, finding, report, diagnosis } = await diagnosed('https://service.example', {
        ...throughProxy(port, login),
        apiKey: canaryKey,
        limits: { stepMs: 5000 },
      });
      assert.deepEqual(causes, [cause]);
      const { facts = [], tried } = finding('port') ?? {};
      assert.match(
        facts.join(' '),
        new RegExp(`HTTP ${status}.*No service\\.example:443 for \\[key\\]@ \\[key\\] \\[key\\]`),
      );
      assert.equal(tried, 'CONNECT service.example:443');
      assert.match(facts.join(' '), /Proxy-Authenticate: Basic, Negotiate/);
      for (const text of [report, JSON.stringify(diagnosis)]) {
        assert.doesNotMatch(text, /canary-7Gq2|p@ss|p%40ss|9Xy/);
        assert.ok(!text.includes(Buffer.from(`ann:${password}`).toString('base64')));
      }
      assert.match(finding('proxy')?.title ?? '', /127\.0\.0\.1/);
    });
  }

  it('that opens the connection is fine, and gets no login', async () => {
    let seen = '';
    const port = await proxy((_target, authorization, socket) => {
      seen = authorization;
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    });
    const { finding } = await diagnosed('http://service.example', {
      ...throughProxy(port, login),
      limits: { stepMs: 5000, modelsMs: 10 },
    });
    assert.equal(finding('port')?.status, 'fine');
    assert.equal(seen, '');
  });

  it('over https gets nothing if its certificate is not trusted, and the certificate is named', async () => {
    for (const [certificate, action, advice] of [
      [
        untrustedCertificate,
        'certificateSettings',
        /add its root certificate to the trusted certificates/,
      ],
      [expiredCertificate, 'certificateSettings', /must renew the certificate/],
      [otherHostsCertificate, 'proxySettings', /the host name in the certificate/],
    ] as const) {
      const { port, logins } = await secureProxy(certificate);
      // For an address with http, VS Code does not tell whether it trusts the proxy.
      const { causes, finding } = await diagnosed('http://service.example', {
        settings: { 'http.proxy': `https://${login}127.0.0.1:${port}` },
      });
      assert.deepEqual(causes, ['proxyCertificate']);
      assert.deepEqual(logins, []);
      const { facts = [], advice: given = [], action: offered } = finding('port') ?? {};
      assert.match(facts.join(' '), /^[A-Z_]+ Issued to “/);
      assert.match(given.join(' '), advice);
      assert.equal(offered, action);
      assert.equal(finding('certificate')?.status, 'skipped');
    }
  });

  it('over https is asked only where its certificate is trusted', async () => {
    const ask = async (certificate: string, isTrusted?: boolean) => {
      const { port, logins } = await secureProxy(certificate);
      const address = { host: '127.0.0.1', port, scheme: 'https' } as const;
      const place = { host: 'service.example', port: 443 };
      const signal = AbortSignal.timeout(5000);
      const { kind } = await network.askProxy(address, place, signal, isTrusted);
      return [kind, ...logins];
    };
    assert.deepEqual(await ask(issuedByRoot), ['answer', '']);
    assert.deepEqual(await ask(issuedByRoot, false), ['untrusted']);
    assert.deepEqual(await ask(untrustedCertificate), ['untrusted']);
    assert.deepEqual(await ask(untrustedCertificate, true), ['answer', '']);
  });

  it('that is none, is not there, does not exist or never answers is named', async () => {
    const limits = { stepMs: 500 };
    const other = await listening(
      net.createServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
    );
    const dumb = await listening(net.createServer());
    const free = await freePort();
    for (const [port, cause] of [
      [other, 'notAProxy'],
      [free, 'proxyUnreachable'],
      [dumb, 'proxyNoAnswer'],
    ] as const) {
      const { causes } = await diagnosed('https://service.example', {
        ...throughProxy(port),
        limits,
      });
      assert.deepEqual(causes, [cause]);
    }
    const settings = { 'http.proxy': 'http://parley-proxy.invalid:8080' };
    const { causes } = await diagnosed('https://service.example', { settings });
    assert.deepEqual(causes, ['proxyNotFound']);
  });

  it('is understood whatever pieces its answer comes in', async () => {
    const port = await proxy((_target, _authorization, socket) => {
      socket.setNoDelay(true);
      const answer = 'HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\n\r\n<p>Wörds</p>'.split(
        '',
      );
      const next = (): void => {
        const [piece] = answer.splice(0, 1);
        if (piece === undefined) {
          socket.end();
        } else {
          socket.write(piece, () => setImmediate(next));
        }
      };
      next();
    });
    const { causes, finding } = await diagnosed('https://service.example', throughProxy(port));
    assert.deepEqual(causes, ['proxyRejected']);
    assert.match(finding('port')?.facts.join(' ') ?? '', /HTTP 403.*“Wörds”/);
  });

  it('that sends without end is read to a bound only', async () => {
    const much = 'x'.repeat(1_000_000);
    const endless = async (start: string): Promise<number> =>
      listening(
        net.createServer((socket) => {
          socket.write(start);
          const more = (error?: Error | null): void => {
            if (!error) {
              socket.write(much, more);
            }
          };
          more();
        }),
      );
    for (const [start, cause] of [
      ['', 'notAProxy'],
      ['HTTP/1.1 403 No\r\n\r\n', 'proxyRejected'],
      ['HTTP/1.1 403 No\r\nX: ', 'proxyRejected'],
    ] as const) {
      const options = throughProxy(await endless(start));
      const { causes, report } = await diagnosed('https://service.example', options);
      assert.deepEqual(causes, [cause]);
      assert.ok(report.length < 5000, String(report.length));
    }
  });

  it('at which VS Code signs in is fine', async () => {
    const certificate = { chain: [], protocol: 'TLSv1.3', isPublic: true };
    const { finding } = await diagnosed('https://service.example', {
      services: {
        network: {
          ...network,
          isContainer: () => false,
          variable: () => undefined,
          askProxy: () => Promise.resolve({ kind: 'answer', status: 407, signIn: [], body: '' }),
          begin: () => ({
            route: Promise.resolve({ chosen: 'PROXY 127.0.0.1:3128' }),
            opened: Promise.resolve({ kind: 'secure', certificate }),
          }),
        },
      },
    });
    assert.match(finding('proxy')?.facts.join(' ') ?? '', /operating system/);
    assert.equal(finding('port')?.status, 'fine');
    assert.match(finding('port')?.facts.join(' ') ?? '', /VS Code has signed in/);
  });

  it('of the environment is named with its variable, and one without a scheme as ignored', async () => {
    const free = await freePort();
    const variables = { HTTPS_PROXY: `http://127.0.0.1:${free}` };
    const { finding } = await diagnosed('https://service.example', { variables });
    assert.match(finding('proxy')?.facts.join(' ') ?? '', /HTTPS_PROXY/);
    const ignored = await diagnosed(`http://127.0.0.1:${free}`, {
      settings: { 'http.proxy': 'proxy.example:8080' },
    });
    assert.equal(ignored.finding('proxy')?.cause, 'proxyIgnored');
  });
});
