import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of `package.json`; an absolute path. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** What was downloaded or is made for one run; git-ignored, and may be deleted at any time. */
export const downloadsFolder = fileURLToPath(new URL('../../.vscode-test', import.meta.url));

/** Where VS Code's logs and the pictures of failures are kept. */
export const artefactsFolder = join(projectFolder, 'out', 'artefacts');
