import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../launch/npm.ts';
import { projectFolder } from '../launch/projectFolders.ts';

/** Installs what Parley is measured against into `test/bench/node_modules`, once. */
export async function installPeers(): Promise<void> {
  const folder = join(projectFolder, 'test', 'bench');
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
    await runNpm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  }
}
