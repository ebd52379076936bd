import {
  type Guarded,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isStrings,
  optional,
} from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { isPrice, listedPrice } from './prices.ts';
import { isAbilities, modelAbilities, takesNoImages } from './modelAbilities.ts';
import { isChatModel, isUnavailable, otherOutputs } from './modelKind.ts';
import { isRetirement, modelAliases, modelRetirement } from './modelLifetime.ts';
import { contextLength } from './modelLimits.ts';
import { isModelParameters, modelParameters } from './modelParameters.ts';

export const isModelFacts = isObjectOf({
  /** In tokens. */
  context_length: optional(isFiniteNumber),
  abilities: optional(isAbilities),
  /** It takes no images. */
  images: optional(isOneOf('none')),
  /** What it makes besides text. */
  outputs: optional(isStrings),
  price: optional(isPrice),
  parameters: optional(isModelParameters),
  retirement: optional(isRetirement),
  /** Other IDs that the service takes for it. */
  aliases: optional(isStrings),
  /** It chats if this is missing. */
  kind: optional(isOneOf('other')),
  state: optional(isOneOf('unavailable')),
});

/**
 * What the model list says about a model, whatever the form of the list (`docs/service-interface.md`, "Model
 * object" 3). A missing field is not stated.
 */
export interface ModelFacts extends Guarded<typeof isModelFacts> {}

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
