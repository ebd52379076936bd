import type { ReplyPiece } from '../service/chatCompletion.ts';
import {
  closingTags,
  isOrdinary,
  nextTagStart,
  type ReasoningTag,
  tagAt,
  type TagFamily,
  type TagTable,
  textTags,
} from './reasoningTags.ts';
import { RepeatedText } from './repeatedText.ts';
import { TextPlace } from './textPlace.ts';

/** Where what is known is appended. */
type Pieces = Pick<ReplyPiece[], 'push'>;

/** White space before the text, in characters, that is kept back until something follows. */
const maxBlankLength = 200;

/** How often text may turn out to be reasoning. Each time takes as long as all text before it. */
const maxMoves = 100;

/** How many spaces after a tag are read to find out what follows. */
const maxSpaces = 8;

/** What follows a tag: a line break or the end, or the next character; undefined if that is not known. */
type Follower = 'break' | { readonly character: string; readonly isSpaced: boolean } | undefined;

/** Whether a tag counts, or is text like any other; `wait` if that depends on what follows. */
type Verdict = 'counts' | 'isText' | 'wait';

/** A tag in a text, the index of the character after it, and whether the text ends there for good. */
interface FoundTag extends ReasoningTag {
  readonly source: string;
  readonly end: number;
  readonly isEnd: boolean;
}

/**
 * Separates the reasoning that a model writes into the text of a reply from its answer, while both stream
 * (`docs/service-interface.md`, "Reasoning in the text"). The result does not depend on how the text is
 * split. Kept back is only what may still become a tag, some 60 characters at most, and white space at the
 * start. The time is linear in the length of the text.
 */
export class ReasoningReader {
  /** What the next text is, unless something in it says otherwise; undefined if that is not known. */
  #steady: 'text' | 'reasoning' | undefined;
  /** What may be the start of a tag. */
  #held = '';
  /** The family whose reasoning is open; undefined while the answer is. */
  #open: TagFamily | undefined;
  /** The families of which a tag has counted. */
  readonly #used = new Set<TagFamily>();
  #hasPhrase = false;
  #place = new TextPlace();
  /** White space before the text, since the start or the last reasoning; undefined once there is more. */
  #blank: string | undefined = '';
  /** Whether white space is dropped until something else comes: line breaks before text, any before reasoning. */
  #isTrimming = false;
  /** Whether an empty line is needed before the next piece, and before the next text. */
  #needsBreak = false;
  #textNeedsBreak = false;
  /** How much text was given out since the start or the last reasoning, in UTF-16 code units. */
  #length = 0;
  #hasReasoning = false;
  /** The reasoning that came in a field of its own; undefined if none did. */
  #field: RepeatedText | undefined;
  /** How often text has turned out to be reasoning. */
  #moves = 0;
  /** The last opening tag that is only talked about: its line, and whether it is the first in it. */
  #mention: { readonly line: number; readonly isLineStart: boolean } | undefined;
  /** The family of a tag at the start of the text that seems to be only talked about. */
  #doubtful: TagFamily | undefined;

  /** Reads more text, which may be split anywhere, and appends what is known of it to `pieces`. */
  read(text: string, pieces: Pieces): void {
    if (this.#steady !== undefined && text !== '' && isOrdinary(text)) {
      this.#place.skip(text);
      this.#length += text.length;
      pieces.push({ kind: this.#steady, text });
    } else {
      this.#readTags(this.#held + text, false, pieces);
      this.#steady = this.#steadyKind();
    }
  }

  /** What the next text is if nothing but its end matters. */
  #steadyKind(): 'text' | 'reasoning' | undefined {
    const isDecided = this.#held === '' && !this.#isTrimming && !this.#needsBreak;
    if (!isDecided || !this.#place.isWithinLine) {
      return undefined;
    }
    if (this.#open !== undefined) {
      return this.#field === undefined ? 'reasoning' : undefined;
    }
    return this.#blank === undefined ? 'text' : undefined;
  }

  /** Notes reasoning that came in a field of its own. Some services repeat it in the text. */
  noteField(reasoning: string): void {
    this.#field ??= new RepeatedText();
    this.#steady = undefined;
    this.#field.add(reasoning);
    this.#hasReasoning = true;
  }

  /** Appends what is still kept back, because nothing follows. */
  end(pieces: Pieces): void {
    this.#readTags(this.#held, true, pieces);
    if (this.#open === undefined) {
      this.#push('text', this.#blank ?? '', pieces);
      this.#blank = undefined;
    }
  }

  #readTags(text: string, isEnd: boolean, pieces: Pieces): void {
    this.#held = '';
    let given = 0;
    let from = 0;
    for (;;) {
      const index = nextTagStart(text, from, this.#mayHavePhrase);
      if (index === -1) {
        break;
      }
      const tag = tagAt(text, index, this.#tags);
      from = index + 1;
      if (tag === undefined || (tag === 'partial' && isEnd)) {
        continue;
      }
      this.#give(text.slice(given, index), pieces);
      given = index;
      const end = tag === 'partial' ? text.length : index + tag.text.length;
      const verdict =
        tag === 'partial' ? 'wait' : this.#judge({ ...tag, source: text, end, isEnd });
      if (verdict === 'wait') {
        this.#held = text.slice(index);
        return;
      }
      if (verdict === 'counts' && tag !== 'partial') {
        this.#follow(tag, pieces);
        given = end;
        from = end;
      }
    }
    this.#give(text.slice(given), pieces);
  }

  /** Whether a phrase may come: only at the start, or if there was one. */
  get #mayHavePhrase(): boolean {
    return this.#hasPhrase || this.#blank !== undefined;
  }

  get #tags(): TagTable {
    return (this.#open && closingTags.get(this.#open)) ?? textTags;
  }

  #judge(tag: FoundTag): Verdict {
    if (this.#open !== undefined) {
      return this.#judgeEnd(tag);
    }
    if (this.#place.isCode) {
      return 'isText';
    }
    switch (tag.role) {
      case 'open':
        return this.#judgeStart(tag);
      case 'close':
        return this.#judgeLoneEnd(tag);
      case 'drop':
        return this.#blank !== undefined || this.#used.has(tag.family) ? 'counts' : 'isText';
    }
  }

  /** Reasoning begins where the text does, and later, if there was some before, with a paragraph. */
  #judgeStart(tag: FoundTag): Verdict {
    const { family } = tag;
    const isStart = this.#blank !== undefined;
    if (family.isPhrase === true) {
      if (isStart && !this.#hasReasoning) {
        this.#use(family);
      }
      return 'isText';
    }
    const { line, isLineStart, isParagraphStart } = this.#place;
    const isAnywhere = family.isToken === true && this.#used.has(family);
    if (!isStart && !(this.#hasReasoning && (isAnywhere || isParagraphStart))) {
      this.#mention = { line, isLineStart };
      return 'isText';
    }
    const follower = followerOf(tag);
    if (follower === undefined) {
      return 'wait';
    }
    if (!isTalkedAbout(follower)) {
      return 'counts';
    }
    this.#doubtful = isStart ? family : undefined;
    this.#mention = isStart ? undefined : { line, isLineStart };
    return 'isText';
  }

  /** In reasoning a closing tag counts wherever it is, unless it is quoted. */
  #judgeEnd({ family, source, end, isEnd }: FoundTag): Verdict {
    const quote = quotes.get(this.#place.last) ?? (this.#place.isInlineCode ? '`' : undefined);
    if (quote === undefined || family.isToken === true) {
      return 'counts';
    }
    if (end === source.length && !isEnd) {
      return 'wait';
    }
    return source.charAt(end) === quote ? 'isText' : 'counts';
  }

  /** In text a closing tag says that the text before it was reasoning, unless it is talked about. */
  #judgeLoneEnd(tag: FoundTag): Verdict {
    if (this.#moves === maxMoves) {
      return 'isText';
    }
    const { family } = tag;
    const isUsed = this.#used.has(family);
    const isDoubtful = this.#doubtful === family;
    const { isLineStart, line } = this.#place;
    if (family.isPhrase === true) {
      return isUsed && isLineStart ? 'counts' : 'isText';
    }
    const isPossible = this.#field === undefined && family.closesAlone === true;
    if (!(isPossible || isUsed || isDoubtful)) {
      return 'isText';
    }
    const mention = this.#mention;
    if (mention?.line === line || (mention?.isLineStart === true && isLineStart)) {
      this.#mention = undefined;
      return 'isText';
    }
    const follower = followerOf(tag);
    if (follower === undefined) {
      return 'wait';
    }
    const isEnd = (isDoubtful || mayEndAfter(this.#place)) && mayEndBefore(follower);
    return isEnd ? 'counts' : 'isText';
  }

  #use(family: TagFamily): void {
    this.#used.add(family);
    this.#hasPhrase ||= family.isPhrase === true;
  }

  /** Does what a tag says that counts. */
  #follow({ role, family }: ReasoningTag, pieces: Pieces): void {
    this.#use(family);
    if (this.#open !== undefined) {
      this.#startText();
    } else if (role === 'open') {
      this.#startReasoning(family);
    } else if (role === 'close') {
      this.#moveText(pieces);
      this.#startText();
    } else {
      this.#needsBreak ||= this.#blank === undefined;
      this.#isTrimming = true;
    }
  }

  #startReasoning(family: TagFamily): void {
    this.#textNeedsBreak ||= this.#blank === undefined && !this.#place.isLineStart;
    this.#needsBreak = this.#hasReasoning;
    this.#open = family;
    this.#isTrimming = true;
    this.#place = new TextPlace();
  }

  #startText(): void {
    this.#needsBreak = this.#textNeedsBreak;
    this.#open = undefined;
    this.#isTrimming = true;
    this.#place = new TextPlace();
    this.#blank = '';
    this.#length = 0;
    this.#mention = undefined;
    this.#doubtful = undefined;
  }

  /** Makes reasoning of the text since the start or the last reasoning. */
  #moveText(pieces: Pieces): void {
    if (this.#length > 0) {
      if (this.#hasReasoning) {
        pieces.push({ kind: 'reasoning', text: '\n\n' });
      }
      pieces.push({ kind: 'textWasReasoning', length: this.#length });
      this.#moves += 1;
      this.#hasReasoning = true;
    }
  }

  #give(text: string, pieces: Pieces): void {
    if (this.#open === undefined) {
      this.#giveText(text, pieces);
    } else {
      this.#giveReasoning(text, pieces);
    }
  }

  #giveText(text: string, pieces: Pieces): void {
    const rest = this.#isTrimming ? text.replace(/^[\r\n]+/, '') : text;
    if (rest === '') {
      return;
    }
    this.#isTrimming = false;
    this.#place.add(rest);
    if (this.#blank === undefined) {
      this.#push('text', rest, pieces);
      return;
    }
    const start = this.#blank + rest;
    const isBlank = start.trim() === '';
    const isKept = isBlank && start.length <= maxBlankLength;
    this.#blank = isKept ? start : isBlank ? '' : undefined;
    this.#push('text', isKept ? '' : start, pieces);
  }

  #giveReasoning(text: string, pieces: Pieces): void {
    const rest = this.#isTrimming ? text.trimStart() : text;
    if (rest !== '') {
      this.#isTrimming = false;
      this.#place.add(rest);
      this.#push('reasoning', this.#field?.rest(rest) ?? rest, pieces);
    }
  }

  #push(kind: 'text' | 'reasoning', said: string, pieces: Pieces): void {
    if (said === '') {
      return;
    }
    const text = this.#needsBreak ? `\n\n${said}` : said;
    this.#needsBreak = false;
    if (kind === 'text') {
      this.#length += text.length;
      this.#textNeedsBreak = false;
    } else {
      this.#hasReasoning = true;
    }
    pieces.push({ kind, text });
  }
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

function followerOf({ source, end, isEnd }: FoundTag): Follower {
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

const lowerCase = /^\p{Ll}$/u;

/** Whether an opening tag is part of a sentence: “<think> is a tag”, “<think>, for example”. */
function isTalkedAbout(follower: Exclude<Follower, undefined>): boolean {
  return (
    follower !== 'break' &&
    (follower.isSpaced ? lowerCase.test(follower.character) : /[,;:)\]]/.test(follower.character))
  );
}

/** Whether reasoning may end at the end of a text: at the start of a line or, as some models do, after a word. */
function mayEndAfter({ isLineStart, last, lastSolid }: TextPlace): boolean {
  const isSpaced = last === ' ' || last === '\t';
  return isLineStart || (isSpaced ? /[.!?…。！？]/ : /[^"'`([{“‘«]/).test(lastSolid);
}

/** Whether an answer may begin like this. A sentence about the tag continues in lower case, or ends. */
function mayEndBefore(follower: Exclude<Follower, undefined>): boolean {
  return (
    follower === 'break' ||
    (follower.isSpaced
      ? !lowerCase.test(follower.character)
      : !/[.,;:!?)\]}'"`”’»]/.test(follower.character))
  );
}

/** The reasoning and the answer in the whole text of a reply. */
export function splitReasoning(text: string): {
  readonly text: string;
  readonly reasoning: string;
} {
  const reader = new ReasoningReader();
  const pieces: ReplyPiece[] = [];
  reader.read(text, pieces);
  reader.end(pieces);
  return pieces.reduce(withPiece, { text: '', reasoning: '' });
}

/** What a reply says after another piece of it. */
export function withPiece<T extends { readonly text: string; readonly reasoning: string }>(
  said: T,
  piece: ReplyPiece,
): T {
  const { text, reasoning } = said;
  switch (piece.kind) {
    case 'text':
      return { ...said, text: text + piece.text };
    case 'reasoning':
      return { ...said, reasoning: reasoning + piece.text };
    case 'textWasReasoning': {
      const start = Math.max(0, text.length - piece.length);
      return { ...said, text: text.slice(0, start), reasoning: reasoning + text.slice(start) };
    }
  }
}
