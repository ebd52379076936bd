// Builds the bundles into dist/, refuses what must not be in them, and writes THIRD-PARTY-NOTICES.txt.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { buildBundle, watchBundles } from './build/bundle.mjs';
import { checkDoubled } from './build/doubled.mjs';
import { grammarFiles, hostBundles } from './build/hostBundles.mjs';
import { thirdPartyNotices } from './build/thirdPartyNotices.mjs';
import { diagramBundle, webviewBundle } from './build/webviewBundles.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  target: 'es2023',
  metafile: true,
  logLevel: 'warning',
};

const host = hostBundles(shared);
const pages = [webviewBundle(shared), diagramBundle(shared)];

/** Copies runtime and grammars, which `createSyntax` reads as they are. */
async function copyGrammars() {
  await mkdir('dist/syntax', { recursive: true });
  await Promise.all(
    grammarFiles.map(async (name) =>
      copyFile(`node_modules/@vscode/tree-sitter-wasm/wasm/${name}`, `dist/syntax/${name}`),
    ),
  );
}

if (watch) {
  await copyGrammars();
  await watchBundles([...host, ...pages]);
} else {
  await rm('dist', { recursive: true, force: true });
  const [ofHost, ofPages] = await Promise.all(
    [host, pages].map(async (bundles) => Promise.all(bundles.map(buildBundle))),
  );
  const metafiles = [...ofHost, ...ofPages];
  await copyGrammars();
  if (production) {
    checkDoubled(ofHost);
  }
  await writeFile('THIRD-PARTY-NOTICES.txt', await thirdPartyNotices(metafiles));
  // What the bundles hold, for tests and for everyone who wants to know.
  await mkdir('out', { recursive: true });
  await writeFile('out/metafiles.json', JSON.stringify(metafiles));
}
