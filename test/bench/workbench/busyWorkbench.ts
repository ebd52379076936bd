import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { runPaletteCommand, showPanel } from '../../launch/vscode/openWorkbench.ts';
import { largeReplies } from '../../support/service/largeReplies.ts';
import { notePaints, paintsAreOver } from './benchChat.ts';
import type { Extent } from '../extent.ts';
import { repeat, valueFigure, type Figure } from '../figure.ts';
import { longestTask, traceMainThread } from '../rendering/mainThreadTrace.ts';
import { serveReplies, type PacedService } from './pacedService.ts';
import { openParleyChat } from './parleyChat.ts';
import { mixedReply } from '../texts.ts';

declare const benchKeys: { readonly times: number[] };

type Chat = Awaited<ReturnType<typeof openParleyChat>>;

/** The share of the time that Parley's page runs script while 2,000 deltas a second arrive. */
export async function scriptInWorkbench({ runCount }: Extent): Promise<readonly Figure[]> {
  return withChat(async (chat, service) => {
    const runs = await repeat(runCount, async () => {
      await chat.newChat();
      service.setReply(mixedReply(100 * 1024));
      let tookMs = NaN;
      const { scripts } = await traceMainThread(chat.page, async () => {
        await mark(chat.page);
        const startMs = performance.now();
        await chat.send('Go on');
        await chat.ended();
        tookMs = performance.now() - startMs;
      });
      const own = [...scripts].filter(([url]) => url.includes('/dist/webview/'));
      return { parley: (100 * own.reduce((sum, [, ms]) => sum + ms, 0)) / tookMs };
    });
    const name = 'script of the panel at 2,000 deltas a second in the workbench';
    return [valueFigure({ name, arm: 'parley', goal: 5, unit: '%' }, runs)];
  });
}

/** Those that are measured by default: words, math, a table and code. */
const usualReplies: ReadonlySet<string> = new Set<keyof typeof largeReplies>([
  'one word of 5 MB',
  '60 formulas as large as they may be',
  'a table of 20,000 rows',
  'a fence of 200,000 lines',
]);

/**
 * Replies that are made to block the window, while they arrive and when they are shown again. Each has a window of its
 * own: to collect what others have left may take longer than the reply.
 */
export async function largeRepliesInWorkbench({ isFull }: Extent): Promise<readonly Figure[]> {
  const replies = Object.entries(largeReplies).filter(([name]) => isFull || usualReplies.has(name));
  const tasks: Record<string, number> = {};
  const keys: Record<string, number> = {};
  for (const [name, text] of replies) {
    await withChat(async (chat, service) => {
      service.setReply(text(), 2000);
      tasks[name] = await longestOf(chat, async () => {
        await chat.send('Go on');
        keys[name] = await waitOfKeys(chat, async () => {
          await chat.ended();
          await paintsAreOver(chat.panel.locator('.transcript'), quietMs);
        });
      });
      tasks[`${name}, shown again`] = await longestOf(chat, async () => showAgain(chat));
    });
  }
  return [
    longestFigure(`longest task in the real window, ${replies.length} replies`, tasks, 200),
    longestFigure(`idle time to the next key, ${replies.length} replies`, keys, 100),
  ];
}

/** Hides the panel, which drops its page, and shows it with a new one. */
async function showAgain({ page, panel }: Chat): Promise<void> {
  await runPaletteCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await panel.locator('.transcript').waitFor({ state: 'detached' });
  await runPaletteCommand(page, 'View: Focus into Primary Side Bar');
  await showPanel(page);
  await panel.locator('.markdown').waitFor();
  await notePaints(panel.locator('.transcript'));
  await page.waitForTimeout(quietMs);
  await paintsAreOver(panel.locator('.transcript'), quietMs);
}

/** The page is done with a reply when it has painted nothing for this time. */
const quietMs = 1500;

function longestFigure(name: string, arms: Readonly<Record<string, number>>, goal: number): Figure {
  const ratio = Math.max(...Object.values(arms));
  return { name, ratio, goal, met: ratio <= goal, unit: 'ms', arms };
}

async function longestOf({ page }: Chat, work: () => Promise<void>): Promise<number> {
  const trace = await traceMainThread(page, async () => {
    await mark(page);
    await work();
  });
  return longestTask(trace);
}

/** Presses keys in the input box during `work`; gives the 95th percentile of the time to their paint. */
async function waitOfKeys({ page, panel }: Chat, work: () => Promise<void>): Promise<number> {
  // Found once: to look for it by its role among the nodes of a large reply takes the page half a second.
  const box = await panel.getByRole('textbox', { name: 'Message' }).elementHandle();
  if (box === null) {
    throw new Error('The input box is gone.');
  }
  await box.evaluate((element) => {
    const times: number[] = [];
    Object.assign(globalThis, { benchKeys: { times } });
    element.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp)));
    });
  });
  await box.focus();
  const done = work();
  const isOver = done.then(() => true);
  while ((await Promise.race([isOver, page.waitForTimeout(50)])) !== true) {
    await page.keyboard.press('x', { delay: 30 });
  }
  const times = (await box.evaluate(() => benchKeys.times)).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? NaN;
}

/** Marks a moment, which also says which thread is traced: that of the window and its panel. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => void performance.mark('frame'));
}

async function withChat<T>(measure: (chat: Chat, service: PacedService) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const service = await serveReplies();
  const chat = await openParleyChat(folder, service);
  try {
    return await measure(chat, service);
  } finally {
    await chat.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}
