import { type CostRow, isCostRows, monthOf, sumRows } from '../../conversation/costRows.ts';
import { isArrayOf, isFiniteNumber, isObjectOf, isString, optional } from '../../shared/guards.ts';
import { mapInOrder } from '../base/concurrency.ts';
import { messageOf } from '../base/errorMessage.ts';
import { listJsonFiles, readJson, writeJson } from '../store/jsonFile.ts';
import type { StoreFiles } from '../store/storeFiles.ts';

/**
 * The files of the costs; `docs/store.md` describes them. A window writes its own file for each day and no
 * other window writes it, so that no count is lost. The files of a month are summed up in one file when the
 * month after it is over.
 */

/** What a file counts: the replies of one window on one day, or those of a month. */
interface CostFile {
  readonly name: string;
  /** The day, or for a month its first seven characters. */
  readonly period: string;
  readonly rows: readonly CostRow[];
  /** In the file of a month: the files that it counts and that may still be there. */
  readonly counted: readonly string[];
}

/** All costs that could be read. */
export interface CostRecords {
  /** By day, such as `2026-11-22`, or by month, such as `2026-09`; the latest first. */
  readonly periods: readonly CostPeriod[];
  /** The files that could not be read, with the reasons. Their replies are in no sum. */
  readonly unreadable: readonly string[];
}

/** The costs of a day or of a month, of all windows. */
export interface CostPeriod {
  readonly period: string;
  readonly rows: readonly CostRow[];
}

/** Raised when older versions could no longer read the files. */
const format = 1;

const isContent = isObjectOf({
  format: isFiniteNumber,
  rows: isCostRows,
  counted: optional(isArrayOf(isString)),
});

const namePattern = /^(\d{4}-\d{2}(?:-\d{2})?)(?:\.[\w-]{1,64})?\.json$/;

/** The name of a new file for what this window counts on `day`. */
export function newDayFile(day: string): string {
  return `${day}.${crypto.randomUUID()}.json`;
}

/** Writes the rows of a file. Throws what the file system throws. */
export async function writeCosts(
  files: StoreFiles,
  name: string,
  rows: readonly CostRow[],
  counted?: readonly string[],
): Promise<void> {
  await writeJson(files, name, { format, rows, counted });
}

/**
 * Reads the files of the periods that `isWanted`, without those of `own`, which the window has in memory.
 * Throws what the file system throws for the folder; a file that cannot be read is named in the result.
 */
export async function readCosts(
  files: StoreFiles,
  own: readonly CostFile[] = [],
  isWanted: (period: string) => boolean = () => true,
): Promise<CostRecords> {
  const names = await namesOf(files, isWanted);
  const ownNames = new Set(own.map(({ name }) => name));
  const others = names.filter((name) => !ownNames.has(name));
  const unreadable: string[] = [];
  const all = own.filter(({ period }) => isWanted(period));
  for await (const file of mapInOrder(others, readsAtOnce, async (name) => readFile(files, name))) {
    if (typeof file === 'string') {
      unreadable.push(file);
    } else if (file !== undefined) {
      all.push(file);
    }
  }
  const counted = new Set(all.flatMap((file) => file.counted));
  const rows = new Map<string, CostRow[]>();
  for (const file of all.filter(({ name }) => !counted.has(name))) {
    rows.set(file.period, [...(rows.get(file.period) ?? []), ...file.rows]);
  }
  return {
    periods: Array.from(rows, ([period, found]) => ({ period, rows: sumRows(found) })).toSorted(
      (a, b) => (a.period < b.period ? 1 : -1),
    ),
    unreadable,
  };
}

const readsAtOnce = 20;

/** What this window counts on `day`, as if it had been read. */
export function ownFile(name: string, day: string, rows: readonly CostRow[]): CostFile {
  return { name, period: day, rows, counted: [] };
}

/** Two windows that sum up at the same time delete nothing of each other within so long. */
const settledMs = 60 * 60 * 1000;

/**
 * Sums up the days of every month before `firstKept` in a file of the month. The files of the days are deleted
 * the next time, an hour later or more: another window may write the file of the month at the same time, with
 * fewer of them. Until then the file of the month names those that it counts. A file that cannot be read stays.
 * Throws what the file system throws.
 */
export async function sumUpMonths(files: StoreFiles, firstKept: string): Promise<void> {
  const names = await namesOf(files, (period) => monthOf(period) < firstKept);
  for (const month of new Set(names.map(monthOf))) {
    const days = names.filter((name) => monthOf(name) === month && name !== monthFile(month));
    if (days.length > 0) {
      await sumUp(files, month, days);
    }
  }
}

function monthFile(month: string): string {
  return `${month}.json`;
}

async function sumUp(files: StoreFiles, month: string, days: readonly string[]): Promise<void> {
  const name = monthFile(month);
  const before = await readFile(files, name);
  if (typeof before === 'string') {
    // The file cannot be read, so that what it counts would be lost.
    return;
  }
  const counted = new Set(before?.counted);
  if (counted.size > 0 && (await files.changedAt(name)) > Date.now() - settledMs) {
    return;
  }
  const removed = days.filter((one) => counted.has(one));
  for (const day of removed) {
    await files.remove(day);
  }
  const added = [];
  for (const day of days.filter((one) => !counted.has(one))) {
    const file = await readFile(files, day);
    if (file !== undefined && typeof file !== 'string') {
      added.push(file);
    }
  }
  if (added.length > 0) {
    const rows = sumRows([...(before?.rows ?? []), ...added.flatMap((file) => file.rows)]);
    // Another window may have read the files that were removed just now, and not yet this one.
    await writeCosts(files, name, rows, [...removed, ...added.map((file) => file.name)]);
  }
}

async function namesOf(
  files: StoreFiles,
  isWanted: (period: string) => boolean,
): Promise<readonly string[]> {
  const names = await listJsonFiles(files, '');
  return names.filter((name) => {
    const period = namePattern.exec(name)?.[1];
    return period !== undefined && isWanted(period);
  });
}

/** The contents of a file; undefined if it is gone, and a text with the reason if it cannot be read. */
async function readFile(files: StoreFiles, name: string): Promise<CostFile | string | undefined> {
  try {
    const reading = await readJson(files, name);
    if (reading.kind === 'missing') {
      return undefined;
    }
    if (reading.kind === 'damaged') {
      return `${name}: ${reading.reason}`;
    }
    const { value } = reading;
    if (!isContent(value)) {
      return name;
    }
    const period = namePattern.exec(name)?.[1] ?? '';
    return { name, period, rows: value.rows, counted: value.counted ?? [] };
  } catch (error) {
    return `${name}: ${messageOf(error)}`;
  }
}
