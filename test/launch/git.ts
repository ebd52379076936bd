import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runCommand } from './command.ts';
import { installOnce } from './installOnce.ts';

/**
 * Sees to it that this process, and what it starts, finds Git: the installed one, or the package of Debian, which is got
 * into the downloads and needs no root. Throws if there is none.
 */
export async function ensureGit(): Promise<void> {
  ensured ??= ensure();
  return ensured;
}

/** Looked for once. */
let ensured: Promise<void> | undefined;

async function ensure(): Promise<void> {
  if (await runs()) {
    return;
  }
  const folder = await installOnce('git', unpackGit).catch((cause: unknown) => {
    throw new Error('Git is needed and could not be had. Install it, or put it on the PATH.', {
      cause,
    });
  });
  process.env['PATH'] = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
}

async function runs(): Promise<boolean> {
  return runCommand('git', ['--version']).then(
    () => true,
    () => false,
  );
}

/** The packages that Git needs beside what every Debian has. */
const packages = ['git', 'libpcre2-8-0', 'zlib1g'];

/** Gets Debian's packages into a folder, in which `bin/git` then runs from anywhere. Throws if they cannot be had. */
export async function unpackGit(folder: string): Promise<void> {
  const inFolder = { cwd: folder, timeoutMs: 120_000 };
  const download = async (...options: readonly string[]): Promise<unknown> =>
    runCommand('apt-get', [...options, 'download', '-q', ...packages], inFolder);
  await download().catch(async () => {
    // A clean system has no lists of packages. Those of the system need root, these do not.
    await mkdir(join(folder, 'apt', 'lists', 'partial'), { recursive: true });
    const own = ['-o', `Dir::State::Lists=${join(folder, 'apt', 'lists')}`];
    const cache = ['-o', `Dir::Cache=${join(folder, 'apt')}`];
    await runCommand('apt-get', [...own, ...cache, 'update', '-q'], inFolder);
    await download(...own, ...cache);
  });
  await rm(join(folder, 'apt'), { recursive: true, force: true });
  for (const file of await readdir(folder)) {
    await runCommand('dpkg', ['-x', file, '.'], inFolder);
    await rm(join(folder, file));
  }
  const script = join(folder, 'bin', 'git');
  await mkdir(join(folder, 'bin'), { recursive: true });
  // The folder gets another name when it is complete.
  await writeFile(
    script,
    `#!/bin/sh
root=$(cd "$(dirname "$0")/.." && pwd)
for libraries in "$root"/lib/*-linux-gnu* "$root"/usr/lib/*-linux-gnu*; do
  export LD_LIBRARY_PATH="$libraries:$LD_LIBRARY_PATH"
done
export GIT_EXEC_PATH="$root/usr/lib/git-core" GIT_TEMPLATE_DIR="$root/usr/share/git-core/templates"
exec "$root/usr/bin/git" "$@"
`,
  );
  await chmod(script, 0o755);
}
