// The bundles of the extension host.
import { glob, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';

/** The files of `dist/syntax`. The grammars of C++ and C# are left out: they are five megabytes each. */
export const grammarFiles = [
  'tree-sitter.wasm',
  ...['bash', 'go', 'java', 'javascript', 'php', 'python', 'ruby', 'rust', 'tsx'].map(
    (name) => `tree-sitter-${name}.wasm`,
  ),
  'tree-sitter-typescript.wasm',
];

/**
 * Takes the names in use out of VS Code's API once. By itself esbuild copies all of it, hundreds of names,
 * for every module with `import * as vscode`: most of the time that Parley took to load.
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

/** The names after `vscode.` in any room of the host, but for those of types, which are nothing at run time. */
async function usedOfApi() {
  const declarations = await readFile('node_modules/@types/vscode/index.d.ts', 'utf8');
  const types = namesIn(declarations, /^\s*export (?:interface|type) (\w+)/gm);
  /** @type {Set<string>} */
  const names = new Set();
  for await (const path of glob('src/host/**/*.ts')) {
    namesIn(await readFile(path, 'utf8'), /\bvscode\.(\w+)/g).forEach((name) => names.add(name));
  }
  return [...names]
    .filter((name) => !types.includes(name))
    .toSorted()
    .join(', ');
}

/** The first group of each match. */
function namesIn(text, pattern) {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

/**
 * Leaves Node's modules out of the preset of rules that look for secrets. One rule, which is not used, reads files. What
 * it would load then stays as it is, or it became a file of its own.
 * @type {import('esbuild').Plugin}
 */
const presetWithoutNode = {
  name: 'preset without Node',
  setup(build) {
    build.onResolve({ filter: /^node:(?:fs|path)$/ }, ({ path, importer, kind }) =>
      importer.includes('secretlint-rule-preset')
        ? { path, ...(kind === 'dynamic-import' ? { external: true } : { namespace: 'left out' }) }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'left out' }, () => ({
      contents: 'export default {}',
    }));
  },
};

/**
 * Keeps in one file what several entry points use, by letting each of them import all of it. By itself, esbuild makes a
 * file for each set of entry points.
 * @type {import('esbuild').Plugin}
 */
const oneShared = {
  name: 'one shared',
  setup(build) {
    const entries = Object.values(build.initialOptions.entryPoints);
    let imports = '';
    build.onStart(async () => {
      const options = { ...build.initialOptions, plugins: [apiOnce, presetWithoutNode] };
      const { metafile } = await build.esbuild.build({
        ...options,
        splitting: false,
        write: false,
      });
      const used = entries.map((entry) => reachedFrom(entry, metafile));
      const shared = Object.keys(metafile.inputs)
        .filter((path) => path.startsWith('src/'))
        .filter((path) => used.filter((paths) => paths.has(path)).length > 1);
      imports = ['src/host/start/bundleLanguage.ts', ...shared]
        .map((path) => `import ${JSON.stringify(resolve(path))};`)
        .join('');
    });
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) =>
      entries.some((entry) => resolve(entry) === path)
        ? { contents: `${imports}${await readFile(path, 'utf8')}`, loader: 'ts' }
        : undefined,
    );
  },
};

/** The files that `entry` imports, directly or not, and itself. */
function reachedFrom(entry, { inputs }) {
  const reached = new Set([entry]);
  // A set that grows while it is gone through is gone through to its new end.
  for (const path of reached) {
    for (const imported of inputs[path]?.imports ?? []) {
      reached.add(imported.path);
    }
  }
  return reached;
}

/**
 * Makes the files CommonJS: esbuild splits modules only. A file begins with its one
 * import and ends with its exports.
 * @type {import('esbuild').Plugin}
 */
const asCommonJs = {
  name: 'as CommonJS',
  setup(build) {
    build.onEnd((result) => {
      result.outputFiles = result.outputFiles?.map(({ path, text }) => ({
        path,
        text: path.endsWith('.js') ? commonJs(text) : text,
      }));
    });
  },
};

/** @param {string} text of a module whose imports and exports are all in braces, and whose exports do not change */
function commonJs(text) {
  const converted = text
    .replace(
      /^import\s*\{([^}]*)\}\s*from\s*("[^"]*");/m,
      (_, names, path) => `const {${names.replaceAll(' as ', ': ')}} = require(${path});`,
    )
    .replace(
      /\bexport\s*\{([^}]*)\};(?=\s*(?:\/\/# sourceMappingURL=.*\s*)?$)/,
      (_, names) => `module.exports = {${names.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2: $1')}};`,
    );
  return `"use strict";${converted}`;
}

/**
 * The bundles of the extension host, with what may be outside of them and what must not be in them. `shared` are the
 * options of every bundle. Each but that of Node is a CommonJS file for the desktop, the remote and the browser
 * extension host.
 * @param {import('esbuild').BuildOptions} shared
 * @returns {readonly import('./bundle.mjs').Bundle[]}
 */
export function hostBundles(shared) {
  const every = {
    ...shared,
    outdir: 'dist',
    format: 'cjs',
    // 'browser' resolves no Node built-in, so that an import of one fails here.
    platform: 'browser',
  };
  return [extensionBundle(every), startBundles(every), syntaxBundle(every), nodeBundle(every)];
}

/** What VS Code loads. */
function extensionBundle(every) {
  return {
    name: 'extension',
    options: {
      ...every,
      entryPoints: { extension: 'src/host/start/extension.ts' },
      plugins: [apiOnce],
    },
    externals: ['vscode'],
    forbidden: [
      'src/webview/',
      'src/markdown/',
      'src/pastedConnection/read',
      'src/replyCheck/',
      'src/demo/',
      'src/host/transfer/chatTransfer.ts',
      'src/host/costs/costDocument.ts',
      'src/host/node/',
    ],
  };
}

/**
 * The rest of the host: what starts, what is loaded on demand, by what is used together, and, first, what any two of them
 * use, so that its classes and state are the same to all.
 */
function startBundles(every) {
  return {
    name: 'start',
    options: {
      ...every,
      entryPoints: {
        startParley: 'src/host/start/parley.ts',
        composing: 'src/host/start/onDemand/composing.ts',
        texts: 'src/host/start/onDemand/texts.ts',
        later: 'src/host/start/onDemand/later.ts',
        createMessageGuard: 'src/host/guard/createMessageGuard.ts',
      },
      format: 'esm',
      splitting: true,
      chunkNames: 'shared',
      plugins: [oneShared, apiOnce, presetWithoutNode, asCommonJs],
      // The validator of schemas is not to take its address from that of a page: a worker's may be none.
      define: { self: 'undefined' },
    },
    externals: ['vscode', 'node:fs', 'node:path'],
    forbidden: ['src/webview/', 'src/host/node/'],
  };
}

/** Reads the syntax of code. */
function syntaxBundle(every) {
  return {
    name: 'syntax',
    options: {
      ...every,
      entryPoints: { createSyntax: 'src/host/syntax/createSyntax.ts' },
      // The runtime is to look for neither Node nor a page: it is given what it needs.
      define: { process: 'undefined', document: '{"currentScript":null}' },
      external: ['url', 'module', 'fs/promises'],
    },
    // Its runtime names what Node has, and asks for it only there.
    externals: ['fs/promises', 'module', 'url'],
    forbidden: ['src/webview/', 'src/service/', 'src/demo/', 'src/markdown/'],
  };
}

/** What only Node has. The browser extension host never loads it. */
function nodeBundle(every) {
  return {
    name: 'node',
    options: {
      ...every,
      platform: 'node',
      entryPoints: { node: 'src/host/node/node.ts' },
    },
    externals: builtinModules.flatMap((name) => [name, `node:${name}`]),
    forbidden: ['src/webview/', 'src/service/', 'src/demo/', 'src/markdown/'],
  };
}
