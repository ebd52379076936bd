// Builds the bundles into dist/ and refuses what must not be in them.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { hostBundles } from './hostBundles.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {esbuild.BuildOptions} */
const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  target: 'es2023',
  metafile: true,
  logLevel: 'warning',
};

/**
 * Languages that turn up inside others only now and then, and would make those several times as
 * large: there they stay plain.
 */
const leftOut = /^\.\/(?:cpp|glsl|graphql|haml|jsx|python|r|sql|tsx|xml)\.mjs$/;

/** @type {esbuild.Plugin} */
const withoutRareGrammars = {
  name: 'without rare grammars',
  setup(build) {
    build.onResolve({ filter: leftOut }, ({ path, importer }) =>
      /[\\/]@shikijs[\\/]langs[\\/]/.test(importer) ? { path, namespace: 'left-out' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents: 'export default [];',
    }));
  },
};

/** Every browser that VS Code runs in takes the first of the three formats of KaTeX's fonts. */
const oneFontFormat = {
  name: 'one font format',
  setup(build) {
    build.onLoad({ filter: /katex\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("\w+"\)/g,
        '',
      ),
      loader: 'css',
    }));
  },
};

const { extension, page, node } = hostBundles(shared);

const webview = {
  ...shared,
  entryPoints: {
    panel: 'src/webview/panel/panel.ts',
    panelStyle: 'src/webview/panel/panel.css',
    mathStyle: 'src/webview/markdown/katex.css',
    connections: 'src/webview/connectionsPage/connectionsPage.ts',
    connectionsStyle: 'src/webview/connectionsPage/connectionsPage.css',
    diagram: 'src/webview/diagramPage/diagramPage.ts',
    diagramStyle: 'src/webview/diagramPage/diagramPage.css',
  },
  outdir: 'dist/webview',
  format: 'esm',
  // What only some replies need is loaded when one needs it.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'browser',
  plugins: [withoutRareGrammars, oneFontFormat],
  loader: { '.ttf': 'file', '.woff2': 'file' },
  assetNames: '[name]',
};

/** Large parts of Mermaid that Parley has turned off: another layout, and math in labels. */
const withoutTurnedOff = {
  name: 'without what is turned off',
  setup(build) {
    build.onResolve({ filter: /^katex$|\/elk-\w+\.mjs$/ }, ({ path }) => ({
      path,
      namespace: 'turned-off',
    }));
    build.onLoad({ filter: /.*/, namespace: 'turned-off' }, () => ({
      contents: 'export default [];',
    }));
  },
};

/**
 * The script of the frame that draws diagrams, as text in a module: the frame's origin is its own,
 * so that it can load nothing, and the panel hands it over.
 */
const diagramScript = {
  ...shared,
  // Never read by anybody, and a map of it would be the largest file of all.
  minify: true,
  sourcemap: false,
  entryPoints: ['src/webview/diagram/frame/diagramFrame.ts'],
  format: 'iife',
  platform: 'browser',
  write: false,
  plugins: [withoutTurnedOff],
};

async function buildDiagramScript() {
  const { metafile, outputFiles } = await esbuild.build(diagramScript);
  await mkdir('dist/webview', { recursive: true });
  await writeFile(
    'dist/webview/diagramScript.js',
    `export default ${JSON.stringify(outputFiles[0].text)};\n`,
  );
  return metafile;
}

/** Throws when a bundle holds something from beyond its border. */
function checkBorders(name, metafile, { externals, forbidden }) {
  for (const output of Object.values(metafile.outputs)) {
    for (const { path, external } of output.imports) {
      if (external && !externals.includes(path)) {
        throw new Error(`The ${name} bundle must not import '${path}'.`);
      }
    }
  }
  for (const input of Object.keys(metafile.inputs)) {
    if (forbidden.some((folder) => input.startsWith(folder))) {
      throw new Error(`The ${name} bundle must not hold '${input}'.`);
    }
  }
}

if (watch) {
  await buildDiagramScript();
  await Promise.all(
    [extension, page, node, webview].map(async (options) =>
      (await esbuild.context(options)).watch(),
    ),
  );
} else {
  await rm('dist', { recursive: true, force: true });
  const [extensionResult, pageResult, nodeResult, webviewResult, diagramMetafile] =
    await Promise.all([
      ...[extension, page, node, webview].map(async (options) => esbuild.build(options)),
      buildDiagramScript(),
    ]);
  checkBorders('extension', extensionResult.metafile, {
    externals: ['vscode'],
    forbidden: ['src/webview/', 'src/markdown/', 'src/host/node/'],
  });
  checkBorders('page', pageResult.metafile, {
    externals: [],
    forbidden: ['src/webview/', 'src/service/', 'src/host/', 'src/demo/'],
  });
  checkBorders('node', nodeResult.metafile, {
    externals: ['http', 'https', 'node:stream', 'node:zlib'],
    forbidden: ['src/webview/', 'src/service/', 'src/demo/', 'src/markdown/'],
  });
  const webviewBorder = { externals: [], forbidden: ['src/service/', 'src/host/', 'src/demo/'] };
  checkBorders('webview', webviewResult.metafile, webviewBorder);
  checkBorders('diagram', diagramMetafile, webviewBorder);
}
