import type { ReplyPiece } from '../service/chatCompletion.ts';
import { markAt, nextMarkStart, phraseFamily, type ReplyMark } from './replyMark.ts';
import { afterMark, judge, noMarks } from './markState.ts';
import { type Pieces, SaidPieces } from './saidPieces.ts';

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
  #marks = noMarks;

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
    // A phrase may come only at the start, or if there was one.
    const mayHavePhrase = (): boolean => this.#marks.used.has(phraseFamily) || this.#said.isStart;
    let given = 0;
    let from = 0;
    for (;;) {
      const index = nextMarkStart(text, from, mayHavePhrase());
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
      const judgement =
        mark === 'partial'
          ? undefined
          : judge({ ...mark, text: said, source: text, isEnd }, this.#marks, this.#said);
      if (mark === 'partial' || judgement === undefined || judgement.verdict === 'wait') {
        this.#held = text.slice(index);
        return;
      }
      const { verdict, state } = judgement;
      this.#marks = state;
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

  /** Does what a mark says that counts. */
  #follow(mark: ReplyMark, pieces: Pieces): void {
    const { open } = this.#marks;
    if (open !== undefined || mark.role === 'endThink') {
      this.#said.startText(open === undefined, pieces);
    } else if (mark.role === 'think') {
      this.#said.startReasoning();
    } else {
      this.#said.startAnswer(mark.isHeader);
    }
    this.#marks = afterMark(mark, this.#marks);
  }
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
