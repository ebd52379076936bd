import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import type { Splice } from '../../apply/fitEdit.ts';
import { indentUnit } from '../../apply/indentation.ts';
import { type LineHunk, lineHunks } from '../../apply/lines/lineHunks.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { type ArrivingText, createArrivingText } from '../../rewrite/arrivingText.ts';
import { fitArrived, type Original } from '../../rewrite/fitCode.ts';
import { arrivedCode } from '../../rewrite/replyCode.ts';
import { replyFence, rewritePrompt } from '../../rewrite/rewritePrompt.ts';
import { changedLines } from '../../rewrite/changedLines.ts';
import { maskedValues } from '../../rewrite/masks.ts';
import { proposedCode, type RangeChange } from '../../rewrite/proposedCode.ts';
import { shownPart } from '../../rewrite/shownPart.ts';
import { transcript } from '../../conversation/conversation.ts';
import type {
  ContextItem,
  Reply,
  ReplyWait,
  UserMessage,
} from '../../shared/conversation/conversation.ts';
import type { MakeSideChat, SideChat } from '../chat/sideChat.ts';
import { contextItem } from '../editor/selectionContext.ts';
import type { Instruction } from './askInstruction.ts';
import { readReply, type ReplyBasis, type RewriteProblem } from './readReply.ts';
import type { DiffSides } from './rewriteDocuments.ts';
import type { RewriteTarget } from './rewriteTarget.ts';
import { TrackedCode } from './trackedCode.ts';

/** How far a rewrite is. `asking`: nothing was sent yet. `failed`: there is no result to accept. */
export type RewriteState = 'asking' | 'running' | 'ready' | 'failed';

/** What a rewrite is made with. */
export interface RewriteTools {
  readonly makeSideChat: MakeSideChat;
  readonly loadSyntax: () => Promise<LoadSyntax>;
}

/** The line of an offset, counted from 0. */
function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

/** In files with fewer lines, the unit of indentation is looked for. */
const indentLines = 5000;

/** The lines of a file that say how it is indented. */
function unitOf(text: string): Original['unit'] {
  return indentUnit(lineTexts(text.slice(0, 200_000)).slice(0, indentLines));
}

/** How much of the text is not shown, before and after what is. In characters. */
type HiddenPart = Readonly<Record<'head' | 'tail', number>>;

function hiddenPart({ base, start, end }: TrackedCode): HiddenPart {
  const { from, to } = shownPart(base, start, end);
  return { head: from, tail: base.length - to };
}

/** Code that a model rewrites. The file is only read here. */
export class Rewrite implements vscode.Disposable {
  readonly id = crypto.randomUUID();
  readonly languageId: string;
  readonly chat: SideChat;
  readonly #loadSyntax: RewriteTools['loadSyntax'];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #lineEnd: Original['lineEnd'];
  readonly #fence: string;
  readonly #item: ContextItem;
  readonly #file: ContextItem;
  #code: TrackedCode;
  #hidden: HiddenPart;
  #basis: ReplyBasis;
  #state: RewriteState = 'asking';
  /** The right side of the diff once there is a result: as Parley has set it, as the model knows it, and as it is now. */
  #proposal: Readonly<Record<'set' | 'known' | 'now', string>> | undefined;
  #revision = 0;
  #problem: RewriteProblem | undefined;
  #lastReply = '';
  #wait: ReplyWait | undefined;
  /** What is shown while a reply arrives. */
  #arriving: ArrivingText | undefined;
  #arrived: readonly string[] = [];
  #isDisposed = false;

  /** After a change of the state, or of the lines that have arrived. */
  readonly onDidChange = this.#changed.event;

  constructor({ document, start, end }: RewriteTarget, { makeSideChat, loadSyntax }: RewriteTools) {
    this.#loadSyntax = loadSyntax;
    this.languageId = document.languageId;
    this.#code = new TrackedCode(document, start, end);
    this.#hidden = hiddenPart(this.#code);
    const { original } = this.#code;
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    this.#item = contextItem(document, range);
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    this.#file = contextItem(document, all);
    this.#lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    this.#fence = replyFence(original, document.languageId);
    this.#basis = this.#basisOf(original, original);
    this.chat = makeSideChat(rewritePrompt(this.#fence));
  }

  get state(): RewriteState {
    return this.#state;
  }

  get code(): TrackedCode {
    return this.#code;
  }

  /** Path and lines of the code, counted from 1. */
  get place(): Pick<ContextItem, 'path' | 'startLine' | 'endLine'> {
    return this.#item;
  }

  /** The rewritten code as it would stand in the file; undefined while there is none. */
  get result(): string | undefined {
    return this.#state === 'ready' ? this.#proposed()?.text : undefined;
  }

  /** How often the right side was replaced, but for what arrives. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether the user has changed the result in the diff. */
  get isEdited(): boolean {
    return this.#proposal !== undefined && this.#proposal.now !== this.#proposal.set;
  }

  /** Whether a follow-up is running. If it is stopped, there is the result of before. */
  get isRefining(): boolean {
    return this.#state === 'running' && this.#proposal !== undefined;
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
    return this.#code.original.length < this.#code.base.length && !this.hasAsked;
  }

  get hasAsked(): boolean {
    return transcript(this.chat.session.conversation).length > 0;
  }

  /** The message that an instruction becomes. The code is in the first one, and again if the user has changed the result. */
  message({ text, withFile }: Instruction): UserMessage {
    if (!this.hasAsked) {
      return { text, context: [this.#item, ...(withFile && this.canSendFile ? [this.#file] : [])] };
    }
    const isKnown = this.#proposal?.now === this.#proposal?.known;
    return { text, context: isKnown ? [] : this.#currentCode() };
  }

  /**
   * Sends a message and takes in the reply. `onSent` is called when the request is under way. A follow-up that fails or
   * is stopped leaves the result of before.
   */
  async ask(message: UserMessage, onSent: () => void): Promise<void> {
    const { code } = this;
    const before = { basis: this.#basis, start: code.start, end: code.end };
    let isSent = false;
    const reply = await this.chat.ask(message, (running) => {
      if (!isSent) {
        isSent = true;
        this.#begin();
        onSent();
      }
      this.#takeIn(running);
    });
    if (reply !== undefined && !this.#isDisposed) {
      await this.#end(reply);
      if (reply.status === 'stopped') {
        // The message is taken back, and what it said about the code as well.
        this.takeBack();
        this.#basis = before.basis;
        code.widen(before.start, before.end);
      }
    }
  }

  /** Takes the last message and its reply out of the chat, so that it can be sent again. */
  takeBack(): void {
    const { session } = this.chat;
    const turnId = transcript(session.conversation).at(-1)?.id;
    if (turnId !== undefined) {
      session.change({ kind: 'turnsRemoved', turnIds: [turnId] });
    }
  }

  /** Ends the running reply and closes its connection. */
  stop(): void {
    this.chat.stop();
  }

  /** Takes the right side of the diff as it is now. VS Code may have given it other line ends. */
  takeEdits(text: string): void {
    if (this.#proposal !== undefined && this.#state === 'ready') {
      const now = text.replaceAll(/\r\n|\r|\n/g, this.#lineEnd);
      this.#proposal = { ...this.#proposal, now };
    }
  }

  /** Takes the right side after a change of it was rejected. */
  takeRejection(text: string): void {
    this.takeEdits(text);
    if (this.#proposal !== undefined) {
      this.#proposal = { ...this.#proposal, set: this.#proposal.now };
    }
  }

  /** Takes a text with both changes as what is now to be accepted, for a file that was edited meanwhile. */
  takeMerged(document: vscode.TextDocument, text: string): void {
    const { start, end, newEnd } = changedLines(document.getText(), text);
    this.#code.dispose();
    this.#code = new TrackedCode(document, start, end);
    this.#hidden = hiddenPart(this.#code);
    this.#propose(text.slice(start, newEnd), this.#proposal?.known);
    this.#changed.fire();
  }

  /** The changes of the file that wait for the user, with lines counted as the diff shows them. */
  hunks(): readonly LineHunk[] {
    return this.#proposal === undefined ? [] : lineHunks(this.#before(), this.#proposal.now);
  }

  /** The same as changes of the whole text. */
  splicesOf(hunks: readonly LineHunk[]): readonly Splice[] {
    const { head } = this.#hidden;
    return hunks.map(({ splice: { start, end, text } }) => ({
      start: start + head,
      end: end + head,
      text,
    }));
  }

  /** Both sides of the diff as Parley shows them. */
  sides(): DiffSides {
    const before = this.#before();
    return { before, after: this.#arrivingText() ?? this.#proposal?.now ?? before };
  }

  /** The lines of the file that the diff shows, counted from 0; `line` is the first one that is rewritten. */
  shownLines(): { readonly first: number; readonly line: number; readonly isPart: boolean } {
    const { base, start } = this.#code;
    const { head, tail } = this.#hidden;
    return {
      first: lineOf(base, head),
      line: lineOf(base, start) - lineOf(base, head),
      isPart: head > 0 || tail > 0,
    };
  }

  dispose(): void {
    this.#isDisposed = true;
    this.chat.dispose();
    this.#code.dispose();
    this.#changed.dispose();
  }

  #before(): string {
    const { base } = this.#code;
    return base.slice(this.#hidden.head, base.length - this.#hidden.tail);
  }

  /** A text in the place of the code, with what is shown around it. */
  #around(code: string): string {
    const { base, start, end } = this.#code;
    const { head, tail } = this.#hidden;
    return base.slice(head, start) + code + base.slice(end, base.length - tail);
  }

  /** What the right side changes, in offsets of the whole text. */
  #proposed(): RangeChange | undefined {
    if (this.#proposal === undefined) {
      return undefined;
    }
    const { base, start, end } = this.#code;
    const { head } = this.#hidden;
    const range = { start: start - head, end: end - head };
    const change = proposedCode(this.#before(), this.#proposal.now, range);
    return { ...change, base, start: change.start + head, end: change.end + head };
  }

  #propose(code: string, known?: string): void {
    const now = this.#around(code);
    this.#proposal = { set: now, now, known: known ?? now };
    this.#revision += 1;
    this.#state = 'ready';
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
    const { base, start } = this.#code;
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
    const sent = transcript(this.chat.session.conversation).at(-1)?.user.context[0]?.text;
    if (sent !== undefined) {
      if (change !== undefined) {
        this.#code.widen(change.start, change.end);
      }
      this.#basis = this.#basisOf(change?.text ?? this.#code.original, sent);
    }
    this.#state = 'running';
    this.#problem = undefined;
    this.#arrived = [];
    this.#lastReply = '';
    this.#wait = undefined;
    this.#arriving = createArrivingText(lineTexts(change?.text ?? this.#code.original));
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

  /** Reads what has arrived. Called before it is shown, not for each token. */
  read(): void {
    if (this.#state === 'running') {
      const { asked, original } = this.#basis;
      this.#arrived = fitArrived(arrivedCode(this.#lastReply, asked), original);
    }
  }

  #arrivingText(): string | undefined {
    if (this.#state !== 'running' || this.#arriving === undefined) {
      return undefined;
    }
    const lines = this.#arriving.lines(this.#arrived).join(this.#lineEnd);
    return this.#around(this.#code.original.endsWith('\n') ? lines + this.#lineEnd : lines);
  }

  async #end(reply: Reply): Promise<void> {
    this.#lastReply = reply.text;
    const { path } = this.#item;
    const { original: code, base, start, end } = this.#code;
    const known = this.#proposed()?.text ?? code;
    const file = { before: base.slice(0, start), code, after: base.slice(end) };
    const { result, problem } = await readReply(
      reply,
      this.#basis,
      { known, file, path, languageId: this.languageId },
      await this.#loadSyntax(),
    );
    if (this.#isDisposed) {
      return;
    }
    this.#problem = problem;
    this.#arriving = undefined;
    if (result !== undefined) {
      this.#propose(result);
    } else {
      this.#state = this.#proposal === undefined ? 'failed' : 'ready';
      this.#revision += 1;
    }
    this.#changed.fire();
  }
}
