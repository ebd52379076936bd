import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The code with which the Parley that is installed in a folder of extensions begins. */
export async function installedBundle(extensionsFolder: string): Promise<string> {
  const names = await readdir(extensionsFolder);
  const name = names.find((one) => one.startsWith('parley-chat.parley-'));
  return join(extensionsFolder, name ?? '', 'dist', 'extension.js');
}
