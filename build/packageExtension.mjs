import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { selfContainedPage } from './extensionPage.mjs';

/**
 * Packages what is in `dist` as `out/parley.vsix`, or as the file that `--out` names. Links and pictures of the
 * README lead to the repository of `package.json`, or to the address of `--base`, under which its files are. Without
 * either, the README is made self-contained.
 */
const { values } = parseArgs({
  options: { base: { type: 'string' }, out: { type: 'string', default: 'out/parley.vsix' } },
});
const manifest = JSON.parse(await readFile('package.json', 'utf8'));
const folder = 'out/package';

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const path of ['package.json', ...manifest.files]) {
  await cp(path, `${folder}/${path}`, { recursive: true });
}
const isOnTheWeb = values.base !== undefined || manifest.repository !== undefined;
if (!isOnTheWeb) {
  const page = selfContainedPage(await readFile('README.md', 'utf8'), (path) =>
    readFileSync(path, 'utf8'),
  );
  await writeFile(`${folder}/README.md`, page);
}
await createVSIX({
  cwd: folder,
  packagePath: values.out.startsWith('/') ? values.out : `${process.cwd()}/${values.out}`,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: isOnTheWeb,
  ...(values.base !== undefined && { baseContentUrl: values.base, baseImagesUrl: values.base }),
});
