import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oldestVersion } from './oldestVersion.ts';

/** An extension of one program, for a window of a test or of `npm start`. */
export interface SmallExtension {
  readonly name: string;
  /** As the list of extensions shows it; the name if missing. */
  readonly displayName?: string;
  readonly description: string;
  readonly activationEvents: readonly string[];
  /** CommonJS that exports `activate`. */
  readonly program: string;
}

/** Writes an extension into `folder`, from which VS Code can load it. */
export async function writeExtension(
  folder: string,
  { program, ...described }: SmallExtension,
): Promise<void> {
  const manifest = {
    ...described,
    publisher: 'parley-chat',
    version: '0.0.0',
    engines: { vscode: `^${oldestVersion}` },
    main: './main.js',
    // Or it would not run where the user has not yet said whether to trust the folder.
    capabilities: { untrustedWorkspaces: { supported: true } },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  await writeFile(join(folder, 'main.js'), program);
}
