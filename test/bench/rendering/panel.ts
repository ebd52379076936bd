import { PanelChannel } from '../../../src/host/panel/panelChannel.ts';
import type { HostToView } from '../../../src/shared/panel/panelProtocol.ts';
import { openBenchPage } from '../benchPage.ts';
import type { Extent } from '../extent.ts';
import { alternate, ratioFigure, repeat, valueFigure, type Arm, type Figure } from '../figure.ts';
import { frameLength, mixedReply, pieces } from '../texts.ts';

declare const bench: {
  open(turnCount: number, text: string): Promise<void>;
  frames(pieces: readonly string[]): Promise<void>;
  type(pieces: readonly string[], perSecond: number): void;
  sent(): number;
  times(): number[];
  stop(): void;
};

const deltasPerSecond = 2000;

/** A frame of a streamed reply after 1,000 messages and in an empty chat. */
export async function manyMessages({ runCount }: Extent): Promise<readonly Figure[]> {
  const view = await openBenchPage('panel.mjs');
  try {
    const next = pieces(mixedReply(80 * frameLength), frameLength);
    const arm =
      (turns: number): Arm =>
      async () => {
        await view.page.evaluate(async ([turns, text]) => bench.open(turns, text), [
          turns,
          mixedReply(600),
        ] as const);
        await view.page.evaluate(async (next) => bench.frames(next), next.slice(0, 20));
        const before = await view.mainThreadMs();
        await view.page.evaluate(async (next) => bench.frames(next), next.slice(20));
        return ((await view.mainThreadMs()) - before) / 60;
      };
    const runs = await alternate(runCount, { '1,000 messages': arm(500), 'empty chat': arm(0) });
    const name = 'frame after 1,000 messages against an empty chat';
    return [ratioFigure({ name, arm: '1,000 messages', against: 'empty chat', goal: 1.2 }, runs)];
  } finally {
    await view.close();
  }
}

/** Deltas of one reply that come in each run. */
const deltasPerRun = 20_000;

/** From the press of a key to its paint, while a reply grows by 80 KB in each run. */
export async function typing({ runCount }: Extent): Promise<readonly Figure[]> {
  const view = await openBenchPage('panel.mjs');
  try {
    const { page } = view;
    await page.evaluate(async () => bench.open(0, ''));
    const deltas = pieces(mixedReply(4 * runCount * deltasPerRun), 4);
    await page.evaluate(([deltas, rate]) => bench.type(deltas, rate), [
      deltas,
      deltasPerSecond,
    ] as const);
    let end = 0;
    const runs = await repeat(runCount, async () => {
      end += deltasPerRun;
      while ((await page.evaluate(() => bench.sent())) < end) {
        await page.keyboard.press('x', { delay: 30 });
        await page.waitForTimeout(50);
      }
      const times = (await page.evaluate(() => bench.times())).toSorted((a, b) => a - b);
      return { p95: times[Math.floor(times.length * 0.95)] ?? NaN };
    });
    await page.evaluate(() => bench.stop());
    const name = 'key press to paint during 2,000 deltas a second (p95)';
    return [valueFigure({ name, arm: 'p95', goal: 50, unit: 'ms' }, runs)];
  } finally {
    await view.close();
  }
}

/** What crosses to the panel for a reply, as JSON, in bytes. */
export async function postedBytes({ runCount }: Extent): Promise<readonly Figure[]> {
  const text = mixedReply(8 * 1024);
  const runs = await repeat(runCount, async () => {
    const messages: HostToView[] = [];
    const link = new PanelChannel((message) => messages.push(message));
    const conversation = { id: 'c', createdAt: 0, turns: [] };
    link.start({ kind: 'snapshot', conversation, settings: {} });
    messages.splice(0);
    const turnId = crypto.randomUUID();
    const startMs = performance.now();
    const deltas = pieces(text, 4);
    for (let sent = 0; sent < deltas.length;) {
      const due = ((performance.now() - startMs) * deltasPerSecond) / 1000;
      for (; sent < Math.min(due, deltas.length); sent += 1) {
        link.event({ kind: 'replyText', turnId, text: deltas[sent] ?? '', at: Date.now() });
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    const frames = (performance.now() - startMs) / (1000 / 60);
    return {
      posted: messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0),
      text: text.length,
      messages: messages.length,
      frames,
    };
  });
  return [
    ratioFigure(
      { name: 'bytes posted to the panel', arm: 'posted', against: 'text', goal: 1.2 },
      runs,
    ),
    ratioFigure(
      { name: 'messages posted to the panel', arm: 'messages', against: 'frames', goal: 1 },
      runs,
    ),
  ];
}
