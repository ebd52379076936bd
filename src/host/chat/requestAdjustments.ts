import {
  isArrayOf,
  isBoolean,
  isObjectOf,
  isString,
  isStrings,
  type ObjectOf,
  optional,
} from '../../shared/guards.ts';
import {
  addAdjustments,
  isRequestAdjustment,
  type RequestAdjustment,
} from '../../shared/service/requestAdjustment.ts';
import { MementoMap, type MementoValues } from '../base/memento.ts';
import { isOfService, serviceIdOf, serviceIdShape } from '../connections/serviceId.ts';
import type { Target } from '../connections/target.ts';

/** What is remembered of a model. */
const facts = {
  changes: isArrayOf(isRequestAdjustment),
  efforts: optional(isStrings),
  refusesImages: optional(isBoolean),
};

const isEntry = isObjectOf({ ...serviceIdShape, model: isString, ...facts });

/** The adjustments to requests that services have made necessary, by connection, address and model. */
export type AdjustmentMemory = ReturnType<typeof createAdjustmentMemory>;

/** Calls `onChange` after a change was stored, and `onFailure` if VS Code could not store it. */
export function createAdjustmentMemory(
  memento: MementoValues,
  onChange: () => void,
  onFailure: (error: unknown) => void,
) {
  const entries = new MementoMap(memento, {
    stateKey: 'parley.requestChanges',
    isEntry,
    isFor: (entry, { connection, model }: Target) =>
      isOfService(entry, connection) && entry.model === model,
    // More models than anyone uses.
    maxEntries: 200,
  });
  const of = (target: Target) => entries.get(target)?.changes ?? [];
  const set = (target: Target, changed: Partial<ObjectOf<typeof facts>>) => {
    const { connection, model } = target;
    if (model !== undefined) {
      const known = entries.get(target) ?? { changes: [] };
      const entry = { ...known, ...changed, ...serviceIdOf(connection), model };
      entries.set(target, entry).then(onChange, onFailure);
    }
  };
  return {
    /** The adjustments for every request to this target. */
    of,
    /** Keeps adjustments that the service has accepted, except those for one request only. */
    remember(target: Target, changes: readonly RequestAdjustment[]) {
      const known = of(target);
      const lasting = changes.filter(({ once }) => once !== true);
      const next = addAdjustments(known, lasting);
      if (JSON.stringify(next) !== JSON.stringify(known)) {
        set(target, { changes: next });
      }
    },
    /** The thinking efforts that the service named when it rejected another one; undefined if it has not. */
    effortsOf: (target: Target) => entries.get(target)?.efforts,
    rememberEfforts: (target: Target, efforts: readonly string[]) => set(target, { efforts }),
    /** Whether the service has said that the model takes no images. */
    refusesImages: (target: Target) => entries.get(target)?.refusesImages === true,
    rememberImagesRefused: (target: Target) => set(target, { refusesImages: true }),
    forget: (target: Target) => void entries.set(target, undefined).then(onChange, onFailure),
  };
}
