import { isRecord } from '../shared/guards.ts';
import type { ByteSource } from './byteSource.ts';
import { isErrorObject } from './errorFacts.ts';
import { excerpt } from './excerpt.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './parseJson.ts';
import { readText } from './readText.ts';
import { replyError } from './replyError.ts';
import { ServiceError } from './serviceError.ts';

const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a body as one JSON value. Throws `ServiceError`: `protocol` for text that is no JSON or is
 * larger than 64 MiB, `server` or a clearer kind for an error object.
 */
export async function readJson(exchange: Exchange, source: ByteSource): Promise<unknown> {
  const { call, connection, deadline, response } = exchange;
  const { text, isCut } = await readText(source, deadline, maxBytes);
  const { status } = response;
  if (isCut) {
    throw new ServiceError('protocol', `The answer is larger than 64 MiB (${call.tried}).`, {
      status,
    });
  }
  const value = parseJson(text);
  if (value === undefined) {
    throw new ServiceError('protocol', `The answer is not complete JSON (${call.tried}).`, {
      status,
      detail: excerpt(connection.redact(text.slice(0, 2000))),
    });
  }
  if (isRecord(value) && isErrorObject(value)) {
    throw replyError(value, exchange, 'server');
  }
  return value;
}
