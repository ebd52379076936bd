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

/** The adjustments to requests that services have made necessary, by connection, address and model. */
export interface AdjustmentMemory {
  /** The adjustments for every request to this target. */
  of(target: Target): readonly RequestAdjustment[];
  /** Keeps adjustments that the service has accepted, except those for one request only. */
  remember(target: Target, changes: readonly RequestAdjustment[]): void;
  /** The thinking efforts that the service named when it rejected another one; undefined if it has not. */
  effortsOf(target: Target): readonly string[] | undefined;
  rememberEfforts(target: Target, efforts: readonly string[]): void;
  /** Whether the service has said that the model takes no images. */
  refusesImages(target: Target): boolean;
  rememberImagesRefused(target: Target): void;
  forget(target: Target): void;
}

/** What is remembered of a model. */
const facts = {
  changes: isArrayOf(isRequestAdjustment),
  efforts: optional(isStrings),
  refusesImages: optional(isBoolean),
};

const isEntry = isObjectOf({ ...serviceIdShape, model: isString, ...facts });

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
  const set = (target: Target, changed: Partial<ObjectOf<typeof facts>>) => {
    const { connection, model } = target;
    if (model !== undefined) {
      const known = entries.get(target) ?? { changes: [] };
      const entry = { ...known, ...changed, ...serviceIdOf(connection), model };
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
        set(target, { changes: next });
      }
    },
    effortsOf: (target) => entries.get(target)?.efforts,
    rememberEfforts: (target, efforts) => set(target, { efforts }),
    refusesImages: (target) => entries.get(target)?.refusesImages === true,
    rememberImagesRefused: (target) => set(target, { refusesImages: true }),
    forget: (target) => void entries.set(target, undefined).then(onChange, onFailure),
  };
}
