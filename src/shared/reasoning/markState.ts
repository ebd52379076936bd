import {
  followerOf,
  isBeforeMarkup,
  isQuoted,
  isTalkedAbout,
  mayEndAfter,
  mayEndBefore,
  touches,
} from './markNeighbours.ts';
import { phraseFamily, type ReplyMark } from './replyMark.ts';
import type { SaidPieces } from './saidPieces.ts';

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

/** What the marks of a reply have said so far. It never changes; each mark makes another one. */
export interface MarkState {
  /** The family whose reasoning is open; undefined while the answer is. */
  readonly open?: string | undefined;
  /** The families of which a mark has counted. */
  readonly used: ReadonlySet<string>;
  /** The last opening mark that is only talked about: its line, and whether it is the first in it. */
  readonly mention?: { readonly line: number; readonly isLineStart: boolean } | undefined;
  /** The family of a mark at the start of the text that seems to be only talked about. */
  readonly doubtful?: string | undefined;
  /** The family of the mark that has begun the answer; undefined if none has, or it has ended. */
  readonly answer?: string | undefined;
  /** Whether the text talks about marks of answers and ends. */
  readonly namesMarks: boolean;
}

/** Before any mark. */
export const noMarks: MarkState = { used: new Set(), namesMarks: false };

/** What was said before a mark. */
type Said = Pick<SaidPieces, 'place' | 'isStart' | 'hasReasoning' | 'hasField' | 'moveCount'>;

/** What a mark is, and what all marks have said with it. Of one that counts, `afterMark` says that. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly state: MarkState;
}

/** Whether a mark counts, after what was said and what other marks have said. */
export function judge(mark: FoundMark, state: MarkState, said: Said): Judgement {
  if (state.open !== undefined) {
    return { verdict: judgeInReasoning(mark, state.open, said), state };
  }
  const { isCode, isAfterBlock } = said.place;
  const mayEnd = mark.role === 'endTurn' || mark.role === 'endAnswer';
  if (isCode && !(isAfterBlock && mayEnd)) {
    return { verdict: 'isText', state };
  }
  switch (mark.role) {
    case 'think':
      return judgeStart(mark, state, said);
    case 'endThink':
      return judgeLoneEnd(mark, state, said);
    case 'answer':
    case 'turn':
      return noted(judgeAnswer(mark, state, said), state);
    case 'endAnswer':
    case 'endTurn':
      return noted(judgeAnswerEnd(mark, state, said), state);
    case 'otherTurn':
      return noted('isText', state);
  }
}

/** What marks have said after one that counts. */
export function afterMark({ role, family, isHeader }: ReplyMark, state: MarkState): MarkState {
  const used = withFamily(state, family);
  const answer = role === 'answer' && !isHeader ? family : undefined;
  if (state.open !== undefined || role === 'endThink') {
    return { used, answer, namesMarks: state.namesMarks };
  }
  return { ...state, used, answer, open: role === 'think' ? family : undefined };
}

function withFamily({ used }: MarkState, family: string): ReadonlySet<string> {
  return used.has(family) ? used : new Set([...used, family]);
}

/** Text that names one of these marks may end with one. */
function noted(verdict: Verdict, state: MarkState): Judgement {
  const namesMarks = state.namesMarks || verdict === 'isText';
  return { verdict, state: { ...state, namesMarks } };
}

/** Whether the reply has reasoning, be it empty, so that marks around its answer are to be expected. */
function isReasoned({ used }: MarkState, said: Said): boolean {
  return said.hasReasoning || used.size > 0;
}

/** Reasoning begins where the text does, and later, if there was some before, with a paragraph. */
function judgeStart(mark: FoundMark, state: MarkState, said: Said): Judgement {
  const { family } = mark;
  const { isStart } = said;
  if (family === phraseFamily) {
    const isUsed = isStart && !said.hasReasoning;
    const used = isUsed ? withFamily(state, family) : state.used;
    return { verdict: 'isText', state: { ...state, used } };
  }
  const { line, isLineStart, isParagraphStart } = said.place;
  const mention = { line, isLineStart };
  const isAnywhere = mark.isToken && state.used.has(family);
  if (!isStart && !(said.hasReasoning && (isAnywhere || isParagraphStart))) {
    return { verdict: 'isText', state: { ...state, mention } };
  }
  const follower = followerOf(mark);
  if (follower === undefined) {
    return { verdict: 'wait', state };
  }
  if (!isTalkedAbout(follower)) {
    return { verdict: 'counts', state };
  }
  const talked = isStart
    ? { doubtful: family, mention: undefined }
    : { doubtful: undefined, mention };
  return { verdict: 'isText', state: { ...state, ...talked } };
}

/**
 * An answer begins where the text does: with a special token, or after reasoning with a tag that is not the start of
 * markup. A token may also be within the text, before what it marks.
 */
function judgeAnswer(mark: FoundMark, state: MarkState, said: Said): Verdict {
  const { family, role, isToken, isHeader } = mark;
  const isStart = said.isStart && (isToken || isReasoned(state, said));
  const isWithin = isToken && (isHeader ? state.used.has(family) : role === 'answer');
  if (!(isStart || isWithin) || family === 's') {
    return role === 'turn' ? judgeAnswerEnd(mark, state, said) : 'isText';
  }
  const follower = followerOf(mark);
  const isMarkup = isToken ? false : isBeforeMarkup(mark);
  const isNamed = isQuoted(said.place, mark);
  if (follower === undefined || isMarkup === undefined || isNamed === undefined) {
    return 'wait';
  }
  const isApart = follower === 'break' ? !said.place.isLineStart : follower.isSpaced;
  const isText =
    isMarkup || isNamed || isTalkedAbout(follower) || (isApart && !isStart && !isHeader);
  return isText ? 'isText' : 'counts';
}

/** An answer ends with its own mark. Other marks of an end count at the end of the reply. */
function judgeAnswerEnd(mark: FoundMark, state: MarkState, said: Said): Verdict {
  const { family, role, isToken } = mark;
  if (!touches(said.place)) {
    return 'isText';
  }
  if (role === 'endAnswer' && state.answer === family) {
    const isNamed = isQuoted(said.place, mark);
    return isNamed === undefined ? 'wait' : isNamed ? 'isText' : 'counts';
  }
  const isExpected =
    isReasoned(state, said) || (!said.isStart && (isToken || role === 'endTurn' || family === 's'));
  return isExpected && !state.namesMarks ? 'atEnd' : 'isText';
}

/** In reasoning a closing mark counts wherever it is, unless it is quoted. */
function judgeInReasoning(mark: FoundMark, open: string, { place }: Said): Verdict {
  const { family, role, isToken, text } = mark;
  const isAnswer = role === 'answer' || role === 'turn' || text === '<|end|>';
  if (family === open && (role === 'endThink' || (isToken && isAnswer))) {
    const isNamed = isToken ? false : isQuoted(place, mark);
    return isNamed === undefined ? 'wait' : isNamed ? 'isText' : 'counts';
  }
  return role === 'endTurn' && touches(place) ? 'atEnd' : 'isText';
}

/** In text a closing mark says that the text before it was reasoning, unless it is talked about. */
function judgeLoneEnd(mark: FoundMark, state: MarkState, said: Said): Judgement {
  const { family } = mark;
  const isUsed = state.used.has(family);
  const isDoubtful = state.doubtful === family;
  const { isLineStart, line } = said.place;
  // Before any text it ends nothing that is shown, whoever has begun the reasoning.
  const isPossible = said.isStart || (!said.hasField && closesAlone(mark));
  if (said.moveCount === maxMoves || !(isPossible || isUsed || isDoubtful)) {
    return { verdict: 'isText', state };
  }
  if (family === phraseFamily) {
    return { verdict: isUsed && isLineStart ? 'counts' : 'isText', state };
  }
  const { mention } = state;
  if (mention?.line === line || (mention?.isLineStart === true && isLineStart)) {
    return { verdict: 'isText', state: { ...state, mention: undefined } };
  }
  const follower = followerOf(mark);
  if (follower === undefined) {
    return { verdict: 'wait', state };
  }
  const isEnd = (isDoubtful || mayEndAfter(said.place)) && mayEndBefore(follower);
  return { verdict: isEnd ? 'counts' : 'isText', state };
}

/** Whether templates open the reasoning that this mark ends, so that only its end is in the text. */
function closesAlone({ family, isToken }: ReplyMark): boolean {
  return isToken || family === '[]' || /think/.test(family);
}
