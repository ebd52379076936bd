import { openBenchPage } from '../benchPage.ts';
import type { Extent } from '../extent.ts';
import { alternate, ratioFigure, repeat, valueFigure, type Arm, type Figure } from '../figure.ts';
import { longestTask, traceMainThread } from './mainThreadTrace.ts';
import { begin, end, frames, took, withPage } from './rendering.ts';
import { frameLength, pieces, singleBlocks } from '../texts.ts';

const codeLength = 20 * 1024;

/** A block of code of 20 KB, streamed and coloured to its end. */
export async function highlighting({ runCount }: Extent): Promise<readonly Figure[]> {
  const text = singleBlocks['fence']?.(codeLength) ?? '';
  const figures = await withPage(async (view) => {
    const arm =
      (renderer: string): Arm =>
      async () => {
        await begin(view, renderer, text);
        return took(view, async () => {
          await frames(view, pieces(text, frameLength));
          await end(view);
        });
      };
    const names = ['parley', 'plain append', '@shikijs/stream', 'highlight.js'];
    const arms = Object.fromEntries(names.map((name) => [name, arm(name)]));
    // The grammars are loaded by the first run, which counts below.
    for (const warmUp of Object.values(arms)) {
      await warmUp();
    }
    const runs = await alternate(runCount, arms);
    const name = 'highlighting a streamed 20 KB fence against';
    return [
      ratioFigure(
        { name: `${name} plain append`, arm: 'parley', against: 'plain append', goal: 1.3 },
        runs,
      ),
      ratioFigure(
        { name: `${name} @shikijs/stream`, arm: 'parley', against: '@shikijs/stream' },
        runs,
      ),
      ratioFigure(
        { name: `${name} highlight.js`, arm: 'parley', against: 'highlight.js', goal: 1 / 4 },
        runs,
      ),
    ];
  });
  return [...figures, await firstFence(text, runCount)];
}

/** The longest task while a page colours its first code, the loading of the grammar included. */
async function firstFence(text: string, runCount: number): Promise<Figure> {
  const runs = await repeat(runCount, async () => {
    const view = await openBenchPage('renderers.mjs');
    try {
      await begin(view, 'parley', text);
      const trace = await traceMainThread(view.page, async () => {
        await frames(view, pieces(text, frameLength));
        await end(view);
      });
      return { parley: longestTask(trace) };
    } finally {
      await view.close();
    }
  });
  const name = 'longest task while a page colours its first code';
  return valueFigure({ name, arm: 'parley', goal: 50, unit: 'ms' }, runs);
}
