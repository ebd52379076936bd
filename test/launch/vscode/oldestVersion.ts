import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../projectFolders.ts';

/** The oldest VS Code that Parley runs in, by the `engines` of its package. */
export const oldestVersion = enginesVersion();

function enginesVersion(): string {
  const manifest = readFileSync(join(projectFolder, 'package.json'), 'utf8');
  const { engines } = JSON.parse(manifest) as { engines: { vscode: string } };
  return engines.vscode.replace('^', '');
}
