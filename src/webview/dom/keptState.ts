import type { WebviewApi } from 'vscode-webview';
import { type Guard, isRecord } from '../../shared/guards.ts';

/**
 * The state that VS Code stores for the panel's webview, as fields by name. It outlives the page: VS
 * Code may drop a hidden page and build it again. It is not trusted, so each reader guards its fields.
 */
export interface PanelState {
  read(): Readonly<Record<string, unknown>>;
  /** Replaces these fields; all others stay. */
  write(fields: Readonly<Record<string, unknown>>): void;
}

/** Gives access to the state that `api` stores. */
export function createPanelState(api: WebviewApi<unknown>): PanelState {
  const read = (): Readonly<Record<string, unknown>> => {
    const state = api.getState();
    return isRecord(state) ? state : {};
  };
  return { read, write: (fields) => void api.setState({ ...read(), ...fields }) };
}

/** Values of one kind in the panel's state, each under a name such as the id of a conversation. */
export interface KeptValues<T> {
  read(name: string): T | undefined;
  /**
   * Keeps `value`; `undefined` removes the name. With `isStored` false the value is kept only as long
   * as the page exists.
   */
  write(name: string, value: T | undefined, isStored?: boolean): void;
}

interface KeptKind<T> {
  /** The field of the panel's state that holds the values. */
  readonly key: string;
  readonly isValue: Guard<T>;
  /** Only the values that were written last are stored, at most this many. */
  readonly maxStored: number;
}

/** Reads the values of one kind from `state` and keeps them there. Values that fail the guard are dropped. */
export function createKeptValues<T>(
  state: PanelState,
  { key, isValue, maxStored }: KeptKind<T>,
): KeptValues<T> {
  const stored = state.read()[key];
  const values = new Map(
    Object.entries(isRecord(stored) ? stored : {}).filter((entry): entry is [string, T] =>
      isValue(entry[1]),
    ),
  );
  const unstored = new Set<string>();
  return {
    read: (name) => values.get(name),
    write(name, value, isStored = true) {
      const wasKept = values.delete(name);
      unstored.delete(name);
      if (value !== undefined) {
        values.set(name, value);
      }
      if (!isStored) {
        unstored.add(name);
      }
      if (wasKept || value !== undefined) {
        const toStore = [...values].filter(([one]) => !unstored.has(one)).slice(-maxStored);
        state.write({ [key]: Object.fromEntries(toStore) });
      }
    },
  };
}
