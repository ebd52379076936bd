import * as l10n from '@vscode/l10n';
import { isFiniteNumber, isRecord, isString } from '../shared/guards.ts';
import type { Model } from '../shared/service/chatCompletion.ts';
import { answerFormat } from './http/answerFormat.ts';
import { boundedFields } from './boundedFields.ts';
import type { CallOptions, Endpoint } from './endpoint.ts';
import { openResponse } from './http/openResponse.ts';
import { readJson } from './http/readJson.ts';
import { modelsCall } from './http/request.ts';
import { ServiceError } from './serviceError.ts';

/** More than any service lists. */
const maxModels = 20_000;

/** In characters. */
const maxIdLength = 500;

/**
 * Requests the model list (`docs/service-interface.md`, "Model list object"). Elements without an `id`
 * are left out, and so is what is beyond "Limits". Throws `ServiceError`.
 */
export async function listModels(
  endpoint: Endpoint,
  options: CallOptions,
): Promise<readonly Model[]> {
  const opened = await openResponse(modelsCall(endpoint), endpoint, options);
  try {
    const { format, source } = await answerFormat(opened);
    const answer = format === 'json' ? await readJson(opened, source) : undefined;
    const elements = isRecord(answer) ? answer['data'] : answer;
    if (!Array.isArray(elements)) {
      throw new ServiceError('protocol', l10n.t('The service did not send a model list.'), {
        tried: opened.call.tried,
        status: opened.response.status,
      });
    }
    const list: readonly unknown[] = elements;
    return list.slice(0, maxModels).flatMap(readModel);
  } finally {
    opened.deadline.close();
  }
}

function readModel(element: unknown): readonly Model[] {
  if (!isRecord(element)) {
    return [];
  }
  const { id, owned_by, created, ...others } = boundedFields(element);
  return !isString(id) || id === '' || id.length > maxIdLength
    ? []
    : [
        {
          ...others,
          id,
          ...(isString(owned_by) ? { owned_by } : {}),
          ...(isFiniteNumber(created) ? { created } : {}),
        },
      ];
}
