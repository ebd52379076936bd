import { isFiniteNumber, isRecord, isString } from '../shared/guards.ts';

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
