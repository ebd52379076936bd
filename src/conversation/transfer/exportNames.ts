import { isSafeId } from '../../shared/conversation/conversation.ts';

/**
 * In characters. Each has at most four bytes, and file systems allow 255 bytes, including the number and the
 * extension.
 */
const maxLength = 60;

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name without extension for each title, valid on all common file systems. The names differ from each
 * other and from those in `taken`, even if case is ignored.
 */
export function exportNames(
  titles: readonly string[],
  taken: readonly string[] = [],
): readonly string[] {
  const used = new Set(taken.map(caseless));
  /** By the name without a number: the first number that may be free. Many chats may have one title. */
  const numbers = new Map<string, number>();
  return titles.map((title) => {
    const base = safeName(title);
    let number = numbers.get(caseless(base)) ?? 1;
    while (used.has(caseless(numbered(base, number)))) {
      number += 1;
    }
    numbers.set(caseless(base), number + 1);
    used.add(caseless(numbered(base, number)));
    return numbered(base, number);
  });
}

function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name} ${number}`;
}

function caseless(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function safeName(title: string): string {
  const words = title.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ');
  const name = Array.from(words.replaceAll(/ +/g, ' ').trim()).slice(0, maxLength).join('').trim();
  return name === '' || reserved.test(name) ? `chat ${name}`.trim() : name;
}

/**
 * Whether an id of an import can be the name of a file on every system, and is not in `taken`. The ids in
 * `taken` are in lower case, because some file systems ignore case.
 */
export function isFreeName(id: string, taken: ReadonlySet<string>): boolean {
  return isSafeId(id) && !reserved.test(id) && !taken.has(id.toLowerCase());
}
