// The bundles of the extension host.
import { glob, readFile } from 'node:fs/promises';

/**
 * What is used of VS Code's API, once for a bundle. By itself esbuild copies the whole of it, hundreds
 * of names, for every module with `import * as vscode`: most of the time that Parley took to load.
 * @type {import('esbuild').Plugin}
 */
const apiOnce = {
  name: 'API once',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'api'
        ? { path: 'vscode', external: true }
        : { path: 'vscode', namespace: 'api' },
    );
    build.onLoad({ filter: /.*/, namespace: 'api' }, async () => ({
      contents: `export const { ${await usedOfApi()} } = require('vscode');`,
    }));
  },
};

/** The names after `vscode.`; those of types are nothing at run time. */
async function usedOfApi() {
  /** @type {Set<string>} */
  const names = new Set();
  for await (const path of glob('src/host/*.ts')) {
    for (const [, name] of (await readFile(path, 'utf8')).matchAll(/\bvscode\.(\w+)/g)) {
      names.add(name);
    }
  }
  return [...names].toSorted().join(', ');
}

/** Modules that hold state or a class that is asked for: `later` takes them from the main bundle. */
const sharedModules = /\/(client|serviceError|settings)\.ts$/;

/**
 * The options for each, of which `shared` are those of every bundle.
 * @param {import('esbuild').BuildOptions} shared
 */
export function hostBundles(shared) {
  /** One CommonJS file for the desktop, the remote and the browser extension host. */
  const host = {
    ...shared,
    entryPoints: { extension: 'src/host/extension.ts' },
    outdir: 'dist',
    format: 'cjs',
    // 'browser' resolves no Node built-in, so that an import of one fails here.
    platform: 'browser',
    plugins: [apiOnce],
  };

  /** What the host loads when the user asks for it, see `src/host/loadLater.ts`. */
  const later = {
    ...host,
    entryPoints: { later: 'src/host/later.ts' },
    plugins: [
      apiOnce,
      {
        name: 'modules of the main bundle',
        setup(build) {
          build.onResolve({ filter: sharedModules }, ({ path }) => ({
            path: `parley:${sharedModules.exec(path)[1]}`,
            external: true,
          }));
        },
      },
    ],
  };

  /** Loaded by the host when somebody wants a page of a conversation. */
  const page = {
    ...host,
    entryPoints: { conversationHtml: 'src/markdown/conversationHtml.ts' },
    plugins: [],
  };
  return { host, later, page };
}
