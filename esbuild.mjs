// Builds the bundles into dist/, refuses what must not be in them, and writes THIRD-PARTY-NOTICES.txt.
import { copyFile, mkdir, rm, watch as watchFolder, writeFile } from 'node:fs/promises';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { grammarFiles, hostBundles } from './hostBundles.mjs';
import { thirdPartyNotices } from './thirdPartyNotices.mjs';
import { buildDiagramScript, webviewBundle } from './webviewBundles.mjs';

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

const { extension, onDemand, onDemandHost, syntax, node } = hostBundles(shared);
const webview = webviewBundle(shared);

async function writeDiagramScript() {
  const { metafile, text } = await buildDiagramScript(shared);
  await mkdir('dist/webview', { recursive: true });
  await writeFile('dist/webview/diagramScript.js', text);
  return metafile;
}

/** Copies runtime and grammars, which `createSyntax` reads as they are. */
async function copyGrammars() {
  await mkdir('dist/syntax', { recursive: true });
  await Promise.all(
    grammarFiles.map(async (name) =>
      copyFile(`node_modules/@vscode/tree-sitter-wasm/wasm/${name}`, `dist/syntax/${name}`),
    ),
  );
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
  await writeDiagramScript();
  await copyGrammars();
  const bundles = [extension, onDemand, onDemandHost, syntax, node, webview];
  // The first builds count from the beginning: a fast one must not end before a slow one has begun.
  let running = bundles.length;
  console.log('Build started');
  /** Says when builds begin and end, of all bundles together: the tasks of VS Code read it. */
  const sayBuilds = {
    name: 'say builds',
    setup(build) {
      let isFirst = true;
      build.onStart(() => {
        if (!isFirst) {
          running += 1;
          if (running === 1) {
            console.log('Build started');
          }
        }
        isFirst = false;
      });
      build.onEnd(() => {
        running -= 1;
        if (running === 0) {
          console.log('Build finished');
        }
      });
    },
  };
  await Promise.all(
    bundles.map(async ({ plugins = [], ...options }) => {
      const context = await esbuild.context({ ...options, plugins: [...plugins, sayBuilds] });
      await context.watch();
    }),
  );
  // Its text is no bundle's input, so that esbuild does not see it change.
  for await (const _ of watchFolder('src/webview/diagram', { recursive: true })) {
    // What is wrong is in the terminal.
    await writeDiagramScript().catch(() => undefined);
  }
} else {
  await rm('dist', { recursive: true, force: true });
  const [
    extensionResult,
    onDemandResult,
    onDemandHostResult,
    syntaxResult,
    nodeResult,
    webviewResult,
  ] = await Promise.all(
    [extension, onDemand, onDemandHost, syntax, node, webview].map(async (options) =>
      esbuild.build(options),
    ),
  );
  const diagramMetafile = await writeDiagramScript();
  await copyGrammars();
  checkBorders('extension', extensionResult.metafile, {
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
  });
  checkBorders('on-demand', onDemandResult.metafile, {
    externals: [],
    forbidden: ['src/webview/', 'src/service/', 'src/host/', 'src/demo/'],
  });
  checkBorders('on-demand host', onDemandHostResult.metafile, {
    externals: ['vscode'],
    forbidden: ['src/webview/', 'src/markdown/', 'src/host/node/'],
  });
  // Its runtime names what Node has, and asks for it only there.
  checkBorders('syntax', syntaxResult.metafile, {
    externals: ['fs/promises', 'module', 'url'],
    forbidden: ['src/webview/', 'src/service/', 'src/demo/', 'src/markdown/'],
  });
  checkBorders('node', nodeResult.metafile, {
    externals: [
      'http',
      'https',
      'node:child_process',
      'node:crypto',
      'node:dns/promises',
      'node:fs',
      'node:fs/promises',
      'node:net',
      'node:os',
      'node:path',
      'node:process',
      'node:stream',
      'node:tls',
      'node:zlib',
    ],
    forbidden: ['src/webview/', 'src/service/', 'src/demo/', 'src/markdown/'],
  });
  const webviewBorder = { externals: [], forbidden: ['src/service/', 'src/host/', 'src/demo/'] };
  checkBorders('webview', webviewResult.metafile, webviewBorder);
  checkBorders('diagram', diagramMetafile, webviewBorder);
  const metafiles = [
    extensionResult.metafile,
    onDemandResult.metafile,
    onDemandHostResult.metafile,
    syntaxResult.metafile,
    nodeResult.metafile,
    webviewResult.metafile,
    diagramMetafile,
  ];
  await writeFile('THIRD-PARTY-NOTICES.txt', await thirdPartyNotices(metafiles));
  // What the bundles hold, for tests and for everyone who wants to know.
  await mkdir('out', { recursive: true });
  await writeFile('out/metafiles.json', JSON.stringify(metafiles));
}
