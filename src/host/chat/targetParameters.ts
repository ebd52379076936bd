import type { PanelTarget } from '../../shared/panel/panelProtocol.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { thinkingSupport } from '../../shared/service/thinking.ts';
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
  const thinking = thinkingSupport(thinkingModel({ connection, model }, listed));
  return { thinking: { ...thinking, efforts: efforts ?? thinking.efforts } };
}
