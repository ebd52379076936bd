import {
  firstFields,
  isFiniteNumber,
  isRecord,
  isString,
  type WireObject,
} from '../../shared/guards.ts';
import { isWebPage, readableText } from '../excerpt.ts';
import { durationMs, leadingDurationMs, retryAfterMs, untilMs } from './retryAfter.ts';
import { parseJson } from '../parseJson.ts';

/** The facts in the body of an error, as the service sent them. */
export interface ErrorFacts {
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  readonly requestId?: string | undefined;
  /** A status of HTTP that the body states, which need not be that of the response. */
  readonly status?: number | undefined;
  /** How long the body asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** Errors lie within errors where gateways pass them on. */
const maxLevels = 3;

/**
 * Reads an error in any of the usual shapes (`docs/service-interface.md`, "Errors" 3), each also as the
 * first element of an array. The words are the first of: the error that a gateway passes on, the message of
 * the error, the error as a text, the message beside it, and the details.
 */
export function errorFacts(answer: unknown, levels = maxLevels): ErrorFacts {
  const sent: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (!isRecord(sent)) {
    return isString(sent) ? { message: boundedText(sent) } : {};
  }
  const value = plainly(sent);
  const inner = innerError(value);
  const places = inner === value ? [value] : [inner, value];
  const passedOn = levels > 0 ? passedOnFacts(inner, levels - 1) : {};
  const fieldOf = (...names: readonly string[]) =>
    firstText(...places.flatMap((place) => names.map((name) => place[name])));
  const code = passedOn.code ?? fieldOf('code', 'errorcode', 'statuscode');
  const message =
    passedOn.message ??
    [
      ...(inner === value ? [] : [inner['message']]),
      ...places.flatMap((place) => textFields.map((field) => place[field])),
    ]
      .map((text) => textOf(text, levels))
      .find((text) => text !== undefined) ??
    places.map(firstDetail).find((text) => text !== undefined) ??
    // Problem details (RFC 9457): the title says the least.
    fieldOf('title');
  return {
    message,
    code,
    type:
      passedOn.type ??
      firstText(inner['type'], inner['status'], value['type'], detailType(value['detail'])),
    requestId: firstText(value['id'], ...places.map((place) => place['requestid']).toReversed()),
    status: statusIn([code, ...places.flatMap((place) => statusFields.map((name) => place[name]))]),
    retryAfterMs:
      passedOn.retryAfterMs ??
      statedWait(inner['details']) ??
      waitInHeaders(inner['metadata']) ??
      places.map(waitInField).find((wait) => wait !== undefined) ??
      waitInWords(message),
  };
}

/**
 * The fields with the words of an error, the clearest first: beside a message, the error as a text is a code or the words
 * of the status.
 */
const textFields = [
  'message',
  'detail',
  'msg',
  'errormsg',
  'errormessage',
  'errordescription',
  'faultstring',
  'statusmsg',
  'reason',
  'description',
  'error',
  'err',
];

const statusFields = ['status', 'statuscode', 'httpcode'];

/** The fields of an object by their names in lower case, without what stands between words: services differ in these. */
function plainly(value: WireObject): WireObject {
  return Object.fromEntries(
    firstFields(value, maxFields).map(([name, field]) => [
      name.slice(0, maxNameLength).replaceAll(/[_-]/g, '').toLowerCase(),
      field,
    ]),
  );
}

/** The object with the error itself: within the answer, the choice that it stands in, or an object around it. */
function innerError(value: WireObject): WireObject {
  const { error, errors, fault, baseresp: base, choices, status } = value;
  const [first]: readonly unknown[] = Array.isArray(errors) ? errors : [];
  const [choice]: readonly unknown[] = Array.isArray(choices) ? choices : [];
  const inChoice = isRecord(choice) ? choice['error'] : undefined;
  const found = [error, inChoice, first, fault, base, status].find(isRecord) ?? wrappedError(value);
  return found === undefined ? value : plainly(found);
}

/** The error in one of the objects of an answer, such as `{ "response": { "error": { … } } }`. */
export function wrappedError(value: WireObject): WireObject | undefined {
  return firstFields(value, maxFields)
    .map(([, field]) => (isRecord(field) ? plainly(field)['error'] : undefined))
    .find(isRecord);
}

/**
 * The error of the service behind a gateway: OpenRouter puts it into `metadata.raw` as a text, Azure the cause
 * of a filter into `innererror`.
 */
function passedOnFacts(inner: WireObject, levels: number): ErrorFacts {
  const { metadata, innererror } = inner;
  const raw = isRecord(metadata) ? metadata['raw'] : undefined;
  if (isString(raw) && raw.trim() !== '') {
    return factsOfText(raw, levels);
  }
  if (isRecord(raw)) {
    return errorFacts(raw, levels);
  }
  return isRecord(innererror) ? { type: firstText(innererror['code']) } : {};
}

/** In characters; the body of an error status is not read any further either. */
const maxTextLength = 65_536;

/** The facts in a text that may be JSON or a web page. */
export function factsOfText(text: string, levels = maxLevels): ErrorFacts {
  const bounded = text.slice(0, maxTextLength);
  const parsed = /^\s*[[{"]/.test(bounded) ? parseJson(bounded) : undefined;
  const facts = parsed === undefined ? {} : errorFacts(parsed, levels);
  const words = isWebPage(bounded) ? readableText(bounded) : boundedText(bounded);
  return { ...facts, message: facts.message ?? (parsed === undefined ? words : undefined) };
}

/** The words in a field: a text, JSON in a text, or an object with the problems of a request. */
function textOf(value: unknown, levels: number): string | undefined {
  if (isString(value)) {
    const isJson = levels > 0 && /^\s*[[{]/.test(value);
    return (isJson ? factsOfText(value, levels - 1).message : undefined) ?? boundedText(value);
  }
  if (Array.isArray(value)) {
    return problemsText(value);
  }
  if (!isRecord(value)) {
    return undefined;
  }
  const { message, msg, error, detail } = plainly(value);
  const words = firstText(message, msg, error);
  return (
    words ?? (levels > 0 ? (textOf(error, levels - 1) ?? textOf(detail, levels - 1)) : undefined)
  );
}

function boundedText(text: string): string | undefined {
  const bounded = text.slice(0, maxTextLength);
  return bounded.trim() === '' ? undefined : bounded;
}

const maxNameLength = 200;

/** No error has more. */
const maxFields = 50;

/** The first value that is a text or a number and not blank, cut to length. */
function firstText(...values: readonly unknown[]): string | undefined {
  return values
    .map((value) => (isFiniteNumber(value) ? String(value) : value))
    .filter(isString)
    .map(boundedText)
    .find((text) => text !== undefined);
}

/** A longer list repeats itself: one problem for each message of a long chat, for example. */
const maxProblems = 20;

/** The problems in a list of texts or of `{ msg, loc }`, one for each wrong field. */
function problemsText(list: readonly unknown[]): string | undefined {
  const problems = list
    .slice(0, maxProblems)
    .map((problem) =>
      isRecord(problem)
        ? [
            placeOf(problem['loc']),
            firstText(problem['msg'], problem['message'], problem['description']),
          ]
            .filter(Boolean)
            .join(': ')
        : firstText(problem),
    )
    .filter((problem) => problem !== undefined && problem !== '');
  return boundedText(problems.join('; '));
}

/** The place of a wrong field: `body.temperature`. */
function placeOf(loc: unknown): string {
  const path: readonly unknown[] = Array.isArray(loc) ? loc.slice(0, maxProblems) : [];
  return path
    .filter(isString)
    .map((name) => name.slice(0, maxNameLength))
    .join('.');
}

/** The code of a wrong field, such as `extra_forbidden`. */
function detailType(detail: unknown): unknown {
  const [first]: readonly unknown[] = Array.isArray(detail) ? detail : [];
  return isRecord(first) ? first['type'] : undefined;
}

/** The problems of a request in a list, or by the names of the wrong fields. */
function firstDetail({ errors }: WireObject): string | undefined {
  if (isString(errors)) {
    return boundedText(errors);
  }
  if (isRecord(errors)) {
    const named = firstFields(errors, maxProblems).map(([name, problems]) => {
      const words = Array.isArray(problems) ? problemsText(problems) : firstText(problems);
      return words && `${name.slice(0, maxNameLength)}: ${words}`;
    });
    return boundedText(named.filter((one) => one !== undefined).join('; '));
  }
  return Array.isArray(errors) ? problemsText(errors) : undefined;
}

function statusIn(values: readonly unknown[]): number | undefined {
  return values
    .map((value) => (isString(value) && /^\d{3}$/.test(value) ? Number(value) : value))
    .filter(isFiniteNumber)
    .find((value) => Number.isInteger(value) && value >= 400 && value < 600);
}

/** OpenRouter passes on the headers of a limit in the body. */
function waitInHeaders(metadata: unknown): number | undefined {
  const sent = isRecord(metadata) ? metadata['headers'] : undefined;
  const known = isRecord(sent) ? firstFields(sent, maxProblems) : [];
  const headers = new Headers();
  for (const [name, value] of known) {
    if (/^[\w-]{1,100}$/.test(name) && isString(value) && /^[ -~]{1,100}$/.test(value)) {
      headers.set(name, value);
    }
  }
  return retryAfterMs(headers, Date.now(), { readsLimits: true });
}

/** Google states the time to wait in an element of `details`: `{ "retryDelay": "34s" }`. */
function statedWait(details: unknown): number | undefined {
  const list: readonly unknown[] = Array.isArray(details) ? details.slice(0, maxProblems) : [];
  return list
    .filter(isRecord)
    .map(({ retryDelay }) => (isString(retryDelay) ? durationMs(retryDelay) : undefined))
    .find((wait) => wait !== undefined);
}

/** The names of fields for a time to wait, in lower case: `retry_after`, `retryDelay`, `resets_in_seconds`, `resets_at`. */
const waitName = /^(?:retry|resets?)(?:after|delay|in)(ms|milliseconds)?(?:s|secs?|seconds)?$/;
const resetName = /^(?:retry|resets?)at$/;

/** The time to wait in a field of its own: in seconds, as a duration, or the time at which a limit ends. */
function waitInField(place: WireObject): number | undefined {
  return firstFields(place, maxFields)
    .map(([name, stated]) => {
      const [isWait, ms] = waitName.exec(name) ?? [];
      if (isWait !== undefined) {
        return isFiniteNumber(stated)
          ? stated * (ms === undefined ? 1000 : 1)
          : isString(stated)
            ? durationMs(stated)
            : undefined;
      }
      const isTime = resetName.test(name) && (isString(stated) || isFiniteNumber(stated));
      return isTime ? untilMs(String(stated), Date.now()) : undefined;
    })
    .find((wait) => wait !== undefined);
}

/** “Please try again in 6m0s.”, “wait 40 seconds before retrying”, “retry after about 1 minute and 30 seconds”. */
const waitWords =
  /\b(?:try(?:ing)? again|retry(?:ing)?|available(?: again)?|resets?) (?:in|after) |\bwait (?:for )?|请(?:在|等待|于)? ?|，(?:等待)? ?/gi;

function waitInWords(message = ''): number | undefined {
  return Array.from(message.matchAll(waitWords), ({ index, 0: words }) =>
    leadingDurationMs(message.slice(index + words.length)),
  ).find((wait) => wait !== undefined);
}
