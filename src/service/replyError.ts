import { classifyErrorObject, errorFacts } from './classifyError.ts';
import { errorOfFacts, requestIdOf } from './errorFromResponse.ts';
import type { Exchange } from './openResponse.ts';
import type { ServiceError } from './serviceError.ts';

/** The error for an error object that came with status 200, in a stream or instead of a reply. */
export function replyError(
  value: unknown,
  { call, connection, response }: Exchange,
  otherwise: 'stream' | 'server',
): ServiceError {
  const facts = errorFacts(value);
  const kind = classifyErrorObject(facts, otherwise);
  return errorOfFacts(kind, facts, call, connection, { requestId: requestIdOf(response.headers) });
}
