import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runCommand } from './command.ts';
import { installOnce } from './installOnce.ts';
import { withEnvironment } from './withEnvironment.ts';

/**
 * Finds an nginx, or gets the package of Debian into the downloads, which needs no root: what `PARLEY_NGINX` names, an
 * installed one, the package. Undefined if there is none, as on other systems.
 */
export async function findNginx(): Promise<string | undefined> {
  found ??= search();
  return found;
}

/** Looked for once. */
let found: Promise<string | undefined> | undefined;

async function search(): Promise<string | undefined> {
  const named = process.env['PARLEY_NGINX'];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const installed = [
    ...(named ? [named] : []),
    ...folders.map((folder) => join(folder, 'nginx')),
  ].find((path) => existsSync(path));
  try {
    return await probed(installed ?? (await debians()));
  } catch {
    return undefined;
  }
}

/** The packages that nginx needs beside what every Debian has. */
const packages = ['nginx', 'libpcre2-8-0'];

async function debians(): Promise<string> {
  const folder = await installOnce('nginx', async (unfinished) => {
    const inFolder = { cwd: unfinished, timeoutMs: 60_000 };
    await runCommand('apt-get', ['download', '-q', ...packages], inFolder);
    for (const file of await readdir(unfinished)) {
      await runCommand('dpkg', ['-x', file, '.'], inFolder);
    }
  });
  const libraries = (await readdir(join(folder, 'usr', 'lib'))).map((name) =>
    join(folder, 'usr', 'lib', name),
  );
  return withEnvironment(join(folder, 'usr', 'sbin', 'nginx'), {
    LD_LIBRARY_PATH: libraries.join(delimiter),
  });
}

async function probed(path: string): Promise<string> {
  await runCommand(path, ['-v']);
  return path;
}
