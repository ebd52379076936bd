import { openBenchPage, type BenchPage } from '../benchPage.ts';
import type { Extent } from '../extent.ts';
import { alternate, ratioFigure, valueFigure, type Arm, type Figure } from '../figure.ts';
import { frameTimes, traceMainThread } from './mainThreadTrace.ts';
import { frameLength, mixedReply, pieces, singleBlocks, wholeSections } from '../texts.ts';

declare const bench: {
  once(whole: string): Promise<void>;
  start(name: string, whole: string): void;
  reveal(whole: string): void;
  frames(pieces: readonly string[]): Promise<void>;
  end(): Promise<void>;
  settled(): Promise<void>;
  shownLength(): number;
};

/** Pieces that bring a reply to a length quickly. A renderer that renders all again gets it at once. */
const quickLength = 2000;

/** The same for a reply of megabytes; no more than the browser lays out of it, as it does in a slow stream. */
const quickestLength = 5000;

/**
 * A whole reply of 100 KB, two frames' worth of text in each frame. What is needed at least: to render the text and to
 * colour its code once, and for the browser to show the nodes as the text arrives.
 */
export async function wholeReply({ runCount }: Extent): Promise<readonly Figure[]> {
  return withPage(async (view) => {
    const text = mixedReply(100 * 1024);
    const arm =
      (name: string): Arm =>
      async () => {
        await begin(view, name, text);
        return took(view, async () => {
          await frames(view, pieces(text, 2 * frameLength));
          await end(view);
        });
      };
    const names = ['parley', 'pre-parsed', 'streamdown', 'marked + DOMPurify'];
    const once = async (): Promise<number> =>
      took(view, async () => view.page.evaluate(async (text) => bench.once(text), text));
    // The first time, the grammars are loaded.
    await once();
    const measured = await alternate(runCount, {
      ...Object.fromEntries(names.map((name) => [name, arm(name)])),
      once,
    });
    const runs = measured.map((run) =>
      Object.assign(run, { floor: (run['pre-parsed'] ?? NaN) + (run['once'] ?? NaN) }),
    );
    const name = 'whole 100 KB reply against';
    const preParsed = 'the same DOM pre-parsed';
    return [
      ratioFigure(
        {
          name: `${name} ${preParsed}, and rendered once`,
          arm: 'parley',
          against: 'floor',
          goal: 1.15,
        },
        runs,
      ),
      ratioFigure({ name: `${name} ${preParsed}`, arm: 'parley', against: 'pre-parsed' }, runs),
      ratioFigure({ name: `${name} Streamdown`, arm: 'parley', against: 'streamdown' }, runs),
      ratioFigure(
        {
          name: `${name} marked + DOMPurify`,
          arm: 'parley',
          against: 'marked + DOMPurify',
        },
        runs,
      ),
    ];
  });
}

/**
 * A frame when megabytes are there, and when 10 KB are: the same text in the same place after them. What the browser
 * alone needs for a page that long is shown by the same nodes, pre-parsed: no goal is below it. To bring a reply to 5 MB
 * takes ten seconds or more; by default it has 2 MB, where work that grows with the length shows less.
 */
export async function frameAtLength({ runCount, isFull }: Extent): Promise<readonly Figure[]> {
  return withPage(async (view) => {
    const text = mixedReply(80 * frameLength);
    const next = pieces(text, frameLength);
    const arm =
      (length: number, isPreParsed: boolean): Arm =>
      async () => {
        if (isPreParsed) {
          await begin(view, 'parley', text);
          await frames(view, next);
          await end(view);
        }
        await grown(view, 'parley', wholeSections(mixedReply(length)));
        if (isPreParsed) {
          await view.page.evaluate((text) => bench.reveal(text), text);
        }
        await frames(view, next.slice(0, 20));
        return (await took(view, async () => frames(view, next.slice(20)))) / 60;
      };
    const megabytes = isFull ? 5 : 2;
    const [long, short] = [megabytes * 1024 * 1024, 10 * 1024];
    const longArm = `${megabytes} MB`;
    const runs = await alternate(runCount, {
      [longArm]: arm(long, false),
      '10 KB': arm(short, false),
      [`${longArm} pre-parsed`]: arm(long, true),
      '10 KB pre-parsed': arm(short, true),
    });
    const name = `frame at ${longArm} against 10 KB`;
    const floor = ratioFigure(
      { name: `${name}, pre-parsed`, arm: `${longArm} pre-parsed`, against: '10 KB pre-parsed' },
      runs,
    );
    const goal = Math.max(1.25, floor.ratio ?? NaN);
    return [ratioFigure({ name, arm: longArm, against: '10 KB', goal }, runs), floor];
  });
}

/** A frame within one block of 80 KB. */
export async function frameInBlock({ runCount }: Extent): Promise<readonly Figure[]> {
  return withPage(async (view) => {
    const figures: Figure[] = [];
    for (const [kind, textOf] of Object.entries(singleBlocks)) {
      const length = 80 * 1024;
      const text = textOf(length + 60 * frameLength);
      const arm =
        (renderer: string, count: number): Arm =>
        async () => {
          await grown(view, renderer, text.slice(0, length));
          const next = pieces(text.slice(length), frameLength);
          await frames(view, next.slice(0, 5));
          return (await took(view, async () => frames(view, next.slice(5, 5 + count)))) / count;
        };
      const runs = await alternate(runCount, {
        parley: arm('parley', 50),
        'streaming-markdown': arm('streaming-markdown', 50),
        streamdown: arm('streamdown', 10),
      });
      const name = `frame at 80 KB in one ${kind} against`;
      figures.push(
        ratioFigure(
          {
            name: `${name} streaming-markdown`,
            arm: 'parley',
            against: 'streaming-markdown',
            goal: 1.5,
          },
          runs,
        ),
        ratioFigure({ name: `${name} Streamdown`, arm: 'parley', against: 'streamdown' }, runs),
      );
    }
    return figures;
  });
}

/** The frame that took longest of those after the first ones, when 500 KB are there. */
export async function longestFrame({ runCount }: Extent): Promise<readonly Figure[]> {
  return withPage(async (view) => {
    const arm =
      (renderer: string, count: number): Arm =>
      async () => {
        await grown(view, renderer, mixedReply(500 * 1024));
        const next = pieces(mixedReply((61 + count) * frameLength), frameLength);
        const warmUp = Math.min(60, count);
        await frames(view, next.slice(0, warmUp));
        const measured = next.slice(warmUp, warmUp + count + 1);
        const trace = await traceMainThread(view.page, async () => frames(view, measured));
        return Math.max(...frameTimes(trace));
      };
    const runs = await alternate(runCount, {
      parley: arm('parley', 120),
      streamdown: arm('streamdown', 10),
    });
    const name = 'longest frame at 500 KB';
    return [
      valueFigure({ name, arm: 'parley', goal: 8, unit: 'ms' }, runs),
      ratioFigure(
        { name: `${name} against Streamdown`, arm: 'parley', against: 'streamdown' },
        runs,
      ),
    ];
  });
}

/** Measures on a page that has the renderers. */
export async function withPage(
  measure: (view: BenchPage) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const view = await openBenchPage('renderers.mjs');
  try {
    return await measure(view);
  } finally {
    await view.close();
  }
}

/** Begins a reply that will be `whole`. */
export async function begin({ page }: BenchPage, renderer: string, whole: string): Promise<void> {
  await page.evaluate(([renderer, whole]) => bench.start(renderer, whole), [
    renderer,
    whole,
  ] as const);
  await page.requestGC();
}

/** Brings a reply to the length of `text`, however that is quickest, and lets what waits be done. */
async function grown(view: BenchPage, renderer: string, text: string): Promise<void> {
  await begin(view, renderer, text);
  const length = text.length > 1_000_000 ? quickestLength : quickLength;
  await frames(view, renderer === 'streamdown' ? [text] : pieces(text, length));
  await view.page.evaluate(async () => bench.settled());
  const shown = await view.page.evaluate(() => bench.shownLength());
  if (shown < text.length / 2) {
    throw new Error(`${renderer} shows ${shown} of ${text.length} characters.`);
  }
}

/** Ends a reply and waits until what a renderer has put off is done. */
export async function end({ page }: BenchPage): Promise<void> {
  await page.evaluate(async () => bench.end());
  await page.evaluate(async () => bench.settled());
}

/** Appends a piece in each frame. */
export async function frames({ page }: BenchPage, next: readonly string[]): Promise<void> {
  await page.evaluate(async (next) => bench.frames(next), next);
}

/** How long the main thread worked meanwhile, in milliseconds of its own time. */
export async function took(view: BenchPage, work: () => Promise<void>): Promise<number> {
  const before = await view.mainThreadMs();
  await work();
  return (await view.mainThreadMs()) - before;
}
