import type { Page } from 'playwright-core';

/** What the main thread of a page did, each task with its thread time. */
export interface MainThreadTrace {
  /** In the order in which they began; `atUs` is in microseconds since some moment. */
  readonly tasks: readonly { readonly atUs: number; readonly ms: number }[];
  /** When the page called `performance.mark('frame')`, in the same microseconds. */
  readonly frames: readonly number[];
  /** The functions that the browser called, each with its thread time. Calls inside of others are part of those. */
  readonly calls: readonly { readonly atUs: number; readonly ms: number }[];
  /** How long functions of each script ran that the browser called, in milliseconds of thread time. */
  readonly scripts: ReadonlyMap<string, number>;
}

interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly url?: string } };
}

/** Traces a page while `work` runs, which has to mark at least one frame. */
export async function traceMainThread(
  page: Page,
  work: () => Promise<unknown>,
): Promise<MainThreadTrace> {
  const browser = page.context().browser();
  if (browser === null) {
    throw new Error('Only a page of a browser of its own can be traced.');
  }
  await browser.startTracing(page, {
    categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: readonly TraceEvent[];
  };
  const sorted = traceEvents.toSorted((a, b) => a.ts - b.ts);
  const marks = sorted.filter(({ name, cat }) => name === 'frame' && /user_timing/.test(cat));
  const [first] = marks;
  if (first === undefined) {
    throw new Error('No frame was marked.');
  }
  const onThread = sorted.filter(
    ({ ph, pid, tid }) => ph === 'X' && pid === first.pid && tid === first.tid,
  );
  const tasks = onThread
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .map(({ ts, dur = 0, tdur = dur }) => ({ atUs: ts, ms: tdur / 1000 }));
  const outer = outerCalls(onThread);
  const calls = outer.map(({ ts, dur = 0, tdur = dur }) => ({ atUs: ts, ms: tdur / 1000 }));
  return { tasks, calls, frames: marks.map(({ ts }) => ts), scripts: timeOfScripts(outer) };
}

function outerCalls(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let endUs = 0;
  return events.filter(({ name, ts, dur = 0 }) => {
    const isOuter = name === 'FunctionCall' && ts >= endUs;
    endUs = isOuter ? ts + dur : endUs;
    return isOuter;
  });
}

function timeOfScripts(calls: readonly TraceEvent[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { dur = 0, tdur = dur, args } of calls) {
    const url = args?.data?.url ?? '';
    times.set(url, (times.get(url) ?? 0) + tdur / 1000);
  }
  return times;
}

/** What the tasks from one mark to the next took together, for each mark but the last. */
export function frameTimes({ tasks, frames }: MainThreadTrace): readonly number[] {
  return timesBetween(frames, tasks);
}

/** The same of the scripts alone, without layout and paint. */
export function scriptTimes({ calls, frames }: MainThreadTrace): readonly number[] {
  return timesBetween(frames, calls);
}

function timesBetween(
  frames: readonly number[],
  events: MainThreadTrace['calls'],
): readonly number[] {
  return frames.slice(1).map((endUs, index) => {
    const startUs = frames[index] ?? 0;
    const within = events.filter(({ atUs }) => atUs >= startUs && atUs < endUs);
    return within.reduce((sum, { ms }) => sum + ms, 0);
  });
}

/** The thread time of the longest task after the first mark, in milliseconds. */
export function longestTask({ tasks, frames: [startUs = 0] }: MainThreadTrace): number {
  return Math.max(...tasks.filter(({ atUs }) => atUs >= startUs).map(({ ms }) => ms));
}
