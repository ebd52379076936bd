import { isBoolean } from '../shared/guards.ts';
import { createKeptValues } from './keptValues.ts';
import type { PanelState } from './panelState.ts';

/** Which messages the user has folded or unfolded in this window. */
export interface Folds {
  isFolded(name: string, byDefault: boolean): boolean;
  set(name: string, isFolded: boolean, byDefault: boolean): void;
}

/** Keeps them in the state of the panel; only what is not as it would be anyway. */
export function createFolds(state: PanelState): Folds {
  const kept = createKeptValues(state, { key: 'folds', isValue: isBoolean, maxStored: 500 });
  return {
    isFolded: (name, byDefault) => kept.read(name) ?? byDefault,
    set: (name, isFolded, byDefault) =>
      kept.write(name, isFolded === byDefault ? undefined : isFolded),
  };
}
