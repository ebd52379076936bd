import { writeExtension } from './writeExtension.ts';

const program = `const { commands } = require('vscode');
exports.activate = () => commands.executeCommand('parley.open');
`;

/** Writes an extension into `folder` that shows Parley's panel as soon as a window is there. */
export async function writeOpenerExtension(folder: string): Promise<void> {
  await writeExtension(folder, {
    name: 'parley-opener',
    displayName: 'Parley Opener',
    description: 'Shows the panel of Parley when a window opens. Only used by npm start.',
    activationEvents: ['onStartupFinished'],
    program,
  });
}
