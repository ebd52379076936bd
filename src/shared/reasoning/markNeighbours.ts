import type { TextPlace } from './textPlace.ts';

/** How many spaces after a mark are read to find out what follows. */
const maxSpaces = 8;

/** How much white space is read to find out whether markup follows, in characters. */
const maxBlankLength = 200;

/** What follows a mark: a line break or the end, or the next character. */
export type Follower = 'break' | { readonly character: string; readonly isSpaced: boolean };

/** A text, the index of the character after a mark in it, and whether the text ends there for good. */
interface MarkEnd {
  readonly source: string;
  readonly end: number;
  readonly isEnd: boolean;
}

/** What follows a mark; undefined if that is not known. */
export function followerOf({ source, end, isEnd }: MarkEnd): Follower | undefined {
  let index = end;
  while (index - end < maxSpaces && (source[index] === ' ' || source[index] === '\t')) {
    index += 1;
  }
  const character = source[index];
  if (character === undefined) {
    return isEnd ? 'break' : undefined;
  }
  const isBreak = character === '\n' || character === '\r';
  return isBreak ? 'break' : { character, isSpaced: index > end };
}

/** Whether a tag follows, after white space; undefined if that is not known. */
export function isBeforeMarkup({ source, end, isEnd }: MarkEnd): boolean | undefined {
  const next = source.slice(end, end + maxBlankLength).trimStart();
  return !isEnd && (next === '' || next === '<') ? undefined : /^<[a-z]/i.test(next);
}

const lowerCase = /^\p{Ll}$/u;

/** Whether an opening mark is part of a sentence: “<think> is a tag”, “<think>, for example”. */
export function isTalkedAbout(follower: Follower): boolean {
  return (
    follower !== 'break' &&
    (follower.isSpaced ? lowerCase.test(follower.character) : /[,;:)\]]/.test(follower.character))
  );
}

/** Closing quotation marks by their opening ones, and other characters around what is only named. */
const quotes: ReadonlyMap<string, string> = new Map([
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['(', ')'],
]);

/** Whether a mark at this place is quoted; undefined if that is not known. */
export function isQuoted(
  { last, isInlineCode }: TextPlace,
  { source, end, isEnd }: MarkEnd,
): boolean | undefined {
  const quote = quotes.get(last) ?? (isInlineCode ? '`' : undefined);
  if (quote === undefined) {
    return false;
  }
  return end === source.length && !isEnd ? undefined : source.charAt(end) === quote;
}

/** Whether reasoning may end at the end of a text: at the start of a line or, as some models do, after a word. */
export function mayEndAfter(place: TextPlace): boolean {
  const { isLineStart, last, lastSolid } = place;
  return (
    isLineStart ||
    (!isDecorated(place) && (isSpace(last) ? sentenceEnd : /[^"'`([{“‘«=]/).test(lastSolid))
  );
}

/** Whether a mark touches the text before it. One that is named in a sentence has a space or a colon before it. */
export function touches(place: TextPlace): boolean {
  const { isLineStart, isIntroduced, isAfterBlock, last, lastSolid } = place;
  if (isLineStart) {
    return !isIntroduced;
  }
  const isApart = isSpace(last) ? !sentenceEnd.test(lastSolid) : last === '=';
  return isAfterBlock || !(isApart || isDecorated(place));
}

const sentenceEnd = /[.!?…。！？]/;

/** Markup that begins right before a mark, after a space, or the number of an item in a list. */
const decoration =
  /(?:^|\s)(?:<[a-z]{1,10}>|[*_~|/#"'`([{“‘«]){1,20}$|^\s{0,20}\d{1,4}[.)]\s{1,20}$/i;

/** Whether what stands before a mark belongs to it, as where a text names marks: `**</s>**`, `1. </s>`. */
function isDecorated({ tail }: TextPlace): boolean {
  return decoration.test(tail);
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Whether an answer may begin like this. A sentence about the mark continues in lower case, or ends. */
export function mayEndBefore(follower: Follower): boolean {
  return (
    follower === 'break' ||
    (follower.isSpaced
      ? !lowerCase.test(follower.character)
      : !/[.,;:!?)\]}'"`”’»]/.test(follower.character))
  );
}
