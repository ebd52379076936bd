import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

const servers = new Set<Server>();
const sockets = new Set<Socket>();

/** The port on which a server listens until `closeServers` is called. */
export async function listening(server: Server): Promise<number> {
  servers.add(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends all connections, and closes all servers that still listen. */
export async function closeServers(): Promise<void> {
  sockets.forEach((socket) => socket.destroy());
  const open = [...servers].filter(({ listening }) => listening);
  servers.clear();
  sockets.clear();
  await Promise.all(
    open.map(async (server) => {
      server.close();
      await once(server, 'close');
    }),
  );
}
