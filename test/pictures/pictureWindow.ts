import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { CommandId } from '../../manifest/commands.ts';
import { findChromium } from '../launch/chromium/chromium.ts';
import { ensureGit } from '../launch/git.ts';
import { findVSCode } from '../launch/vscode/findVSCode.ts';
import { openWorkbench, showPanel } from '../launch/vscode/openWorkbench.ts';
import { writeSampleWorkspace } from '../launch/vscode/sampleWorkspace.ts';
import { createTestRepository } from '../support/git/testRepository.ts';
import { until } from '../support/until.ts';

/** Keys that nothing else has, so that commands are run by ID whatever they are called. */
const keys = {
  'parley.newChat': 'ctrl+alt+shift+f1',
  'parley.fix': 'ctrl+alt+shift+f2',
  'parley.chooseModel': 'ctrl+alt+shift+f3',
  'parley.showRequest': 'ctrl+alt+shift+f4',
  'parley.rewrite': 'ctrl+alt+shift+f6',
} as const satisfies Partial<Record<CommandId, string>>;

/** What the pictures are taken in. */
export interface PictureWindow {
  readonly page: Page;
  readonly panel: FrameLocator;
  /** The input box of the panel. */
  readonly input: Locator;
  run(command: keyof typeof keys): Promise<void>;
  /** Opens `inventory.py` and puts the cursor at its start. */
  openSample(): Promise<void>;
  /** Sends a message and waits until its reply has ended. */
  say(text: string): Promise<void>;
  /** Brings the panel back to where another view is. */
  showPanel(): Promise<void>;
  /** A PNG of an area of the window, or of all of it. */
  picture(area?: Area): Promise<Buffer>;
  /** The side bar that has the panel. */
  panelArea(): Promise<Area>;
  /** All of the window but its status bar. */
  wholeArea(): Promise<Area>;
  close(): Promise<void>;
}

/** A part of the window, in CSS pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PictureOptions {
  readonly theme: 'Dark 2026' | 'Light 2026';
  readonly baseUrl: string;
  readonly model: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Pixels of a picture for each CSS pixel. */
  readonly scale: number;
  /** Width of the panel, in CSS pixels. */
  readonly panelWidth: number;
}

/** A file without a language service, which would show in the status bar that it starts. */
const sampleName = 'inventory.py';

/** The same for every picture: nothing but the editor and the panel. */
const settings = {
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'workbench.editor.showTabs': 'single',
  'workbench.hover.delay': 1_000_000_000,
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.hover.enabled': 'off',
  'editor.lightbulb.enabled': 'off',
  'editor.occurrencesHighlight': 'off',
  'editor.renderLineHighlight': 'none',
  'editor.renderWhitespace': 'none',
  'editor.scrollbar.vertical': 'hidden',
  'extensions.ignoreRecommendations': true,
};

/** Opens a window with the sample workspace and Parley in sight. */
export async function openPictureWindow(options: PictureOptions): Promise<PictureWindow> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pictures-'));
  const workspaceFolder = join(folder, 'sample');
  await writeSampleWorkspace(workspaceFolder);
  await changeInGit(workspaceFolder);
  const { theme, baseUrl, model, viewport } = options;
  const workbench = await openWorkbench({
    vscode: await findVSCode(),
    chromiumPath: await findChromium(),
    workspaceFolder,
    viewport,
    userSettings: {
      ...settings,
      'workbench.colorTheme': theme,
      'parley.connections': [{ id: 'local', name: 'This computer', baseUrl, model }],
    },
    userFiles: {
      'keybindings.json': Object.entries(keys).map(([command, key]) => ({ command, key })),
    },
  });
  const { page } = workbench;
  const close = async (): Promise<void> => {
    await workbench.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await prepare(page, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes a repository of the workspace, with a change that is staged. */
async function changeInGit(folder: string): Promise<void> {
  await ensureGit();
  const repository = await createTestRepository(folder);
  await repository.commit('feat: sample');
  await repository.write('README.md', '# Sample\n\nSelect something and press Fix.\n');
  await repository.git('add', '-A');
}

/** Shows the panel at its width. */
async function prepare(page: Page, options: PictureOptions): Promise<Omit<PictureWindow, 'close'>> {
  const session = await page.context().newCDPSession(page);
  const { scale, viewport } = options;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const panel = await showPanel(page);
  await panel.locator('#parley > *').first().waitFor();
  await setPanelWidth(page, options);
  const input = panel.locator('.composer-text');
  return {
    page,
    panel,
    input,
    run: async (command) => page.keyboard.press(pressed(keys[command])),
    openSample: async () => openSample(page),
    async say(text) {
      const replies = await panel.locator('article.reply').count();
      await input.fill(text);
      await input.press('Enter');
      await panel.locator('article.reply').nth(replies).waitFor();
      await replyEnded(panel);
    },
    async showPanel() {
      await showPanel(page);
    },
    async picture(area = { x: 0, y: 0, ...viewport }) {
      // Playwright's own pictures have one pixel for each of CSS.
      const clip = { ...area, scale };
      const { data } = await session.send('Page.captureScreenshot', { format: 'png', clip });
      return Buffer.from(data, 'base64');
    },
    panelArea: async () => panelArea(page),
    wholeArea: async () => areaAbove(page.locator('.part.statusbar')),
  };
}

/** A key of `keybindings.json` as Playwright names it. */
function pressed(key: string): string {
  const names = key.split('+').map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  return names.join('+').replace('Ctrl', 'Control');
}

async function openSample(page: Page): Promise<void> {
  const box = page.locator('.quick-input-widget');
  const row = box.locator('.monaco-list-row.focused', { hasText: sampleName });
  await until('the file is found', async () => {
    await page.keyboard.press('Control+P');
    // A chat that has just begun takes the focus, and the list is closed.
    await page.keyboard.type(sampleName);
    return row.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  });
  await page.keyboard.press('Enter');
  await page.locator('.editor-instance .view-line', { hasText: 'Inventory' }).first().waitFor();
  await page.keyboard.press('Control+Home');
}

async function replyEnded(panel: FrameLocator): Promise<void> {
  const reply = panel.locator('article.reply').last();
  await reply.and(panel.locator('[aria-busy=false]')).waitFor();
}

/** Drags the edge of the side bar that has the panel, on whichever side it is. */
async function setPanelWidth(page: Page, { viewport, panelWidth }: PictureOptions): Promise<void> {
  const frame = page.locator('iframe.webview.ready').first();
  const box = async () => until('the panel has a place', () => frame.boundingBox());
  const { x, y, width, height } = await box();
  const isAtTheLeft = x < viewport.width / 2;
  const edge = await nearestSash(page, isAtTheLeft ? x + width : x);
  const change = isAtTheLeft ? panelWidth - width : width - panelWidth;
  await page.mouse.move(edge, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(edge + change, y + height / 2, { steps: 5 });
  await page.mouse.up();
  // Away from the edge, which is marked as long as the pointer is there.
  await page.mouse.move(viewport.width / 2, viewport.height / 2);
  await until('the panel has its width', async () => {
    return Math.abs((await box()).width - panelWidth) < 6;
  });
}

/** The middle of the vertical handle that is nearest to `x`. */
async function nearestSash(page: Page, x: number): Promise<number> {
  const sashes = await page.locator('.monaco-sash.vertical:not(.disabled)').all();
  const boxes = await Promise.all(sashes.map(async (sash) => sash.boundingBox()));
  const middles = boxes.flatMap((box) => (box === null ? [] : box.x + box.width / 2));
  return middles.toSorted((a, b) => Math.abs(a - x) - Math.abs(b - x))[0] ?? x;
}

/** The side bar, on whichever side, that has the panel in it. */
async function panelArea(page: Page): Promise<Area> {
  const panel = await page.locator('iframe.webview.ready').first().boundingBox();
  for (const part of await page.locator('.part.sidebar, .part.auxiliarybar').all()) {
    const area = await part.boundingBox();
    if (area !== null && panel !== null && panel.x >= area.x && panel.x < area.x + area.width) {
      return area;
    }
  }
  throw new Error('No side bar has the panel.');
}

/** The window above a part at its bottom. */
async function areaAbove(part: Locator): Promise<Area> {
  const { y, width } = await until('it has a place', () => part.boundingBox());
  return { x: 0, y: 0, width, height: y };
}
