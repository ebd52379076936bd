import { isSafeId } from '../../shared/conversation/conversation.ts';

/** In characters, of which each is at most four bytes; a file system takes 255, number and ending included. */
const maxLength = 60;

/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name for each title, without its ending, that every common file system takes. No two are the
 * same there where upper and lower case are, and none is one of `taken`.
 */
export function exportNames(
  titles: readonly string[],
  taken: readonly string[] = [],
): readonly string[] {
  const used = new Set(taken.map(folded));
  return titles.map((title) => {
    const base = safeName(title);
    let name = base;
    for (let number = 2; used.has(folded(name)); number += 1) {
      name = `${base} ${number}`;
    }
    used.add(folded(name));
    return name;
  });
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function safeName(title: string): string {
  const words = title.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ');
  const name = Array.from(words.replaceAll(/ +/g, ' ').trim()).slice(0, maxLength).join('').trim();
  return name === '' || reserved.test(name) ? `chat ${name}`.trim() : name;
}

/**
 * Whether an id from elsewhere can be the name of a file on every system beside those in `taken`, which
 * are in lower case: some file systems know no case.
 */
export function isFreeName(id: string, taken: ReadonlySet<string>): boolean {
  return isSafeId(id) && !reserved.test(id) && !taken.has(id.toLowerCase());
}
