import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** What a page holds after a forced collection. */
export interface PageMemory {
  /** Nodes of all documents in the page's process, also those that are no longer in a document. */
  readonly nodes: number;
  /** What its process has for itself, in MB; `NaN` where the system does not tell. */
  readonly processMB: number;
}

/** Gives a function that collects garbage in a page and says what is left. */
export async function pageMemory(page: Page): Promise<() => Promise<PageMemory>> {
  const session = await page.context().newCDPSession(page);
  return async () => {
    // What ends in one collection may be freed by the next one only.
    for (let times = 0; times < 3; times += 1) {
      await session.send('HeapProfiler.collectGarbage');
      await page.waitForTimeout(500);
    }
    const { nodes } = await session.send('Memory.getDOMCounters');
    return { nodes, processMB: await largestRendererMB() };
  };
}

/** The memory of the largest of the browser's page processes that this process has started. */
async function largestRendererMB(): Promise<number> {
  if (process.platform !== 'linux') {
    return NaN;
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(pids.map(readProcess))).filter((one) => one !== undefined);
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === process.pid || isOurs(parents.get(pid)));
  const renderers = all.filter(
    ({ pid, command }) => command.includes('--type=renderer') && isOurs(pid),
  );
  return Math.max(...renderers.map(({ ownKB }) => ownKB / 1024));
}

async function readProcess(pid: string) {
  try {
    const [command, status] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/status`, 'utf8'),
    ]);
    const valueOf = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    return { pid: Number(pid), parent: valueOf('PPid'), command, ownKB: valueOf('RssAnon') };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
