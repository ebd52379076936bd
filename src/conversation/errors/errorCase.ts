import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { KeySourceKind } from '../../shared/service/keySource.ts';
import {
  failureCode,
  isForbidden,
  type NetworkTrouble,
  networkTrouble,
  type ServiceErrorKind,
} from '../../shared/service/serviceErrorKind.ts';

/** The kinds of failures for which the user gets different advice: finer than `ServiceErrorKind`. */
export type ErrorCase =
  | ServiceErrorKind
  | NetworkTrouble
  | 'clientTimeout'
  | 'idleTimeout'
  | 'forbidden'
  | 'keyMissing'
  | 'keyLost'
  | 'keyMoved'
  | 'keyUnknown'
  | 'keyVariable'
  | 'keyCommand'
  | 'keySignIn'
  | 'keyNotInBrowser'
  | 'variableRejected'
  | 'commandRejected'
  | 'signInRejected'
  | 'refusedByProxy'
  | 'proxySignIn'
  | 'unknownModel'
  | 'tooLarge'
  | 'imagesRefused'
  | 'streamRefused'
  | 'filtered'
  | 'overloaded'
  | 'gateway'
  | 'webPage'
  | 'redirect'
  | 'redirectLoop';

/** How services say that they are overloaded. */
const overload = /overload|over capacity|no capacity|server is busy|too busy|capacity exceeded/i;

/** The case of an error: by its kind, then by its status, its code and the service's own words. */
export function errorCase(error: ReplyError): ErrorCase {
  const { kind, code } = error;
  switch (kind) {
    case 'network':
      return networkTrouble(code) ?? kind;
    case 'timeout':
      return timeoutCase(error);
    case 'auth':
      return authCase(error);
    case 'notFound':
      return code === 'model_not_found' ? 'unknownModel' : kind;
    case 'badRequest':
      return badRequestCase(error);
    case 'rateLimited':
      return rateCase(error);
    case 'server':
      return serverCase(error);
    case 'protocol':
      return protocolCase(error);
    case 'stream':
      return streamCase(error);
    default:
      return kind;
  }
}

function badRequestCase({ kind, status, code, refusesImages }: ReplyError): ErrorCase {
  if (refusesImages === true) {
    return 'imagesRefused';
  }
  if (code === 'content_filter') {
    return 'filtered';
  }
  if (code === failureCode.streamRefused) {
    return 'streamRefused';
  }
  return status === 413 ? 'tooLarge' : status === 407 ? 'proxySignIn' : kind;
}

/** How services say that one request alone is beyond the limit for a minute: waiting does not help. */
const aboveLimit = /request (?:is )?too large/i;

function rateCase(error: ReplyError): ErrorCase {
  if (isOverload(error)) {
    return 'overloaded';
  }
  return error.status === 413 || aboveLimit.test(error.detail ?? '') ? 'tooLarge' : error.kind;
}

function streamCase(error: ReplyError): ErrorCase {
  switch (error.code) {
    case 'model_not_found':
      return 'unknownModel';
    case 'content_filter':
      return 'filtered';
    default:
      return isOverload(error) ? 'overloaded' : error.kind;
  }
}

function protocolCase({ kind, code }: ReplyError): ErrorCase {
  switch (code) {
    case failureCode.webPage:
      return 'webPage';
    case failureCode.redirect:
      return 'redirect';
    case failureCode.redirectLoop:
      return 'redirectLoop';
    default:
      return kind;
  }
}

function timeoutCase({ status, code }: ReplyError): ErrorCase {
  if (status === 408) {
    return 'clientTimeout';
  }
  return code === failureCode.idleTimeout || code === 'UND_ERR_BODY_TIMEOUT'
    ? 'idleTimeout'
    : 'timeout';
}

function authCase(error: ReplyError): ErrorCase {
  const { code, isKeyMissing, keySource } = error;
  if (code === failureCode.webPage) {
    return 'refusedByProxy';
  }
  const unsent = unsentCases.find((each) => failureCode[each] === code);
  if (unsent !== undefined) {
    return unsent;
  }
  if (isForbidden(error)) {
    return 'forbidden';
  }
  const rejected = keySource && rejectedCases[keySource];
  return isKeyMissing === true ? 'keyMissing' : (rejected ?? 'auth');
}

/** The cases in which nothing was sent, because the key could not be had. */
const unsentCases = [
  'keyLost',
  'keyMoved',
  'keyUnknown',
  'keyVariable',
  'keyCommand',
  'keySignIn',
  'keyNotInBrowser',
] as const satisfies readonly (ErrorCase & keyof typeof failureCode)[];

/** The rejection of a key by where it came from. A key that was typed can be typed again. */
const rejectedCases: Readonly<Record<KeySourceKind, ErrorCase>> = {
  stored: 'auth',
  environment: 'variableRejected',
  command: 'commandRejected',
  microsoft: 'signInRejected',
};

function serverCase(error: ReplyError): ErrorCase {
  const { status, code } = error;
  if (status === 503 || status === 529 || isOverload(error)) {
    return 'overloaded';
  }
  return status === 502 || status === 504 || code === failureCode.webPage ? 'gateway' : 'server';
}

function isOverload({ code, detail }: ReplyError): boolean {
  return overload.test(`${code ?? ''} ${detail ?? ''}`);
}

/** Codes of errors about a model that is unknown, retired or not available to the account. */
const modelCode =
  /model[_-](?:not|is|un|no|access|permission|deprecat|retired|decommission|disabled|terms)|(?:invalid|unknown|unsupported|no_such|deprecated|retired)[_-]model/i;

/**
 * Words of such errors, after the word "model" in the same sentence. The name of a model may contain a
 * full stop.
 */
const modelWords =
  /\bmodel\b(?:[^.!?\n]|\.\S){0,120}?\b(?:not (?:found|exist|available|permitted|allowed|supported)|no longer|deprecated|decommissioned|retired|offline|unavailable|access|permission|(?<!be )disabled)|模型[^。\n]{0,120}(?:无可用|不可用|不存在|未开通|下线|禁用|无权|权限)/i;

/** The words of these that a service does not use for a failure of its own. */
const goneWords =
  /\bmodel\b(?:[^.!?\n]|\.\S){0,120}?\b(?:not (?:found|exist)|no longer|deprecated|decommissioned|retired|offline|unavailable)|模型[^。\n]{0,120}(?:无可用|不可用|不存在|下线)/i;

/** What a sentence has that denies a model, in any order: the model, a no, and what is not permitted. */
const deniedWords: readonly RegExp[] = [
  /\bmodels?\b|模型/i,
  /\b(?:not|no|cannot|denied|without)\b|无权|没有权限|未开通/i,
  /\b(?:access|allowed|permission|permitted|authori[sz]ed)\b|权|未开通/i,
];

/**
 * The statuses of errors about a model (`docs/service-interface.md`, "Errors" 8). A status alone does not tell
 * what an error is about ("Errors" 5).
 */
const modelStatuses: ReadonlySet<number> = new Set([400, 403, 404, 410, 422]);
const failureStatuses: ReadonlySet<number> = new Set([500, 503]);

/**
 * Whether a failure is about the model of the request, `asked`, so that the model list is worth a
 * request (`docs/service-interface.md`, "Errors" 8).
 */
export function concernsModel(error: ReplyError, asked = ''): boolean {
  if (errorCase(error) === 'unknownModel') {
    return true;
  }
  const { status, code = '', refused, refusesImages, kind } = error;
  const isWithinReply = status === undefined && (kind === 'stream' || kind === 'server');
  if (refused !== undefined || refusesImages === true || kind === 'contextTooLong') {
    return false;
  }
  if (isWithinReply || (status !== undefined && failureStatuses.has(status))) {
    return modelCode.test(code) || says(goneWords, error, asked);
  }
  return (
    status !== undefined &&
    (modelCode.test(code) ||
      (modelStatuses.has(status) && (says(modelWords, error, asked) || deniesModel(error))))
  );
}

/** Some services name the model and do not call it one. */
function says(words: RegExp, error: ReplyError, asked: string): boolean {
  const detail = plainWords(error);
  return words.test(detail) || (asked !== '' && words.test(detail.replaceAll(asked, 'model')));
}

function deniesModel(error: ReplyError): boolean {
  return plainWords(error)
    .split(/[.!?]\s|[\n。]/)
    .some((one) => deniedWords.every((words) => words.test(one)));
}

/** The words of the service, with “is not” for “isn’t”. */
function plainWords({ detail = '' }: ReplyError): string {
  return detail.replaceAll(/n['’]t\b/g, ' not');
}
