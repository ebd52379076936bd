import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from '../launch/chromium/chromium.ts';
import { projectFolder } from '../launch/projectFolders.ts';

/** A page in Chromium with the panel's style and one program. */
export interface BenchPage {
  readonly page: Page;
  /** How long the page's main thread has worked so far, in milliseconds of its own time. */
  mainThreadMs(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a page with `test/bench/page/{program}`. */
export async function openBenchPage(program: string): Promise<BenchPage> {
  const files = await build(program);
  const server = createServer((request, response) => {
    const name = basename(request.url ?? '');
    const file = files.get(name);
    response.setHeader('Content-Type', contentType(name));
    response.end(file ?? html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumFlags],
  });
  const page = await browser.newPage({ viewport: { width: 420, height: 700 } });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction('window.bench !== undefined');
  return {
    page,
    mainThreadMs: await mainThreadClock(page),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** Gives a function that says how long the main thread of `page` has worked, in thread ticks. */
export async function mainThreadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
}

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Benchmark</title>
<link rel="stylesheet" href="/style.css"></head>
<body class="vscode-dark"><script src="/program.js"></script></body></html>`;

function contentType(name: string): string {
  if (name.endsWith('.js')) {
    return 'text/javascript';
  }
  return name.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8';
}

/** As the panel is built; peers import other parts of this package. */
const browserEntities: esbuild.Plugin = {
  name: 'entities of the browser',
  setup(build) {
    build.onResolve({ filter: /^entities$/ }, () => ({
      path: join(projectFolder, 'src', 'webview', 'markdown', 'characterReferences.ts'),
    }));
  },
};

async function build(program: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await esbuild.build({
    entryPoints: {
      program: join(projectFolder, 'test', 'bench', 'page', program),
      style: join(projectFolder, 'src', 'webview', 'panel', 'panel.css'),
    },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2023',
    plugins: [browserEntities],
    outdir: '.',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}
