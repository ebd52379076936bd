import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { runPaletteCommand, showPanel, type Workbench } from '../launch/openWorkbench.ts';
import { openTestWorkbench } from '../launch/testWorkbench.ts';
import { mainThreadClock } from './benchPage.ts';
import { repeat, valueFigure, type Figure, type Run } from './figure.ts';
import { serveReplies, type PacedService } from './pacedService.ts';

declare const parleyBench: { lastPaintAt: number };

/** Parley's panel in a real window of VS Code. */
interface Chat {
  readonly window: Workbench;
  readonly panel: FrameLocator;
  /** How long the main thread of the window has worked so far, in its own milliseconds. */
  readonly mainThreadMs: () => Promise<number>;
}

/** Replies of 20 and 100 KB at 2,000 deltas a second in the real workbench. */
export async function inWorkbench(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const service = await serveReplies();
  const chat = await openChat(folder, service);
  try {
    const figures: Figure[] = [];
    for (const kilobytes of [20, 100]) {
      const runs = await repeat(async () => reply(chat, service, kilobytes * 1024));
      const name = `${kilobytes} KB in the workbench, last byte to last paint`;
      figures.push(valueFigure({ name, arm: 'lag', goal: 100, unit: 'ms' }, runs));
      const thread = `${kilobytes} KB in the workbench, main thread for each second`;
      figures.push(valueFigure({ name: thread, arm: 'busy', goal: 1000, unit: 'ms' }, runs));
    }
    return figures;
  } finally {
    await chat.window.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openChat(workspaceFolder: string, { baseUrl }: PacedService): Promise<Chat> {
  const window = await openTestWorkbench({
    workspaceFolder,
    userSettings: { 'parley.connections': [{ id: 'bench', name: 'Bench', baseUrl, model: 'm1' }] },
  });
  const panel = await showPanel(window.page);
  await panel.getByRole('textbox', { name: 'Message' }).waitFor();
  await panel.locator('.transcript').evaluate((transcript) => {
    const clock = { lastPaintAt: 0 };
    const note = (): void => void (clock.lastPaintAt = Date.now());
    // The frame that shows a change begins after it, and is over when the next task runs.
    const observer = new MutationObserver(() => requestAnimationFrame(() => setTimeout(note)));
    const changes = { subtree: true, childList: true, characterData: true, attributes: true };
    observer.observe(transcript, changes);
    Object.assign(globalThis, { parleyBench: clock });
  });
  return { window, panel, mainThreadMs: await mainThreadClock(window.page) };
}

/** Lets one reply come, in a new chat. */
async function reply(chat: Chat, service: PacedService, length: number): Promise<Run> {
  const { window, panel, mainThreadMs } = chat;
  await runPaletteCommand(window.page, 'Parley: New Chat');
  await panel.locator('article').first().waitFor({ state: 'detached' });
  service.setLength(length);
  const box = panel.getByRole('textbox', { name: 'Message' });
  await box.fill('Go on');
  const startMs = performance.now();
  const before = await mainThreadMs();
  await box.press('Enter');
  await panel.locator('article.reply[aria-busy=false] .usage').waitFor({ timeout: 120_000 });
  const tookSeconds = (performance.now() - startMs) / 1000;
  const busy = ((await mainThreadMs()) - before) / tookSeconds;
  const shown = await panel.locator('.markdown').evaluate(({ textContent }) => textContent.length);
  if (shown < length / 2) {
    throw new Error(`${shown} of ${length} characters are shown.`);
  }
  const paintedAt = await panel.locator('#parley').evaluate(() => parleyBench.lastPaintAt);
  return { lag: paintedAt - (service.sentAt() ?? NaN), busy };
}
