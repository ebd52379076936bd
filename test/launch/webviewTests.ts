import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { chromium, type Page } from 'playwright-core';

/** How many tests of a run passed and failed. */
export interface WebviewTestsResult {
  readonly passed: number;
  readonly failed: number;
}

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const nonce = 'webview-tests';

/** The panel's policy with this server in place of the webview's own files. */
const policy = [
  "default-src 'none'",
  `script-src 'nonce-${nonce}'`,
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
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
<script nonce="${nonce}" src="/tests.js"></script>
</body></html>`;

/** Sets mocha up before the tests are defined, and runs them after. */
const entryHead = `mocha.setup({ ui: 'bdd', timeout: 60000, reporter: function (runner) {
  const result = { passed: 0, failed: 0 };
  runner.on('pass', () => { result.passed += 1; });
  runner.on('fail', (test, error) => {
    result.failed += 1;
    reportFailure(test.fullTitle() + '\\n' + (error.stack || error.message || String(error)));
  });
  runner.on('end', () => reportEnd(JSON.stringify(result)));
} });`;

/**
 * Runs `test/webview` in a headless Chromium, under the panel's own content security policy. Prints
 * each failure; a request to anywhere but the test page's server is one, too.
 */
export async function runWebviewTests({
  chromiumPath,
  grep,
}: {
  readonly chromiumPath: string;
  /** Only tests whose full title matches are run. */
  readonly grep?: string | undefined;
}): Promise<WebviewTestsResult> {
  const server = await serve(await buildFiles(grep));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
  try {
    const context = await browser.newContext({ viewport: { width: 420, height: 700 } });
    return await runIn(await context.newPage(), `http://127.0.0.1:${port}`);
  } finally {
    await browser.close();
    server.close();
  }
}

async function runIn(tab: Page, origin: string): Promise<WebviewTestsResult> {
  const { promise, resolve, reject } = Promise.withResolvers<WebviewTestsResult>();
  let failedOutside = 0;
  const fail = (text: string): void => {
    failedOutside += 1;
    process.stderr.write(`\nFAILED: ${text}\n`);
  };
  await tab.exposeFunction('reportFailure', (text: string) => {
    process.stderr.write(`\nFAILED: ${text}\n`);
  });
  await tab.exposeFunction('reportEnd', (result: string) => {
    resolve(JSON.parse(result) as WebviewTestsResult);
  });
  await tab.exposeFunction('pressKey', async (key: string) => tab.keyboard.press(key));
  await tab.exposeFunction('typeText', async (text: string) => tab.keyboard.type(text));
  tab.on('request', (request) => {
    if (!request.url().startsWith(origin)) {
      fail(`a request to ${request.url()}`);
    }
  });
  tab.on('pageerror', (error) => fail(error.stack ?? error.message));
  tab.on('crash', () => reject(new Error('The test page crashed.')));
  await tab.goto(origin);
  const { passed, failed } = await promise;
  return { passed, failed: failed + failedOutside };
}

async function buildFiles(grep: string | undefined): Promise<ReadonlyMap<string, Buffer>> {
  const tests = await Array.fromAsync(glob('test/webview/**/*.test.ts'));
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: tests
        .toSorted()
        .map((path) => `import './${path.replaceAll('\\', '/')}';`)
        .join('\n'),
      resolveDir: process.cwd(),
    },
    banner: { js: entryHead },
    footer: { js: `mocha.grep(new RegExp(${JSON.stringify(grep ?? '')})); mocha.run();` },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    sourcemap: 'inline',
    outfile: 'tests.js',
  });
  return new Map([
    ['/', Buffer.from(page)],
    ['/tests.js', Buffer.from(outputFiles[0]?.contents ?? [])],
    ['/mocha.js', await readFile(join('node_modules', 'mocha', 'mocha.js'))],
    ...(await buildStyle()),
  ]);
}

async function buildStyle(): Promise<readonly (readonly [string, Buffer])[]> {
  const { outputFiles } = await esbuild.build({
    entryPoints: { style: 'src/webview/panel.css' },
    outdir: 'out',
    bundle: true,
    write: false,
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  });
  return outputFiles.map(
    ({ path, contents }) => [`/${path.split(/[\\/]/).at(-1)}`, Buffer.from(contents)] as const,
  );
}

async function serve(files: ReadonlyMap<string, Buffer>): Promise<Server> {
  const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const extension = path.split('.').at(-1) ?? '';
    response.setHeader('Content-Type', types[extension] ?? 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', policy);
    const file = files.get(path);
    response.statusCode = file === undefined ? 404 : 200;
    response.end(file);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return server;
}
