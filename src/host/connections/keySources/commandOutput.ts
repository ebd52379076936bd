import { isFiniteNumber, isRecord, isString, type WireObject } from '../../../shared/guards.ts';
import { parseJson } from '../../../service/parseJson.ts';
import { tidyKey } from '../keys/pastedKey.ts';

/** A key as a command has printed it. */
export interface PrintedKey {
  readonly key: string;
  /** When the key ends, if that is stated; in milliseconds since 1970. */
  readonly endsAtMs?: number | undefined;
}

/** A header may not be longer. In characters. */
const maxKeyLength = 8000;

/** Where commands put a key into a JSON object: `az`, `gcloud`, `databricks`, `ibmcloud`, `kubectl` and others. */
const keyFields = [
  'access_token',
  'accessToken',
  'token',
  'iam_token',
  'id_token',
  'api_key',
  'apiKey',
  'key',
] as const;

/** Where they put its end, as a time in seconds or milliseconds since 1970, or as a date. */
const endFields = [
  'expires_on',
  'expires_at',
  'expiresAt',
  'expiration',
  'Expiration',
  'expirationTimestamp',
  'expiry',
  'expiresOn',
] as const;

/**
 * Reads what a command has printed: the key is the first line, or a field of a JSON object, which may state when
 * the key ends. A key that is a JSON Web Token states that itself. Gives undefined if there is no key.
 */
export function readCommandOutput(output: string, nowMs: number): PrintedKey | undefined {
  const text = output.trim();
  if (!text.startsWith('{')) {
    return printedKey(text.split(/[\r\n]/, 1)[0]);
  }
  const read = parseJson(text);
  const object = isRecord(read) ? read : {};
  // `kubectl` prints the key within `status`.
  const holder = isRecord(object['status']) ? object['status'] : object;
  const found = printedKey(keyFields.map((field) => holder[field]).find(isString));
  return found && { ...found, endsAtMs: endOf(holder, nowMs) ?? found.endsAtMs };
}

function printedKey(text = ''): PrintedKey | undefined {
  if (text.length > maxKeyLength) {
    return undefined;
  }
  const key = tidyKey(text)?.value ?? text;
  // A sentence is no key.
  return /^[\u0021-\u007e\u00a1-\u00ff]+$/.test(key)
    ? { key, endsAtMs: endOfToken(key) }
    : undefined;
}

function endOf(object: WireObject, nowMs: number): number | undefined {
  const seconds = Number(object['expires_in']);
  if (seconds > 0) {
    return nowMs + seconds * 1000;
  }
  return endFields.map((field) => timeOf(object[field])).find(isFiniteNumber);
}

/** From this number on, a time is in milliseconds; as seconds it would be in the year 5138. */
const leastMilliseconds = 1e11;

function timeOf(value: unknown): number | undefined {
  const number = isString(value) && value.trim() !== '' ? Number(value) : value;
  if (isFiniteNumber(number)) {
    return number < leastMilliseconds ? number * 1000 : number;
  }
  const time = isString(value) ? Date.parse(value.slice(0, 100)) : NaN;
  return isFiniteNumber(time) ? time : undefined;
}

/** The field `exp` of a JSON Web Token (RFC 7519, section 4.1.4), without checking the token. */
function endOfToken(key: string): number | undefined {
  const [, payload, , more] = key.split('.', 4);
  if (payload === undefined || more !== undefined || !/^[\w-]+$/.test(payload)) {
    return undefined;
  }
  try {
    const claims = parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return isRecord(claims) ? timeOf(claims['exp']) : undefined;
  } catch {
    return undefined;
  }
}
