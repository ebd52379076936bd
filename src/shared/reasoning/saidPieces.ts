import type { ReplyPiece } from '../service/chatCompletion.ts';
import { answerMarkEnd, beginsBare, isAnswerMark, startOf } from './markWords.ts';
import { RepeatedText } from './repeatedText.ts';
import { TextPlace } from './textPlace.ts';

/** Where what is known is appended. */
export type Pieces = Pick<ReplyPiece[], 'push'>;

/** White space before the text, in characters, that is kept back until something follows. */
const maxBlankLength = 200;

/** Gives out what a reply says, without its marks: its reasoning and its text, and the empty lines between them. */
export class SaidPieces {
  #isReasoning = false;
  /** Where in the text, or in the reasoning, its end is. */
  place = new TextPlace();
  /** White space before the text, since the start or the last reasoning; undefined once there is more. */
  #blank: string | undefined = '';
  /** Whether white space is dropped until something else comes: line breaks before text, any before reasoning. */
  #isTrimming = false;
  /** Whether an empty line is needed before the next piece, and before the next text. */
  #needsBreak = false;
  #textNeedsBreak = false;
  /** How much text was given out since the start or the last reasoning, in UTF-16 code units. */
  #length = 0;
  /** Whether anything that was said was reasoning. */
  hasReasoning = false;
  /** The reasoning that came in a field of its own; undefined if none did. */
  #field: RepeatedText | undefined;
  /** How often text has turned out to be reasoning. */
  moveCount = 0;
  /** The start of the text, as long as it may be that of a reply with bare words; undefined once it is not. */
  #start: string | undefined = '';
  /** Marks of an end, and white space after them: text if anything else follows. */
  #ending = '';

  /** Whether there is no text yet, or none after the last reasoning. */
  get isStart(): boolean {
    return this.#blank !== undefined;
  }

  /** Whether reasoning came in a field of its own. */
  get hasField(): boolean {
    return this.#field !== undefined;
  }

  /** Notes reasoning that came in a field of its own. */
  noteField(reasoning: string): void {
    this.#field ??= new RepeatedText();
    this.#field.add(reasoning);
    this.hasReasoning = true;
  }

  /** Keeps a mark back that is left out if nothing but such marks follows. */
  holdEnding(mark: string): void {
    this.#ending += mark;
  }

  /** Begins reasoning, after an opening mark. */
  startReasoning(): void {
    this.#ending = '';
    this.#textNeedsBreak ||= this.#blank === undefined && !this.place.isLineStart;
    this.#needsBreak = this.hasReasoning;
    this.#isReasoning = true;
    this.#isTrimming = true;
    this.place = new TextPlace();
  }

  /** Begins text after reasoning. `wasText` says that what came before was given out as text. */
  startText(wasText: boolean, pieces: Pieces): void {
    this.#ending = '';
    if (wasText) {
      this.#moveText(pieces);
    }
    this.#needsBreak = this.#textNeedsBreak;
    this.#isReasoning = false;
    this.#isTrimming = true;
    this.place = new TextPlace();
    this.#blank = '';
    this.#length = 0;
  }

  /** Leaves out a mark of the answer. After a header what follows is a paragraph of its own. */
  startAnswer(isHeader: boolean): void {
    this.#ending = '';
    if (this.#blank !== undefined) {
      this.#blank = '';
      this.#isTrimming = true;
    } else if (isHeader) {
      this.#needsBreak = true;
      this.#isTrimming = true;
    }
  }

  /** Appends what is kept back, because nothing follows. */
  end(pieces: Pieces): void {
    if (!this.#isReasoning) {
      this.#push('text', this.#blank ?? '', pieces);
      this.#blank = undefined;
    }
  }

  /** Makes reasoning of the text since the start or the last reasoning. */
  #moveText(pieces: Pieces): void {
    if (this.#length > 0) {
      if (this.hasReasoning) {
        pieces.push({ kind: 'reasoning', text: '\n\n' });
      }
      pieces.push({ kind: 'textWasReasoning', length: this.#length });
      this.moveCount += 1;
      this.hasReasoning = true;
    }
  }

  /** Appends text without marks that count. */
  give(said: string, pieces: Pieces): void {
    const text = this.#ending + said;
    if (this.#ending !== '' && said.trim() === '') {
      this.#ending = text;
      return;
    }
    this.#ending = '';
    if (this.#isReasoning) {
      this.#giveReasoning(text, pieces);
    } else {
      this.#giveText(this.#afterBareWord(text, pieces), pieces);
    }
  }

  /** Makes reasoning of the text up to a bare word that begins the answer. Gives what is left of `text`. */
  #afterBareWord(text: string, pieces: Pieces): string {
    if (!this.#isBare(text)) {
      return text;
    }
    let from = 0;
    while (from < text.length) {
      if (isAnswerMark(this.place, text.charAt(from))) {
        this.#start = undefined;
        this.startText(true, pieces);
        break;
      }
      const end = answerMarkEnd(this.place.tail, text, from);
      this.#giveText(text.slice(from, end), pieces);
      from = end;
    }
    return text.slice(from);
  }

  /** Whether the reply, of which `text` is next, begins with a bare word. */
  #isBare(text: string): boolean {
    if (this.#start === undefined) {
      return false;
    }
    const start = startOf(this.#start + text);
    const isBare = this.hasReasoning ? false : beginsBare(start);
    this.#start = isBare === false ? undefined : start;
    return isBare === true;
  }

  #giveText(text: string, pieces: Pieces): void {
    const rest = this.#isTrimming ? text.replace(/^[\r\n]+/, '') : text;
    if (rest === '') {
      return;
    }
    this.#isTrimming = false;
    this.place.add(rest);
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
      this.place.add(rest);
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
      this.hasReasoning = true;
    }
    pieces.push({ kind, text });
  }
}
