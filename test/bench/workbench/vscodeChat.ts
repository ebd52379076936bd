import { chromium, type Page } from 'playwright-core';
import { calmSettings } from '../../launch/vscode/calmSettings.ts';
import { chromiumFlags, findChromium } from '../../launch/chromium/chromium.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { startVSCodeServer } from '../../launch/vscode/vscodeServer.ts';
import { notePaints, paintsAreOver, type BenchChat } from './benchChat.ts';
import { mainThreadClock } from '../benchPage.ts';
import type { PacedService } from './pacedService.ts';

/** VS Code's own chat paints on for long after its Stop button is gone. */
const quietMs = 3000;

/** Opens a window with VS Code's own chat in the browser, and no Parley, ready to send to `service`. */
export async function openVSCodeChat(
  serverMain: string,
  workspaceFolder: string,
  service: PacedService,
): Promise<BenchChat> {
  const server = await startVSCodeServer({ serverMain, ...optionsFor(service) });
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(server.windowUrl(workspaceFolder));
  await turnChatOn(page);
  await runPaletteCommand(page, 'Chat: Open Chat');
  await chooseModel(page);
  const session = page.locator('.interactive-session').first();
  const chatPart = page.locator('.part.auxiliarybar');
  const lastPaintAt = await notePaints(chatPart);
  return {
    async close() {
      await browser.close();
      await server.stop();
    },
    mainThreadMs: await mainThreadClock(page),
    lastPaintAt,
    async newChat() {
      await runPaletteCommand(page, 'Chat: New Chat');
      await session.locator('.interactive-response').first().waitFor({ state: 'detached' });
    },
    async send(text) {
      await session.locator('.chat-input-container .monaco-editor').first().click();
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
      await session.locator('.interactive-response').first().waitFor();
    },
    async ended() {
      const loading = session.locator('.interactive-response.chat-response-loading');
      await loading.first().waitFor({ state: 'detached', timeout: 300_000 });
      await paintsAreOver(chatPart, quietMs);
    },
    shownLength: async () =>
      session
        .locator('.interactive-response')
        .first()
        .evaluate(({ textContent }) => textContent.length),
  };
}

/** The settings and files that have VS Code's own chat use `service`, with nobody signed in. */
function optionsFor({ baseUrl }: PacedService) {
  const model = {
    id: 'm1',
    name: 'Local M1',
    url: baseUrl,
    toolCalling: true,
    vision: false,
    maxInputTokens: 128_000,
    maxOutputTokens: 16_000,
  };
  const apiType = 'chat-completions';
  const group = { vendor: 'customendpoint', name: 'Local', apiKey: 'x', apiType, models: [model] };
  return {
    userSettings: { ...calmSettings, 'chat.disableAIFeatures': false },
    userFiles: { 'chatLanguageModels.json': [group] },
  };
}

/**
 * VS Code turns its chat extension off until somebody has signed in. That is noted in the storage of
 * the page, from which it is taken away while no window is open.
 */
async function turnChatOn(page: Page): Promise<void> {
  const address = page.url();
  for (let triesLeft = 10; triesLeft > 0; triesLeft -= 1) {
    await page.goto(new URL('/version', address).href);
    const wasOff = await page.evaluate(forgetDisabledExtensions);
    await page.goto(address);
    await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    if (wasOff) {
      return;
    }
  }
  throw new Error('VS Code did not turn its own chat off, or notes it elsewhere.');
}

/** Runs in the page. True where extensions had been turned off. */
async function forgetDisabledExtensions(): Promise<boolean> {
  const [name, table, key] = [
    'vscode-web-state-db-global',
    'ItemTable',
    'extensionsIdentifiers/disabled',
  ];
  const done = async <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error(request.error?.message)));
    });
  const databases = await indexedDB.databases();
  if (!databases.some((database) => database.name === name)) {
    return false;
  }
  const database = await done(indexedDB.open(name));
  const store = database.transaction(table, 'readwrite').objectStore(table);
  const isThere = (await done(store.count(key))) > 0;
  await done(store.delete(key));
  database.close();
  return isThere;
}

/** The list has the model once the extension runs; where it is the only one it is chosen with that. */
async function chooseModel(page: Page): Promise<void> {
  const row = page.locator('.action-widget .monaco-list-row', { hasText: 'Local M1' });
  for (;;) {
    await page.locator('.model-picker-name').first().click();
    try {
      await row.first().click({ timeout: 5000 });
      return;
    } catch {
      await page.keyboard.press('Escape');
    }
  }
}
