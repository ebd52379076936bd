import type { Finding } from '../shared/guard/finding.ts';

/** The first line of a private key (RFC 7468, OpenSSH, OpenPGP). */
const firstLine = /-----BEGIN (?:[A-Z\d]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** That of PuTTY, and the line after which the private part begins. */
const puttyFirstLine = /^PuTTY-User-Key-File-\d: /gm;

/** Larger ones are not looked for. The block of a PGP key with many signatures is this long. In characters. */
const maxLength = 100_000;

/** The shortest key, of an elliptic curve, has 64 characters of Base64. */
const leastBase64 = 60;

/** A key that is cut, by the end of a selection for example, is found as far as it goes. */
export function findPrivateKeys(text: string): readonly Finding[] {
  const begins = Array.from(text.matchAll(firstLine), ({ 0: line, index }) => ({ line, index }));
  return [
    ...begins.flatMap(({ line, index }) => {
      const bodyStart = index + line.length;
      const limit = Math.min(text.length, bodyStart + maxLength);
      const bodyEnd = dashesAfter(text, bodyStart, limit);
      if (!isKeyMaterial(text.slice(bodyStart, bodyEnd))) {
        return [];
      }
      const lastLine = line.replace('BEGIN', 'END');
      const end = text.startsWith(lastLine, bodyEnd) ? bodyEnd + lastLine.length : bodyEnd;
      return [{ kind: 'privateKey' as const, start: index, end }];
    }),
    ...findPuttyKeys(text),
  ];
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
  // In source code the lines of a key may be quoted, with `\n` at their ends.
  const base64 = body
    .replaceAll(/\\[nrt]/g, ' ')
    .split(/[^A-Za-z\d+/=]+/)
    .filter((run) => run.length >= 16)
    .join('');
  return base64.length >= leastBase64 && new Set(base64).size >= 20;
}
