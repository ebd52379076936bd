import {
  type Guarded,
  isArrayOf,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
} from '../guards.ts';

const isModelDifference = isOneOf('case', 'separator', 'space', 'owner', 'version', 'spelling');

/** How two model ids differ. Ids must match exactly (`docs/service-interface.md`, "Model object" 1). */
export type ModelDifference = Guarded<typeof isModelDifference>;

const isNearModel = isObjectOf({ id: isString, differences: isArrayOf(isModelDifference) });

/** A listed model whose id is similar to the requested one. */
export interface NearModel extends Guarded<typeof isNearModel> {}

export const isModelCheck = isUnionByKind({
  listed: { asked: isString },
  unlisted: {
    asked: isString,
    /** The nearest first. */
    nearest: isArrayOf(isNearModel),
  },
  /** The list could not be loaded, for this reason. */
  noList: { asked: isString, reason: isString },
});

/** What the model list says about the model of a request that failed because of its model. */
export type ModelCheck = Guarded<typeof isModelCheck>;
