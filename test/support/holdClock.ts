import { mock } from 'node:test';

/** The clock of `performance.now` and the timers of `setTimeout`, which stand still but for `pass`. */
export interface HeldClock {
  /** Lets so much time pass at once; timers that are due fire. */
  pass(ms: number): void;
  /** Gives the clock back. */
  release(): void;
}

/** Holds the clock, so that no test depends on how long anything takes. */
export function holdClock(): HeldClock {
  const now = performance.now.bind(performance);
  let nowMs = now();
  performance.now = () => nowMs;
  mock.timers.enable({ apis: ['setTimeout'] });
  return {
    pass(ms) {
      nowMs += ms;
      mock.timers.tick(ms);
    },
    release() {
      mock.timers.reset();
      performance.now = now;
    },
  };
}

/** Resolves once everything that waits for nothing but promises has run. */
export async function promisesSettled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
