// VS Code adds its proxy and certificates to the modules with these names, without `node:`.
// oxlint-disable-next-line unicorn/prefer-node-protocol
import http, { type ClientRequest } from 'http';
// oxlint-disable-next-line unicorn/prefer-node-protocol
import https from 'https';
import type { Socket } from 'node:net';
import { rootCertificates, TLSSocket } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import type {
  BegunRequest,
  Certificate,
  CertificateFacts,
  Opened,
  Route,
} from '../../shared/diagnosis/network.ts';
import { isRecord, isString } from '../../shared/guards.ts';
import { failureCode } from './failureCode.ts';

/**
 * Begins a request as VS Code would send it, through the proxy that VS Code chooses, and closes the connection
 * before anything of the request is sent. A certificate that is not trusted is taken, to look at it.
 */
export function begin(url: string, signal: AbortSignal): BegunRequest {
  const isSecure = url.startsWith('https:');
  // Without an agent: with one, VS Code takes no proxy if `http.proxySupport` is `on`.
  const options = { rejectUnauthorized: false, signal };
  // Node sends the headers with the first of the body, which never comes.
  const request = (isSecure ? https : http).request(url, options);
  const route = routeOf(request);
  const opened = openedBy(request, isSecure)
    .catch(async (error: unknown): Promise<Opened> => {
      signal.throwIfAborted();
      // The error of VS Code's proxy support says less than what it reported before.
      const { failure = failureCode(error) } = (await route) ?? {};
      return { kind: 'failed', code: failure };
    })
    .finally(() => request.destroy());
  // The caller gets the rejection; without this, it would be reported as unhandled until the caller awaits it.
  opened.catch(() => {});
  return { route, opened };
}

/** What VS Code's proxy support reports for a request. It does so before the request has a socket or an error. */
async function routeOf(request: ClientRequest): Promise<Route | undefined> {
  return new Promise((resolve) => {
    request.once('proxy', (said: unknown) => {
      const { proxy, error } = isRecord(said) ? said : {};
      const failure = error === undefined ? undefined : failureCode(error);
      resolve(isString(proxy) ? { chosen: withoutLogin(proxy), failure } : undefined);
    });
    for (const event of ['socket', 'error', 'close']) {
      request.once(event, () => resolve(undefined));
    }
  });
}

/** `PROXY user:password@host:8080` without what is before the last `@`. */
function withoutLogin(route: string): string {
  const text = route.slice(0, 1000);
  const at = text.lastIndexOf('@');
  return at === -1
    ? text
    : `${text.slice(0, Math.max(0, text.indexOf(' ')))} ${text.slice(at + 1)}`;
}

async function openedBy(request: ClientRequest, isSecure: boolean): Promise<Opened> {
  return new Promise((resolve, reject) => {
    // More than one error may come: the first, and that of the connection that is closed after it.
    request.on('error', reject);
    request.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    request.once('socket', (socket: Socket) => {
      if (isSecure && (socket instanceof TLSSocket || 'encrypted' in socket)) {
        whenSecure(socket, (tls) => resolve({ kind: 'secure', certificate: certificateOf(tls) }));
      } else {
        // VS Code passes on the response of a proxy that opens no connection.
        resolve({ kind: 'notEncrypted' });
      }
    });
  });
}

function whenSecure(socket: Socket, then: (socket: TLSSocket) => void): void {
  if (!(socket instanceof TLSSocket)) {
    return;
  }
  if (socket.getProtocol() !== null && socket.getPeerX509Certificate() !== undefined) {
    then(socket);
  } else {
    socket.once('secureConnect', () => then(socket));
  }
}

const maxChain = 10;

/** The certificate that was shown on a connection, and whether it is trusted there. */
export function certificateOf(socket: TLSSocket): CertificateFacts {
  const chain: X509Certificate[] = [];
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && chain.length < maxChain) {
    chain.push(next);
    next = next.checkIssued(next) ? undefined : next.issuerCertificate;
  }
  const { authorizationError: problem } = socket;
  return {
    chain: chain.map(shown),
    protocol: socket.getProtocol() ?? '',
    problem: socket.authorized ? undefined : codeOf(problem),
    isPublic: isPublic(chain.at(-1)),
  };
}

function codeOf(problem: unknown): string {
  return typeof problem === 'string' ? problem.slice(0, 100) : failureCode(problem);
}

/** Whether a certificate is that of a public authority, or issued by one. */
function isPublic(last: X509Certificate | undefined): boolean {
  return (
    last !== undefined &&
    rootCertificates.some((pem) => {
      const root = new X509Certificate(pem);
      return root.fingerprint256 === last.fingerprint256 || last.checkIssued(root);
    })
  );
}

/** Of what a certificate says, in characters. */
const maxLength = 200;
const maxNames = 20;

function shown(certificate: X509Certificate): Certificate {
  const { subject, issuer, subjectAltName = '', validFrom, validTo } = certificate;
  return {
    subject: nameIn(subject),
    issuer: nameIn(issuer),
    names: namesIn(subjectAltName),
    validFrom: Date.parse(validFrom),
    validTo: Date.parse(validTo),
    isSelfSigned: certificate.checkIssued(certificate),
  };
}

/** The common name in the lines of a distinguished name, else the organisation, else all of it. */
function nameIn(name: string): string {
  const lines = name.slice(0, 4000).split('\n');
  const field = (start: string) => lines.find((line) => line.startsWith(start));
  const found = (field('CN=') ?? field('O='))?.replace(/^\w+=/, '') ?? lines.join(', ');
  // Node writes a backslash before commas and the like.
  return found.replaceAll(/\\(.)/g, '$1').slice(0, maxLength);
}

/** `DNS:host, IP Address:127.0.0.1` as names. */
function namesIn(altNames: string): readonly string[] {
  return altNames
    .slice(0, 4000)
    .split(', ')
    .map((name) => name.replace(/^[A-Za-z ]+:/, '').slice(0, maxLength))
    .filter((name) => name !== '')
    .slice(0, maxNames);
}
