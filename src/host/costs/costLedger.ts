import {
  addReply,
  type CostRow,
  type CountedReply,
  dayOf,
  monthBefore,
  monthOf,
} from '../../conversation/costRows.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { WriteQueue } from '../store/writeQueue.ts';
import {
  type CostRecords,
  newDayFile,
  ownFile,
  readCosts,
  sumUpMonths,
  writeCosts,
} from './costFiles.ts';

/** Counts what replies used and cost, and keeps it. Nothing of what was said is in it, nor which chat it was. */
export interface CostLedger {
  /** Counts a reply that has just ended. Throws nothing. */
  count(reply: CountedReply): void;
  /** The rows of a day such as `2026-11-22`; of this window only if others cannot be read. Throws nothing. */
  day(day: string): Promise<readonly CostRow[]>;
  /** Everything that was counted, in all windows. Throws what the file system throws. */
  all(): Promise<CostRecords>;
  /** Sums up the days before the last month. Throws what the file system throws. */
  sumUp(): Promise<void>;
  /** Waits until everything is on disk or could not be written. Throws nothing. */
  flush(): Promise<void>;
}

/** What this window has counted on one day. */
interface OwnDay {
  readonly name: string;
  rows: readonly CostRow[];
}

/**
 * Stores the costs in `files`. `log` is told if they cannot be written, which is repeated until it works. `now`
 * gives the time in milliseconds since 1970.
 */
export function createCostLedger(
  files: StoreFiles,
  log: { warn(message: string): void },
  now: () => number = Date.now,
): CostLedger {
  const queue = new WriteQueue({
    failed: (error) => log.warn(`The costs could not be written: ${messageOf(error)}`),
    recovered: () => {},
  });
  const own = new Map<string, OwnDay>();
  /** Days that may be summed up are read from their files, as those of other windows are. */
  const dropOldDays = (): void => {
    for (const [day, { name }] of own) {
      if (monthOf(day) < firstKept(now()) && !queue.has(name)) {
        own.delete(day);
      }
    }
  };
  const read = async (isWanted?: (period: string) => boolean): Promise<CostRecords> => {
    dropOldDays();
    const mine = Array.from(own, ([day, { name, rows }]) => ownFile(name, day, rows));
    const records = await readCosts(files, mine, isWanted);
    for (const reason of records.unreadable) {
      log.warn(`A file of costs could not be read: ${reason}`);
    }
    return records;
  };
  return {
    count(reply) {
      const day = dayOf(now());
      const mine = own.get(day) ?? { name: newDayFile(day), rows: [] };
      mine.rows = addReply(mine.rows, reply);
      own.set(day, mine);
      queue.put(mine.name, async () => writeCosts(files, mine.name, mine.rows));
    },
    async day(day) {
      try {
        const { periods } = await read((period) => period === day);
        return periods.flatMap(({ rows }) => rows);
      } catch (error) {
        log.warn(`The costs could not be read: ${messageOf(error)}`);
        return own.get(day)?.rows ?? [];
      }
    },
    all: async () => read(),
    sumUp: async () => sumUpMonths(files, firstKept(now())),
    flush: async () => queue.flush(),
  };
}

/** The first month whose days are kept: the one before the current. */
function firstKept(now: number): string {
  return monthBefore(monthOf(dayOf(now)));
}
