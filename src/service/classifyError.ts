import { isFiniteNumber, isRecord, isString, type WireObject } from '../shared/guards.ts';
import { saysKeyIsWrong } from '../shared/service/keyError.ts';
import type { ServiceErrorKind } from '../shared/service/serviceErrorKind.ts';

/** The facts in the body of an error, as the service sent them. */
export interface ErrorFacts {
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  readonly requestId?: string | undefined;
}

/**
 * Reads an error object in any of the usual shapes (`docs/service-interface.md`, "Errors" 3):
 * `{ error: { message, code, type } }`, `{ error: "…" }`, `{ message }` or `{ detail }`, each also as
 * the first element of an array.
 */
export function errorFacts(answer: unknown): ErrorFacts {
  const value: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (!isRecord(value)) {
    return isString(value) ? { message: value } : {};
  }
  const inner = isRecord(value['error']) ? value['error'] : value;
  return {
    message: firstText(
      inner['message'],
      value['error'],
      value['message'],
      messageOfDetail(value),
      messageOfDetail(inner['message']),
    ),
    code: firstText(inner['code'], value['code']),
    type: firstText(inner['type'], inner['status'], value['type']),
    requestId: firstText(value['id'], value['request_id'], inner['request_id']),
  };
}

/** In characters; the body of an error status is not read any further either. */
const maxTextLength = 65_536;
const maxNameLength = 200;

/** The first value that is a text or a number and not blank, cut to length. */
function firstText(...values: readonly unknown[]): string | undefined {
  return values
    .map((value) => (isFiniteNumber(value) ? String(value) : value))
    .filter(isString)
    .map((text) => text.slice(0, maxTextLength))
    .find((text) => text.trim() !== '');
}

/** A longer list repeats itself: one problem for each message of a long chat, for example. */
const maxProblems = 20;

/** The message in `detail`. Some frameworks send a list of `{ msg, loc }`, one for each wrong field. */
function messageOfDetail(holder: unknown): string | undefined {
  const detail = isRecord(holder) ? holder['detail'] : undefined;
  if (!Array.isArray(detail)) {
    return isRecord(detail) ? firstText(detail['message'], detail['msg']) : firstText(detail);
  }
  const list: readonly unknown[] = detail;
  const problems = list
    .slice(0, maxProblems)
    .filter(isRecord)
    .map(({ loc, msg }) => [placeOf(loc), firstText(msg)].filter(Boolean).join(': '));
  return firstText(problems.join('; '));
}

/** The place of a wrong field: `body.temperature`. */
function placeOf(loc: unknown): string {
  const path: readonly unknown[] = Array.isArray(loc) ? loc.slice(0, maxProblems) : [];
  return path
    .filter(isString)
    .map((name) => name.slice(0, maxNameLength))
    .join('.');
}

/**
 * Whether JSON that came with a status of success, or in a stream, is an error object rather than a
 * reply (`docs/service-interface.md`, "Errors" 4).
 */
export function isErrorObject(value: WireObject): boolean {
  const { error } = value;
  return isRecord(error) || (isString(error) && error !== '') || value['object'] === 'error';
}

/**
 * The kind of an error with an error status (`docs/service-interface.md`, "Errors" 5): the status
 * decides first; if it has several meanings, so do the code and the words of the service.
 */
export function classifyError(status: number, facts: ErrorFacts): ServiceErrorKind {
  if (status === 402) {
    return 'quota';
  }
  if (status === 429) {
    return isQuota(facts) ? 'quota' : 'rateLimited';
  }
  if (status === 401 || status === 403) {
    return status === 403 && isQuota(facts) ? 'quota' : 'auth';
  }
  if (contextStatuses.has(status) && isContext(facts)) {
    return 'contextTooLong';
  }
  if (status === 404 || status === 405 || status === 410) {
    return 'notFound';
  }
  if (status === 408) {
    return 'timeout';
  }
  if (status >= 500) {
    return 'server';
  }
  return isModelError(facts) ? 'notFound' : 'badRequest';
}

/**
 * The kind of an error object with status 200: `otherwise`, unless its code is a status or names
 * another kind (`docs/service-interface.md`, "Errors" 5).
 */
export function classifyErrorObject(
  facts: ErrorFacts,
  otherwise: 'stream' | 'server',
): ServiceErrorKind {
  const code = `${facts.code ?? ''} ${facts.type ?? ''}`;
  if (isContext({ code }) || isContext(facts)) {
    return 'contextTooLong';
  }
  if (quotaCodes.test(code) || facts.code === '402') {
    return 'quota';
  }
  if (rateCodes.test(code) || facts.code === '429') {
    return isQuota(facts) ? 'quota' : 'rateLimited';
  }
  const isKey = saysKeyIsWrong({ code, detail: facts.message });
  if (isKey || facts.code === '401' || facts.code === '403') {
    return 'auth';
  }
  return otherwise === 'server' && isModelError(facts) ? 'notFound' : otherwise;
}

/** The usual code for a model that does not exist or may not be used ("Errors" 7). */
export const modelNotFound = 'model_not_found';

const modelWords = /(?:unknown|invalid|no such|unsupported) model|model_not_found/i;

/** In the same line, after the word "model". */
const missingWords =
  /not found|not exist|doesn't exist|unknown|not available|unavailable|no longer|taken offline/i;

/** Whether an error says that the service does not have the model. */
export function isModelError(facts: ErrorFacts): boolean {
  return mentions(facts, modelWords) || textsOf(facts).some(saysModelIsMissing);
}

/** One expression for both words would take quadratic time over a text that repeats the first. */
function saysModelIsMissing(text: string): boolean {
  return text.split(/[\n\r\u2028\u2029]/).some((line) => {
    const place = line.search(/\bmodel\b/i);
    return place >= 0 && missingWords.test(line.slice(place));
  });
}

/** Statuses with which services report that the context length is exceeded. */
const contextStatuses = new Set([400, 413, 422, 500]);

const contextWords =
  /context[ _-]?(?:length|window|size)|maximum context|too many tokens|prompt (?:is )?too long|input (?:is )?too long|reduce the length|n_ctx|token limit exceeded/i;

function isContext(facts: ErrorFacts): boolean {
  return mentions(facts, contextWords);
}

function mentions(facts: ErrorFacts, words: RegExp): boolean {
  return textsOf(facts).some((text) => words.test(text));
}

function textsOf({ code, type, message }: ErrorFacts): readonly string[] {
  return [code, type, message].filter((text) => text !== undefined);
}

const quotaCodes = /insufficient|quota|billing|balance(?!r)|credit|payment/i;
const quotaWords =
  /insufficient|exceeded your (?:current |monthly )?quota|billing|balance|\bcredits?\b|payment/i;
const rateCodes = /rate_?-?limit|too_?many_?requests|throttl/i;

/** The code decides before the words: services also mention billing when only a rate limit is reached. */
function isQuota({ code, type, message }: ErrorFacts): boolean {
  const codes = `${code ?? ''} ${type ?? ''}`;
  if (quotaCodes.test(codes)) {
    return true;
  }
  return !rateCodes.test(codes) && message !== undefined && quotaWords.test(message);
}
