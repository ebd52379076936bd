import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../support/until.ts';
import { writeExtension } from '../../launch/vscode/writeExtension.ts';

/**
 * VS Code marks when it begins to load the code of an extension, and when it has done so. The time that its list
 * of running extensions shows has also what other extensions do between the two: several start at once.
 */
const program = `const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
exports.activate = () => {
  const at = (name) =>
    globalThis.MonacoPerformanceMarks.getMarks().find((mark) => mark.name === name)?.startTime;
  const timer = setInterval(() => {
    const loaded = at('code/extHost/didLoadExtensionCode/parley-chat.parley');
    if (loaded !== undefined) {
      clearInterval(timer);
      const tookMs = loaded - at('code/extHost/willLoadExtensionCode/parley-chat.parley');
      writeFileSync(join(__dirname, 'load.json'), JSON.stringify(tookMs));
    }
  }, 100);
};
`;

/** Writes an extension that notes how long the code of Parley took to load. */
export async function writeLoadTimeExtension(folder: string): Promise<void> {
  await writeExtension(folder, {
    name: 'load-time',
    description: 'Writes down how long the code of Parley took to load.',
    activationEvents: ['onStartupFinished'],
    program,
  });
}

/** What the extension in `folder` has noted, in milliseconds. */
export async function loadTime(folder: string): Promise<number> {
  return until('the time to load is noted', async () => {
    const text = await readFile(join(folder, 'load.json'), 'utf8').catch(() => '');
    return text === '' ? undefined : Number(text);
  });
}
