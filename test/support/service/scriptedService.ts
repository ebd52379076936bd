import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as it came over the wire. */
interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** `performance.now()` when it had arrived whole. */
  readonly atMs: number;
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
  /** Something for a script to wait for, until the test lets it go on. */
  readonly goOn: Promise<unknown>;
  letGoOn(): void;
}

/** What a script does with one request. Every write waits until it has been handed to the system. */
export interface ScriptedAnswer {
  readonly request: RecordedRequest;
  /** Whether the connection is still there. */
  readonly isOpen: boolean;
  /** Status line and headers; the body follows in chunks. */
  head(
    status?: number,
    headers?: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<void>;
  send(bytes: string | Uint8Array): Promise<void>;
  /** Sends piece by piece, each in a write of its own. */
  drip(bytes: string | Uint8Array, pieceLength?: number): Promise<void>;
  /** Writes past HTTP, exactly these bytes; for broken heads and lengths. */
  raw(bytes: string | Uint8Array): Promise<void>;
  /** Waits until the client has gone or the service closes. */
  stall(): Promise<void>;
  /** Sends a TCP reset. */
  reset(): void;
  /** Ends the connection without the end of the body. */
  hangUp(): void;
}

/** How one request is answered. The answer is ended properly when it returns. */
export type Script = (answer: ScriptedAnswer) => Promise<void> | void;

/** A loopback HTTP server that does what it is told. */
export interface ScriptedService {
  /** `http://127.0.0.1:port`, without a path. */
  readonly origin: string;
  /** What has arrived so far. */
  readonly requests: readonly RecordedRequest[];
  /** How many connections were opened so far. */
  readonly connections: number;
  /** Files scripts for the requests to come, in order; the last one answers all further requests. */
  answer(...scripts: readonly Script[]): void;
  /** Resolves when this many requests have arrived in all. */
  arrived(count: number): Promise<void>;
  /** Ends every connection that is open, as a service does with idle ones. */
  disconnect(): void;
  /** Ends stalls, cuts every connection and stops listening. */
  close(): Promise<void>;
}

/** Starts a scripted service on a free port. A request for which there is no script is answered 501. */
export async function startScriptedService(
  ...scripts: readonly Script[]
): Promise<ScriptedService> {
  const requests: RecordedRequest[] = [];
  const arrivals = new Set<() => void>();
  const sockets = new Set<Socket>();
  let connections = 0;
  let queue: readonly Script[] = scripts;
  const server = createServer({ keepAliveTimeout: 0 }, (message, response) => {
    void handle(message, response);
  });
  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(message);
    const script = queue[0] ?? ((answer: ScriptedAnswer) => answer.head(501));
    queue = queue.length > 1 ? queue.slice(1) : queue;
    requests.push(request);
    for (const notify of arrivals) {
      notify();
    }
    await script(createAnswer(request, response));
    response.end();
  }
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.setMaxListeners(0);
    // A client that goes away is what many scripts are about.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return connections;
    },
    answer(...more) {
      queue = more;
    },
    arrived: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests.length >= count) {
            arrivals.delete(check);
            resolve();
          }
        };
        arrivals.add(check);
        check();
      }),
    disconnect() {
      for (const socket of sockets) {
        socket.end();
      }
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    },
  };
}

async function record(message: IncomingMessage): Promise<RecordedRequest> {
  const { socket } = message;
  const closed = new Promise<void>((resolve) => {
    if (socket.destroyed) {
      resolve();
    }
    socket.once('close', () => resolve());
  });
  const pieces: Buffer[] = [];
  for await (const piece of message) {
    pieces.push(piece as Buffer);
  }
  const test = new EventEmitter();
  return {
    method: message.method ?? '',
    url: message.url ?? '',
    headers: message.headers,
    body: Buffer.concat(pieces).toString('utf8'),
    atMs: performance.now(),
    closed,
    goOn: once(test, 'goOn'),
    letGoOn: () => void test.emit('goOn'),
  };
}

function createAnswer(request: RecordedRequest, response: ServerResponse): ScriptedAnswer {
  const { socket } = response;
  return {
    request,
    get isOpen() {
      return socket?.destroyed === false;
    },
    async head(status = 200, headers = {}) {
      response.writeHead(status, headers as Record<string, string | string[]>);
      response.flushHeaders();
    },
    send: (bytes) => write(response, bytes),
    async drip(bytes, pieceLength = 1) {
      const all = Buffer.from(bytes as string);
      for (let start = 0; start < all.length; start += pieceLength) {
        await write(response, all.subarray(start, start + pieceLength));
      }
    },
    raw: async (bytes) => {
      if (socket) {
        await write(socket, bytes);
      }
    },
    stall: () => request.closed,
    reset: () => void socket?.resetAndDestroy(),
    hangUp: () => void socket?.destroy(),
  };
}

async function write(target: ServerResponse | Socket, bytes: string | Uint8Array): Promise<void> {
  if (!target.destroyed && !target.writableEnded) {
    // An error here means that the client has gone; the script runs on to its end.
    await new Promise<void>((resolve) => target.write(bytes, () => resolve()));
  }
}
