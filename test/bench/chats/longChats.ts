import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { panelFrame, type Workbench } from '../../launch/vscode/openWorkbench.ts';
import { openTestWorkbench } from '../../launch/vscode/testWorkbench.ts';
import { aTurn } from '../../support/builders.ts';
import { mainThreadClock } from '../benchPage.ts';
import { notePaints, paintsAreOver } from '../workbench/benchChat.ts';
import type { Extent } from '../extent.ts';
import { ratioFigure, valueFigure, type Figure, type Run } from '../figure.ts';
import { keyToPaint, noteKeys, painted } from './keyToPaint.ts';
import { pageMemory, type PageMemory } from './pageMemory.ts';
import { mixedReply } from '../texts.ts';

/** Messages of the chats, in the order in which they are opened in one window. */
const sizes = [50, 100, 1000, 10_000];

/**
 * How many frames a chat is read in, each way. With fewer, less of a long chat is shown: what stays in memory of shown
 * messages is then seen less exactly.
 */
const readFrames = { usual: 150, full: 1000 };

/** Of each reply, in characters. */
const replyLength = 4096;

/** A place has settled when nothing has been painted for this time. */
const settleMs = 1000;

/** Frames of scrolling over which time is measured. */
const measuredFrames = 200;

/** Chats of messages with replies of 4 KB in the real window: what stays in memory, opening, scrolling. */
export async function longChats({ isFull }: Extent): Promise<readonly Figure[]> {
  const workspaceFolder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const connection = { id: 'bench', name: 'Bench', baseUrl: 'http://127.0.0.1:9/v1', model: 'm1' };
  const window = await openTestWorkbench({
    workspaceFolder,
    userSettings: { 'parley.connections': [connection] },
    userFiles: { 'keybindings.json': [{ key: 'ctrl+alt+k', command: 'parley.showHistory' }] },
  });
  try {
    return figuresOf(await measureIn(window, isFull ? readFrames.full : readFrames.usual));
  } finally {
    await window.close();
    await rm(workspaceFolder, { recursive: true, force: true });
  }
}

/** What was measured of a chat. */
interface Measured extends PageMemory {
  readonly openMs: number;
  /** Of the page's main thread, for a frame of scrolling. */
  readonly frameMs: number;
}

function figuresOf(measured: ReadonlyMap<number, Measured>): readonly Figure[] {
  const name = (count: number): string => `${count.toLocaleString('en')} messages`;
  const runOf = (value: (one: Measured) => number): Run =>
    Object.fromEntries([...measured].map(([count, one]) => [name(count), value(one)]));
  const growth = (from: number, to: number): number =>
    ((measured.get(to)?.processMB ?? NaN) - (measured.get(from)?.processMB ?? NaN)) / (to - from);
  const compared = { arm: name(10_000), against: name(100), goal: 1.25 };
  return [
    ...[1000, 10_000].map((count) =>
      valueFigure(
        {
          name: `nodes after reading ${name(count)} of 4 KB`,
          arm: name(count),
          goal: 60_000,
          unit: '',
        },
        [runOf(({ nodes }) => nodes)],
      ),
    ),
    valueFigure(
      { name: 'memory of the page for each of 1,000 messages', arm: 'mb', goal: 0.1, unit: 'MB' },
      [{ mb: growth(50, 1000) }],
    ),
    ratioFigure({ name: 'opening a chat of 10,000 messages against 100', ...compared }, [
      runOf(({ openMs }) => openMs),
    ]),
    ratioFigure({ name: 'a frame of scrolling 10,000 messages against 100', ...compared }, [
      runOf(({ frameMs }) => frameMs),
    ]),
  ];
}

async function measureIn(
  window: Workbench,
  frames: number,
): Promise<ReadonlyMap<number, Measured>> {
  const { page, dataFolder } = window;
  const store = join(
    dataFolder,
    'data',
    'User',
    'globalStorage',
    'parley-chat.parley',
    'conversations',
  );
  for (const count of sizes) {
    await writeChat(join(store, `c${count}`), count);
  }
  const panel = panelFrame(page);
  await panel.getByRole('textbox', { name: 'Message' }).waitFor();
  await noteKeys(page);
  const memory = await pageMemory(page);
  const threadMs = await mainThreadClock(page);
  const measured = new Map<number, Measured>();
  for (const count of sizes) {
    const openMs = await openChat(page, panel, count);
    await readThrough(panel, count, frames);
    await goToMiddle(panel);
    const before = await threadMs();
    await scrollFrames(panel);
    const frameMs = ((await threadMs()) - before) / measuredFrames;
    measured.set(count, { ...(await memory()), openMs, frameMs });
  }
  return measured;
}

const titleOf = (count: number): string => `Chat of ${count} messages`;

async function writeChat(folder: string, count: number): Promise<void> {
  await mkdir(join(folder, 'turns'), { recursive: true });
  const text = mixedReply(replyLength);
  const id = (index: number): string => `c${count}-${index}`;
  for (let index = 0; index < count; index += 1) {
    const turn = aTurn(id(index), {
      ...(index > 0 && { parentId: id(index - 1) }),
      user: { text: index === 0 ? titleOf(count) : `Message ${index}`, context: [] },
      reply: { status: 'completed', text, startedAt: index, endedAt: index + 1 },
    });
    await writeFile(
      join(folder, 'turns', `${id(index)}.json`),
      JSON.stringify({ ...turn, format: 1 }),
    );
  }
  const head = { id: `c${count}`, createdAt: count, headId: id(count - 1), format: 1 };
  await writeFile(join(folder, 'conversation.json'), JSON.stringify(head));
}

/** Opens a chat with the picker; from the key to the paint of its end, in milliseconds. */
async function openChat(page: Page, panel: FrameLocator, count: number): Promise<number> {
  await page.keyboard.press('Control+Alt+k');
  await page.locator('.quick-input-widget input').fill(titleOf(count));
  const row = `.quick-input-widget .monaco-list-row.focused[aria-label*="${titleOf(count)}"]`;
  await page.locator(row).waitFor();
  return keyToPaint(
    page,
    async () => page.keyboard.press('Enter'),
    async () => painted(panel, `[data-turn-id="c${count}-${count - 1}"] .reply-end`),
  );
}

/** Scrolls from the end to the start and back, a view or more in each frame, in about `most` frames each way. */
async function readThrough(panel: FrameLocator, count: number, most: number): Promise<void> {
  const scroller = panel.locator('.scroller');
  const first = panel.locator(`.turn[data-turn-id="c${count}-0"]`);
  await first.waitFor({ state: 'attached', timeout: 120_000 });
  await scroller.evaluate(
    async (node, most) => {
      const frame = async () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (const direction of [-1, 1]) {
        const step = Math.max(node.clientHeight, node.scrollHeight / most);
        const isOver = () =>
          direction < 0
            ? node.scrollTop <= 0
            : node.scrollTop + node.clientHeight >= node.scrollHeight - 1;
        for (let frames = 0; frames < 2 * most && !isOver(); frames += 1) {
          node.scrollTop += direction * step;
          await frame();
        }
      }
    },
    most,
    { timeout: 600_000 },
  );
}

/** Goes to the middle, where no message has been shown since it was scrolled past, as in a chat of any length. */
async function goToMiddle(panel: FrameLocator): Promise<void> {
  const transcript = panel.locator('.transcript');
  await notePaints(transcript);
  await panel.locator('.scroller').evaluate((node) => (node.scrollTop = node.scrollHeight / 2));
  await transcript.page().waitForTimeout(settleMs);
  await paintsAreOver(transcript, settleMs);
}

/** Scrolls up by a tenth of the view in each frame. */
async function scrollFrames(panel: FrameLocator): Promise<void> {
  await panel.locator('.scroller').evaluate(async (node, frames) => {
    for (let left = frames; left > 0; left -= 1) {
      node.scrollTop -= node.clientHeight / 10;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, measuredFrames);
}
