import type { WebviewApi } from 'vscode-webview';
import { type Guard, isRecord } from '../../shared/guards.ts';

/** What outlives the page for as long as the window has the panel, by name. */
export interface PanelState {
  read(): Readonly<Record<string, unknown>>;
  /** Replaces what has these names. */
  write(part: Readonly<Record<string, unknown>>): void;
}

/** The state that VS Code stores for the webview. */
export function createPanelState(api: WebviewApi<unknown>): PanelState {
  const read = (): Readonly<Record<string, unknown>> => {
    const state = api.getState();
    return isRecord(state) ? state : {};
  };
  return { read, write: (part) => void api.setState({ ...read(), ...part }) };
}

/** Values by name that outlive the page. */
export interface KeptValues<T> {
  read(name: string): T | undefined;
  /** Without a value the name is forgotten. What is not stored is known while the page is there. */
  write(name: string, value: T | undefined, isStored?: boolean): void;
}

/** What the values of one kind are in the state of the panel. */
interface KeptKind<T> {
  /** The name under which they are there. */
  readonly key: string;
  readonly isValue: Guard<T>;
  /** Of more, the oldest are not stored. */
  readonly maxStored: number;
}

/** Keeps values in the state of the panel; what is not of their kind there counts as missing. */
export function createKeptValues<T>(
  state: PanelState,
  { key, isValue, maxStored }: KeptKind<T>,
): KeptValues<T> {
  const stored = state.read()[key];
  const known = new Map(
    Object.entries(isRecord(stored) ? stored : {}).filter((entry): entry is [string, T] =>
      isValue(entry[1]),
    ),
  );
  const unstored = new Set<string>();
  return {
    read: (name) => known.get(name),
    write(name, value, isStored = true) {
      const wasKnown = known.delete(name);
      unstored.delete(name);
      if (value !== undefined) {
        known.set(name, value);
      }
      if (!isStored) {
        unstored.add(name);
      }
      if (wasKnown || value !== undefined) {
        const kept = [...known].filter(([one]) => !unstored.has(one)).slice(-maxStored);
        state.write({ [key]: Object.fromEntries(kept) });
      }
    },
  };
}
