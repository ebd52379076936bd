import type { Finding } from '../shared/guard/finding.ts';
import { withoutEscapes } from './escapes.ts';
import { looksReal } from './looksReal.ts';

/** The first and the last line of a private key (RFC 7468, OpenSSH, OpenPGP), also as an address has them. */
const keyLine =
  /-----(BEGIN|END)(?: |%20|\+)(?:[A-Z\d]{1,12}(?: |%20|\+)){0,3}PRIVATE(?: |%20|\+)KEY(?:(?: |%20|\+)BLOCK)?-----/g;

/** The line of a key of PuTTY after which the private part begins. */
const puttyPrivate = /\bPrivate-Lines: \d{1,4}/g;

/** The public part, before that line, is shorter. In characters. */
const mostPublic = 4000;

/** Larger ones are not looked for. The block of a PGP key with many signatures is this long. In characters. */
const maxLength = 100_000;

/** The shortest key, of an elliptic curve, has 64 characters of Base64. */
const leastBase64 = 60;

/** In the Base64 of random bytes, two of three characters are of another kind than the one before; in words few are. */
const leastChanges = 0.25;

/** Of the 64 characters of Base64, a key has at least so many. */
const leastDifferent = 20;

/** The runs of Base64 in a line of a key; the last line may have less. */
const base64Run = /[A-Za-z\d+/]{16,}={0,2}/g;

/**
 * Private keys as files have them, and in Base64 as Kubernetes has such files. A key that is cut, by the beginning or the
 * end of a selection for example, is found as far as it goes.
 */
export function findPrivateKeys(text: string): readonly Finding[] {
  return [...findPemKeys(text), ...findEncodedKeys(text), ...findPuttyKeys(text)];
}

function findPemKeys(text: string): readonly Finding[] {
  const wholeBodies = new Set<number>();
  return Array.from(text.matchAll(keyLine)).flatMap(({ 0: line, 1: label, index }) => {
    const end = index + line.length;
    if (label === 'BEGIN') {
      const bodyEnd = dashesAfter(text, end, Math.min(text.length, end + maxLength));
      const base64End = endOfBase64(text.slice(end, bodyEnd));
      if (base64End === undefined) {
        return [];
      }
      const lastLine = line.replace('BEGIN', 'END');
      const isWhole =
        text.startsWith(lastLine, bodyEnd) && isAroundLine(text.slice(end + base64End, bodyEnd));
      if (isWhole) {
        wholeBodies.add(end);
      }
      return found(index, isWhole ? bodyEnd + lastLine.length : end + base64End);
    }
    const from = Math.max(0, index - maxLength);
    const dashes = text.slice(from, index).lastIndexOf('-----');
    const bodyStart = dashes === -1 ? from : from + dashes + 5;
    const start = wholeBodies.has(bodyStart) ? undefined : lastBase64(text.slice(bodyStart, index));
    return start === undefined ? [] : found(bodyStart + start, end);
  });
}

function found(start: number, end: number): readonly Finding[] {
  return [{ kind: 'privateKey', start, end }];
}

/** The fields that a key may have before its lines of Base64 (RFC 1421, RFC 9580), up to the end of the line. */
const fields =
  /(?:Proc-Type|DEK-Info|Version|Comment|MessageID|Hash|Charset)(?::|%3A)(?:[^\n\\%]|%(?!(?:25){0,3}0[ADad])){0,200}/g;

/** They are no longer, in characters. */
const mostFields = 1000;

/** Takes the place of the characters of a field. */
const inField = '\0';

/** Source code, a log or a numbered list has no more around a line of a key, in characters and in words. */
const mostAround = { length: 120, words: 8 };

/** The last line of a key may be a short one. It has nothing else on it. */
const shortLine =
  /^[^\w\n]{0,40}(?:\n[^\w\n]{0,40})?[A-Za-z\d+/]{1,15}={0,2}(?=[^\w\n]{0,40}(?:\n|$))/;

/**
 * Where the lines of Base64 end that a text begins with; undefined if they are not those of a key. Documentation that
 * mentions the first line of a key goes on with words.
 */
function endOfBase64(text: string): number | undefined {
  const plain = withoutEscapes(
    text.replaceAll(fields, inPlace(inField)).replaceAll(/%(?:25){0,3}2[BF]/gi, inPlace('+')),
  );
  let end = 0;
  let base64 = '';
  for (const { 0: run, index } of plain.matchAll(base64Run)) {
    if (!isAroundLine(plain.slice(end, index)) || !isMixed(run)) {
      break;
    }
    base64 += run;
    end = index + run.length;
  }
  // The same few characters are what documentation has in place of a key.
  if (base64.length < leastBase64 || new Set(base64).size < leastDifferent) {
    return undefined;
  }
  return end + (shortLine.exec(plain.slice(end))?.[0].length ?? 0);
}

function inPlace(character: string): (found: string) => string {
  return ({ length }) => character.repeat(length);
}

function isAroundLine(text: string): boolean {
  const { length, words } = mostAround;
  const around = text.slice(text.slice(0, mostFields).lastIndexOf(inField) + 1).trim();
  return around.length <= length && (around.match(/[A-Za-z]{2,}/g)?.length ?? 0) <= words;
}

/** Whether capitals, small letters and digits alternate as in Base64 of random bytes: in words and paths they do not. */
function isMixed(run: string): boolean {
  const changes = run.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
  return changes >= run.length * leastChanges;
}

/** Where the lines of Base64 begin that a text ends with; undefined if they are not those of a key. */
function lastBase64(text: string): number | undefined {
  let start: number | undefined;
  let short = 0;
  for (const { 0: word, index } of Array.from(withoutEscapes(text).matchAll(/\S+/g)).toReversed()) {
    const run = Array.from(word.matchAll(base64Run)).at(-1);
    if (run !== undefined) {
      start = index + run.index;
      if (/[A-Za-z\d]/.test(word.slice(0, run.index))) {
        break;
      }
    } else if (/[A-Za-z]/.test(word)) {
      // The last line and a checksum after it.
      short += 1;
      if (start !== undefined || short > 2) {
        break;
      }
    }
  }
  const end = start === undefined ? undefined : endOfBase64(text.slice(start));
  return start !== undefined && end !== undefined && isAroundLine(text.slice(start + end))
    ? start
    : undefined;
}

/** The Base64 of a file that begins with `-----BEGIN`, on one line or on several of the same length. */
const encodedFile =
  /LS0tLS1CRUdJTi[A-Za-z\d]{40,100000}={0,2}(?:(?:\r?\n|\\n)[ \t]{0,40}[A-Za-z\d]{20,100}={0,2}(?![^\s"'`\\])){0,2000}/g;

function findEncodedKeys(text: string): readonly Finding[] {
  return Array.from(text.matchAll(encodedFile)).flatMap(({ 0: encoded, index }) => {
    const base64 = encoded.replaceAll(/\\n|[\s=]/g, '');
    const file = atob(base64.length % 4 === 1 ? base64.slice(0, -1) : base64);
    return findPemKeys(file).length === 0 ? [] : found(index, index + encoded.length);
  });
}

/** Where the body of a key ends: it contains no five dashes. */
function dashesAfter(text: string, from: number, limit: number): number {
  const next = text.slice(from, limit).indexOf('-----');
  return next === -1 ? limit : from + next;
}

function findPuttyKeys(text: string): readonly Finding[] {
  return Array.from(text.matchAll(puttyPrivate)).flatMap(({ 0: line, index }, at, all) => {
    const bodyStart = index + line.length;
    const limit = Math.min(all[at + 1]?.index ?? text.length, bodyStart + maxLength);
    const base64End = endOfBase64(text.slice(bodyStart, limit));
    if (base64End === undefined) {
      return [];
    }
    const before = Math.max(0, index - mostPublic);
    const first = text.slice(before, index).lastIndexOf('PuTTY-User-Key-File-');
    const end = bodyStart + base64End;
    const mac = /^\s{1,8}Private-MAC:[^\n]{0,200}/.exec(text.slice(end, end + 300))?.[0] ?? '';
    return found(first === -1 ? index : before + first, end + mac.length);
  });
}

/** The type of a key as JSON (RFC 7517), as source code, or within a text of JSON. */
const keyType = /\bkty\\{0,7}["']?\s{0,20}:\s{0,20}\\{0,7}["'](?:RSA|EC|OKP|oct)\b/g;

/** The private part of a key, or the whole of a symmetric one (RFC 7518, sections 6.2 to 6.4). */
const secretPart = /(?<![\w-])([dk])\\{0,7}["']?\s{0,20}:\s{0,20}\\{0,7}["']([\w-]{22,5000})/;

/** How far an object goes on before and after the type of its key, which has no objects in it. In characters. */
const reach = 20_000;
const restOfObject = /[^{}]{0,20000}\}?/y;

/** JSON Web Keys that are private or symmetric, each as a whole. */
export function findJsonWebKeys(text: string): readonly Finding[] {
  // Two keys have no text in common, so that none is looked at twice.
  let last = 0;
  return Array.from(text.matchAll(keyType)).flatMap(({ 0: type, index }) => {
    const from = Math.max(last, index - reach);
    const open = text.slice(from, index).lastIndexOf('{');
    last = Math.max(last, index);
    if (open === -1) {
      return [];
    }
    const start = from + open;
    restOfObject.lastIndex = index + type.length;
    restOfObject.test(text);
    last = restOfObject.lastIndex;
    const [, part, value = ''] = secretPart.exec(text.slice(start, last)) ?? [];
    if (!looksReal(value)) {
      return [];
    }
    const what =
      part === 'd'
        ? { kind: 'privateKey' as const }
        : { kind: 'key' as const, subject: 'JSON Web' };
    return [{ ...what, start, end: last }];
  });
}
