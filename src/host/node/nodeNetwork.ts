import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import net from 'node:net';
import process from 'node:process';
import tls from 'node:tls';
import type {
  Connected,
  HostAndPort,
  HostFacts,
  LookUp,
  ProxyAddress,
  ProxyAnswer,
} from '../../shared/diagnosis/network.ts';
import { begin, certificateOf } from './beginRequest.ts';
import { failureCode } from './failureCode.ts';

export { begin };

/** Where this extension host runs. */
export function host(): HostFacts {
  const { platform, env } = process;
  return {
    platform,
    wsl: env['WSL_DISTRO_NAME'],
    // Files that Docker and Podman put into their containers.
    isContainer: ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path)),
  };
}

/** The value of an environment variable of the extension host. */
export function variable(name: string): string | undefined {
  return process.env[name];
}

const maxAddresses = 20;

/** The addresses that the system finds for a name. Rejects if `signal` aborts. */
export async function lookUp(name: string, signal: AbortSignal): Promise<LookUp> {
  try {
    const found = await unlessAborted(lookup(name, { all: true, verbatim: true }), signal);
    return { kind: 'found', addresses: found.slice(0, maxAddresses).map(({ address }) => address) };
  } catch (error) {
    return failed(error, signal);
  }
}

/** Opens a TCP connection and closes it. Rejects if `signal` aborts. */
export async function connect(place: HostAndPort, signal: AbortSignal): Promise<Connected> {
  const beganMs = performance.now();
  const socket = net.connect({ ...place, signal });
  try {
    await opened(socket, 'connect');
    const durationMs = performance.now() - beganMs;
    return { kind: 'open', address: socket.remoteAddress ?? place.host, durationMs };
  } catch (error) {
    return failed(error, signal);
  } finally {
    socket.destroy();
  }
}

/**
 * Asks an HTTP proxy for a connection to `place`, and closes it. `isTrusted` is whether VS Code trusts the certificate of
 * the proxy, if it told: one that is not trusted is asked for nothing, and gets no login. Rejects if `signal` aborts.
 */
export async function askProxy(
  { isSecure, login, ...proxy }: ProxyAddress,
  place: HostAndPort,
  signal: AbortSignal,
  isTrusted?: boolean,
): Promise<ProxyAnswer> {
  const socket = isSecure ? secureSocket(proxy) : net.connect(proxy);
  const stop = (): void => void socket.destroy(new Error('aborted'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await opened(socket, isSecure ? 'secureConnect' : 'connect');
    const isVerified = !(socket instanceof tls.TLSSocket) || socket.authorized;
    if (socket instanceof tls.TLSSocket && !(isTrusted ?? isVerified)) {
      return { kind: 'untrusted', certificate: certificateOf(socket) };
    }
    // This is another connection than the one that VS Code trusted.
    socket.write(connectRequest(place, isVerified ? login : undefined));
    return proxyAnswer(await beginning(socket));
  } catch (error) {
    return failed(error, signal);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** A connection that is also opened to what is not trusted, so that its certificate can be looked at. */
function secureSocket(place: HostAndPort): tls.TLSSocket {
  return tls.connect({
    ...place,
    ...serverName(place.host),
    rejectUnauthorized: false,
    ca: [...tls.getCACertificates('default'), ...tls.getCACertificates('system')],
  });
}

/** An IP address is no name that a server can be told (RFC 6066, section 3). */
function serverName(name: string): { readonly servername?: string } {
  return net.isIP(name) === 0 ? { servername: name } : {};
}

/** RFC 9110, section 9.3.6. */
function connectRequest(place: HostAndPort, login: string | undefined): string {
  const authority = `${net.isIPv6(place.host) ? `[${place.host}]` : place.host}:${place.port}`;
  const authorization =
    login === undefined
      ? []
      : [`Proxy-Authorization: Basic ${Buffer.from(login).toString('base64')}`];
  return [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...authorization, '', ''].join(
    '\r\n',
  );
}

/** Of what a proxy answers, no more than this is read. In bytes. */
const maxAnswerBytes = 16_384;

/** How long the body of an answer may take that refuses a connection, in milliseconds. */
const bodyMs = 500;

/** The beginning of what comes over a socket: the head of an answer, and its body if it is there soon. */
async function beginning(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      resolve(text);
    };
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => {
      text += data.slice(0, maxAnswerBytes - text.length);
      if (text.length >= maxAnswerBytes || /^HTTP\/1\.\d 2/.test(text)) {
        end();
      } else if (text.includes('\r\n\r\n')) {
        timer ??= setTimeout(end, bodyMs);
      }
    });
    socket.once('error', reject);
    socket.once('close', () =>
      text === '' ? reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })) : end(),
    );
  });
}

/** Reads the answer of a proxy (RFC 9112, section 4). */
function proxyAnswer(text: string): ProxyAnswer {
  const status = /^HTTP\/1\.\d (\d{3})\b/.exec(text)?.[1];
  if (status === undefined) {
    return { kind: 'other', words: text };
  }
  const [head = '', ...body] = text.split('\r\n\r\n');
  const signIn = head
    .split('\r\n')
    .filter((line) => /^proxy-authenticate:/i.test(line))
    .map((line) => line.slice(line.indexOf(':') + 1).trim());
  return { kind: 'answer', status: Number(status), signIn, body: body.join('\r\n\r\n') };
}

async function opened(socket: net.Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve);
    // Another error may follow the first.
    socket.on('error', reject);
  });
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    work.finally(() => signal.removeEventListener('abort', abort)).then(resolve, reject);
  });
}

/** The code of a failure. Throws it if it is that `signal` aborted. */
function failed(error: unknown, signal: AbortSignal): { kind: 'failed'; code: string } {
  signal.throwIfAborted();
  return { kind: 'failed', code: failureCode(error) };
}
