import { findChromium } from '../chromium/chromium.ts';
import { findVSCode, type VSCode } from './findVSCode.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './openWorkbench.ts';

/**
 * Opens a window of VS Code for an end-to-end test, with the extension that `npm test` packaged; in
 * a test that is run for itself, with what is in `dist`. In the VS Code of all tests where none is given.
 */
export async function openTestWorkbench(
  options: Omit<WorkbenchOptions, 'vscode' | 'chromiumPath' | 'vsix'> & { vscode?: VSCode },
): Promise<Workbench> {
  return openWorkbench({
    ...options,
    vscode: options.vscode ?? (await findVSCode()),
    chromiumPath: await findChromium(),
    vsix: process.env['PARLEY_VSIX'],
  });
}
