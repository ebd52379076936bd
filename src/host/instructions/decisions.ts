import type * as vscode from 'vscode';
import { type Guarded, isObjectOf, isStrings } from '../../shared/guards.ts';
import type { InstructionFile } from './instructionFiles.ts';

const isDecisions = isObjectOf({ attached: isStrings, declined: isStrings });

/** What the user wants of instructions in this workspace, as addresses of files. */
interface Decisions extends Guarded<typeof isDecisions> {}

/** What the user wants is kept with the workspace. */
export interface DecisionMemory {
  readonly get: () => Decisions;
  readonly remember: (uris: readonly string[], areAttached: boolean) => Promise<void>;
}

const key = 'parley.instructions';

/** Not more than this many addresses are kept in each list, the latest. */
const maxRemembered = 200;

/** Keeps decisions in `memory`. */
export function createDecisions(memory: Pick<vscode.Memento, 'get' | 'update'>): DecisionMemory {
  const get = (): Decisions => {
    const kept: unknown = memory.get(key);
    return isDecisions(kept) ? kept : { attached: [], declined: [] };
  };
  return {
    get,
    async remember(uris, areAttached) {
      const { attached, declined } = get();
      const others = (list: readonly string[]): readonly string[] =>
        list.filter((uri) => !uris.includes(uri));
      const added = (list: readonly string[]): readonly string[] =>
        [...others(list), ...uris].slice(-maxRemembered);
      await memory.update(
        key,
        areAttached
          ? { attached: added(attached), declined: others(declined) }
          : { attached: others(attached), declined: added(declined) },
      );
    },
  };
}

/** A file of the user's settings is attached unless the user has declined it here. */
export function isAttached(
  { uri, isOwn }: InstructionFile,
  { attached, declined }: Decisions,
): boolean {
  const address = uri.toString();
  return attached.includes(address) || (isOwn && !declined.includes(address));
}

/** Whether the user has not been asked about a file yet. */
export function isOpen(file: InstructionFile, decisions: Decisions): boolean {
  return !isAttached(file, decisions) && !decisions.declined.includes(file.uri.toString());
}
