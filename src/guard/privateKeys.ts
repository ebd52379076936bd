import type { Finding } from '../shared/guard/finding.ts';
import { withoutEscapes } from './escapes.ts';

/** The first and the last line of a private key (RFC 7468, OpenSSH, OpenPGP), also as an address has them. */
const keyLine =
  /-----(BEGIN|END)(?: |%20|\+)(?:[A-Z\d]{1,12}(?: |%20|\+)){0,3}PRIVATE(?: |%20|\+)KEY(?:(?: |%20|\+)BLOCK)?-----/g;

/** That of PuTTY, and the line after which the private part begins. */
const puttyFirstLine = /^PuTTY-User-Key-File-\d: /gm;

/** Larger ones are not looked for. The block of a PGP key with many signatures is this long. In characters. */
const maxLength = 100_000;

/** The shortest key, of an elliptic curve, has 64 characters of Base64. */
const leastBase64 = 60;

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
  const lines = Array.from(text.matchAll(keyLine), ({ 0: line, 1: label, index }) => ({
    line,
    isFirst: label === 'BEGIN',
    index,
    end: index + line.length,
  }));
  const bodyStarts = new Set(lines.filter(({ isFirst }) => isFirst).map(({ end }) => end));
  return lines.flatMap(({ line, isFirst, index, end }) => {
    if (isFirst) {
      const bodyEnd = dashesAfter(text, end, Math.min(text.length, end + maxLength));
      const lastLine = line.replace('BEGIN', 'END');
      return isKeyMaterial(text.slice(end, bodyEnd))
        ? found(index, text.startsWith(lastLine, bodyEnd) ? bodyEnd + lastLine.length : bodyEnd)
        : [];
    }
    const from = Math.max(0, index - maxLength);
    const dashes = text.slice(from, index).lastIndexOf('-----');
    const bodyStart = dashes === -1 ? from : from + dashes + 5;
    const start = bodyStarts.has(bodyStart) ? undefined : lastBase64(text.slice(bodyStart, index));
    return start === undefined ? [] : found(bodyStart + start, end);
  });
}

function found(start: number, end: number): readonly Finding[] {
  return [{ kind: 'privateKey', start, end }];
}

/** Where the lines of Base64 begin that a text ends with; undefined if they are not those of a key. */
function lastBase64(text: string): number | undefined {
  let start: number | undefined;
  let longest = 0;
  let short = 0;
  for (const { 0: word, index } of Array.from(withoutEscapes(text).matchAll(/\S+/g)).toReversed()) {
    const run = Array.from(word.matchAll(base64Run)).at(-1);
    if (run !== undefined) {
      start = index + run.index;
      longest = Math.max(longest, run[0].length);
      if (/[A-Za-z\d]/.test(word.slice(0, run.index))) {
        break;
      }
    } else if (/[A-Za-z]/.test(word)) {
      // The last line and a checksum after it.
      short += 1;
      if (longest > 0 || short > 2) {
        break;
      }
    }
  }
  return longest >= leastBase64 && isKeyMaterial(text.slice(start)) ? start : undefined;
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
  return Array.from(text.matchAll(puttyFirstLine), ({ 0: line, index }) => ({
    index,
    bodyStart: index + line.length,
  })).flatMap(({ index, bodyStart }) => {
    const next = text.indexOf('PuTTY-User-Key-File-', bodyStart);
    const limit = Math.min(next === -1 ? text.length : next, bodyStart + maxLength);
    const body = text.slice(bodyStart, limit);
    const lines = body.indexOf('Private-Lines:');
    if (lines === -1 || !isKeyMaterial(body.slice(lines))) {
      return [];
    }
    const mac = body.indexOf('Private-MAC:', lines);
    const macEnd = mac === -1 ? body.length : body.indexOf('\n', mac);
    return [
      {
        kind: 'privateKey' as const,
        start: index,
        end: bodyStart + (macEnd === -1 ? body.length : macEnd),
      },
    ];
  });
}

/** Whether there is enough Base64, and not only the same few characters. */
function isKeyMaterial(body: string): boolean {
  if (body.length < leastBase64) {
    return false;
  }
  // In source code the lines of a key may be quoted, with `\n` at their ends; in an address they end with `%0A`.
  const base64 = body
    .replaceAll(/\\[nrt]|%0[AD]/gi, ' ')
    .replaceAll(/%2[BF]/gi, '+')
    .split(/[^A-Za-z\d+/=]+/)
    .filter((run) => run.length >= 16)
    .join('');
  return base64.length >= leastBase64 && new Set(base64).size >= 20;
}
