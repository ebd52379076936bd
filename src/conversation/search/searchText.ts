import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';

/** The form in which a search compares texts: NFC in lower case. It may be longer or shorter than the text. */
export function searchForm(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * A search text of at most this many UTF-16 code units is found as a whole word only: as a part of words it
 * is in nearly every text.
 */
export const longestShortWord = 2;

/** The offset at which `form` has `word`, both in the form of `searchForm`; -1 if it does not. */
export function placeOf(form: string, word: string): number {
  let at = form.indexOf(word);
  while (at !== -1 && word.length <= longestShortWord && !isWholeWord(form, at, word.length)) {
    at = form.indexOf(word, at + 1);
  }
  return at;
}

function isWholeWord(form: string, at: number, length: number): boolean {
  const codeAt = (index: number): number => form.charCodeAt(index) || 0;
  const end = at + length;
  return isWordBorder(codeAt(at - 1), codeAt(at)) && isWordBorder(codeAt(end - 1), codeAt(end));
}

/** The texts of a conversation that a search can find, one after another. Removed turns are left out. */
export function* searchTexts({ turns, removedIds }: Conversation): Generator<string> {
  const removed = new Set(removedIds);
  for (const turn of turns) {
    if (!removed.has(turn.id)) {
      yield* turnTexts(turn);
    }
  }
}

function* turnTexts({ user, reply }: Turn): Generator<string> {
  yield user.text;
  for (const { path, text } of user.context) {
    yield path;
    yield text;
  }
  yield reply.text;
  yield reply.reasoning;
  for (const { name, arguments: json } of reply.toolCalls ?? []) {
    yield name;
    yield json;
  }
}

/** How much of the text is shown before and after the match, in characters. */
const around = { before: 16, after: 110 };

/**
 * The part of `text` around the first match of `word`, on one line. `word` is in the form of `searchForm`.
 * Undefined if there is no match.
 */
export function snippetOf(text: string, word: string): string | undefined {
  const composed = text.normalize('NFC');
  const lower = composed.toLowerCase();
  const at = placeOf(lower, word);
  if (at === -1) {
    return undefined;
  }
  // Some letters are longer in lower case. The position then applies to the lower-case text only.
  const shown = lower.length === composed.length ? composed : lower;
  const start = shown.lastIndexOf(' ', Math.max(0, at - around.before)) + 1;
  const from = at - start > 3 * around.before ? at - around.before : start;
  const to = at + word.length + around.after;
  // The cut may leave half of a surrogate pair.
  const line = shown
    .slice(from, to)
    .replaceAll(/\p{Cs}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '… ' : ''}${line}${to < shown.length ? ' …' : ''}`;
}

/** The scripts from this character on, such as Chinese, have no spaces between words. */
export const firstWideCharacter = 0x2e80;

const [unknown, inWord, other] = [0, 1, 2];

/** What each UTF-16 code unit is, as far as one has been asked for. */
const kinds = new Uint8Array(0x10000);

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/** These scripts have no spaces between words either. */
const unspaced =
  /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}|\p{Script=Tibetan}/u;

/**
 * Whether a word may end between two UTF-16 code units: unless both are letters or digits of a script that
 * separates words. 0 stands for the start or end of a text.
 */
export function isWordBorder(left: number, right: number): boolean {
  return left === 0 || right === 0 || kindOf(left) === other || kindOf(right) === other;
}

function kindOf(code: number): number {
  const known = kinds[code];
  if (known !== unknown) {
    return known ?? other;
  }
  const character = String.fromCharCode(code);
  const isWord =
    code < firstWideCharacter && wordCharacter.test(character) && !unspaced.test(character);
  return (kinds[code] = isWord ? inWord : other);
}
