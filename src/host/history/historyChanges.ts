import * as vscode from 'vscode';
import { isSafeId } from '../../shared/conversation/conversation.ts';
import { forEachConcurrently } from '../base/concurrency.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import type { StorePlace } from '../store/storeFolder.ts';
import { folderChangedAt } from '../store/storePaths.ts';
import { createChangesSeen, settledMs } from '../store/sync/otherWindows.ts';

/** A conversation and when its folders had changed as it was read. */
interface Seen {
  readonly id: string;
  readonly filesChangedAt: number;
}

/** What is looked after. */
interface PollOptions {
  readonly files: Pick<StoreFiles, 'changedAt'>;
  readonly list: () => Promise<readonly string[]>;
  /** The conversations that were read, the newest first; nothing before any was. */
  readonly seen: () => readonly Seen[] | undefined;
  /** Hears of one that has changed, come or gone. */
  readonly touch: (id: string) => void;
}

const lookMs = 1000;

/** The newest are looked at every time, of the others as many as this time allows, in turn. */
const newestCount = 100;
const budgetMs = 100;
const atOnce = 32;

/**
 * Looks itself whether stored conversations have changed while somebody sees their list: on a network
 * drive nothing may tell.
 */
export class HistoryPoll {
  readonly #options: PollOptions;
  /** Those that were read just after they had changed. */
  readonly #unsettled = new Set<string>();
  #lookers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isLooking = false;
  readonly #listed = createChangesSeen();
  /** The conversation of the others that was looked at last. */
  #cursor = 0;

  constructor(options: PollOptions) {
    this.#options = options;
  }

  /** Looks every second until the result is called. */
  start(): () => void {
    let isOver = false;
    this.#lookers += 1;
    this.#timer ??= setInterval(() => void this.#tick(), lookMs);
    void this.#tick();
    return () => {
      this.#lookers -= isOver ? 0 : 1;
      isOver = true;
      if (this.#lookers === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
  }

  /** Notes that a conversation was read, whose folders had changed last at that time. */
  read(id: string, changedAt: number): void {
    // Where there are milliseconds the next change has another time.
    if (changedAt % 1000 === 0 && Date.now() - changedAt < settledMs) {
      this.#unsettled.add(id);
    } else {
      this.#unsettled.delete(id);
    }
  }

  async #tick(): Promise<void> {
    const seen = this.#options.seen();
    if (seen !== undefined && !this.#isLooking) {
      this.#isLooking = true;
      try {
        await this.#lookForOthers(seen);
        await this.#lookAt(seen);
      } catch {
        // Whoever reads the list hears of it, and this is tried again in a moment.
      } finally {
        this.#isLooking = false;
      }
    }
  }

  /** Which conversations there are changes with the folder that they are in. */
  async #lookForOthers(seen: readonly Seen[]): Promise<void> {
    const { files, list, touch } = this.#options;
    const changedAt = await files.changedAt('');
    // Not every file system says it.
    if (changedAt > 0 && !this.#listed.has(changedAt)) {
      return;
    }
    const [before, now] = [new Set(seen.map(({ id }) => id)), new Set(await list())];
    [...now].filter((id) => !before.has(id)).forEach(touch);
    [...before].filter((id) => !now.has(id)).forEach(touch);
    this.#listed.seen(changedAt);
  }

  async #lookAt(seen: readonly Seen[]): Promise<void> {
    const until = Date.now() + budgetMs;
    await forEachConcurrently(seen.slice(0, newestCount), atOnce, async (one) =>
      this.#compare(one),
    );
    const others = seen.slice(newestCount);
    const start = others.length === 0 ? 0 : this.#cursor % others.length;
    const inTurn = [...others.slice(start), ...others.slice(0, start)];
    await forEachConcurrently(inTurn, atOnce, async (one) => {
      if (Date.now() < until) {
        this.#cursor = (this.#cursor + 1) % others.length;
        await this.#compare(one);
      }
    });
  }

  async #compare({ id, filesChangedAt }: Seen): Promise<void> {
    // Where one cannot be looked at, the others can.
    const looked = folderChangedAt(this.#options.files, id);
    const changedAt = await looked.catch(() => filesChangedAt);
    const isSettled = this.#unsettled.has(id) && Date.now() - changedAt > settledMs;
    if (changedAt !== filesChangedAt || isSettled) {
      this.#options.touch(id);
    }
  }
}

/** Conversations that are looked at at once. */
const lookAtOnce = 32;

/** So few are read before anybody would see an order. */
const mostInAnyOrder = 200;

/** The ids of conversations, those first whose files were written last; few of them in any order. */
export async function latestFirst(
  files: Pick<StoreFiles, 'changedAt'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length <= mostInAnyOrder) {
    return ids;
  }
  const changedAt = new Map<string, number>();
  await forEachConcurrently(ids, lookAtOnce, async (id) =>
    changedAt.set(id, await folderChangedAt(files, id).catch(() => 0)),
  );
  return ids.toSorted((a, b) => (changedAt.get(b) ?? 0) - (changedAt.get(a) ?? 0));
}

/** What changes often is told so often at most. */
const pauses = { tellMs: 300, mostTellMs: 1500, ofReading: 8 };

/** Those who show a list, and hear a moment after something in it has changed. */
interface ListTold {
  /** Calls `listener` until the result is called. */
  listen(listener: () => void): () => void;
  /** Tells them soon, later where it took long (in milliseconds) to read what they will ask for. */
  tellSoon(readMs: number): void;
}

/** Nobody listens yet. */
export function createListTold(): ListTold {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    timer = undefined;
    listeners.forEach((listener) => listener());
  };
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tellSoon(readMs) {
      if (listeners.size > 0 && timer === undefined) {
        const { tellMs, mostTellMs, ofReading } = pauses;
        timer = setTimeout(tell, Math.min(Math.max(readMs * ofReading, tellMs), mostTellMs));
      }
    },
  };
}

/** Calls `touch` with the id of each conversation that changes on disk, whoever changes it. */
export function watchStore(
  place: StorePlace,
  touch: (id: string) => void,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  let watcher = startWatch(place, touch, onFailure);
  const subscription = place.onDidChange(() => {
    watcher.dispose();
    watcher = startWatch(place, touch, onFailure);
  });
  return new vscode.Disposable(() => {
    subscription.dispose();
    watcher.dispose();
  });
}

/** A folder that is not there yet could only be polled for: Parley's own is made first. */
function startWatch(
  { chosen, folder }: StorePlace,
  touch: (id: string) => void,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  let watcher: vscode.Disposable | undefined;
  let isOver = false;
  const start = async (): Promise<void> => {
    if (chosen === undefined) {
      await vscode.workspace.fs.createDirectory(folder);
    }
    if (!isOver) {
      watcher = watchFolder(folder, touch);
    }
  };
  start().catch(onFailure);
  return new vscode.Disposable(() => {
    isOver = true;
    watcher?.dispose();
  });
}

function watchFolder(folder: vscode.Uri, touch: (id: string) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(folder, '**'),
  );
  const onFile = ({ path }: vscode.Uri): void => {
    const [id = ''] = path.slice(folder.path.length + 1).split('/');
    if (isSafeId(id)) {
      touch(id);
    }
  };
  watcher.onDidCreate(onFile);
  watcher.onDidChange(onFile);
  watcher.onDidDelete(onFile);
  return watcher;
}
