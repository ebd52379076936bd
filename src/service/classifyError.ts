import { isFiniteNumber, isRecord, isString } from '../shared/guards.ts';
import type { ServiceErrorKind } from '../shared/service/serviceErrorKind.ts';

const contextWords =
  /context[ _-]?(?:length|window|size)|maximum context|too many tokens|prompt (?:is )?too long|input (?:is )?too long|reduce the length|n_ctx|token limit exceeded/i;
const quotaCodes = /insufficient|quota|billing|balance(?!r)|credit|payment/i;
const quotaWords =
  /insufficient|exceeded your (?:current |monthly )?quota|billing|balance|\bcredits?\b|payment/i;
const rateCodes = /rate_?-?limit|too_?many_?requests|throttl/i;
const modelWords =
  /\bmodel\b.*(?:not found|not exist|doesn't exist|unknown|not available|unavailable|no longer)|(?:unknown|invalid|no such|unsupported) model|model_not_found/i;

/** The code of the convention for a model that is misspelt, gone or not permitted. */
export const modelNotFound = 'model_not_found';

/** Whether an error speaks of a model that the service does not have. */
export function isModelError({ code, type, message }: ErrorFacts): boolean {
  return [code, type, message].some((words) => words !== undefined && modelWords.test(words));
}

/**
 * The kind of an error by its status (`service-interface.md`, "Errors") and, where one status has
 * several meanings, by the service's words.
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
  if (isContextStatus(status) && isContext(facts)) {
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
 * The kind of an error object that comes with status 200: `otherwise`, unless its code is a status
 * or says clearly what is wrong.
 */
export function classifyErrorObject(
  facts: ErrorFacts,
  otherwise: 'stream' | 'server',
): ServiceErrorKind {
  const code = `${facts.code ?? ''} ${facts.type ?? ''}`;
  if (isContext({ code }) || (facts.message !== undefined && isContext(facts))) {
    return 'contextTooLong';
  }
  if (quotaCodes.test(code) || facts.code === '402') {
    return 'quota';
  }
  if (rateCodes.test(code) || facts.code === '429') {
    return isQuota(facts) ? 'quota' : 'rateLimited';
  }
  return otherwise;
}

function isContextStatus(status: number): boolean {
  return status === 400 || status === 413 || status === 422 || status === 500;
}

function isContext({ code, type, message }: ErrorFacts): boolean {
  return [code, type, message].some((words) => words !== undefined && contextWords.test(words));
}

/** A code decides before the words do: hints at how to pay for more come with mere rate limits too. */
function isQuota({ code, type, message }: ErrorFacts): boolean {
  const codes = `${code ?? ''} ${type ?? ''}`;
  if (quotaCodes.test(codes)) {
    return true;
  }
  return !rateCodes.test(codes) && message !== undefined && quotaWords.test(message);
}

/** What an error object says, as the service sent it. */
export interface ErrorFacts {
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  readonly requestId?: string | undefined;
}

/**
 * Reads an error object. The interface leaves its shape open ("Errors"), so the common ones are
 * taken: `{ error: { message, code, type } }`, `{ error: "…" }`, `{ message }`, `{ detail }`, each
 * also within an array.
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

/** Whether a 200 answer or an event of a stream is an error object rather than a reply. */
export function isErrorObject(value: Readonly<Record<string, unknown>>): boolean {
  const { error } = value;
  return isRecord(error) || (isString(error) && error !== '') || value['object'] === 'error';
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values
    .map((value) => (isFiniteNumber(value) ? String(value) : value))
    .filter(isString)
    .find((value) => value.trim() !== '');
}

/** Some frameworks give a list of `{ msg, loc }`, one for each field that is wrong. */
function messageOfDetail(holder: unknown): string | undefined {
  const detail = isRecord(holder) ? holder['detail'] : undefined;
  if (!Array.isArray(detail)) {
    return isRecord(detail) ? firstText(detail['message'], detail['msg']) : firstText(detail);
  }
  const problems = detail.filter(isRecord).map(({ loc, msg }) => {
    const field = Array.isArray(loc) ? loc.filter(isString).join('.') : '';
    return [field, firstText(msg)].filter(Boolean).join(': ');
  });
  return firstText(problems.join('; '));
}
