// The bundles of the pages.
import { readFile } from 'node:fs/promises';

/**
 * Languages that turn up inside others only now and then, and would make those several times as
 * large: there they stay plain.
 */
const leftOut = /^\.\/(?:cpp|glsl|graphql|haml|jsx|python|r|sql|tsx|xml)\.mjs$/;

/** @type {import('esbuild').Plugin} */
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

/** The browser has the table of character references that this package brings along for markdown-it. */
const browserEntities = { entities: './src/webview/markdown/characterReferences.ts' };

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

/** Nothing of the host, and nothing that would have to be loaded from elsewhere. */
const border = { externals: [], forbidden: ['src/service/', 'src/host/', 'src/demo/'] };

/**
 * The bundle of the pages. `shared` are the options of every bundle.
 * @param {import('esbuild').BuildOptions} shared
 * @returns {import('./bundle.mjs').Bundle}
 */
export function webviewBundle(shared) {
  return {
    name: 'webview',
    options: {
      ...shared,
      entryPoints: {
        panel: 'src/webview/panel/startPanel.ts',
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
      alias: browserEntities,
      loader: { '.ttf': 'file', '.woff2': 'file' },
      assetNames: '[name]',
    },
    ...border,
  };
}

/**
 * Makes the script a module that exports it as text.
 * @type {import('esbuild').Plugin}
 */
const asText = {
  name: 'as text',
  setup(build) {
    build.onEnd((result) => {
      result.outputFiles = result.outputFiles?.map(({ path, text }) => ({
        path,
        text: `export default ${JSON.stringify(text)};\n`,
      }));
    });
  },
};

/**
 * The script of the frame that draws diagrams: the frame's origin is its own, so that it can load nothing, and the panel
 * hands it over.
 * @param {import('esbuild').BuildOptions} shared
 * @returns {import('./bundle.mjs').Bundle}
 */
export function diagramBundle(shared) {
  return {
    name: 'diagram',
    options: {
      ...shared,
      // Never read by anybody, and a map of it would be the largest file of all.
      minify: true,
      sourcemap: false,
      entryPoints: { diagramScript: 'src/webview/diagram/frame/diagramFrame.ts' },
      outdir: 'dist/webview',
      format: 'iife',
      platform: 'browser',
      plugins: [withoutTurnedOff, asText],
      write: false,
    },
    ...border,
  };
}
