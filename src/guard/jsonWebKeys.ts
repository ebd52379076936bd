import type { Finding } from '../shared/guard/finding.ts';
import { looksReal } from './looksReal.ts';

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
