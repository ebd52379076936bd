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

/**
 * Leaves modules that hold state, or a class that is asked for, to the bundle that loads this one and
 * hands them over: `name` is imported as `parley:name`.
 * @returns {import('esbuild').Plugin}
 */
const handedOver = (...names) => ({
  name: 'handed over',
  setup(build) {
    const filter = new RegExp(String.raw`/(${names.join('|')})\.ts$`);
    build.onResolve({ filter }, ({ path }) => ({
      path: `parley:${filter.exec(path)[1]}`,
      external: true,
    }));
  },
});

/**
 * The options for each, of which `shared` are those of every bundle. Each is a CommonJS file for the
 * desktop, the remote and the browser extension host.
 * @param {import('esbuild').BuildOptions} shared
 */
export function hostBundles(shared) {
  const every = {
    ...shared,
    outdir: 'dist',
    format: 'cjs',
    // 'browser' resolves no Node built-in, so that an import of one fails here.
    platform: 'browser',
  };

  /** What VS Code loads. */
  const entry = {
    ...every,
    entryPoints: { extension: 'src/host/extension.ts' },
    plugins: [apiOnce],
  };

  /** What the entry loads at once, see `src/host/loadParley.ts`. */
  const parley = {
    ...every,
    entryPoints: { parley: 'src/host/parley.ts' },
    plugins: [apiOnce, handedOver('loadBundle')],
  };

  /** What is loaded when the user asks for it, see `src/host/loadLater.ts`. */
  const later = {
    ...every,
    entryPoints: { later: 'src/host/later.ts' },
    plugins: [apiOnce, handedOver('loadBundle', 'client', 'serviceError', 'settings')],
  };

  /** Loaded when somebody wants a page of a conversation. */
  const page = {
    ...every,
    entryPoints: { conversationHtml: 'src/markdown/conversationHtml.ts' },
  };
  return { entry, parley, later, page };
}
