import { isArrayOf, isObjectOf, isOneOf, isString, isUnionByKind, type Guard } from '../guards.ts';

/** What the model list says about the model of a request that failed because of its model. */
export type ModelCheck =
  | { readonly kind: 'listed'; readonly asked: string }
  | {
      readonly kind: 'unlisted';
      readonly asked: string;
      /** The nearest first. */
      readonly nearest: readonly NearModel[];
    }
  /** The list could not be loaded, for this reason. */
  | { readonly kind: 'noList'; readonly asked: string; readonly reason: string };

/** A listed model whose id is similar to the requested one. */
export interface NearModel {
  readonly id: string;
  readonly differences: readonly ModelDifference[];
}

const modelDifferences = ['case', 'separator', 'space', 'owner', 'version', 'spelling'] as const;

/** How two model ids differ. Ids must match exactly (`docs/service-interface.md`, "Model object" 1). */
export type ModelDifference = (typeof modelDifferences)[number];

/** Guards a stored check. */
export const isModelCheck: Guard<ModelCheck> = isUnionByKind({
  listed: isObjectOf({ kind: isOneOf('listed'), asked: isString }),
  unlisted: isObjectOf({
    kind: isOneOf('unlisted'),
    asked: isString,
    nearest: isArrayOf(
      isObjectOf({ id: isString, differences: isArrayOf(isOneOf(...modelDifferences)) }),
    ),
  }),
  noList: isObjectOf({ kind: isOneOf('noList'), asked: isString, reason: isString }),
});
