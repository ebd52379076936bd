import type { PanelTarget } from '../../shared/panel/panelState.ts';
import { type ModelParameters, supportsParameter } from '../../shared/models/modelParameters.ts';
import { fieldNames, type ParameterName } from '../../shared/service/requestParameters.ts';
import { type ThinkingSupport, thinkingSupport } from '../../shared/service/thinking.ts';
import type { Target } from '../connections/target.ts';
import type { ListedModel } from '../models/modelCatalogue.ts';
import { thinkingModel } from './buildRequest.ts';

/**
 * What is known of the parameters of a target: from its entry in the model list, and the `efforts` that the
 * service has named when it rejected another one.
 */
export function targetParameters(
  { connection, model }: Target,
  listed: ListedModel | undefined,
  efforts: readonly string[] | undefined,
): Pick<PanelTarget, 'thinking' | 'notListed' | 'maxOutputTokens'> {
  if (model === undefined) {
    return {};
  }
  const { parameters = {} } = listed ?? {};
  const support = thinkingSupport(thinkingModel({ connection, model }, listed));
  return {
    thinking: { ...support, efforts: efforts ?? listedEfforts(support, parameters) },
    notListed: notListed(parameters),
    maxOutputTokens: parameters.maxOutputTokens,
  };
}

/** The efforts of the list, if the field takes them by name. */
function listedEfforts(
  { field, efforts: known }: ThinkingSupport,
  { efforts = [] }: ModelParameters,
): readonly string[] {
  const takesNames = field === 'reasoning_effort' || field === 'reasoning';
  return takesNames && efforts.length > 0 ? efforts : known;
}

/** The parameters that a list which names some does not name; undefined if there are none. */
function notListed(stated: ModelParameters): readonly ParameterName[] | undefined {
  const isNotListed = (name: string) => supportsParameter(stated, name) === false;
  const missing: readonly ParameterName[] = [
    ...(isNotListed('reasoning_effort') ? (['thinkingEffort'] as const) : []),
    ...fieldNames.filter(isNotListed),
  ];
  return missing.length === 0 ? undefined : missing;
}
