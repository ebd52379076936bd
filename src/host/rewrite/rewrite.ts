import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import { indentUnit } from '../../apply/indentation.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { transcript } from '../../conversation/conversation.ts';
import { type ArrivingText, createArrivingText } from '../../rewrite/arrivingText.ts';
import { fitArrived, type Original } from '../../rewrite/fitCode.ts';
import { maskedValues } from '../../rewrite/masks.ts';
import { movedRange } from '../../rewrite/movedRange.ts';
import { type CodeRange, proposedCode, type RangeChange } from '../../rewrite/proposedCode.ts';
import { arrivedCode } from '../../rewrite/replyCode.ts';
import { replyFence, rewritePrompt } from '../../rewrite/rewritePrompt.ts';
import type {
  ContextItem,
  Reply,
  ReplyWait,
  UserMessage,
} from '../../shared/conversation/conversation.ts';
import type { MakeSideChat, SideChat } from '../chat/sideChat.ts';
import { contextItem } from '../editor/selectionContext.ts';
import type { Review } from '../review/review.ts';
import type { ReviewedFile, ReviewEnd } from '../review/reviewedFile.ts';
import type { Instruction } from './askInstruction.ts';
import { readReply, type ReplyBasis, type RewriteProblem } from './readReply.ts';
import type { RewriteTarget } from './rewriteTarget.ts';

/** How far a rewrite is. `asking`: nothing was sent yet. `failed`: there is no result to accept. */
export type RewriteState = 'asking' | 'running' | 'ready' | 'failed';

/** What a rewrite is made with. */
export interface RewriteTools {
  readonly makeSideChat: MakeSideChat;
  readonly loadSyntax: () => Promise<LoadSyntax>;
  readonly review: Pick<Review, 'begin' | 'propose' | 'textOf' | 'finish'>;
}

/** The line of an offset, counted from 0. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

/** In files with fewer lines, the unit of indentation is looked for. */
const indentLines = 5000;

/** The lines of a file that say how it is indented. */
function unitOf(text: string): Original['unit'] {
  return indentUnit(lineTexts(text.slice(0, 200_000)).slice(0, indentLines));
}

/** A text of the file, and what a reply replaces in it. */
interface Place extends CodeRange {
  readonly base: string;
}

/** VS Code replaces a longer document as a whole, and flickers: what arrives for it is shown at the end. In characters. */
const longestShown = 90_000;

/** Code that a model rewrites, as a change of its file in the review. */
export class Rewrite implements vscode.Disposable {
  readonly file: ReviewedFile;
  readonly chat: SideChat;
  readonly languageId: string;
  readonly #tools: RewriteTools;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #lineEnd: Original['lineEnd'];
  readonly #fence: string;
  readonly #item: ContextItem;
  readonly #whole: ContextItem;
  /** What the last request was about. */
  #place: Place;
  #basis: ReplyBasis;
  /** The code that it was about: that of the file, or the result before a follow-up. */
  #asked = '';
  #state: RewriteState = 'asking';
  /** What is proposed, as the model knows it; undefined while there is no result. */
  #known: string | undefined;
  #problem: RewriteProblem | undefined;
  #lastReply = '';
  #wait: ReplyWait | undefined;
  /** What is shown while a reply arrives. */
  #arriving: ArrivingText | undefined;
  #arrived: readonly string[] = [];
  #isDisposed = false;

  /** After a change of the state, or of the lines that have arrived. */
  readonly onDidChange = this.#changed.event;

  /** Where the code is in the text of its file. */
  readonly rangeIn = (text: string): CodeRange => movedRange(this.#place, this.#place.base, text);

  /** `ended` is called once the review of it has ended. */
  constructor(target: RewriteTarget, tools: RewriteTools, ended: (how: ReviewEnd) => void) {
    const { document, start, end } = target;
    this.#tools = tools;
    this.languageId = document.languageId;
    const base = document.getText();
    this.#place = { base, start, end };
    const original = base.slice(start, end);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    this.#item = contextItem(document, range);
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    this.#whole = contextItem(document, all);
    this.#lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    this.#fence = replyFence(original, document.languageId);
    this.#basis = this.#basisOf(original, original);
    this.chat = tools.makeSideChat(rewritePrompt(this.#fence));
    const { path, kind, name: cell = '' } = this.#item;
    const name = kind === 'cell' ? `${path} [${cell}]` : path;
    const change = { kind: 'change', uri: document.uri, name, base, text: base } as const;
    this.file = tools.review.begin(change, { stop: () => this.stop(), ended });
  }

  get state(): RewriteState {
    return this.#state;
  }

  /** The address of its proposal. */
  get id(): string {
    return this.file.proposal.toString();
  }

  /** Path and lines of the code, counted from 1. */
  get place(): Pick<ContextItem, 'path' | 'startLine' | 'endLine'> {
    return this.#item;
  }

  /** The first line of the code, counted from 0. */
  get line(): number {
    return lineOf(this.#place.base, this.#place.start);
  }

  /** The rewritten code as it would stand in the file; undefined while there is none. */
  get result(): string | undefined {
    return this.#state === 'ready' ? this.#proposed()?.text : undefined;
  }

  get problem(): RewriteProblem | undefined {
    return this.#problem;
  }

  /** The text of the last reply, as far as it came. */
  get lastReply(): string {
    return this.#lastReply;
  }

  /** What the running request waits for before it is sent again; undefined if it does not wait. */
  get wait(): ReplyWait | undefined {
    return this.#state === 'running' ? this.#wait : undefined;
  }

  /** How many lines have arrived of the running reply. */
  get arrivedLines(): number {
    return this.#arrived.length;
  }

  /** Whether the whole file can go along: it is not sent twice, and only with the first message. */
  get canSendFile(): boolean {
    const { base, start, end } = this.#place;
    return end - start < base.length && !this.hasAsked;
  }

  get hasAsked(): boolean {
    return transcript(this.chat.session.conversation).length > 0;
  }

  /** The message that an instruction becomes. The code is in the first one, and again if the user has changed the result. */
  message({ text, withFile }: Instruction): UserMessage {
    if (!this.hasAsked) {
      const others = withFile && this.canSendFile ? [this.#whole] : [];
      return { text, context: [this.#item, ...others] };
    }
    const isKnown = this.#known === this.#tools.review.textOf(this.file);
    return { text, context: isKnown ? [] : this.#currentCode() };
  }

  /**
   * Sends a message and takes in the reply. `onSent` is called when the request is under way. A follow-up that fails or
   * is stopped leaves the result of before.
   */
  async ask(message: UserMessage, onSent: () => void): Promise<void> {
    const { review } = this.#tools;
    const before = { place: this.#place, basis: this.#basis };
    const proposal = { base: this.file.base, text: review.textOf(this.file) };
    let isSent = false;
    const reply = await this.chat.ask(message, (running) => {
      if (!isSent) {
        isSent = true;
        this.#begin();
        onSent();
      }
      this.#takeIn(running);
    });
    if (reply === undefined || this.#isDisposed) {
      return;
    }
    const result = await this.#read(reply);
    if (this.#isDisposed) {
      return;
    }
    this.#arriving = undefined;
    if (result !== undefined) {
      this.#propose(result, true);
      this.#known = review.textOf(this.file);
    } else {
      review.propose(this.file, proposal, this.#known !== undefined);
    }
    if (reply.status === 'stopped') {
      // The message is taken back, and what it said about the code as well.
      this.takeBack();
      this.#place = before.place;
      this.#basis = before.basis;
    }
    this.#state = this.#known === undefined ? 'failed' : 'ready';
    this.#changed.fire();
  }

  /** Takes the last message and its reply out of the chat, so that it can be sent again. */
  takeBack(): void {
    const { session } = this.chat;
    const turnId = transcript(session.conversation).at(-1)?.id;
    if (turnId !== undefined) {
      session.change({ kind: 'turnsRemoved', turnIds: [turnId] });
    }
  }

  /** Ends the running reply and closes its connection. Gives whether there was one. */
  stop(): boolean {
    this.chat.stop();
    return this.#state === 'running';
  }

  /** Shows what has arrived. Not called for each token. */
  showArrived(): void {
    if (this.#arriving !== undefined && !this.#isDisposed) {
      const { asked, original } = this.#basis;
      this.#arrived = fitArrived(arrivedCode(this.#lastReply, asked), original);
      if (this.#place.base.length <= longestShown) {
        const lines = this.#arriving.lines(this.#arrived).join(this.#lineEnd);
        this.#propose(original.text.endsWith('\n') ? lines + this.#lineEnd : lines, false);
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.chat.stop();
    this.chat.dispose();
    this.#changed.dispose();
  }

  #propose(code: string, isReady: boolean): void {
    const { base, start, end } = this.#place;
    const text = base.slice(0, start) + code + base.slice(end);
    this.#tools.review.propose(this.file, { base, text }, isReady);
  }

  /** What is proposed now, as a change of the code. */
  #proposed(): RangeChange | undefined {
    const { base } = this.file;
    return this.#known === undefined
      ? undefined
      : proposedCode(base, this.#tools.review.textOf(this.file), this.rangeIn(base));
  }

  /** The rewritten code as it is now, for a model that does not know it. */
  #currentCode(): readonly ContextItem[] {
    const change = this.#proposed();
    if (change === undefined) {
      return [];
    }
    const startLine = lineOf(change.base, change.start) + 1;
    const endLine = startLine + Math.max(lineTexts(change.text).length - 1, 0);
    return [{ ...this.#item, startLine, endLine, text: change.text }];
  }

  #basisOf(text: string, sent: string): ReplyBasis {
    const { base, start } = this.#place;
    return {
      original: {
        text,
        lineEnd: this.#lineEnd,
        startsInLine: start > 0 && base[start - 1] !== '\n',
        unit: unitOf(base),
      },
      asked: { original: lineTexts(text), fence: this.#fence },
      // Secrets may have been masked in what was sent, as the user wanted it.
      masked: maskedValues(sent, text),
    };
  }

  #begin(): void {
    const change = this.#proposed();
    if (change !== undefined) {
      this.#place = change;
    }
    const { base, start, end } = this.#place;
    this.#asked = change?.text ?? base.slice(start, end);
    const sent = transcript(this.chat.session.conversation).at(-1)?.user.context[0]?.text;
    if (sent !== undefined) {
      this.#basis = this.#basisOf(this.#asked, sent);
    }
    this.#state = 'running';
    this.#problem = undefined;
    this.#arrived = [];
    this.#lastReply = '';
    this.#wait = undefined;
    this.#arriving = createArrivingText(lineTexts(this.#asked));
    const { review } = this.#tools;
    review.propose(this.file, { base: this.file.base, text: review.textOf(this.file) }, false);
    this.#changed.fire();
  }

  #takeIn({ text, waiting }: Reply): void {
    if (text.indexOf('\n', this.#lastReply.length) === -1 && waiting === this.#wait) {
      return;
    }
    this.#lastReply = text;
    this.#wait = waiting;
    this.#changed.fire();
  }

  /** The code of a reply that has ended; undefined, with a problem, if it has none. */
  async #read(reply: Reply): Promise<string | undefined> {
    this.#lastReply = reply.text;
    const { base, start, end } = this.#place;
    const code = base.slice(start, end);
    const file = { before: base.slice(0, start), code, after: base.slice(end) };
    const { result, problem } = await readReply(
      reply,
      this.#basis,
      {
        known: this.#asked,
        file,
        path: this.#item.path,
        languageId: this.languageId,
      },
      await this.#tools.loadSyntax(),
    );
    this.#problem = problem;
    return result;
  }
}
