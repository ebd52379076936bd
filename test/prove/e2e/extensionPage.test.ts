import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { findChromium } from '../../launch/chromium/chromium.ts';
import { runCommand } from '../../launch/command.ts';
import { findVSCode } from '../../launch/vscode/findVSCode.ts';
import { openWorkbench, type Workbench } from '../../launch/vscode/openWorkbench.ts';
import { projectFolder } from '../../launch/projectFolders.ts';
import { until } from '../../support/until.ts';

/** Stands for the address under which the files of the repository are; it does not exist. */
const base = 'https://files.parley.invalid/main';

describe('the page of the installed extension in VS Code', () => {
  let folder: string;
  let workbench: Workbench | undefined;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'parley-page-'))));
  afterEach(async () => {
    await workbench?.close();
    workbench = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  /** Packages and installs the extension, and opens its page. Files under `base` come from the project. */
  async function openPage(...options: readonly string[]): Promise<Frame> {
    const vsix = join(folder, 'parley.vsix');
    const script = join(projectFolder, 'build', 'packageExtension.mjs');
    const cwd = projectFolder;
    await runCommand(process.execPath, [script, `--out=${vsix}`, ...options], { cwd });
    workbench = await openWorkbench({
      vscode: await findVSCode(),
      chromiumPath: await findChromium(),
      vsix,
      workspaceFolder: folder,
    });
    const { page } = workbench;
    await page.context().route(`${base}/**`, async (route) => {
      const path = join(
        projectFolder,
        new URL(route.request().url()).pathname.slice('/main'.length),
      );
      await route.fulfill({ body: await readFile(path) }).catch(async () => route.abort());
    });
    await page.locator('.activitybar .codicon-extensions-view-icon').first().click();
    await page.locator('.extension-list-item', { hasText: 'Parley' }).first().click();
    return until('the page is shown', async () => {
      for (const frame of page.frames()) {
        // A frame may be replaced while it is asked.
        const heading = frame.evaluate(() => document.querySelector('h1#parley') !== null);
        if (await heading.catch(() => false)) {
          return frame;
        }
      }
      return undefined;
    });
  }

  it('shows every picture if the files have an address', async () => {
    const frame = await openPage(`--base=${base}`);
    const readme = await readFile(join(projectFolder, 'README.md'), 'utf8');
    const pictures = [...readme.matchAll(/^!\[[^\]]+\]\((media\/[^)]+)\)$/gm)];
    assert.ok(pictures.length >= 7, `${pictures.length} pictures`);
    const sources = await frame.evaluate(async () => {
      const images = [...document.images];
      await Promise.all(images.map(async (image) => image.decode().catch(() => undefined)));
      return images.map(({ src, naturalWidth }) => ({ src, isShown: naturalWidth > 0 }));
    });
    assert.deepEqual(
      sources,
      pictures.map(([, path]) => ({ src: `${base}/${path}`, isShown: true })),
    );
    await assertLinksLead(frame);
  });

  it('has no broken picture and no dead link if they have none', async () => {
    const frame = await openPage();
    assert.equal(await frame.evaluate(() => document.images.length), 0);
    await assertLinksLead(frame);
    const settings = frame.locator('a[href="#settings"]').first();
    await settings.click();
    await until('the settings are at the top', async () =>
      frame.evaluate(() => {
        const { top = Infinity } =
          document.querySelector('#settings')?.getBoundingClientRect() ?? {};
        return Math.abs(top) < 20;
      }),
    );
  });
});

/** Every link leads to a heading of the page or to a file of the project. */
async function assertLinksLead(frame: Frame): Promise<void> {
  const links = await frame.evaluate(() =>
    // VS Code adds a link to the top of the page.
    [...document.querySelectorAll('a:not(#scroll-to-top)')].map((link) => {
      const href = link.getAttribute('href') ?? '';
      return {
        href,
        isHeading: href.startsWith('#') && document.getElementById(href.slice(1)) !== null,
      };
    }),
  );
  const dead: string[] = [];
  for (const { href, isHeading } of links) {
    const path = href.startsWith(`${base}/`) ? href.slice(base.length + 1) : undefined;
    const isFile = path !== undefined && (await isReadable(join(projectFolder, path)));
    if (!isHeading && !isFile) {
      dead.push(href);
    }
  }
  assert.ok(links.length > 5, `${links.length} links`);
  assert.deepEqual(dead, []);
}

async function isReadable(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}
