import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What nginx has in its memory of one response unless it is told otherwise: eight buffers of 4 KiB (`proxy_buffers`). */
const bufferBytes = 8 * 4096;

/** A reverse proxy that buffers. */
export interface BufferingProxy {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * A reverse proxy in front of `origin` that buffers as nginx does with its default, `proxy_buffering on`: what comes
 * of a response, its head included, is sent on when a buffer is full or the response is at its end, unless the
 * service sends `X-Accel-Buffering: no`. The header itself is not sent on. It names itself as nginx does, and answers
 * with 502 and nginx's page if the service cannot be reached.
 */
export async function startBufferingProxy(origin: string): Promise<BufferingProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const upstream = send(new URL(url, origin), { method, headers });
    incoming.pipe(upstream);
    upstream.on('error', () => {
      outgoing.writeHead(502, { server: 'nginx/1.22.1', 'content-type': 'text/html' });
      outgoing.end(badGateway);
    });
    upstream.on('response', (response) => {
      const { 'x-accel-buffering': wish, connection: _hop, ...passed } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, { ...passed, server: 'nginx/1.22.1' });
      const isBuffered = wish !== 'no';
      let buffer: Buffer[] = [];
      const flush = (): void => {
        outgoing.write(Buffer.concat(buffer));
        buffer = [];
      };
      response.on('data', (bytes: Buffer) => {
        buffer.push(bytes);
        if (!isBuffered || Buffer.concat(buffer).length >= bufferBytes) {
          flush();
        }
      });
      response.on('end', () => {
        flush();
        outgoing.end();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The page of nginx 1.22. */
const badGateway = `<html>\r
<head><title>502 Bad Gateway</title></head>\r
<body>\r
<center><h1>502 Bad Gateway</h1></center>\r
<hr><center>nginx/1.22.1</center>\r
</body>\r
</html>\r
`;
