import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** A process that is ended together with all that it has started. */
export interface ProcessTree {
  readonly child: ChildProcess;
  /** Ends it and its descendants; may be called more than once. */
  stop(): Promise<void>;
}

/** Starts a process that ends with this one at the latest. */
export function startProcessTree(
  command: string,
  parameters: readonly string[],
  options: SpawnOptions,
): ProcessTree {
  // Of its own group, so that the group can be ended as a whole.
  const child = spawn(command, parameters, { ...options, detached: process.platform !== 'win32' });
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = (): void => killTree(child.pid);
  process.once('exit', kill);
  return {
    child,
    async stop() {
      process.off('exit', kill);
      kill();
      await closed;
    },
  };
}

function killTree(pid: number | undefined): void {
  if (pid === undefined) {
    return;
  }
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}
