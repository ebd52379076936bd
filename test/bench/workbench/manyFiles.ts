import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Extent } from '../extent.ts';
import { type Figure, repeat, valueFigure } from '../figure.ts';
import { serveReplies } from './pacedService.ts';
import { openParleyChat } from './parleyChat.ts';

declare const benchFound: { readonly times: Map<string, number>; keyAt: number };

const folders = 1000;
const filesOfFolder = 100;

/** The time from a key after `#` to the paint of what was found, in a workspace of 100,000 files. */
export async function completionInManyFiles({ runCount }: Extent): Promise<readonly Figure[]> {
  const workspace = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  await writeFiles(workspace);
  const service = await serveReplies();
  const chat = await openParleyChat(workspace, service);
  try {
    const box = chat.panel.getByRole('textbox', { name: 'Message' });
    await noteFound(box);
    let firstMs = 0;
    const runs = await repeat(runCount, async () => {
      await box.fill('');
      await box.focus();
      const beginMs = await press(box, '#');
      firstMs ||= beginMs;
      const times: number[] = [];
      for (const key of 'file77_part') {
        times.push(await press(box, key));
      }
      return { perKeyMs: Math.max(...times) };
    });
    const name = 'slowest key of a completion among 100,000 files, to its paint';
    const first = 'the first #, which reads 100,000 names';
    return [
      valueFigure({ name, arm: 'perKeyMs', goal: 100, unit: 'ms' }, runs),
      { name: first, ratio: firstMs, goal: null, met: true, unit: 'ms', arms: { firstMs } },
    ];
  } finally {
    await chat.close();
    await service.close();
    await rm(workspace, { recursive: true, force: true });
  }
}

async function writeFiles(workspace: string): Promise<void> {
  for (let folder = 0; folder < folders; folder += 1) {
    const path = join(workspace, `group${folder % 20}`, `folder${folder}`);
    await mkdir(path, { recursive: true });
    const names = Array.from(
      { length: filesOfFolder },
      (_, index) => `file${index}_part${folder}.ts`,
    );
    await Promise.all(names.map(async (name) => writeFile(join(path, name), '')));
  }
}

/** Notes when the page has painted what the host has found. While it reads the names, it finds open files only. */
async function noteFound(box: Locator): Promise<void> {
  await box.evaluate((element) => {
    Object.assign(globalThis, { benchFound: { times: new Map(), keyAt: 0 } });
    element.addEventListener('keydown', ({ timeStamp }) => (benchFound.keyAt = timeStamp));
    window.addEventListener('message', ({ data }) => {
      if (data?.kind === 'foundFiles' && data.files.length > 0) {
        const { keyAt } = benchFound;
        requestAnimationFrame(() =>
          setTimeout(() => benchFound.times.set(data.query, performance.now() - keyAt)),
        );
      }
    });
  });
}

/** Presses a key; gives the time until what was found is painted, in milliseconds. */
async function press(box: Locator, key: string): Promise<number> {
  await box.evaluate(() => benchFound.times.clear());
  await box.press(key);
  const query = (await box.inputValue()).slice(1);
  for (;;) {
    const found = await box.evaluate((_element, typed) => benchFound.times.get(typed), query);
    if (found !== undefined) {
      return found;
    }
    await box.page().waitForTimeout(5);
  }
}
