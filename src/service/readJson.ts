import { isRecord } from '../shared/guards.ts';
import type { ByteSource } from './byteSource.ts';
import { isErrorObject } from './classifyError.ts';
import type { Deadline } from './deadline.ts';
import { excerpt } from './excerpt.ts';
import type { Exchange } from './openResponse.ts';
import { parseJson } from './parseJson.ts';
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

/** Text of a body, and whether it went on beyond the limit. */
interface BoundedText {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Reads a body as UTF-8 up to `maxBytes`. White space alone does not count as data for the
 * deadline: services send it to keep a connection open, like comments in an event stream.
 */
async function readText(
  source: ByteSource,
  deadline: Deadline,
  maxBytes: number,
): Promise<BoundedText> {
  const decoder = new TextDecoder();
  let text = '';
  let leftBytes = maxBytes;
  for (;;) {
    const bytes = await source.read();
    if (bytes === undefined) {
      return { text: text + decoder.decode(), isCut: false };
    }
    if (bytes.some(isVisible)) {
      deadline.noteData();
    }
    text += decoder.decode(bytes.subarray(0, leftBytes), { stream: true });
    leftBytes -= bytes.length;
    if (leftBytes < 0) {
      return { text, isCut: true };
    }
  }
}

function isVisible(byte: number): boolean {
  return byte > 0x20;
}
