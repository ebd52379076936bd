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
import { WriteQueue } from '../store/sync/saver.ts';
import {
  type CostRecords,
  newDayFile,
  ownFile,
  readCosts,
  sumUpMonths,
  writeCosts,
} from './costFiles.ts';

/** What counts the costs of this window. */
export type CostLedger = ReturnType<typeof createCostLedger>;

/** A reply that may come. */
export interface Reservation {
  /** It has come and was counted, or does not come. */
  settle(): void;
}

/** What this window has counted on one day. */
interface OwnDay {
  readonly name: string;
  rows: readonly CostRow[];
  readonly reserved: Map<Reservation, CountedReply>;
}

/** The day that `own` has by this name, which may be new. */
function dayIn(own: Map<string, OwnDay>, day: string): OwnDay {
  const mine = own.get(day) ?? { name: newDayFile(day), rows: [], reserved: new Map() };
  own.set(day, mine);
  return mine;
}

function reserveIn(mine: OwnDay, reply: CountedReply, write: (mine: OwnDay) => void): Reservation {
  const reservation: Reservation = {
    settle() {
      if (mine.reserved.delete(reservation)) {
        write(mine);
      }
    },
  };
  mine.reserved.set(reservation, reply);
  write(mine);
  return reservation;
}

function rowsOf({ rows, reserved }: OwnDay, without?: Reservation): readonly CostRow[] {
  return [...reserved]
    .filter(([reservation]) => reservation !== without)
    .reduce((sum, [, reply]) => addReply(sum, reply), rows);
}

/**
 * Counts what replies used and cost, and keeps it. Nothing of what was said is in it, nor which chat it was. Stores the
 * costs in `files`. `log` is told if they cannot be written, which is repeated until it works. `now`
 * gives the time in milliseconds since 1970.
 */
export function createCostLedger(
  files: StoreFiles,
  log: { warn(message: string): void },
  now: () => number = Date.now,
) {
  const queue = new WriteQueue({
    failed: (error) => log.warn(`The costs could not be written: ${messageOf(error)}`),
    recovered: () => {},
  });
  const own = new Map<string, OwnDay>();
  /** Days that may be summed up are read from their files, as those of other windows are. */
  const dropOldDays = (): void => {
    for (const [day, { name, reserved }] of own) {
      if (monthOf(day) < firstKept(now()) && !queue.has(name) && reserved.size === 0) {
        own.delete(day);
      }
    }
  };
  const read = async (
    isWanted?: (period: string) => boolean,
    without?: Reservation,
  ): Promise<CostRecords> => {
    dropOldDays();
    const mine = Array.from(own, ([day, one]) => ownFile(one.name, day, rowsOf(one, without)));
    const records = await readCosts(files, mine, isWanted);
    for (const reason of records.unreadable) {
      log.warn(`A file of costs could not be read: ${reason}`);
    }
    return records;
  };
  const today = (): OwnDay => dayIn(own, dayOf(now()));
  const write = (mine: OwnDay): void =>
    queue.put(mine.name, async () => writeCosts(files, mine.name, rowsOf(mine)));
  return {
    /** Counts a reply that has just ended. Throws nothing. */
    count(reply: CountedReply): void {
      const mine = today();
      mine.rows = addReply(mine.rows, reply);
      write(mine);
    },
    /**
     * Counts a reply that may come, until it is settled. Other windows count it as soon as this resolves; if this window
     * is killed, it stays counted. Throws nothing.
     */
    async reserve(reply: CountedReply): Promise<Reservation> {
      const reservation = reserveIn(today(), reply, write);
      await queue.flush();
      return reservation;
    },
    /**
     * The rows of a day such as `2026-11-22`, but for a reservation; of this window only if others cannot be read. Throws
     * nothing.
     */
    async day(day: string, without?: Reservation): Promise<readonly CostRow[]> {
      try {
        const { periods } = await read((period) => period === day, without);
        return periods.flatMap(({ rows }) => rows);
      } catch (error) {
        log.warn(`The costs could not be read: ${messageOf(error)}`);
        const mine = own.get(day);
        return mine === undefined ? [] : rowsOf(mine, without);
      }
    },
    /** Everything that was counted, in all windows. Throws what the file system throws. */
    all: async () => read(),
    /** Sums up the days before the last month. Throws what the file system throws. */
    sumUp: async () => sumUpMonths(files, firstKept(now())),
    /** Waits until everything is on disk or could not be written. Throws nothing. */
    flush: async () => queue.flush(),
  };
}

/** The first month whose days are kept: the one before the current. */
function firstKept(now: number): string {
  return monthBefore(monthOf(dayOf(now)));
}
