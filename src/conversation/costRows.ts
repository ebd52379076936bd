import {
  isAmount,
  isArrayOf,
  isObjectOf,
  isRecord,
  isString,
  type ObjectOf,
  optional,
} from '../shared/guards.ts';
import { isCurrency } from '../shared/models/prices.ts';
import { type UsageCounts, usageCountShape } from '../shared/service/usageFacts.ts';
import type { Cost } from './cost.ts';

/** Sums by currency, an ISO 4217 code. Different currencies are never added up. */
type Costs = Readonly<Record<string, number>>;

const isCosts = (value: unknown): value is Costs =>
  isRecord(value) &&
  Object.entries(value).every(([currency, amount]) => isCurrency(currency) && isAmount(amount));

const costRow = {
  ...usageCountShape,
  connectionId: isString,
  /** Name of the connection, as it was last. */
  connection: isString,
  /** The model that answered; empty for models that are counted together. */
  model: isString,
  replies: isAmount,
  /** The number of replies whose cost is not known. It is in none of the sums. */
  unknown: isAmount,
  /** The number of replies whose tokens are estimated, because the service did not state them; missing if none. */
  estimated: optional(isAmount),
  costs: isCosts,
};

/** What the replies of one model of one connection used and cost together. */
export interface CostRow extends ObjectOf<typeof costRow> {}

/** Guards the rows of a file. */
export const isCostRows = isArrayOf<CostRow>(isObjectOf(costRow));

/** One reply, as it is counted. */
export interface CountedReply extends UsageCounts {
  readonly connectionId: string;
  readonly connection: string;
  readonly model: string;
  /** Missing if it is not known. */
  readonly cost?: Cost | undefined;
  /** Whether the service did not state the tokens. */
  readonly isEstimated?: boolean | undefined;
}

/** In characters; a service can name any model. */
const maxNameLength = 200;

/** A service can name another model in each reply. Further ones are counted together. */
const maxRows = 200;

/** A row with a single reply. */
function rowOf({
  cost,
  connectionId,
  connection,
  model,
  isEstimated,
  ...counts
}: CountedReply): CostRow {
  return {
    connectionId: connectionId.slice(0, maxNameLength),
    connection: connection.slice(0, maxNameLength),
    model: model.slice(0, maxNameLength),
    replies: 1,
    unknown: cost === undefined ? 1 : 0,
    ...(isEstimated === true && { estimated: 1 }),
    prompt: counts.prompt,
    completion: counts.completion,
    cached: counts.cached,
    reasoning: counts.reasoning,
    costs: cost === undefined ? {} : { [cost.currency]: cost.amount },
  };
}

/** The rows after one more reply. */
export function addReply(rows: readonly CostRow[], reply: CountedReply): readonly CostRow[] {
  return sumRows([...rows, rowOf(reply)]);
}

/** One row for each model of each connection, in the order of their first rows. */
export function sumRows(rows: readonly CostRow[]): readonly CostRow[] {
  const sums = new Map<string, CostRow>();
  for (const row of rows) {
    const own = keyOf(row);
    const isOneOfMany = !sums.has(own) && sums.size >= maxRows;
    const counted = isOneOfMany ? { ...row, connectionId: '', connection: '', model: '' } : row;
    const key = isOneOfMany ? keyOf(counted) : own;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? counted : added(sum, counted));
  }
  return [...sums.values()];
}

function keyOf({ connectionId, model }: CostRow): string {
  return JSON.stringify([connectionId, model]);
}

function added(sum: CostRow, row: CostRow): CostRow {
  return {
    ...sum,
    connection: row.connection,
    replies: sum.replies + row.replies,
    unknown: sum.unknown + row.unknown,
    ...addedEstimates(sum, row),
    prompt: sum.prompt + row.prompt,
    completion: sum.completion + row.completion,
    cached: sum.cached + row.cached,
    reasoning: sum.reasoning + row.reasoning,
    costs: addedCosts(sum.costs, row.costs),
  };
}

function addedEstimates(sum: CostRow, row: CostRow): Pick<CostRow, 'estimated'> {
  const estimated = (sum.estimated ?? 0) + (row.estimated ?? 0);
  return estimated === 0 ? {} : { estimated };
}

function addedCosts(sum: Costs, more: Costs): Costs {
  const costs = { ...sum };
  for (const [currency, amount] of Object.entries(more)) {
    costs[currency] = (costs[currency] ?? 0) + amount;
  }
  return costs;
}

/** What all rows used and cost together, as one row without names. */
export function totalOf(rows: readonly CostRow[]): CostRow {
  const none = { connectionId: '', connection: '', model: '', costs: {} };
  const counts = { prompt: 0, completion: 0, cached: 0, reasoning: 0 };
  const total = rows.reduce(added, { ...none, ...counts, replies: 0, unknown: 0 });
  return { ...total, connection: '' };
}

/** A local calendar day such as `2026-11-22`. Its first seven characters are the month. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

/** The month of a day, such as `2026-11`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The month before, such as `2025-12` for `2026-01`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayOf(new Date(year, number - 2, 1).getTime()).slice(0, 7);
}
