/** The idle time of the page, which comes when the test says so. */
export interface HeldIdleTime {
  /** Gives idle time to all that waits for it, once; gives how much did. */
  run(): number;
  /** Gives idle time as long as something waits for it; gives how often that was. */
  runAll(): Promise<number>;
  release(): void;
}

/** Holds the idle time of the page, so that no test depends on how much else the machine has to do. */
export function holdIdleTime(): HeldIdleTime {
  const original = window.requestIdleCallback;
  let waiting: IdleRequestCallback[] = [];
  window.requestIdleCallback = (callback) => waiting.push(callback);
  return {
    run() {
      const due = waiting;
      waiting = [];
      const deadline = { didTimeout: false, timeRemaining: () => 50 };
      due.forEach((callback) => callback(deadline));
      return due.length;
    },
    async runAll() {
      let runs = 0;
      for (await promisesSettled(); this.run() > 0; await promisesSettled()) {
        runs += 1;
      }
      return runs;
    },
    release() {
      window.requestIdleCallback = original;
      this.run();
    },
  };
}

async function promisesSettled(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}
