import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** A `Request -> Response` function served over loopback HTTP. */
export interface LoopbackServer {
  /** `http://127.0.0.1:port`, without a path. */
  readonly origin: string;
  /** Cuts every connection and stops listening. Throws what the function has thrown, to which a client only sees its connection end. */
  close(): Promise<void>;
}

/**
 * Serves `handle` on 127.0.0.1, on a free port unless one is given. Bodies stream both ways; when the
 * client goes away, the request's signal aborts and the response's body is cancelled.
 */
export async function serveHandler(
  handle: (request: Request) => Promise<Response>,
  port = 0,
): Promise<LoopbackServer> {
  const failures: unknown[] = [];
  const server = createServer((message, response) => {
    void answer({ handle, failures }, message, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      if (failures.length > 0) {
        throw failures[0];
      }
    },
  };
}

async function answer(
  {
    handle,
    failures,
  }: {
    readonly handle: (request: Request) => Promise<Response>;
    readonly failures: unknown[];
  },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const client = new AbortController();
  response.once('close', () => client.abort());
  let answered: Response;
  try {
    answered = await handle(toRequest(message, client.signal));
  } catch (error) {
    if (!client.signal.aborted) {
      failures.push(error);
    }
    response.destroy();
    return;
  }
  const { status, headers, body } = answered;
  try {
    response.writeHead(status, [...headers].flat());
    response.flushHeaders();
    if (body === null) {
      response.end();
    } else {
      // Cancels the body when the client goes away.
      await pipeline(Readable.fromWeb(body as ReadableStream), response);
    }
  } catch {
    // Either the client has gone or the body broke off; both end the connection.
    response.destroy();
  }
}

function toRequest(message: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = message;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
    signal,
    ...(hasBody ? { body: Readable.toWeb(message) as BodyInit, duplex: 'half' } : {}),
  });
}
