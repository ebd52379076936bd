import { isRecord } from '../shared/guards.ts';
import type { PanelState } from './panelState.ts';

/** Which messages the user has folded or unfolded in this window. */
export interface Folds {
  isFolded(name: string, byDefault: boolean): boolean;
  set(name: string, isFolded: boolean, byDefault: boolean): void;
}

/** Of more, the oldest are forgotten. */
const maxKept = 500;

/** Keeps them in the state of the panel; only what is not as it would be anyway. */
export function createFolds(state: PanelState): Folds {
  const stored = state.read()['folds'];
  const known = new Map(
    Object.entries(isRecord(stored) ? stored : {}).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    ),
  );
  return {
    isFolded: (name, byDefault) => known.get(name) ?? byDefault,
    set(name, isFolded, byDefault) {
      known.delete(name);
      if (isFolded !== byDefault) {
        known.set(name, isFolded);
      }
      state.write({ folds: Object.fromEntries([...known].slice(-maxKept)) });
    },
  };
}
