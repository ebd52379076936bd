import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const manifest = {
  name: 'parley-opener',
  displayName: 'Parley Opener',
  description: 'Shows the panel of Parley when a window opens. Only used by npm start.',
  publisher: 'parley-chat',
  version: '0.0.0',
  engines: { vscode: '^1.104.0' },
  main: './opener.js',
  activationEvents: ['onStartupFinished'],
};

const program = `const { commands } = require('vscode');
exports.activate = () => commands.executeCommand('parley.open');
`;

/** Writes an extension into `folder` that shows Parley's panel as soon as a window is there. */
export async function writeOpenerExtension(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  await writeFile(join(folder, 'opener.js'), program);
}
