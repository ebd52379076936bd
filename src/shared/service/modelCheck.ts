import {
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
  type Guard,
} from '../guards.ts';

const modelDifferences = ['case', 'separator', 'space', 'owner', 'version', 'spelling'] as const;

/** In what two model ids differ (`service-interface.md`, "Model object": ids must match exactly). */
export type ModelDifference = (typeof modelDifferences)[number];

/** A listed model whose id is close to the one that was asked for. */
export interface NearModel {
  readonly id: string;
  readonly differences: readonly ModelDifference[];
}

/** What the model list says about the model of a request that failed over it. */
export type ModelCheck =
  | { readonly kind: 'listed'; readonly asked: string }
  | {
      readonly kind: 'unlisted';
      readonly asked: string;
      /** How many models the service lists. */
      readonly count: number;
      /** The nearest first. */
      readonly nearest: readonly NearModel[];
    }
  /** The list could not be had, and why. */
  | { readonly kind: 'noList'; readonly asked: string; readonly reason: string };

/** Guards a stored check. */
export const isModelCheck: Guard<ModelCheck> = isUnionByKind({
  listed: isObjectOf({ kind: isOneOf('listed'), asked: isString }),
  unlisted: isObjectOf({
    kind: isOneOf('unlisted'),
    asked: isString,
    count: isFiniteNumber,
    nearest: isArrayOf(
      isObjectOf({ id: isString, differences: isArrayOf(isOneOf(...modelDifferences)) }),
    ),
  }),
  noList: isObjectOf({ kind: isOneOf('noList'), asked: isString, reason: isString }),
});
