import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
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
  const folder = await debians();
  process.env['PATH'] = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  if (!(await runs())) {
    throw new Error('Git is needed and could not be had. Install it, or put it on the PATH.');
  }
}

async function runs(): Promise<boolean> {
  return runCommand('git', ['--version']).then(
    () => true,
    () => false,
  );
}

/** The packages that Git needs beside what every Debian has. */
const packages = ['git', 'libpcre2-8-0', 'zlib1g'];

async function debians(): Promise<string> {
  return installOnce('git', async (unfinished) => {
    const inFolder = { cwd: unfinished, timeoutMs: 120_000 };
    await runCommand('apt-get', ['download', '-q', ...packages], inFolder);
    for (const file of await readdir(unfinished)) {
      await runCommand('dpkg', ['-x', file, '.'], inFolder);
    }
    const script = join(unfinished, 'bin', 'git');
    await mkdir(join(unfinished, 'bin'), { recursive: true });
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
  });
}
