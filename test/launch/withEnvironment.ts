import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { downloadsFolder } from './projectFolders.ts';

/**
 * Gives the path of a script that starts `program` with `variables` in its environment and with
 * all the script's parameters, so that a path says all there is to say. Not for Windows.
 */
export async function withEnvironment(
  program: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const script = join(
    downloadsFolder,
    `${basename(program)}-with-${Object.keys(variables).join('-')}`,
  );
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`);
  await mkdir(downloadsFolder, { recursive: true });
  await writeFile(script, `#!/bin/sh\n${lines.join('\n')}\nexec ${quoted(program)} "$@"\n`);
  await chmod(script, 0o755);
  return script;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
