import { longestShortWord, searchForm, firstWideCharacter, isWordBorder } from './searchText.ts';

/**
 * A Bloom filter of the grams (short character sequences) of a text. Its number of bits is a power of two,
 * and each gram sets a few of them. A gram that is not in the filter is not in the text; a gram that is in
 * the filter is probably in the text.
 */
export type GramFilter = Uint8Array;

/** The smallest and the largest filter, in bytes. */
const leastBytes = 64;
const mostBytes = 128 * 1024;

/** How many bits each gram sets. */
const bitsOfGram = 3;

/** A filter is halved as long as at most this share of the bits is then set. */
const mostSet = 0.35;

/** Whether a filter can have this size. */
export function isFilterSize(bytes: number): boolean {
  return bytes >= leastBytes && bytes <= mostBytes && Number.isInteger(Math.log2(bytes));
}

/** An empty filter for a text of `length` characters. */
export function emptyFilter(length: number): GramFilter {
  // A text has hardly more grams than characters.
  const bytes = 2 ** Math.ceil(Math.log2(Math.max(length, leastBytes)));
  return new Uint8Array(Math.min(bytes, mostBytes));
}

/** Adds the grams of a piece of the text to the filter. */
export function addGrams(filter: GramFilter, piece: string): void {
  const add = (hash: number): void => setBits(filter, hash);
  forEachGram(searchForm(piece), add, add);
}

/** The hashes of the grams of a search text; none if it has only short words. */
export function gramsOf(text: string): readonly number[] {
  const form = searchForm(text);
  const grams = new Set<number>();
  const add = (hash: number): void => void grams.add(hash);
  if (form.length <= longestShortWord) {
    const first = form.length === longestShortWord ? codeAt(form, 0) : undefined;
    const last = codeAt(form, form.length - 1);
    return first === 0 || last === 0 ? [] : [hashOf(0, first ?? 0, last)];
  }
  // At the ends of a longer text, words may continue in what is searched.
  forEachGram(form, add, () => {});
  return [...grams];
}

/** Whether the text of `filter` may contain all these grams. False is certain, true is not. */
export function mayHold(filter: GramFilter, grams: readonly number[]): boolean {
  return grams.every((hash) => hasBits(filter, hash));
}

/**
 * Calls `use` with the hash of each gram of three characters, and of each gram of two characters of scripts
 * such as Chinese. Calls `useWord` with that of each whole word of one or two characters. Grams never contain
 * white space.
 */
function forEachGram(
  form: string,
  use: (hash: number) => void,
  useWord: (hash: number) => void,
): void {
  let before = 0;
  let first = 0;
  let second = 0;
  for (let at = 0; at <= form.length; at += 1) {
    const third = codeAt(form, at);
    if (second !== 0) {
      if (third !== 0 && first !== 0) {
        use(hashOf(first, second, third));
      }
      if (second >= firstWideCharacter && third >= firstWideCharacter) {
        use(hashOf(0, second, third));
      }
      if (isWordBorder(second, third)) {
        if (isWordBorder(first, second)) {
          useWord(hashOf(0, 0, second));
        }
        if (first !== 0 && isWordBorder(before, first)) {
          useWord(hashOf(0, first, second));
        }
      }
    }
    before = first;
    first = second;
    second = third;
  }
}

/** A UTF-16 code unit. Zero stands for white space, control characters and the end, which separate grams. */
function codeAt(form: string, at: number): number {
  const code = at < form.length ? form.charCodeAt(at) : 0;
  return code <= 32 || code === 0xa0 ? 0 : code;
}

/** A hash of 32 bits that depends on all three characters; its last steps are those of MurmurHash3. */
function hashOf(first: number, second: number, third: number): number {
  let hash =
    Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The low bits of the hash are the position in the filter, so that the filter can be halved. */
function setBits(filter: GramFilter, hash: number): void {
  const mask = filter.length - 1;
  const step = stepOf(hash);
  for (let bit = hash, count = 0; count < bitsOfGram; bit = (bit + step) | 0, count += 1) {
    const at = (bit >>> 3) & mask;
    filter[at] = (filter[at] ?? 0) | (1 << (bit & 7));
  }
}

function hasBits(filter: GramFilter, hash: number): boolean {
  const mask = filter.length - 1;
  const step = stepOf(hash);
  for (let bit = hash, count = 0; count < bitsOfGram; bit = (bit + step) | 0, count += 1) {
    if (((filter[(bit >>> 3) & mask] ?? 0) & (1 << (bit & 7))) === 0) {
      return false;
    }
  }
  return true;
}

/** The distance between the bits of a gram. It is odd, so that the bits differ in a filter of any size. */
function stepOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) | 1;
}

/** The smallest filter that `filter` can be halved to without too many of its bits being set. */
export function folded(filter: GramFilter): GramFilter {
  const half = filter.slice(0, filter.length / 2);
  let count = 0;
  for (let at = 0; at < half.length; at += 1) {
    const byte = (half[at] ?? 0) | (filter[half.length + at] ?? 0);
    half[at] = byte;
    count += bitCounts[byte] ?? 0;
  }
  return half.length < leastBytes || count > half.length * 8 * mostSet ? filter : folded(half);
}

/** The number of set bits of each byte. */
const bitCounts = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll('0', '').length,
);
