import { setTimeout as delay } from 'node:timers/promises';
import { fitLines } from '../../src/rewrite/planPart.ts';
import { arrivedCode, arrivingLines } from '../../src/rewrite/replyCode.ts';
import { openWindow } from '../e2e/support/openWindow.ts';
import { openRewriteWindow } from '../e2e/rewrite/rewriteWindow.ts';
import { chunk, replyStream } from '../support/service/scripts.ts';
import type { Script } from '../support/service/scriptedService.ts';
import type { Extent } from './extent.ts';
import { type Figure, repeat, type Run, valueFigure } from './figure.ts';
import { scriptTimes, traceMainThread } from './rendering/mainThreadTrace.ts';

const lineCount = 2000;
const old = Array.from({ length: lineCount }, (_, line) => `  const value${line} = read(${line});`);
/** Every third line is another one. */
const rewritten = old.map((line, index) => (index % 3 === 0 ? `${line} // checked` : line));

/** What a rewrite of 2,000 lines takes for each update of its diff: in the extension host, and in the window. */
export async function rewriting({ runCount }: Extent): Promise<readonly Figure[]> {
  const inHost = valueFigure(
    {
      name: 'longest update of a rewrite of 2,000 lines, extension host',
      arm: 'longest',
      goal: 16,
      unit: 'ms',
    },
    await repeat(runCount, async () => ({ longest: longestUpdateMs() })),
  );
  const frames = await framesOfWindow(runCount);
  const each = valueFigure(
    { name: 'script of a frame during that rewrite, 95 of 100', arm: 'most', goal: 16, unit: 'ms' },
    frames,
  );
  const longest = Math.max(...frames.map((run) => run['longest'] ?? NaN));
  const name = 'script of the longest frame during that rewrite';
  return [
    inHost,
    each,
    { name, ratio: longest, goal: null, met: true, unit: 'ms', arms: { longest } },
  ];
}

/** Processor time of an update after every ten lines, as of a service that sends a hundred lines a second. */
function longestUpdateMs(): number {
  const part = { before: '', code: old.join('\n'), after: '\n' };
  let longest = 0;
  for (let count = 10; count <= lineCount; count += 10) {
    const reply = `\`\`\`ts\n${rewritten.slice(0, count).join('\n')}\n`;
    const before = process.cpuUsage();
    arrivingLines(fitLines(arrivedCode(reply, old), part), old).join('\n');
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  return longest;
}

/** How many lines come at once, and after which pause: 400 lines a second. */
const pace = { lines: 8, ms: 20 };

/** The first line at once, the others as a quick service sends them once the test lets it go on. */
const paced: Script = async (answer) => {
  await answer.head(200, { 'content-type': 'text/event-stream' });
  await answer.send(`data: ${chunk({ content: `\`\`\`ts\n${rewritten[0]}\n` })}\n\n`);
  await answer.request.goOn;
  for (let at = 1; at < lineCount; at += pace.lines) {
    const text = `${rewritten.slice(at, at + pace.lines).join('\n')}\n`;
    await answer.send(`data: ${chunk({ content: text })}\n\n`);
    await delay(pace.ms);
  }
  await answer.send(replyStream(['```\n']));
};

/** Script time of the frames of a real window while the diff is updated, in milliseconds. Most of it is VS Code's own. */
async function framesOfWindow(runCount: number): Promise<readonly Run[]> {
  const window = await openRewriteWindow(
    async (settings, { files }) => openWindow({}, { settings, files }),
    { 'values.ts': `${old.join('\n')}\n` },
  );
  try {
    const { page, service } = window;
    return await repeat(runCount, async () => {
      service.answer(paced);
      await window.open('values.ts', 'value0 ');
      await page.keyboard.press('Control+a');
      await window.says('selected');
      await window.rewrite('Check all of them');
      await window.diffLine('// checked').waitFor();
      const trace = await traceMainThread(page, async () => {
        await page.evaluate(() => {
          const mark = (): void => {
            performance.mark('frame');
            requestAnimationFrame(mark);
          };
          mark();
        });
        service.requests.at(-1)?.letGoOn();
        await window.page.locator('.editor-actions [aria-label^="Accept"]').waitFor();
      });
      await page.keyboard.press('Escape');
      await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
      const times = scriptTimes(trace).toSorted((a, b) => a - b);
      return {
        most: times[Math.floor(times.length * 0.95)] ?? NaN,
        longest: times.at(-1) ?? NaN,
      };
    });
  } finally {
    await window.close();
  }
}
