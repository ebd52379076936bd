/** The idle time of the page, which comes when the test says so. */
export interface HeldIdleTime {
  /** Gives idle time to all that waits for it, once; gives how much did. */
  run(): number;
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
    release() {
      window.requestIdleCallback = original;
      this.run();
    },
  };
}
