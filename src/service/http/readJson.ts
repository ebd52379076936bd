import * as l10n from '@vscode/l10n';
import { isRecord } from '../../shared/guards.ts';
import type { ByteSource } from './byteSource.ts';
import { isError, isRemark } from '../errors/classifyError.ts';
import type { Deadline } from './deadline.ts';
import { errorFromObject } from './errorFromResponse.ts';
import { safeExcerpt } from '../excerpt.ts';
import type { OpenResponse } from './openResponse.ts';
import { parseJson } from '../parseJson.ts';
import { ServiceError } from '../serviceError.ts';

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
