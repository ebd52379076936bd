import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { projectFolder } from '../projectFolders.ts';
import { pseudoLocalesScript } from './pseudoLocale.ts';

const nonce = 'webview-tests';

/** The panel's policy with this server in place of the webview's own files. */
const policy = [
  "default-src 'none'",
  `script-src 'nonce-${nonce}'`,
  `style-src 'self' 'nonce-${nonce}'`,
  "font-src 'self'",
  "img-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "connect-src 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Webview tests</title>
<link rel="stylesheet" href="/style.css"></head>
<body>
<script nonce="${nonce}" src="/mocha.js"></script>
<script nonce="${nonce}" src="/setUp.js"></script>
<script nonce="${nonce}" type="module" src="/tests.js"></script>
<script nonce="${nonce}" type="module" src="/run.js"></script>
</body></html>`;

/** The page of some tests, on a port of this computer. */
export interface TestSite {
  readonly origin: string;
  /** Bundles the tests as they are now. Throws what the bundler says. */
  build(): Promise<void>;
  close(): Promise<void>;
}

type Content = Buffer | string;

/**
 * Serves a page that runs test files with the panel's style and policy. Only tests whose full title matches `grep` are
 * run.
 */
export async function openTestSite(files: readonly string[], grep: string): Promise<TestSite> {
  const bundles = await Promise.all([tests(files), setUp, style].map(contextOf));
  const built = new Map<string, Content>();
  const contentOf = async (path: string): Promise<Content | undefined> =>
    path === '/run.js' ? runScript(grep) : (built.get(path) ?? (await others[path]?.()));
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    const content = await contentOf(path);
    response.setHeader('Content-Type', contentTypes[extname(path)] ?? 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', policy);
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  };
  const server = createServer(({ url = '' }, response) => {
    void answer(url.replace(/\?.*/, ''), response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async build() {
      const results = await Promise.all(bundles.map((bundle) => bundle.rebuild()));
      built.clear();
      for (const { path, contents } of results.flatMap(({ outputFiles = [] }) => outputFiles)) {
        built.set(`/${basename(path)}`, Buffer.from(contents));
      }
    },
    async close() {
      server.close();
      await Promise.all(bundles.map((bundle) => bundle.dispose()));
    },
  };
}

function runScript(grep: string): string {
  return `mocha.grep(new RegExp(${JSON.stringify(grep)})); mocha.run();`;
}

/** What is not bundled; the last three are made only when a test asks for them. */
const others: Readonly<Record<string, () => Promise<Content>>> = {
  '/': async () => page,
  // The browser may ask for it.
  '/favicon.ico': async () => '',
  '/mocha.js': async () => readFile(join(projectFolder, 'node_modules', 'mocha', 'mocha.js')),
  '/german.js': async () =>
    `export default ${await readFile(join(projectFolder, 'l10n', 'bundle.l10n.de.json'), 'utf8')};`,
  '/pseudoLocales.js': pseudoLocalesScript,
  '/diagramScript.js': diagramScript,
};

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

async function diagramScript(): Promise<string> {
  const module = pathToFileURL(join(projectFolder, 'build', 'webviewBundles.mjs')).href;
  const { diagramBundle } = (await import(module)) as {
    readonly diagramBundle: (shared: Bundle) => { readonly options: Bundle };
  };
  const { options } = diagramBundle({ absWorkingDir: projectFolder, bundle: true });
  const { outputFiles = [] } = await esbuild.build(options);
  return outputFiles.map(({ text }) => text).join('');
}

/** What is to be bundled, as `esbuild` takes it. */
type Bundle = esbuild.BuildOptions;

function tests(files: readonly string[]): Bundle {
  return {
    stdin: {
      contents: files.map((file) => `import './${file}';`).join('\n'),
      resolveDir: projectFolder,
    },
    entryNames: 'tests',
    format: 'esm',
    splitting: true,
    target: 'es2023',
    alias: { entities: './src/webview/markdown/characterReferences.ts' },
    define: environment('PARLEY_PROVE', 'PARLEY_SEED'),
    sourcemap: 'inline',
  };
}

/** Variables of this process, for a page, which has none. */
function environment(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [`process.env.${name}`, JSON.stringify(process.env[name]) ?? 'undefined']),
  );
}

const setUp: Bundle = {
  entryPoints: { setUp: 'test/launch/run/webviewSetUp.ts' },
  format: 'iife',
  target: 'es2023',
};

const style: Bundle = {
  entryPoints: {
    style: 'src/webview/panel/panel.css',
    mathStyle: 'src/webview/markdown/katex.css',
    connectionsStyle: 'src/webview/connectionsPage/connectionsPage.css',
  },
  loader: { '.ttf': 'file', '.woff': 'file', '.woff2': 'file' },
  assetNames: '[name]',
};

async function contextOf(bundle: Bundle): Promise<esbuild.BuildContext> {
  return esbuild.context({
    ...bundle,
    absWorkingDir: projectFolder,
    outdir: '.',
    bundle: true,
    write: false,
  });
}
