import { type Guard, isRecord } from '../../../shared/guards.ts';
import { isNodeHost, loadNodeBundle } from '../../base/nodeBundle.ts';

/** What only Node has for keys: environment variables and commands (`src/host/node/nodeKeys.ts`). */
export interface NodeKeys {
  readonly readVariable: (name: string) => string | undefined;
  readonly runCommand: (
    command: string,
    limits: { readonly timeoutMs: number; readonly maxBytes: number },
  ) => Promise<CommandResult>;
}

/** How a command ended, and what it wrote. */
export interface CommandResult {
  readonly end: 'exited' | 'notStarted' | 'tooLate' | 'tooMuch';
  /** Missing if it did not exit by itself. */
  readonly exitCode?: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

const isNodeKeys: Guard<NodeKeys> = (loaded): loaded is NodeKeys =>
  isRecord(loaded) &&
  typeof loaded['readVariable'] === 'function' &&
  typeof loaded['runCommand'] === 'function';

/** Environment variables and commands; `undefined` in the extension host of a browser, which has neither. */
export function loadNodeKeys(): NodeKeys | undefined {
  return isNodeHost() ? loadNodeBundle(isNodeKeys) : undefined;
}
