import { buildExtension, packageExtension } from '../build.ts';
import { findChromium } from '../chromium/chromium.ts';
import { findVSCode } from '../vscode/findVSCode.ts';
import type { Part } from './part.ts';
import type { Progress } from './progress.ts';

/**
 * Gets and builds what parts need, so that they do not all do so at the same time. Throws what the bundler says; where a
 * program is missing, each part says so itself.
 */
export async function prepare(parts: readonly Part[], progress: Progress): Promise<void> {
  const kinds = new Set(parts.map(({ kind }) => kind));
  const hasWindows = kinds.has('host') || kinds.has('e2e');
  if (hasWindows || kinds.has('webview')) {
    progress.say('looks for Chromium');
    await findChromium().catch(() => undefined);
  }
  if (hasWindows) {
    progress.say('looks for VS Code');
    await findVSCode().catch(() => undefined);
    progress.say('builds the extension');
    if (kinds.has('e2e')) {
      process.env['PARLEY_VSIX'] = await packageExtension();
    } else {
      await buildExtension();
    }
  }
}
