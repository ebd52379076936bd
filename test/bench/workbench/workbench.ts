import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVSCode } from '../../launch/vscode/findVSCode.ts';
import type { BenchChat } from './benchChat.ts';
import type { Extent } from '../extent.ts';
import { ratioFigure, repeat, valueFigure, type Figure, type Run } from '../figure.ts';
import { serveReplies, type PacedService } from './pacedService.ts';
import { openParleyChat } from './parleyChat.ts';
import { mixedReply } from '../texts.ts';
import { openVSCodeChat } from './vscodeChat.ts';

/** Replies of 20 and 100 KB at 2,000 deltas a second in the real workbench. */
export async function inWorkbench({ runCount }: Extent): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const service = await serveReplies();
  const chat = await openParleyChat(folder, service);
  try {
    const figures: Figure[] = [];
    for (const kilobytes of [20, 100]) {
      const runs = await repeat(runCount, async () => reply(chat, service, kilobytes * 1024));
      const name = `${kilobytes} KB in the workbench, last byte to last paint`;
      figures.push(valueFigure({ name, arm: 'lagMs', goal: 100, unit: 'ms' }, runs));
    }
    return figures;
  } finally {
    await chat.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The main-thread time of a reply of 20 KB against VS Code's own chat, window against window. A run takes half a minute,
 * so that by default there are two.
 */
export async function againstVSCode({ runCount, isFull }: Extent): Promise<readonly Figure[]> {
  const name = '20 KB in the workbench, main thread, against VS Code’s own chat';
  const vscode = await findVSCode();
  if (vscode.kind !== 'server') {
    // The desktop keeps elsewhere that its chat is off.
    return [{ name, ratio: null, goal: 0.06, met: false, unit: '×', arms: {} }];
  }
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const service = await serveReplies();
  const chats = {
    parley: await openParleyChat(folder, service),
    vscode: await openVSCodeChat(vscode.serverMain, folder, service),
  };
  try {
    const sent = await sentBytes(chats, service);
    const runs = await repeat(isFull ? runCount : 2, async () => {
      const run: Record<string, number> = {};
      for (const [arm, chat] of Object.entries(chats)) {
        const { busyMs, lagMs } = await reply(chat, service, 20 * 1024);
        run[arm] = busyMs;
        run[`${arm} lag`] = lagMs;
      }
      return run;
    });
    const lag = `20 KB in the workbench, last byte to last paint, against the same`;
    return [
      ratioFigure({ name, arm: 'parley', against: 'vscode', goal: 0.06 }, runs),
      ratioFigure({ name: lag, arm: 'parley lag', against: 'vscode lag', goal: 1 / 50 }, runs),
      ratioFigure({ name: 'bytes of one question', arm: 'parley', against: 'vscode' }, [sent]),
    ];
  } finally {
    await Promise.all(Object.values(chats).map(async (chat) => chat.close()));
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A question about nine lines of code, as a user pastes it. */
const question = `Why do two inventories share their items?

class Inventory:
    def __init__(self, items={}):
        self.items = items

    def add(self, name, count=1):
        self.items[name] = self.items.get(name, 0) + count

    def missing(self, wanted):
        return [name for name in wanted if self.items[name] < wanted[name]]`;

/** What each chat sends for that question, in bytes of all its requests. */
async function sentBytes(
  chats: Readonly<Record<string, BenchChat>>,
  service: PacedService,
): Promise<Run> {
  const run: Record<string, number> = {};
  for (const [arm, chat] of Object.entries(chats)) {
    await chat.newChat();
    service.setReply('Because of the default.');
    const bodies = service.recordBodies();
    await chat.send(question);
    await chat.ended();
    run[arm] = Buffer.byteLength(bodies.join(''));
  }
  return run;
}

/** Lets one reply come, in a new chat. */
async function reply(
  chat: BenchChat,
  service: PacedService,
  length: number,
): Promise<Run & { readonly busyMs: number; readonly lagMs: number }> {
  await chat.newChat();
  service.setReply(mixedReply(length));
  const before = await chat.mainThreadMs();
  await chat.send('Go on');
  await chat.ended();
  const busyMs = (await chat.mainThreadMs()) - before;
  const shown = await chat.shownLength();
  if (shown < length / 2) {
    throw new Error(`${shown} of ${length} characters are shown.`);
  }
  return { busyMs, lagMs: (await chat.lastPaintAt()) - (service.sentAt() ?? NaN) };
}
