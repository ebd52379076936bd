import {
  type Guard,
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  optional,
} from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { listedPrice } from './listedPrice.ts';
import { type Ability, isAbilities, modelAbilities, takesNoImages } from './modelAbilities.ts';
import { isChatModel, isUnavailable, otherOutputs } from './modelKind.ts';
import { isRetirement, modelAliases, modelRetirement, type Retirement } from './modelLifetime.ts';
import { contextLength } from './modelLimits.ts';
import { isModelParameters, type ModelParameters, modelParameters } from './modelParameters.ts';
import { isPrice, type Price } from './prices.ts';

/**
 * What the model list says about a model, whatever the form of the list (`docs/service-interface.md`, "Model
 * object" 3). A missing field is not stated.
 */
export interface ModelFacts {
  /** In tokens. */
  readonly context_length?: number | undefined;
  readonly abilities?: readonly Ability[] | undefined;
  /** It takes no images. */
  readonly images?: 'none' | undefined;
  /** What it makes besides text. */
  readonly outputs?: readonly string[] | undefined;
  readonly price?: Price | undefined;
  readonly parameters?: ModelParameters | undefined;
  readonly retirement?: Retirement | undefined;
  /** Other IDs that the service takes for it. */
  readonly aliases?: readonly string[] | undefined;
  /** It chats if this is missing. */
  readonly kind?: 'other' | undefined;
  readonly state?: 'unavailable' | undefined;
}

/** Guards what is kept of the entry of a model list. */
export const isModelFacts: Guard<ModelFacts> = isObjectOf({
  context_length: optional(isFiniteNumber),
  abilities: optional(isAbilities),
  images: optional(isOneOf('none')),
  outputs: optional(isArrayOf(isString)),
  price: optional(isPrice),
  parameters: optional(isModelParameters),
  retirement: optional(isRetirement),
  aliases: optional(isArrayOf(isString)),
  kind: optional(isOneOf('other')),
  state: optional(isOneOf('unavailable')),
});

/** Reads what an entry of a model list says. */
export function modelFacts(model: Model): ModelFacts {
  const aliases = modelAliases(model);
  const abilities = modelAbilities(model);
  const outputs = otherOutputs(model);
  const parameters = modelParameters(model);
  return {
    context_length: contextLength(model),
    abilities: abilities.length === 0 ? undefined : abilities,
    images: takesNoImages(model) ? 'none' : undefined,
    outputs: outputs.length === 0 ? undefined : outputs,
    price: listedPrice(model),
    parameters: Object.values(parameters).every((value) => value === undefined)
      ? undefined
      : parameters,
    retirement: modelRetirement(model),
    aliases: aliases.length === 0 ? undefined : aliases,
    kind: isChatModel(model) ? undefined : 'other',
    state: isUnavailable(model) ? 'unavailable' : undefined,
  };
}
