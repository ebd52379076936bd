/** One line of the table. */
export interface Figure {
  readonly name: string;
  /** The first arm divided by the second, or the one value of a figure that has no second arm. */
  readonly ratio: number | null;
  /** What `ratio` may be at most; `null` for a figure without a goal. */
  readonly goal: number | null;
  /** Whether it is no more than the goal, if there is one. */
  readonly met: boolean;
  /** What `ratio` is in (`×` for a ratio). */
  readonly unit: string;
  /** The median of each arm, in the unit that its name ends with. */
  readonly arms: Readonly<Record<string, number>>;
}

/** What each arm took in one run. */
export type Run = Readonly<Record<string, number>>;

/** What is measured in one arm, once. */
export type Arm = () => Promise<number>;

/** Runs the arms one after another, as often as `count` says, so that whatever slows the machine slows all. */
export async function alternate(
  count: number,
  arms: Readonly<Record<string, Arm>>,
): Promise<readonly Run[]> {
  return repeat(count, async () => {
    const run: Record<string, number> = {};
    for (const [name, measure] of Object.entries(arms)) {
      run[name] = await measure();
    }
    return run;
  });
}

/** Runs what measures all arms itself `count` times. */
export async function repeat(count: number, measure: () => Promise<Run>): Promise<readonly Run[]> {
  const runs: Run[] = [];
  while (runs.length < count) {
    runs.push(await measure());
  }
  return runs;
}

/** Which arms of a run are compared, and what the quotient may be at most, if it has a goal. */
export interface Comparison {
  readonly name: string;
  readonly arm: string;
  readonly against: string;
  readonly goal?: number;
}

/** The median of the quotients within each run. */
export function ratioFigure(
  { name, arm, against, goal }: Comparison,
  runs: readonly Run[],
): Figure {
  const ratio = median(runs.map((run) => (run[arm] ?? NaN) / (run[against] ?? NaN)));
  const arms = medians(runs, [arm, against]);
  const met = goal === undefined || ratio <= goal;
  return { name, ratio, goal: goal ?? null, met, unit: '×', arms };
}

/** The median of one arm, which has a goal of its own. */
export function valueFigure(
  { name, arm, goal, unit }: { name: string; arm: string; goal: number; unit: string },
  runs: readonly Run[],
): Figure {
  const ratio = median(runs.map((run) => run[arm] ?? NaN));
  return { name, ratio, goal, met: ratio <= goal, unit, arms: medians(runs, [arm]) };
}

/** The middle value, or the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(
    Math.floor((sorted.length - 1) / 2),
    Math.floor(sorted.length / 2) + 1,
  );
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

function medians(runs: readonly Run[], names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.map((name) => [name, median(runs.map((run) => run[name] ?? NaN))]),
  );
}
