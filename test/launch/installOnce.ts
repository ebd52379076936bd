import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm } from './npm.ts';
import { downloadsFolder } from './projectFolders.ts';

/**
 * Gives the folder `name` under the downloads, made by `install` the first time. It is filled under
 * another name first, so that a folder that is there is whole, whatever ended the run before.
 */
export async function installOnce(
  name: string,
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(downloadsFolder, name);
  if (existsSync(folder)) {
    return folder;
  }
  await removeLeftovers(name);
  const unfinished = `${folder}.${process.pid}.part`;
  await mkdir(unfinished, { recursive: true });
  try {
    process.stderr.write(`Getting ${name}, once …\n`);
    await install(unfinished);
    await rename(unfinished, folder).catch((error: unknown) => {
      // Another run may have been faster.
      if (!existsSync(folder)) {
        throw error;
      }
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Removes what a run that has ended left unfinished. */
async function removeLeftovers(name: string): Promise<void> {
  const entries = existsSync(downloadsFolder) ? await readdir(downloadsFolder) : [];
  for (const entry of entries) {
    const pid = /\.(\d+)\.part$/.exec(entry)?.[1];
    if (entry.startsWith(name) && pid !== undefined && !isRunning(Number(pid))) {
      await rm(join(downloadsFolder, entry), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs `npm install` in `folder`, without the scripts of what is installed. */
export async function npmInstall(folder: string, ...parameters: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(folder, 'install', ...parameters, ...quiet);
}
