// VS Code adds its proxy and certificates to the modules with these names, without `node:`.
// oxlint-disable-next-line unicorn/prefer-node-protocol
import http, { type IncomingMessage } from 'http';
// oxlint-disable-next-line unicorn/prefer-node-protocol
import https from 'https';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Routers and firewalls forget a connection on which nothing is sent for minutes; in milliseconds. */
const keepAliveMs = 60_000;

/**
 * Sends a request like `fetch`, but waits for the response, and between two parts of its body, for as long
 * as it takes: the `fetch` of Node gives up after 300 seconds, and VS Code's passes no other limit on to it.
 * Does not follow redirects and takes only texts as bodies. Rejects, and its body fails, with errors of Node,
 * which have a `code`.
 */
export async function nodeFetch(url: string, init: RequestInit): Promise<Response> {
  const { method = 'GET', body, signal } = init;
  const headers = new Headers(init.headers);
  headers.set('accept-encoding', 'gzip, deflate, br');
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      headers: Object.fromEntries(headers),
      signal: signal ?? undefined,
    });
    outgoing.setSocketKeepAlive(true, keepAliveMs);
    // More than one error may come: the first, and that of the connection that is closed after it.
    outgoing.on('error', reject);
    outgoing.once('response', (incoming) => {
      if (url.startsWith('https:') && !('encrypted' in incoming.socket)) {
        incoming.destroy();
        reject(proxyRejection(incoming.statusCode));
        return;
      }
      try {
        resolve(responseOf(incoming));
      } catch (error) {
        // A status or a header that a `Response` cannot have.
        incoming.destroy();
        reject(error);
      }
    });
    // As bytes: Node would send the headers of a text in its encoding, and not in Latin-1.
    outgoing.end(typeof body === 'string' ? Buffer.from(body) : undefined);
  });
}

/**
 * VS Code's proxy support passes on the response of a proxy that opens no connection as that of the service. What
 * comes unencrypted cannot be of the service. The message is that of Node's `fetch`.
 */
function proxyRejection(status: number | undefined): Error {
  return new Error(`Proxy response (${status ?? ''}) !== 200 when HTTP Tunneling`);
}

/** Statuses of responses that have no body (Fetch Standard, "null body status"). */
const bodiless: ReadonlySet<number | undefined> = new Set([204, 205, 304]);

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode, rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  if (bodiless.has(statusCode)) {
    incoming.resume();
    return new Response(null, { status: statusCode, headers });
  }
  const body = decoded(incoming, headers.get('content-encoding'));
  return new Response(Readable.toWeb(body), { status: statusCode, headers });
}

/** The decoders of the content codings (RFC 9110, section 8.4.1) that Parley asks for. */
const decoders: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

function decoded(incoming: IncomingMessage, coding: string | null): Readable {
  const createDecoder = decoders.get(coding?.trim().toLowerCase() ?? '');
  // Errors reach the reader through the decoded stream; `pipeline` only requires that there is a callback.
  return createDecoder === undefined ? incoming : pipeline(incoming, createDecoder(), () => {});
}
