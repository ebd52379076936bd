import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  panelFrame,
  parleyIcon,
  runPaletteCommand,
  showPanel,
  type Workbench,
} from '../../launch/vscode/openWorkbench.ts';
import { openTestWorkbench } from '../../launch/vscode/testWorkbench.ts';
import {
  largestTitle,
  lastTurnId,
  rareWord,
  seldomWord,
} from '../../support/store/generateStore.ts';
import { until } from '../../support/until.ts';
import type { Extent } from '../extent.ts';
import { ratioFigure, repeat, valueFigure, type Figure, type Run } from '../figure.ts';
import { keyToPaint, noteKeys, painted } from './keyToPaint.ts';
import { loadTime, writeLoadTimeExtension } from './loadTime.ts';
import { storedChats } from './storedChats.ts';

/** What else is done in a window that has just opened would be measured, too. */
const restMs = 4000;

/** Focuses the tree of the chats in the measured windows. */
const treeKey = 'Control+Alt+j';

/** Shows the chats to choose from. */
const pickerKey = 'Control+Alt+k';

/**
 * Parley in a real window with thousands of chats, against one with none. To open the two takes most of a minute, so
 * that they are opened once by default. The goals are for 10,000 chats; 2,000 meet them more easily.
 */
export async function manyChats(extent: Extent): Promise<readonly Figure[]> {
  const { folder: many, count } = await storedChats(extent);
  const none = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  try {
    const runs = await repeat(extent.isFull ? extent.runCount : 1, async () => ({
      ...(await inWindow(none, async (window, loadMs) => {
        const { call, shown } = await activation(window);
        return { activation: loadMs + call, none: shown };
      })),
      ...(await inWindow(many, async (window) => measureChats(window))),
    }));
    const names = {
      picker: ['shown in the picker', 1000],
      tree: ['shown in the side bar', 1000],
      search: ['search for a word of every hundredth chat', 2000],
      rare: ['search for a word of one chat', 2000],
      open: ['end of a chat of 20 MB painted', 1000],
    } as const;
    return [
      valueFigure(
        { name: 'activation: load and call', arm: 'activation', goal: 25, unit: 'ms' },
        runs,
      ),
      ratioFigure(
        {
          name: `Parley shown for the first time, ${count} chats against none`,
          arm: 'many',
          against: 'none',
          goal: 1,
        },
        runs,
      ),
      ...Object.entries(names).map(([arm, [name, goal]]) =>
        valueFigure({ name: `${count} chats: ${name}`, arm, goal, unit: 'ms' }, runs),
      ),
    ];
  } finally {
    await rm(none, { recursive: true, force: true });
  }
}

/**
 * Opens a window whose chats are those of `store`, in which Parley has not been shown, and hands it to `measure` with
 * how long Parley's code took to load.
 */
async function inWindow(
  store: string,
  measure: (window: Workbench, loadMs: number) => Promise<Run>,
): Promise<Run> {
  const workspaceFolder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const extension = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  await writeLoadTimeExtension(extension);
  const connection = { id: 'bench', name: 'Bench', baseUrl: 'http://127.0.0.1:9/v1', model: 'm1' };
  const window = await openTestWorkbench({
    workspaceFolder,
    linkedExtensions: [extension],
    userSettings: { 'parley.connections': [connection] },
    userFiles: {
      'keybindings.json': [
        { key: 'ctrl+alt+j', command: 'parley.history.focus' },
        { key: 'ctrl+alt+k', command: 'parley.showHistory' },
      ],
    },
    viewport: { width: 1600, height: 900 },
  });
  const own = join(window.dataFolder, 'data', 'User', 'globalStorage', 'parley-chat.parley');
  try {
    // Parley shows itself the first time that it is there, which VS Code may not have stored by the next window.
    const isShown = parleyIcon(window.page).and(window.page.locator('.checked'));
    await isShown.waitFor();
    await until('Parley stays away', async () => {
      await panelFrame(window.page).locator('.panel:not(.unready)').waitFor({ timeout: 60_000 });
      await runPaletteCommand(window.page, 'View: Show Explorer');
      await isShown.waitFor({ state: 'detached' });
      await window.reload();
      await window.page.waitForTimeout(restMs);
      return !(await isShown.isVisible());
    });
    await mkdir(own, { recursive: true });
    await symlink(store, join(own, 'conversations'));
    await rm(join(extension, 'load.json'), { force: true });
    await window.reload();
    return await measure(window, await loadTime(extension));
  } finally {
    await window.close();
    await rm(workspaceFolder, { recursive: true, force: true });
    await rm(extension, { recursive: true, force: true });
  }
}

async function measureChats(window: Workbench): Promise<Run> {
  const { page } = window;
  const { shown: many } = await activation(window);
  const row = '.quick-input-widget .monaco-list-row';
  const picker = await keyToPaint(
    page,
    async () => page.keyboard.press(pickerKey),
    async () => painted(page, `${row}[data-index="3"]`),
  );
  const find = async (word: string): Promise<number> =>
    keyToPaint(
      page,
      async () => page.locator('.quick-input-widget input').pressSequentially(word),
      async () => painted(page, `${row}[aria-label*="${word}"]`),
    );
  const rare = await find(rareWord);
  await page.locator('.quick-input-widget input').fill('');
  const search = await find(seldomWord);
  await page.locator('.quick-input-widget input').fill('');
  await page.locator(`${row}.focused[aria-label*="${largestTitle}"]`).waitFor();
  const open = await keyToPaint(
    page,
    async () => page.keyboard.press('Enter'),
    async () => painted(panelFrame(page), `[data-turn-id="${lastTurnId}"] .reply-end`),
  );
  await window.reload();
  await panelFrame(page).locator('.panel:not(.unready)').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(restMs);
  await noteKeys(page);
  const tree = await keyToPaint(
    page,
    async () => page.keyboard.press(treeKey),
    async () => painted(page, '.part.sidebar .monaco-list-row[aria-level="2"]'),
  );
  return { many, picker, tree, search, rare, open };
}

/**
 * Shows Parley once the window has come to rest. In milliseconds: `call` is what VS Code says it took to call its code;
 * `shown` is from the click until something of the chat was painted, with all that is loaded meanwhile.
 */
async function activation({ page }: Workbench): Promise<{ call: number; shown: number }> {
  await page.waitForTimeout(restMs);
  await noteKeys(page);
  const panel = panelFrame(page);
  const firstPaint = async () => {
    await panel.locator('.panel:not(.unready)').waitFor();
    return panel.locator('body').evaluate(async () => {
      const paints = await new Promise<PerformanceEntryList>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
        observer.observe({ type: 'paint', buffered: true });
      });
      return performance.timeOrigin + (paints.at(-1)?.startTime ?? NaN);
    });
  };
  const shown = await keyToPaint(page, async () => void (await showPanel(page)), firstPaint);
  await panel.getByRole('textbox', { name: 'Message' }).waitFor();
  await runPaletteCommand(page, 'Developer: Startup Performance');
  const editor = page.locator('.editor-instance .monaco-editor');
  await editor.locator('.view-line', { hasText: 'System Info' }).waitFor();
  await editor.click();
  const [, , , , call] = (await rowOfParley(page)).split('|').map(Number);
  await runPaletteCommand(page, 'View: Close All Editors');
  // What is looked for next must not be found in the palette.
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  return { call: call ?? NaN, shown };
}

/** The line about Parley in the editor that has the focus, which takes its text a moment after it is shown. */
async function rowOfParley(page: Page): Promise<string> {
  for (let triesLeft = 20; triesLeft > 0; triesLeft -= 1) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    const text = await page.evaluate(async () => navigator.clipboard.readText());
    const row = text.split('\n').find((line) => line.startsWith('| parley-chat.parley '));
    if (row !== undefined) {
      return row;
    }
  }
  throw new Error('VS Code does not say how long Parley took.');
}
