import { isArrayOf, isObjectOf, isRecord, isString, optional } from '../../shared/guards.ts';
import type { PanelTarget } from '../../shared/panel/panelProtocol.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { fieldNames, type ParameterName } from '../../shared/service/requestParameters.ts';
import { type ThinkingSupport, thinkingSupport } from '../../shared/service/thinking.ts';
import type { Target } from '../connections/target.ts';
import { thinkingModel } from './buildRequest.ts';

/**
 * What is known of the parameters of a target: from its entry in the model list, and the `efforts` that the
 * service has named when it rejected another one.
 */
export function targetParameters(
  { connection, model }: Target,
  listed: Model | undefined,
  efforts: readonly string[] | undefined,
): Pick<PanelTarget, 'thinking' | 'notListed'> {
  if (model === undefined) {
    return {};
  }
  const stated = statedParameters(listed);
  const support = thinkingSupport(thinkingModel({ connection, model }, listed));
  const thinking = { ...support, efforts: efforts ?? listedEfforts(support, stated) };
  return { thinking, notListed: notListed(stated) };
}

/** What a model list says about the parameters of a model, as it is kept. */
interface StatedParameters {
  /** The parameters that the model takes; missing if the list names none. */
  readonly names?: readonly string[] | undefined;
  /** Empty if the model has none; missing if the list does not say. */
  readonly efforts?: readonly string[] | undefined;
}

const isStatedParameters = isObjectOf({
  names: optional(isArrayOf(isString)),
  efforts: optional(isArrayOf(isString)),
});

function statedParameters(listed: Model | undefined): StatedParameters {
  const stated = isRecord(listed) ? listed['parameters'] : undefined;
  return isStatedParameters(stated) ? stated : {};
}

/** The efforts of the list, if the field takes them by name. */
function listedEfforts(
  { field, efforts: known }: ThinkingSupport,
  { efforts = [] }: StatedParameters,
): readonly string[] {
  const takesNames = field === 'reasoning_effort' || field === 'reasoning';
  return takesNames && efforts.length > 0 ? efforts : known;
}

/** The parameters that a list which names some does not name; undefined if it names none at all. */
function notListed({ names, efforts }: StatedParameters): readonly ParameterName[] | undefined {
  const isThinking =
    efforts === undefined ? names?.includes('reasoning_effort') : efforts.length > 0;
  const others = names === undefined ? [] : fieldNames.filter((name) => !names.includes(name));
  const missing: readonly ParameterName[] =
    isThinking === false ? ['thinkingEffort', ...others] : others;
  return missing.length === 0 ? undefined : missing;
}
