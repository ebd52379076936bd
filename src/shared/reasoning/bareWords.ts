import type { TextPlace } from './textPlace.ts';

/** The words of the header of gpt-oss, without `<|start|>`, `<|channel|>` and `<|message|>`. */
const openings: readonly string[] = ['analysis', 'assistantanalysis'];
const opening = /^(?:assistant)?analysis[^a-z\s.,:;!?)\]}_/=-]/;
const answerMark = 'assistantfinal';

/** In characters. */
const maxStartLength = 20;

/** As much of the start of a text as `beginsBare` reads. */
export function startOf(text: string): string {
  return text.trimStart().slice(0, maxStartLength);
}

/**
 * Whether a reply begins like one of gpt-oss whose special tokens the server has left out, so that the words between them
 * are glued to the text: `analysisWe need …assistantfinalHello`. Undefined if that takes more of its start. An identifier
 * may look like this, so that the reply is only known once both words are there.
 */
export function beginsBare(start: string): boolean | undefined {
  if (opening.test(start)) {
    return true;
  }
  return openings.some((words) => words.startsWith(start)) ? undefined : false;
}

/** The index after the next mark before the answer that ends after `from`, or of the end. It may begin in `tail`. */
export function answerMarkEnd(tail: string, text: string, from: number): number {
  if (from === 0) {
    const before = tail.slice(1 - answerMark.length);
    const seam = (before + text.slice(0, answerMark.length - 1)).indexOf(answerMark);
    if (seam !== -1) {
      return seam + answerMark.length - before.length;
    }
  }
  const index = text.indexOf(answerMark, from);
  return index === -1 ? text.length : index + answerMark.length;
}

/** What the mark may be glued to: the start of the line, or the end of a word or a sentence. */
const before = /(?:^\s*|[.!?…。！？]\s|[^\s"'`([{“‘«*_~|/#=<]["'`”’)\]}*_]{0,4})$/;
const after = /[^ \t.,:;!?)\]}”’»]/;

/**
 * Whether the answer begins at this place, before `next`: after the mark, unless that is in code or named in a sentence.
 */
export function isAnswerMark(place: TextPlace, next: string): boolean {
  const { tail } = place;
  const isMark =
    tail.endsWith(answerMark) && before.test(tail.slice(0, -answerMark.length)) && after.test(next);
  // Asked for last: to ask ends a run of backticks.
  return isMark && !place.isCode;
}
