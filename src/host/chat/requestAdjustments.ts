import { isArrayOf, isObjectOf, isString, optional } from '../../shared/guards.ts';
import {
  addAdjustments,
  isRequestAdjustment,
  type RequestAdjustment,
} from '../../shared/service/requestAdjustment.ts';
import { MementoMap, type MementoValues } from '../base/mementoMap.ts';
import { isOfService, serviceIdOf, serviceIdShape } from '../connections/serviceId.ts';
import type { Target } from '../connections/target.ts';

/** The adjustments to requests that services have made necessary, by connection, address and model. */
export interface AdjustmentMemory {
  /** The adjustments for every request to this target. */
  of(target: Target): readonly RequestAdjustment[];
  /** Keeps adjustments that the service has accepted, except those for one request only. */
  remember(target: Target, changes: readonly RequestAdjustment[]): void;
  /** The thinking efforts that the service named when it rejected another one; undefined if it has not. */
  effortsOf(target: Target): readonly string[] | undefined;
  rememberEfforts(target: Target, efforts: readonly string[]): void;
  forget(target: Target): void;
}

const isEntry = isObjectOf({
  ...serviceIdShape,
  model: isString,
  changes: isArrayOf(isRequestAdjustment),
  efforts: optional(isArrayOf(isString)),
});

/** Calls `onChange` after a change was stored, and `onFailure` if VS Code could not store it. */
export function createAdjustmentMemory(
  memento: MementoValues,
  onChange: () => void,
  onFailure: (error: unknown) => void,
): AdjustmentMemory {
  const entries = new MementoMap(memento, {
    stateKey: 'parley.requestChanges',
    isEntry,
    isFor: (entry, { connection, model }: Target) =>
      isOfService(entry, connection) && entry.model === model,
    // More models than anyone uses.
    maxEntries: 200,
  });
  const of = (target: Target) => entries.get(target)?.changes ?? [];
  const effortsOf = (target: Target) => entries.get(target)?.efforts;
  const set = (
    target: Target,
    changes: readonly RequestAdjustment[],
    efforts: readonly string[] | undefined,
  ) => {
    const { connection, model } = target;
    if (model !== undefined) {
      const entry = { ...serviceIdOf(connection), model, changes, efforts };
      entries.set(target, entry).then(onChange, onFailure);
    }
  };
  return {
    of,
    remember(target, changes) {
      const known = of(target);
      const lasting = changes.filter(({ once }) => once !== true);
      const next = addAdjustments(known, lasting);
      if (JSON.stringify(next) !== JSON.stringify(known)) {
        set(target, next, effortsOf(target));
      }
    },
    effortsOf,
    rememberEfforts: (target, efforts) => set(target, of(target), efforts),
    forget: (target) => void entries.set(target, undefined).then(onChange, onFailure),
  };
}
