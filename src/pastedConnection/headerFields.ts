import { isRecord, isString } from '../shared/guards.ts';
import { type KeyText, readKeyText, variableIn } from './keyText.ts';
import { serviceOfKey } from './servicesByName.ts';

/** The headers of a pasted text. */
export interface HeaderFields extends KeyText {
  /** `${key}` stands in place of the key. `Authorization: Bearer` is not among them: it is the usual form. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers that were left out because they hold a second secret. */
  readonly secretHeaders: readonly string[];
  /** Whether there is `Authorization: Bearer`, with or without a key. */
  readonly isBearer: boolean;
}

/** What Parley or the transport sets, and what belongs to the program that the text was copied from. */
const setByOthers =
  /^(?:accept(?:-.*)?|connection|content-.*|cookie|dnt|expect|host|keep-alive|origin|pragma|cache-control|priority|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade(?:-.*)?|user-agent|x-requested-with|x-stainless-.*)$/;

/** Headers whose value is a secret, by the end of their names. */
const secretName =
  /(?:^|[-_])(?:apikey|key|token|secret|auth|authorization|password|credentials?)$/;

/** A header name (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

/** A value that can be sent, and in which nothing is left for the reader to fill in. */
const complete = /^[\u0020-\u007e\u00a0-\u00ff]{1,4000}$/;
const blank = /^$|\$\{|\{\{|^\$\w|<[^>]{0,200}>|^\{.*\}$|\byour[-_ ]|^YOUR|process\.env/i;

const maxHeaders = 32;

/** The pairs in a value that holds headers: an object, `Name: value` texts, or a list of either. */
export function headerPairs(value: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    return value.slice(0, 4 * maxHeaders).flatMap(headerPairs);
  }
  if (isString(value)) {
    const colon = value.indexOf(':');
    return colon < 1 ? [] : [[value.slice(0, colon).trim(), value.slice(colon + 1).trim()]];
  }
  if (!isRecord(value)) {
    return [];
  }
  const { name, key = name, value: content } = value;
  return isString(key) && isString(content)
    ? [[key, content]]
    : Object.entries(value).flatMap(([name, content]) =>
        isString(content) ? [[name.trim(), content.trim()] as const] : [],
      );
}

/** Reads headers: the key out of the one that has it, and the others as they are sent. */
export function readHeaders(pairs: readonly (readonly [string, string])[]): HeaderFields {
  const own = pairs.filter(
    ([name, value]) =>
      token.test(name) && value.length <= 8192 && !setByOthers.test(name.toLowerCase()),
  );
  // `Authorization` has the key where several headers hold a secret.
  const secrets = own
    .filter(isSecret)
    .toSorted(([one], [other]) => Number(isAuthorization(other)) - Number(isAuthorization(one)));
  const holder =
    secrets.find(([, value]) => 'key' in secretIn(value) || 'keyVariable' in secretIn(value)) ??
    secrets[0];
  const { key, keyVariable, scheme } = holder === undefined ? noSecret : secretIn(holder[1]);
  const others = secrets.filter(
    (pair) => pair !== holder && key !== undefined && secretIn(pair[1]).key !== key,
  );
  const isUsual = holder !== undefined && isAuthorization(holder[0]) && /^bearer $/i.test(scheme);
  const same = secrets.filter(
    (pair) => pair !== holder && key !== undefined && secretIn(pair[1]).key === key,
  );
  const held = [
    ...(isUsual || holder === undefined ? [] : [holder]),
    ...same.filter(([name]) => !isAuthorization(name)),
  ].map(([name, value]) => [name, `${secretIn(value).scheme}\${key}`] as const);
  const plain = own.filter(
    ([name, value]) =>
      !isSecret([name, value]) &&
      complete.test(value) &&
      !blank.test(value) &&
      variableIn(value) === undefined,
  );
  return {
    key,
    keyVariable,
    headers: Object.fromEntries([...held, ...plain].slice(0, maxHeaders)),
    secretHeaders: others.map(([name]) => name),
    isBearer: isUsual,
  };
}

/** Whether a header holds a secret: by its name, or by what it holds. */
function isSecret([name, value]: readonly [string, string]): boolean {
  return (
    secretName.test(name.toLowerCase()) ||
    /^(?:bearer|basic|token|api-?key)\s/i.test(value) ||
    value.startsWith('sk-') ||
    serviceOfKey(value) !== undefined
  );
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

interface Secret extends KeyText {
  /** What stands before the key: `Bearer `, `Api-Key `, or nothing. */
  readonly scheme: string;
}

const noSecret: Secret = { scheme: '' };

function secretIn(value: string): Secret {
  const [whole = '', scheme = ''] = /^([A-Za-z][\w-]{0,40} )\s*(?=\S)/.exec(value) ?? [];
  return { scheme, ...readKeyText(value.slice(whole.length)) };
}
