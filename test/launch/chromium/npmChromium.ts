import { spawnSync } from 'node:child_process';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { installOnce, npmInstall } from '../installOnce.ts';
import { withEnvironment } from '../withEnvironment.ts';

/** The version of the npm package; it is the major version of the Chromium in it. */
const version = '153.0.0';

/** The headless Chromium that the npm package `@sparticuz/chromium` carries, for Linux on x64. */
export async function npmChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return undefined;
  }
  const folder = await installOnce(`chromium-${version}`, unpack);
  const program = join(folder, 'chromium');
  // Its libraries stand in for those that the system lacks; they may not suit one that has them.
  return spawnSync(program, ['--version']).status === 0
    ? program
    : await withEnvironment(program, { LD_LIBRARY_PATH: join(folder, 'lib') });
}

async function unpack(folder: string): Promise<void> {
  await npmInstall(folder, `--prefix=${folder}`, `@sparticuz/chromium@${version}`);
  const packed = join(folder, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const read = async (name: string): Promise<Buffer> =>
    promisify(brotliDecompress)(await readFile(join(packed, name)));
  const program = join(folder, 'chromium');
  await writeFile(program, await read('chromium.br'));
  await chmod(program, 0o755);
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br']) {
    const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: await read(name) });
    if (status !== 0) {
      throw new Error(`${name} could not be unpacked: ${String(stderr)}`);
    }
  }
  await rm(join(folder, 'node_modules'), { recursive: true });
}
