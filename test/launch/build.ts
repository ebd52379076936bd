import { join } from 'node:path';
import { runCommand } from './command.ts';
import { runNpm } from './npm.ts';
import { projectFolder } from './projectFolders.ts';
import { installedFolder, removeFolder } from './vscode/vscodeServer.ts';

/** Builds both bundles into `dist`; throws with what the bundler says. */
export async function buildExtension(): Promise<void> {
  await runCommand(process.execPath, ['esbuild.mjs'], { cwd: projectFolder });
}

/** Builds and packages as a release is: `npm run package`. Gives the path of the VSIX. */
export async function packageExtension(): Promise<string> {
  const vsix = join(projectFolder, 'out', 'parley.vsix');
  await runNpm(projectFolder, 'run', 'package');
  await removeFolder(installedFolder(vsix));
  return vsix;
}
