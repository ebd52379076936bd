import type { Model } from '../shared/chatCompletion.ts';
import { isFiniteNumber, isObjectOf, isRecord, isString, optional } from '../shared/guards.ts';
import { answerFormat } from './answerFormat.ts';
import { modelsCall } from './call.ts';
import type { CallOptions, Connection } from './connection.ts';
import { openExchange } from './exchange.ts';
import { readJson } from './readJson.ts';
import { ServiceError } from './serviceError.ts';

const isModel = isObjectOf({
  id: isString,
  owned_by: optional(isString),
  created: optional(isFiniteNumber),
});

/**
 * Reads the model list (`service-interface.md`, "GET /v1/models") in the service's order. Elements
 * without an id are left out. Throws `ServiceError`.
 */
export async function listModels(
  connection: Connection,
  options: CallOptions,
): Promise<readonly Model[]> {
  const exchange = await openExchange(modelsCall(connection), connection, options);
  try {
    const { format, source } = await answerFormat(exchange);
    const list = format === 'json' ? await readJson(exchange, source) : undefined;
    const elements = isRecord(list) ? list['data'] : list;
    if (!Array.isArray(elements)) {
      throw new ServiceError(
        'protocol',
        `The answer is not a model list (${exchange.call.tried}).`,
        {
          status: exchange.response.status,
        },
      );
    }
    return elements.flatMap(readModel);
  } finally {
    exchange.deadline.close();
  }
}

function readModel(element: unknown): readonly Model[] {
  if (isModel(element)) {
    return element.id === '' ? [] : [element];
  }
  if (!isRecord(element) || !isString(element['id']) || element['id'] === '') {
    return [];
  }
  const { id, owned_by, created, ...others } = element;
  return [
    {
      ...others,
      id,
      ...(isString(owned_by) ? { owned_by } : {}),
      ...(isFiniteNumber(created) ? { created } : {}),
    },
  ];
}
