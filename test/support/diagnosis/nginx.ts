import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BufferingProxy } from './bufferingProxy.ts';
import { until } from '../until.ts';

/** Starts nginx with its defaults as a reverse proxy in front of `origin`. */
export async function startNginx(program: string, origin: string): Promise<BufferingProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(port, origin));
  const child = spawn(program, ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
  await until('nginx listens', async () => isOpen(port));
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(port: number, origin: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
pid nginx.pid;
events {}
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass ${origin}; }
  }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
