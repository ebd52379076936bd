import {
  type Browser,
  type ConsoleMessage,
  chromium,
  type Page,
  type PageScreenshotOptions,
} from 'playwright-core';
import { PNG } from 'pngjs';
import { chromiumFlags, findChromium } from '../chromium/chromium.ts';
import { failureText, screenText } from './failureText.ts';
import type { Part, PartOptions } from './part.ts';
import type { SuiteResult } from './suiteResult.ts';
import { openTestSite } from './webviewTestSite.ts';

/** In CSS pixels. */
const viewport = { width: 420, height: 700 };

/** The whole run must be over after this time: a page that hangs does not end its tests itself. */
const timeoutMs = 1_200_000;

/** Tests of the webview in a headless Chromium, which stays open between runs. */
export interface WebviewTests {
  /** Runs the tests as their files are now, and prints each failure. */
  run(): Promise<SuiteResult>;
  close(): Promise<void>;
}

/** Runs the webview tests of a part once. */
export async function runWebviewTests(part: Part, options: PartOptions): Promise<SuiteResult> {
  const tests = await openWebviewTests(part, options);
  try {
    return await tests.run();
  } finally {
    await tests.close();
  }
}

/**
 * Opens a browser for the webview tests of a part, which run under the panel's content security policy. A request to
 * anywhere but the tests' own server and an error in the console are failures, too.
 */
export async function openWebviewTests(
  part: Part,
  { grep = '' }: PartOptions,
): Promise<WebviewTests> {
  const [browser, site] = await Promise.all([openBrowser(), openTestSite(part.files, grep)]);
  return {
    async run() {
      await site.build();
      const context = await browser.newContext({ viewport });
      try {
        return await runIn(await context.newPage(), site.origin);
      } finally {
        await context.close();
      }
    },
    async close() {
      await Promise.all([browser.close(), site.close()]);
    },
  };
}

async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...chromiumFlags] });
}

async function runIn(page: Page, origin: string): Promise<SuiteResult> {
  const { promise, resolve, reject } = Promise.withResolvers<SuiteResult>();
  const failedOutside: string[] = [];
  const failOutside = (text: string): void => {
    failedOutside.push(text);
    report(text);
  };
  await page.exposeFunction('reportFailure', report);
  await page.exposeFunction('reportEnd', (result: string) => {
    resolve(JSON.parse(result) as SuiteResult);
  });
  await page.exposeFunction('pressKey', async (key: string) => page.keyboard.press(key));
  await page.exposeFunction('typeText', async (text: string) => page.keyboard.type(text));
  await page.exposeFunction('setPageWidth', async (width: number = viewport.width) =>
    page.setViewportSize({ ...viewport, width }),
  );
  await page.exposeFunction('colorsIn', async (clip: Clip) => colorsIn(page, clip));
  await page.exposeFunction('reduceMotion', async (isReduced: boolean) =>
    page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' }),
  );
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) {
      failOutside(screenText(`a request to ${request.url()}`));
    }
  });
  // Also those of the frames that draw diagrams, such as violations of their policy.
  page.on('console', (message) => {
    if (message.type() === 'error' && !isSanitizerReport(message)) {
      failOutside(
        screenText(`an error in the console: ${message.text()} (${message.location().url})`),
      );
    }
  });
  page.on('pageerror', (error) => failOutside(failureText('Outside of the tests', error)));
  page.on('crash', () => reject(new Error('The page of the webview tests crashed.')));
  const timer = setTimeout(
    () => reject(new Error('The webview tests did not come to an end.')),
    timeoutMs,
  );
  // The tests begin before the page counts as loaded.
  await page.goto(origin, { waitUntil: 'commit' });
  const { passed, failed } = await promise.finally(() => clearTimeout(timer));
  return { passed, failed: [...failed, ...failedOutside] };
}

/**
 * Whether a message is about a handler in a drawing that the sanitizer of the frame for diagrams parses and removes.
 * Chromium reports it since version 154 or so, although nothing can run in a document that is only parsed.
 */
function isSanitizerReport(message: ConsoleMessage): boolean {
  return (
    message.location().url === 'about:srcdoc' &&
    message.text().startsWith('Executing inline event handler violates')
  );
}

/** A part of the page, in CSS pixels. */
type Clip = NonNullable<PageScreenshotOptions['clip']>;

/** The colours that are painted in a part of the page, such as `#1f1f1f`, without transparency. */
async function colorsIn(page: Page, clip: Clip): Promise<readonly string[]> {
  const { data } = PNG.sync.read(await page.screenshot({ clip }));
  const colors = new Set<string>();
  for (let at = 0; at < data.length; at += 4) {
    colors.add(`#${data.toString('hex', at, at + 3)}`);
  }
  return [...colors];
}

function report(failure: string): void {
  process.stdout.write(`\nFAILED: ${failure}\n`);
}
