import { isFiniteNumber, isRecord, isString, type WireObject } from '../../shared/guards.ts';
import { saysKeyIsWrong, type ServiceErrorKind } from '../../shared/service/serviceErrorKind.ts';
import { type ErrorFacts, wrappedError } from './errorFacts.ts';

/**
 * Whether JSON that came with a status of success, or in a stream, is an error object rather than a
 * reply (`docs/service-interface.md`, "Errors" 4). Google sends an error in an array.
 */
export function isError(value: unknown): boolean {
  if (isRecord(value)) {
    return isErrorObject(value);
  }
  const first = firstOf(value);
  return isRecord(first) && isRecord(first['error']);
}

function firstOf(value: unknown): unknown {
  const list: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  return list?.[0];
}

function isErrorObject(value: WireObject): boolean {
  const { error, object, base_resp: base } = value;
  if (isText(error) || object === 'error') {
    return true;
  }
  if (isRecord(error) && (!hasContent(value) || saysSomething(error))) {
    return true;
  }
  // MiniMax sends its status with every reply.
  const status = isRecord(base) ? base['status_code'] : undefined;
  if (status !== undefined && status !== null && Number(status) !== 0) {
    return true;
  }
  return hasContent(value) ? isFailedChoice(value['choices']) : saysThatItFailed(value);
}

/** Whether an error object has anything in it. Some gateways send an empty one with every reply. */
function saysSomething(error: WireObject): boolean {
  return Object.values(error).some(
    (field) => isText(field) || isRecord(field) || (isFiniteNumber(field) && field !== 0),
  );
}

/** Whether an object has words and no part of a reply: an error, if nothing better comes. */
export function isRemark(value: WireObject): boolean {
  return isText(value['message']) && !hasContent(value);
}

function isText(value: unknown): boolean {
  return isString(value) && value !== '';
}

/** Fields of which one, or else `choices`, is in everything that is no error. */
const contentFields = ['data', 'models', 'result', 'usage', 'output', 'delta'];

function hasContent(value: WireObject): boolean {
  // Nearly every chunk has choices.
  return isObject(value['choices']) || contentFields.some((field) => isFilled(value[field]));
}

/** Cloudflare sends an empty `result` with an error. */
function isFilled(value: unknown): boolean {
  return isObject(value) && !(isRecord(value) && Object.keys(value).length === 0);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** An error in place of a message, as OpenRouter sends it. What a choice says beside its error is kept. */
function isFailedChoice(choices: unknown): boolean {
  const choice = firstOf(choices);
  if (!isRecord(choice) || !isRecord(choice['error'])) {
    return false;
  }
  const message = choice['message'] ?? choice['delta'];
  return !isRecord(message) || !isText(message['content']);
}

/** Services that number their answers have 0 or 200 for success. */
function isFailure(code: unknown): boolean {
  return (isText(code) || isFiniteNumber(code)) && !/^(?:0|200|ok|success)$/i.test(String(code));
}

/** The shapes of errors that no other object has, if there is no content either. */
function saysThatItFailed(value: WireObject): boolean {
  const { error, success, fault, errors, detail, code, error_code: otherCode, type } = value;
  const words = [value['message'], value['msg'], value['error_msg']];
  const ownWords = [value['errorMessage'], value['error_message']];
  return (
    error === true ||
    success === false ||
    isRecord(fault) ||
    (Array.isArray(errors) && errors.length > 0) ||
    isText(detail) ||
    isRecord(detail) ||
    (Array.isArray(detail) && detail.length > 0) ||
    saysSomething(wrappedError(value) ?? {}) ||
    ownWords.some(isText) ||
    (words.some(isText) &&
      (isFailure(code) || isFailure(otherCode) || (isString(type) && /error/i.test(type))))
  );
}

/**
 * The kind of an error with an error status (`docs/service-interface.md`, "Errors" 5): the status
 * decides first; if it has several meanings, so do the code and the words of the service.
 */
export function classifyError(status: number, facts: ErrorFacts): ServiceErrorKind {
  const endsByItself = status === 429 && facts.retryAfterMs !== undefined;
  if (
    status === 402 ||
    mentions(facts, budgetWords) ||
    (mentions(facts, balanceWords) && !endsByItself)
  ) {
    return 'quota';
  }
  if (status === 429) {
    return isQuota(facts) ? 'quota' : 'rateLimited';
  }
  if (status === 401) {
    return signInKind(facts);
  }
  if (status === 403) {
    return forbiddenKind(facts);
  }
  if (contextStatuses.has(status) && isContext(facts)) {
    return 'contextTooLong';
  }
  if (status === 404 && mentions(facts, endpointWords)) {
    return 'badRequest';
  }
  if (status === 404 || status === 405 || status === 410) {
    return 'notFound';
  }
  if (status === 408) {
    return 'timeout';
  }
  // xAI and Google reject a key with this status.
  if (status === 400 && saysKeyIsWrong({ code: codesOf(facts), detail: facts.message })) {
    return 'auth';
  }
  if (status >= 500) {
    return 'server';
  }
  return requestKind(facts);
}

/** A limit that the user has set for what may be spent: waiting does not help, whatever the status. */
const budgetWords =
  /budget[ _](?:has been |was )?exceed|exceed(?:s|ed|ing)? (?:\w{1,20} ){0,3}budget|billing_hard_limit|billing hard limit|spend(?:ing)? limit|\bkey limit exceeded|\bsetlimitexceeded|\b(?:set|specified) (?:\w{1,20} ){0,2}(?:inference|usage|cost) limit/i;

const spentWords =
  /credit|balance|billing|quota|payment|arrearage|exhausted|used up|余额不足|欠费/i;

/** The kind of an error with status 401, with which some services also speak of an account or of a model. */
function signInKind(facts: ErrorFacts): ServiceErrorKind {
  if (saysKeyIsWrong({ code: codesOf(facts), detail: facts.message })) {
    return 'auth';
  }
  if (mentions(facts, spentWords)) {
    return 'quota';
  }
  return isAboutModel(401, facts) ? 'notFound' : 'auth';
}

/** The kind of an error with status 403, which stands for anything that is not permitted. */
function forbiddenKind(facts: ErrorFacts): ServiceErrorKind {
  // OpenRouter says of a message that its filter rejected that no credits were charged.
  if (isFiltered(facts)) {
    return 'badRequest';
  }
  if (isQuota(facts)) {
    return 'quota';
  }
  return saysRateLimit(facts) ? 'rateLimited' : 'auth';
}

/** The kind of an error whose status says no more than that the request is at fault. */
function requestKind(facts: ErrorFacts): ServiceErrorKind {
  if (rateCodes.test(codesOf(facts))) {
    return 'rateLimited';
  }
  return isModelError(facts) && !isFiltered(facts) ? 'notFound' : 'badRequest';
}

/**
 * The kind of an error object with status 200: `otherwise`, unless it states a status, or its code or its words
 * are about another kind (`docs/service-interface.md`, "Errors" 5).
 */
export function classifyErrorObject(
  facts: ErrorFacts,
  otherwise: 'stream' | 'server',
): ServiceErrorKind {
  const codes = codesOf(facts);
  const { code, status, message } = facts;
  if (isContext(facts)) {
    return 'contextTooLong';
  }
  if (quotaCodes.test(codes) || status === 402 || mentions(facts, balanceWords)) {
    return 'quota';
  }
  if (rateCodes.test(codes) || status === 429 || saysRateLimit(facts)) {
    return isQuota(facts) ? 'quota' : 'rateLimited';
  }
  if (isFiltered(facts)) {
    return otherwise === 'server' ? 'badRequest' : otherwise;
  }
  if (saysKeyIsWrong({ code: codes, detail: message }) || status === 401 || status === 403) {
    return 'auth';
  }
  if (otherwise === 'server' && isModelError(facts)) {
    return 'notFound';
  }
  const ownKind = code === undefined ? undefined : miniMaxKinds[code];
  return (
    ownKind ??
    (otherwise === 'server' && (status === 400 || status === 422) ? 'badRequest' : otherwise)
  );
}

/** The codes of MiniMax, which are not statuses of HTTP. */
const miniMaxKinds: Readonly<Record<string, ServiceErrorKind>> = {
  1002: 'rateLimited',
  1004: 'auth',
  1008: 'quota',
  1039: 'rateLimited',
  2013: 'badRequest',
  2049: 'auth',
  2056: 'quota',
};

/** The usual code for a model that does not exist or may not be used ("Errors" 7). */
export const modelNotFound = 'model_not_found';

const modelWords =
  /(?:unknown|invalid|no such|unsupported) model|model_not_found|DeploymentNotFound|deployment for this resource does not exist|not a valid model|model identifier is invalid|no models? (?:is |are )?loaded|no endpoints found for|not found the model|unable to access model|\bmodels\/\S{1,200} is not found|模型不存在/i;

/** In the same line, after the word "model". */
const missingWords =
  /not found|not exist|doesn't exist|unknown|not available|unavailable|no longer|taken offline|not supported|only supported|not activated|no permission|未开通|不存在/i;

/** Whether an error says that the service does not have the model. */
function isModelError(facts: ErrorFacts): boolean {
  return (
    mentions(facts, modelWords) ||
    textsOf(facts).some(saysModelIsMissing) ||
    // Anthropic only names the model.
    (facts.type === 'not_found_error' && (facts.message ?? '').startsWith('model:'))
  );
}

/** What an error with status 404 or 410 is about if it is not about the address. */
const offeredWords =
  /\b(?:models?|deployments?|functions?|providers?|guardrails?|v1\/responses)\b|模型/i;

/** With status 401: the key is known, and the model is not for it. */
const deniedModel =
  /(?:not allowed|no permission|no access|not have access) to (?:\w{1,20} ){0,3}model|无权访问模型/i;

/** Whether an error is about the model, and not about the address or the key, by its words and its status. */
export function isAboutModel(status: number | undefined, facts: ErrorFacts): boolean {
  const isMissing = status === 404 || status === 410;
  return (
    isModelError(facts) ||
    (isMissing && mentions(facts, offeredWords)) ||
    (status === 401 && mentions(facts, deniedModel))
  );
}

/** One expression for both words would take quadratic time over a text that repeats the first. */
function saysModelIsMissing(text: string): boolean {
  return text.split(/[\n\r\u2028\u2029]/).some((line) => {
    const place = line.search(/\bmodel\b/i);
    return place >= 0 && missingWords.test(line.slice(place));
  });
}

/** OpenRouter has the model, but no provider of it that does what the request asks for. */
const endpointWords = /no endpoints found (?:that|matching|with)/i;

/** The usual code of a filter of the service ("Errors" 7). */
export const contentFilter = 'content_filter';

const filterWords =
  /content_?filter|content[ _](?:management )?policy|ResponsibleAIPolicy|data_?inspection_?failed|safety system|input was flagged|new_sensitive|prohibited_content|violates? (?:our |the )?(?:usage|content)|content violates|sensitive_?content|contains? sensitive (?:content|information|words?)|不安全或敏感/i;

/** Whether an error says that a filter of the service has rejected the messages or the reply. */
export function isFiltered(facts: ErrorFacts): boolean {
  return mentions(facts, filterWords);
}

/** Statuses with which services report that the context length is exceeded. */
const contextStatuses = new Set([400, 413, 422, 500]);

/** What a sentence about the length of the chat has: what is counted, in which unit, and that it exceeds. */
const lengthWords: readonly RegExp[] = [
  /\b(?:inputs?|prompt|context|messages?|conversation|chat|sequence|tokens? limit|tokens in (?:the |your )?request|n_ctx)\b|输入|上下文/i,
  /\b(?:tokens?|characters?|length|window|size|long|n_ctx)\b|长/i,
  /exceed|too (?:long|many|large)|\b(?:greater|longer|larger|more|bigger) than|[\w)] >=? [\w(]|\bmax|limit|at most|(?:should|must) (?:be|have|fit)|reduce|shorten|(?:not|n['’]t) (?:fit|enough)|current length|超|过长/i,
];

/** The chat can be meant by nothing else, also without a number. */
const ofContext =
  /\bcontext[ -](?:length|window|size)|\bn_ctx\b|\btokens? limit (?:exceeded|reached)|\b(?:total|input|prompt) tokens\b[^.]{0,40}\bexceed|\btokens in (?:the |your )?request\b|超长|(?<!时间)过长|exceed\w{0,3} (?:the |model ){0,2}token limit|\btoo many tokens|\breduce the length of the (?:messages|prompt|input)/i;

/** A number of tokens, or that the chat itself is too long. */
const ofChat =
  /\d{3}|\b(?:inputs?|prompt|context|conversation|chat|sequence)(?: length| size)? (?:is |are )?(?:too long|exceed)/i;

/** Where a parser stopped: a number, but of nothing that is counted. */
const placeInBody = /\bline \d{1,9},? column \d{1,9}/gi;

/** What has a size of its own. */
const otherSizes = /\b(?:images?|files?|audio|video|pixels?|bytes|[km]i?b)\b/i;

/** An error about a limit in time is not about the length of the conversation, nor is one about the length of the reply. */
function isContext(facts: ErrorFacts): boolean {
  return !saysRateLimit(facts) && textsOf(facts).some(isTooLong);
}

function isTooLong(text: string): boolean {
  // Codes have underscores between their words, and stand in sentences, too.
  const words = /\s/.test(text)
    ? text
        .replaceAll(/_?context_(length|window|size)_?/gi, ' context $1 ')
        .replaceAll(/\b(prompt|input)_tokens\b/gi, '$1 tokens')
        .replaceAll(placeInBody, '')
    : text.replaceAll('_', ' ');
  return (
    lengthWords.every((some) => some.test(words)) &&
    (ofContext.test(words) || (ofChat.test(words) && !otherSizes.test(words)))
  );
}

const rateWords =
  /rate[ _-]?limit|too many requests|tokens per (?:minute|day)|requests per (?:minute|day)|\b(?:TPM|RPM)\b|please wait/i;

function saysRateLimit(facts: ErrorFacts): boolean {
  return rateCodes.test(codesOf(facts)) || mentions(facts, rateWords);
}

function mentions(facts: ErrorFacts, words: RegExp): boolean {
  return textsOf(facts).some((text) => words.test(text));
}

function textsOf({ code, type, message }: ErrorFacts): readonly string[] {
  return [code, type, message].filter((text) => text !== undefined);
}

function codesOf({ code, type }: ErrorFacts): string {
  return `${code ?? ''} ${type ?? ''}`;
}

const quotaCodes = /insufficient|quota|billing|balance(?!r)|credit|payment|arrearage/i;
const quotaWords =
  /insufficient|exceeded your (?:current |monthly )?quota|billing|balance|\bcredits?\b|payment/i;

/** Words about an account that no request is at fault for. */
const balanceWords =
  /(?:credit )?balance is (?:too low|insufficient|not enough)|insufficient (?:account )?(?:balance|credits?|funds)|out of (?:credits?|extra usage)|arrearage|余额不足|欠费/i;

const rateCodes = /rate_?-?limit|too_?many_?requests|throttl/i;

/** An allowance for a time, which begins again. */
const ofPeriod = /\bper (?:second|minute|hour|day)\b|\bdaily\b|\btoday\b|每(?:天|日|小时|分钟)/i;

/**
 * The code decides before the words: services also mention billing when only a rate limit is reached. So does
 * a stated time to wait, because waiting brings no credit.
 */
function isQuota({ code, type, message, retryAfterMs }: ErrorFacts): boolean {
  const codes = codesOf({ code, type });
  if (quotaCodes.test(codes)) {
    return !(message !== undefined && ofPeriod.test(message));
  }
  return (
    !rateCodes.test(codes) &&
    retryAfterMs === undefined &&
    message !== undefined &&
    speaksOfQuota(rateWords.test(message) ? withoutOffers(message) : message)
  );
}

function speaksOfQuota(message: string): boolean {
  return quotaWords.test(message) || balanceWords.test(message);
}

/** The sentences but for those in which a service offers more for money. */
function withoutOffers(message: string): string {
  return message
    .split(/[.!?\n]/)
    .filter((sentence) => !/\b(?:add|buy|purchase|upgrade|unlock|get more)\b/i.test(sentence))
    .join('. ');
}
