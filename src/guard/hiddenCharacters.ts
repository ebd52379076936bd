import type { Finding } from '../shared/guard/finding.ts';

/**
 * Characters that cannot be seen, in runs: tags, variation selectors in a row, zero-width and filling characters, soft
 * hyphens, and four control characters; the others end lines and pages, or separate fields in files of data.
 * And those that change the direction of the text after them (CVE-2021-42574, "Trojan Source").
 */
const suspicious =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- each is meant by itself
  /[\0\b\u001B\u007F\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]+/gu;

/** How far the text around is looked at, in characters. */
const reach = 100;

const overrides = /[\u202D\u202E]/;
const direction = /[\u202A-\u202E\u2066-\u2069]/;
const directionMarks = /^[\u200E\u200F\u061C]{1,3}$/;
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Scripts whose letters are joined or kept apart by U+200C and U+200D, and written without spaces. */
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Hebrew}]/u;
const unspacedScript =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Tibetan}]/u;

const fewMarks =
  /^[\u034F\u17B4\u17B5\u00AD\uFFF9-\uFFFB\u180E\u200B-\u200F\u061C\u2060-\u2064\uFEFF]{1,3}$/;
/** Programs tell names apart by such, React for one. The same character again and again says next to nothing. */
const sameMarks = /^(?:\u00AD{1,16}|\u034F{1,16}|\u200B{1,16}|\u2060{1,16}|\uFEFF{1,16})$/;

// oxlint-disable-next-line no-control-regex -- each is meant by itself
const sameControls = /^(?:\0+|[\b]+|\u001B+|\u007F+)$/;
/** What follows ESC to save and restore the cursor, to move it by a line or to reset a terminal. */
const escapeLetter = /^[78DEHMc]/;
/** A word that is hyphenated, unlike a name in source code or a secret. */
const hyphenated = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}\u00AD]+|[\p{Lu}\p{M}\u00AD]+)$/u;
const word = /[\p{L}\p{N}_]/u;
const wordStart = /^[\p{L}\p{N}_]/u;

/** An emoji may end with U+FE0F, and have a colour of skin. */
const emojiEnd = /\p{Extended_Pictographic}|[\u{1F3FB}-\u{1F3FF}]|\uFE0F|\u20E3/u;
const emojiStart = /^\p{Extended_Pictographic}/u;
/** A flag of a part of a country: the black flag, its letters as tags, and the end. */
const flagTags = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}$/u;

/**
 * The characters of a text that hide or turn something, and undefined for each run that writing needs, so that the
 * work can be done in parts.
 */
export function* hiddenCharacters(text: string): Generator<Finding | undefined, void> {
  for (const { 0: run, index: start } of text.matchAll(suspicious)) {
    const end = start + run.length;
    const before = text.slice(Math.max(0, start - reach), start);
    const after = text.slice(end, end + reach);
    const kind = direction.test(run) ? 'direction' : 'hidden';
    yield isWriting(run, before, after)
      ? undefined
      : { kind, subject: codePoints(run), start, end };
  }
}

/** Whether a run of these characters is needed to write the text around it. */
function isWriting(run: string, before: string, after: string): boolean {
  const [first = ''] = run;
  const areFew = fewMarks.test(run) || sameMarks.test(run) || sameControls.test(run);
  if (areFew && !(word.test(lastOf(before)) && wordStart.test(after))) {
    // One or two by mistake, or in programs that handle them. They hide nothing, and split no word.
    return true;
  }
  if (sameControls.test(run)) {
    return isOfTerminal(run, before, after);
  }
  if (run === '\u00AD') {
    return isHyphenation(before, after);
  }
  if (/^\uFE0F?\u200D$/.test(run) && emojiStart.test(after) && emojiEnd.test(lastOf(before))) {
    return true;
  }
  if (/^[\u034F\u17B4\u17B5\u200C\u200D]{1,2}$/.test(run)) {
    return joiningScript.test(lastOf(before)) || joiningScript.test(after.slice(0, 2));
  }
  if (run === '\u200B') {
    return unspacedScript.test(lastOf(before)) || unspacedScript.test(after.slice(0, 2));
  }
  if (directionMarks.test(run)) {
    return rightToLeft.test(lineOf(before, after));
  }
  if (direction.test(run)) {
    return !overrides.test(run) && isBalanced(before, run, after);
  }
  if (
    /^(?:[\uFE00-\uFE0F]|[\u180B-\u180D\u180F]{1,2}|[\u{E0100}-\u{E01EF}]|\uFE0F{2,3})$/u.test(run)
  ) {
    // A variation selector after a character that can be seen.
    return /\S/.test(lastOf(before));
  }
  if (first >= '\u{E0030}') {
    return flagTags.test(run) && before.endsWith('\u{1F3F4}');
  }
  return (
    /[\u115F\u1160\u3164\uFFA0]/.test(first) &&
    /\p{Script=Hangul}/u.test(lastOf(before) + after.slice(0, 2))
  );
}

/** Whether the output of a terminal may have such control characters within a word. */
function isOfTerminal(run: string, before: string, after: string): boolean {
  if (run === '\u001B') {
    return escapeLetter.test(after);
  }
  const [last, next] = [lastOf(before), after.charAt(0)];
  // Bold and underlined text of man pages, and a number that goes on.
  const isOverprinted = last === next || last === '_' || next === '_';
  return run.startsWith('\b') && (isOverprinted || (/\d/.test(last) && /\d/.test(next)));
}

/** Whether a word may be divided here, as texts of web pages have it: at least two letters are on each side. */
function isHyphenation(before: string, after: string): boolean {
  const [start = ''] =
    /(?<![\p{L}\p{M}\p{N}_\u00AD])[\p{L}\p{M}\p{N}_\u00AD]*$/u.exec(before) ?? [];
  const [end = ''] = /^[\p{L}\p{M}\p{N}_\u00AD]*/u.exec(after) ?? [];
  return (
    /\p{L}\p{M}?\p{L}\p{M}?$/u.test(start) && /^\p{L}{2}/u.test(end) && hyphenated.test(start + end)
  );
}

function lastOf(text: string): string {
  return Array.from(text.slice(-2)).at(-1) ?? '';
}

/** The line around a place, as far as it is looked at. */
function lineOf(before: string, after: string): string {
  return before.slice(before.lastIndexOf('\n') + 1) + (after.split('\n', 1)[0] ?? '');
}

/** Whether embeddings and isolates are closed on the same line, which has text written from right to left. */
function isBalanced(before: string, run: string, after: string): boolean {
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1);
  const line = `${lineBefore}${run}${after.split('\n', 1)[0] ?? ''}`;
  const opened = line.match(/[\u202A\u202B]/g)?.length ?? 0;
  const isolated = line.match(/[\u2066-\u2068]/g)?.length ?? 0;
  return (
    rightToLeft.test(line) &&
    opened === (line.match(/\u202C/g)?.length ?? 0) &&
    isolated === (line.match(/\u2069/g)?.length ?? 0)
  );
}

/** Such as `U+202E`, or `U+200B × 3`, or `U+E0041…` for different ones. */
function codePoints(run: string): string {
  const characters = Array.from(run);
  const hex = characters[0]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  const isSame = characters.every((character) => character === characters[0]);
  return characters.length === 1
    ? `U+${hex}`
    : `U+${hex}${isSame ? '' : '…'} × ${characters.length}`;
}
