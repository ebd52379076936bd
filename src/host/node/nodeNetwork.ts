import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import net from 'node:net';
import process from 'node:process';
import tls from 'node:tls';
import type {
  Connected,
  HostAndPort,
  LookUp,
  ProxyAddress,
  ProxyAnswer,
} from '../../shared/diagnosis/network.ts';
import { begin, certificateOf } from './beginRequest.ts';
import { failureCode } from './failureCode.ts';

export { begin };

/** Whether this extension host runs in a container. */
export function isContainer(): boolean {
  // Files that Docker and Podman put into their containers.
  return ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path));
}

/** The value of an environment variable of the extension host. */
export function variable(name: string): string | undefined {
  return process.env[name];
}

const maxAddresses = 20;

/** The addresses that the system finds for a name. */
export async function lookUp(name: string): Promise<LookUp> {
  try {
    const found = await lookup(name, { all: true, verbatim: true });
    return { kind: 'found', addresses: found.slice(0, maxAddresses).map(({ address }) => address) };
  } catch (error) {
    return { kind: 'failed', code: failureCode(error) };
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

/** Asks an HTTP proxy for a connection to `place`, and closes it, see `NetworkTools`. Rejects if `signal` aborts. */
export async function askProxy(
  { scheme, host, port }: ProxyAddress,
  place: HostAndPort,
  signal: AbortSignal,
  isTrusted?: boolean,
): Promise<ProxyAnswer> {
  const isSecure = scheme === 'https';
  const socket = isSecure ? secureSocket({ host, port }) : net.connect({ host, port });
  const stop = (): void => void socket.destroy(new Error('aborted'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await opened(socket, isSecure ? 'secureConnect' : 'connect');
    if (socket instanceof tls.TLSSocket && !(isTrusted ?? socket.authorized)) {
      return { kind: 'untrusted', certificate: certificateOf(socket) };
    }
    socket.write(connectRequest(place));
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
function connectRequest(place: HostAndPort): string {
  const authority = `${net.isIPv6(place.host) ? `[${place.host}]` : place.host}:${place.port}`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;
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

/** The code of a failure. Throws it if it is that `signal` aborted. */
function failed(error: unknown, signal: AbortSignal): { kind: 'failed'; code: string } {
  signal.throwIfAborted();
  return { kind: 'failed', code: failureCode(error) };
}
