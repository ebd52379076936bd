import * as l10n from '@vscode/l10n';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { putBack, type ByteSource } from './byteSource.ts';
import type { AnsweredCall } from './errorFromResponse.ts';
import { isWebPage, readableText, safeExcerpt } from '../excerpt.ts';
import type { OpenResponse } from './openResponse.ts';
import { ServiceError } from '../serviceError.ts';

/** How the body of a successful response is to be read. */
export interface Answer {
  readonly format: 'eventStream' | 'json';
  /** The whole body, including the bytes that were read to find the format. */
  readonly source: ByteSource;
}

const eventStreamType = /^text\/event-stream\b/i;
const jsonType = /^[a-z]+\/(?:[\w.+-]+\+)?json\b/i;
const eventStreamStart = /^(?:data|event|id|retry)?:/;

/**
 * Tells an event stream from JSON by the start of the body, else by the content type (`docs/service-interface.md`, "POST
 * /v1/chat/completions" 4). Throws `ServiceError` of kind `protocol` for anything else.
 */
export async function answerFormat(opened: OpenResponse): Promise<Answer> {
  const type = opened.response.headers.get('content-type')?.trim() ?? '';
  const { head, source } = await readHead(opened.source);
  if (/^[{[]/.test(head)) {
    return { format: 'json', source };
  }
  if (eventStreamStart.test(head) || eventStreamType.test(type)) {
    return { format: 'eventStream', source };
  }
  if (jsonType.test(type)) {
    return { format: 'json', source };
  }
  throw formatError(opened, type, head);
}

/** Enough characters to recognize `retry:`. */
const headLength = 6;

/** Limits the white space before the body, which some services send to keep a connection open. */
const maxHeadBytes = 65_536;

/** Reads the first characters that are not white space, which is left out; the head may have more than it needs. */
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
  return { head, source: putBack(withoutStart(pieces), source) };
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The bytes after white space and byte order marks: a field that such a thing stands before would be unknown. */
function withoutStart(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  let start = 0;
  for (;;) {
    if (byteOrderMark.every((byte, index) => bytes[start + index] === byte)) {
      start += byteOrderMark.length;
    } else if ([0x09, 0x0a, 0x0d, 0x20].includes(bytes[start] ?? 0)) {
      start += 1;
    } else {
      return start === end ? [] : [bytes.subarray(start)];
    }
  }
}

function formatError(
  { call, endpoint, response }: AnsweredCall,
  type: string,
  head: string,
): ServiceError {
  const isHtml = /\bhtml\b/i.test(type) || isWebPage(head);
  const named = safeExcerpt(type, endpoint.redact, 100);
  return new ServiceError(
    'protocol',
    named === undefined
      ? l10n.t('The service sent data without a content type, which Parley cannot read.')
      : l10n.t('The service sent data of type {0}, which Parley cannot read.', named),
    {
      tried: call.tried,
      status: response.status,
      code: isHtml ? failureCode.webPage : undefined,
      detail: safeExcerpt(readableText(head), endpoint.redact),
    },
  );
}
