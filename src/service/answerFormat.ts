import { failureCode } from '../shared/service/serviceErrorKind.ts';
import { putBack, type ByteSource } from './byteSource.ts';
import { excerpt, isWebPage, readableText } from './excerpt.ts';
import type { Exchange } from './openResponse.ts';
import { ServiceError } from './serviceError.ts';

/** How the body of a successful answer is to be read. */
export interface Answer {
  readonly format: 'eventStream' | 'json';
  /** The whole body, also what was read to find the format. */
  readonly source: ByteSource;
}

const eventStreamType = /^text\/event-stream\b/i;
const jsonType = /^[a-z]+\/(?:[\w.+-]+\+)?json\b/i;

/** Types that servers send when nobody told them the right one. */
const vagueType = /^(?:text\/plain|application\/octet-stream|application\/x-ndjson)\b/i;
const eventStreamStart = /^(?:data|event|id|retry)?:/;

/** Enough to tell `retry:` from other text. */
const headLength = 6;

/** White space that may come before it; some services send it to keep a connection open. */
const maxHeadBytes = 65_536;

/**
 * Tells an event stream from JSON by the content type and the first characters of the body, which
 * decide where the two differ. Throws `ServiceError` of kind `protocol` for anything else, with the
 * address, the content type and an excerpt.
 */
export async function answerFormat(exchange: Exchange): Promise<Answer> {
  const type = exchange.response.headers.get('content-type')?.trim() ?? '';
  const isEventStream = eventStreamType.test(type);
  const isJson = jsonType.test(type);
  const { head, source } = await readHead(exchange.source);
  if (isEventStream || isJson || type === '' || vagueType.test(type)) {
    if (/^[{[]/.test(head)) {
      return { format: 'json', source };
    }
    if (isEventStream || eventStreamStart.test(head)) {
      return { format: 'eventStream', source };
    }
    if (isJson) {
      return { format: 'json', source };
    }
  }
  throw typeError(exchange, type, head);
}

/** Reads until the first characters beside white space are there; a head is about one packet. */
async function readHead(source: ByteSource): Promise<{ head: string; source: ByteSource }> {
  const decoder = new TextDecoder();
  const pieces: Uint8Array[] = [];
  let head = '';
  let leftBytes = maxHeadBytes;
  while (leftBytes > 0 && head.length < headLength && !/[\r\n:]/.test(head)) {
    const bytes = await source.read();
    if (bytes === undefined) {
      break;
    }
    pieces.push(bytes);
    leftBytes -= bytes.length;
    head = (head + decoder.decode(bytes, { stream: true })).trimStart();
  }
  return { head, source: putBack(pieces, source) };
}

function typeError(
  { call, response, connection }: Exchange,
  type: string,
  head: string,
): ServiceError {
  const isHtml = /\bhtml\b/i.test(type) || isWebPage(head);
  const named =
    type === '' ? 'without a content type' : `as ${excerpt(connection.redact(type), 100)}`;
  return new ServiceError(
    'protocol',
    `The service answered ${named}, which is not a reply of the interface (${call.tried}).`,
    {
      status: response.status,
      code: isHtml ? failureCode.webPage : undefined,
      detail: excerpt(connection.redact(readableText(head))),
    },
  );
}
