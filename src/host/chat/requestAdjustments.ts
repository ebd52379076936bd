import { isArrayOf, isObjectOf, isString } from '../../shared/guards.ts';
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
  forget(target: Target): void;
}

const isEntry = isObjectOf({
  ...serviceIdShape,
  model: isString,
  changes: isArrayOf(isRequestAdjustment),
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
  return {
    of,
    remember(target, changes) {
      const { connection, model } = target;
      const known = of(target);
      const lasting = changes.filter(({ once }) => once !== true);
      const next = addAdjustments(known, lasting);
      if (model !== undefined && JSON.stringify(next) !== JSON.stringify(known)) {
        const entry = { ...serviceIdOf(connection), model, changes: next };
        entries.set(target, entry).then(onChange, onFailure);
      }
    },
    forget: (target) => void entries.set(target, undefined).then(onChange, onFailure),
  };
}
