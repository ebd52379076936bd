import { glob, readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
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

/**
 * Serves a page on a loopback port that runs `test/webview` with the panel's style and policy.
 * Only tests whose full title matches `grep` are run.
 */
export async function serveWebviewTests(grep: string): Promise<Server> {
  const german = await readFile(join(projectFolder, 'l10n', 'bundle.l10n.de.json'), 'utf8');
  const files = new Map([
    ['/', Buffer.from(page)],
    // The browser may ask for it.
    ['/favicon.ico', Buffer.alloc(0)],
    ['/german.js', Buffer.from(`export default ${german};`)],
    ['/mocha.js', await readFile(join(projectFolder, 'node_modules', 'mocha', 'mocha.js'))],
    ['/run.js', Buffer.from(`mocha.grep(new RegExp(${JSON.stringify(grep)})); mocha.run();`)],
    // Large, and always the same: as it was built last.
    ['/diagramScript.js', await readFile(join(projectFolder, 'dist/webview/diagramScript.js'))],
    ...(await buildSetUp()),
    ...(await buildTests()),
    ...(await buildStyle()),
  ]);
  // Made when a test asks for it: that takes seconds.
  let pseudoLocales: Promise<string> | undefined;
  const contentOf = async (path: string): Promise<Buffer | string | undefined> =>
    path === '/pseudoLocales.js' ? (pseudoLocales ??= pseudoLocalesScript()) : files.get(path);
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
  return server;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

type Files = readonly (readonly [path: string, content: Buffer])[];

async function buildSetUp(): Promise<Files> {
  return await build({
    entryPoints: { setUp: 'test/launch/run/webviewSetUp.ts' },
    outdir: '.',
    format: 'iife',
    target: 'es2023',
  });
}

async function buildTests(): Promise<Files> {
  const tests = await Array.fromAsync(glob('test/webview/**/*.test.ts', { cwd: projectFolder }));
  const imports = tests.toSorted().map((path) => `import './${path.replaceAll('\\', '/')}';`);
  return await build({
    stdin: { contents: imports.join('\n'), resolveDir: projectFolder },
    entryNames: 'tests',
    outdir: '.',
    format: 'esm',
    splitting: true,
    target: 'es2023',
    alias: { entities: './src/webview/markdown/entities.ts' },
    sourcemap: 'inline',
  });
}

async function buildStyle(): Promise<Files> {
  return await build({
    entryPoints: {
      style: 'src/webview/panel/panel.css',
      mathStyle: 'src/webview/markdown/katex.css',
      connectionsStyle: 'src/webview/connectionsPage/connectionsPage.css',
      diagnosisStyle: 'src/webview/diagnosisPage/diagnosisPage.css',
    },
    outdir: '.',
    loader: { '.ttf': 'file', '.woff': 'file', '.woff2': 'file' },
    assetNames: '[name]',
  });
}

async function build(options: esbuild.BuildOptions): Promise<Files> {
  const { outputFiles } = await esbuild.build({
    ...options,
    absWorkingDir: projectFolder,
    bundle: true,
    write: false,
  });
  return outputFiles.map(({ path, contents }) => [`/${basename(path)}`, Buffer.from(contents)]);
}
