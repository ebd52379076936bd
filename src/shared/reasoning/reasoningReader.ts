import type { ReplyPiece } from '../service/chatCompletion.ts';
import {
  followerOf,
  isBeforeMarkup,
  isQuoted,
  isTalkedAbout,
  mayEndAfter,
  mayEndBefore,
  touches,
} from './markNeighbours.ts';
import { markAt, nextMarkStart, phraseFamily, type ReplyMark } from './replyMark.ts';
import { type Pieces, SaidPieces } from './saidPieces.ts';

/** How often text may turn out to be reasoning. Each time takes as long as all text before it. */
const maxMoves = 100;

/**
 * Whether a mark counts, or is text like any other. `atEnd` is one that counts if nothing but such marks follows, and
 * `wait` one that depends on what follows at once.
 */
type Verdict = 'counts' | 'isText' | 'atEnd' | 'wait';

/** A mark in a text, and whether the text ends after it for good. */
interface FoundMark extends ReplyMark {
  readonly text: string;
  readonly source: string;
  readonly isEnd: boolean;
}

/**
 * Separates the reasoning that a model writes into the text of a reply from its answer, while both stream
 * (`docs/service-interface.md`, "Reasoning in the text"). The result does not depend on how the text is
 * split. Kept back is only what may still become a mark, some 100 characters at most, marks that may be the end, and
 * white space at the start. The time is linear in the length of the text.
 */
export class ReasoningReader {
  readonly #said = new SaidPieces();
  /** What may be the start of a mark. */
  #held = '';
  /** The family whose reasoning is open; undefined while the answer is. */
  #open: string | undefined;
  /** The families of which a mark has counted. */
  readonly #used = new Set<string>();
  #hasPhrase = false;
  /** The last opening mark that is only talked about: its line, and whether it is the first in it. */
  #mention: { readonly line: number; readonly isLineStart: boolean } | undefined;
  /** The family of a mark at the start of the text that seems to be only talked about. */
  #doubtful: string | undefined;
  /** The family of the mark that has begun the answer; undefined if none has, or it has ended. */
  #answer: string | undefined;
  /** Whether the text talks about marks of answers and ends. */
  #namesMarks = false;

  /** Reads more text, which may be split anywhere, and appends what is known of it to `pieces`. */
  read(text: string, pieces: Pieces): void {
    this.#readMarks(this.#held + text, false, pieces);
  }

  /** Notes reasoning that came in a field of its own. Some services repeat it in the text. */
  noteField(reasoning: string): void {
    this.#said.noteField(reasoning);
  }

  /** Appends what is still kept back, because nothing follows. */
  end(pieces: Pieces): void {
    this.#readMarks(this.#held, true, pieces);
    this.#said.end(pieces);
  }

  #readMarks(text: string, isEnd: boolean, pieces: Pieces): void {
    this.#held = '';
    let given = 0;
    let from = 0;
    for (;;) {
      const index = nextMarkStart(text, from, this.#mayHavePhrase);
      if (index === -1) {
        break;
      }
      const mark = markAt(text, index, isEnd);
      from = index + 1;
      if (mark === undefined) {
        continue;
      }
      this.#said.give(text.slice(given, index), pieces);
      given = index;
      const said = mark === 'partial' ? '' : text.slice(index, mark.end);
      const verdict =
        mark === 'partial' ? 'wait' : this.#judge({ ...mark, text: said, source: text, isEnd });
      if (mark === 'partial' || verdict === 'wait') {
        this.#held = text.slice(index);
        return;
      }
      if (verdict !== 'isText') {
        given = mark.end;
        from = mark.end;
      }
      if (verdict === 'counts') {
        this.#follow(mark, pieces);
      } else if (verdict === 'atEnd') {
        this.#said.holdEnding(said);
      }
    }
    this.#said.give(text.slice(given), pieces);
  }

  /** Whether a phrase may come: only at the start, or if there was one. */
  get #mayHavePhrase(): boolean {
    return this.#hasPhrase || this.#said.isStart;
  }

  #judge(mark: FoundMark): Verdict {
    if (this.#open !== undefined) {
      return this.#judgeInReasoning(mark, this.#open);
    }
    const { isCode, isAfterBlock } = this.#said.place;
    const mayEnd = mark.role === 'endTurn' || mark.role === 'endAnswer';
    if (isCode && !(isAfterBlock && mayEnd)) {
      return 'isText';
    }
    switch (mark.role) {
      case 'think':
        return this.#judgeStart(mark);
      case 'endThink':
        return this.#judgeLoneEnd(mark);
      case 'answer':
      case 'turn':
        return this.#noted(this.#judgeAnswer(mark));
      case 'endAnswer':
      case 'endTurn':
        return this.#noted(this.#judgeAnswerEnd(mark));
      case 'otherTurn':
        return this.#noted('isText');
    }
  }

  /** Text that names one of these marks may end with one. */
  #noted(verdict: Verdict): Verdict {
    this.#namesMarks ||= verdict === 'isText';
    return verdict;
  }

  /** Whether the reply has reasoning, be it empty, so that marks around its answer are to be expected. */
  get #isReasoned(): boolean {
    return this.#said.hasReasoning || this.#used.size > 0;
  }

  /** Reasoning begins where the text does, and later, if there was some before, with a paragraph. */
  #judgeStart(mark: FoundMark): Verdict {
    const { family } = mark;
    const isStart = this.#said.isStart;
    if (family === phraseFamily) {
      if (isStart && !this.#said.hasReasoning) {
        this.#use(family);
      }
      return 'isText';
    }
    const { line, isLineStart, isParagraphStart } = this.#said.place;
    const isAnywhere = mark.isToken && this.#used.has(family);
    if (!isStart && !(this.#said.hasReasoning && (isAnywhere || isParagraphStart))) {
      this.#mention = { line, isLineStart };
      return 'isText';
    }
    const follower = followerOf(mark);
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

  /**
   * An answer begins where the text does: with a special token, or after reasoning with a tag that is not the start of
   * markup. A token may also be within the text, before what it marks.
   */
  #judgeAnswer(mark: FoundMark): Verdict {
    const { family, role, isToken, isHeader } = mark;
    const isStart = this.#said.isStart && (isToken || this.#isReasoned);
    const isWithin = isToken && (isHeader ? this.#used.has(family) : role === 'answer');
    if (!(isStart || isWithin) || family === 's') {
      return role === 'turn' ? this.#judgeAnswerEnd(mark) : 'isText';
    }
    const follower = followerOf(mark);
    const isMarkup = isToken ? false : isBeforeMarkup(mark);
    const isNamed = isQuoted(this.#said.place, mark);
    if (follower === undefined || isMarkup === undefined || isNamed === undefined) {
      return 'wait';
    }
    const isApart = follower === 'break' ? !this.#said.place.isLineStart : follower.isSpaced;
    const isText =
      isMarkup || isNamed || isTalkedAbout(follower) || (isApart && !isStart && !isHeader);
    return isText ? 'isText' : 'counts';
  }

  /** An answer ends with its own mark. Other marks of an end count at the end of the reply. */
  #judgeAnswerEnd(mark: FoundMark): Verdict {
    const { family, role, isToken } = mark;
    if (!touches(this.#said.place)) {
      return 'isText';
    }
    if (role === 'endAnswer' && this.#answer === family) {
      const isNamed = isQuoted(this.#said.place, mark);
      return isNamed === undefined ? 'wait' : isNamed ? 'isText' : 'counts';
    }
    const isExpected =
      this.#isReasoned ||
      (!this.#said.isStart && (isToken || role === 'endTurn' || family === 's'));
    return isExpected && !this.#namesMarks ? 'atEnd' : 'isText';
  }

  /** In reasoning a closing mark counts wherever it is, unless it is quoted. */
  #judgeInReasoning(mark: FoundMark, open: string): Verdict {
    const { family, role, isToken, text } = mark;
    const isAnswer = role === 'answer' || role === 'turn' || text === '<|end|>';
    if (family === open && (role === 'endThink' || (isToken && isAnswer))) {
      const isNamed = isToken ? false : isQuoted(this.#said.place, mark);
      return isNamed === undefined ? 'wait' : isNamed ? 'isText' : 'counts';
    }
    return role === 'endTurn' && touches(this.#said.place) ? 'atEnd' : 'isText';
  }

  /** In text a closing mark says that the text before it was reasoning, unless it is talked about. */
  #judgeLoneEnd(mark: FoundMark): Verdict {
    if (this.#said.moveCount === maxMoves) {
      return 'isText';
    }
    const { family } = mark;
    const isUsed = this.#used.has(family);
    const isDoubtful = this.#doubtful === family;
    const { isLineStart, line } = this.#said.place;
    if (family === phraseFamily) {
      return isUsed && isLineStart ? 'counts' : 'isText';
    }
    // Before any text it ends nothing that is shown, whoever has begun the reasoning.
    const isPossible = this.#said.isStart || (!this.#said.hasField && closesAlone(mark));
    if (!(isPossible || isUsed || isDoubtful)) {
      return 'isText';
    }
    const mention = this.#mention;
    if (mention?.line === line || (mention?.isLineStart === true && isLineStart)) {
      this.#mention = undefined;
      return 'isText';
    }
    const follower = followerOf(mark);
    if (follower === undefined) {
      return 'wait';
    }
    const isEnd = (isDoubtful || mayEndAfter(this.#said.place)) && mayEndBefore(follower);
    return isEnd ? 'counts' : 'isText';
  }

  #use(family: string): void {
    this.#used.add(family);
    this.#hasPhrase ||= family === phraseFamily;
  }

  /** Does what a mark says that counts. */
  #follow({ role, family, isHeader }: ReplyMark, pieces: Pieces): void {
    this.#use(family);
    if (this.#open !== undefined || role === 'endThink') {
      this.#said.startText(this.#open === undefined, pieces);
      this.#open = undefined;
      this.#mention = undefined;
      this.#doubtful = undefined;
    } else if (role === 'think') {
      this.#said.startReasoning();
      this.#open = family;
    } else {
      this.#said.startAnswer(isHeader);
    }
    this.#answer = role === 'answer' && !isHeader ? family : undefined;
  }
}

/** Whether templates open the reasoning that this mark ends, so that only its end is in the text. */
function closesAlone({ family, isToken }: ReplyMark): boolean {
  return isToken || family === '[]' || /think/.test(family);
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
