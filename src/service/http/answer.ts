import { joined } from '../../shared/images/file/pieces.ts';
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../shared/guards.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { isError, isRemark } from '../errors/classifyError.ts';
import { isWebPage, readableText, safeExcerpt } from '../excerpt.ts';
import { parseJson } from '../parseJson.ts';
import { ServiceError } from '../serviceError.ts';
import { type ByteSource, putBack } from './byteSource.ts';
import type { Deadline } from './deadline.ts';
import { type AnsweredCall, errorFromObject } from './errorFromResponse.ts';
import type { OpenResponse } from './openResponse.ts';

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
  const bytes = joined(pieces);
  let start = 0;
  for (;;) {
    if (byteOrderMark.every((byte, index) => bytes[start + index] === byte)) {
      start += byteOrderMark.length;
    } else if ([0x09, 0x0a, 0x0d, 0x20].includes(bytes[start] ?? 0)) {
      start += 1;
    } else {
      return start === bytes.length ? [] : [bytes.subarray(start)];
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

/** 64 MiB (`docs/service-interface.md`, "Limits"). */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a body as one JSON value. Throws `ServiceError`: `protocol` if the text is not JSON or is
 * larger than 64 MiB, `server` or a clearer kind if the value is an error object.
 */
export async function readJson(opened: OpenResponse, source: ByteSource): Promise<unknown> {
  const { call, endpoint, deadline, response } = opened;
  const { status } = response;
  const text = await readText(source, deadline);
  if (text === undefined) {
    throw new ServiceError('protocol', l10n.t('The service’s reply is larger than 64 MiB.'), {
      tried: call.tried,
      status,
    });
  }
  const value = parseJson(text);
  if (value === undefined) {
    throw new ServiceError('protocol', l10n.t('The service’s reply is not complete JSON.'), {
      tried: call.tried,
      status,
      detail: safeExcerpt(text, endpoint.redact),
    });
  }
  if (isError(value)) {
    throw errorFromObject(value, opened, 'server');
  }
  return value;
}

/** Throws `ServiceError` if JSON that is not what was asked for has words in place of it. */
export function throwIfRemark(value: unknown, opened: OpenResponse): void {
  if (isRecord(value) && isRemark(value)) {
    throw errorFromObject(value, opened, 'server');
  }
}

/**
 * Reads a body as UTF-8; `undefined` if it is larger than `maxBytes`. White space alone does not
 * count as data for the deadline: services send it to keep a connection open.
 */
async function readText(source: ByteSource, deadline: Deadline): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let leftBytes = maxBytes;
  for (;;) {
    const bytes = await source.read();
    if (bytes === undefined) {
      return text + decoder.decode();
    }
    leftBytes -= bytes.length;
    if (leftBytes < 0) {
      return undefined;
    }
    if (bytes.some(isVisible)) {
      deadline.noteData();
    }
    text += decoder.decode(bytes, { stream: true });
  }
}

function isVisible(byte: number): boolean {
  return byte > 0x20;
}
