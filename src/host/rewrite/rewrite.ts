import * as vscode from 'vscode';
import { indentUnit } from '../../apply/indentation.ts';
import { lineTexts } from '../../apply/textLines.ts';
import { type ArrivingText, createArrivingText } from '../../rewrite/arrivingText.ts';
import { fitArrived, fitCode, type Original } from '../../rewrite/fitCode.ts';
import { leftOutLine } from '../../rewrite/leftOut.ts';
import { arrivedCode, type Asked, type NoCodeReason, replyCode } from '../../rewrite/replyCode.ts';
import { replyFence, rewritePrompt } from '../../rewrite/rewritePrompt.ts';
import { maskedValues, withoutMasks } from '../../rewrite/masks.ts';
import { changedLines } from '../../rewrite/mergeTexts.ts';
import { shownPart } from '../../rewrite/shownPart.ts';
import { transcript } from '../../conversation/conversation.ts';
import type { ContextItem, Reply, UserMessage } from '../../shared/conversation/conversation.ts';
import type { MakeSideChat, SideChat } from '../chat/sideChat.ts';
import { contextItem } from '../editor/selectionContext.ts';
import type { Instruction } from './askInstruction.ts';
import type { DiffSides } from './rewriteDocuments.ts';
import type { RewriteTarget } from './rewriteTarget.ts';
import { TrackedCode } from './trackedCode.ts';

/** How far a rewrite is. `asking`: nothing was sent yet. `failed`: there is no result to accept. */
export type RewriteState = 'asking' | 'running' | 'ready' | 'failed';

/** Why the last reply is no result. */
export type RewriteProblem =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'noCode'; readonly reason: NoCodeReason }
  /** A line that stands for code which the model has left out. */
  | { readonly kind: 'leftOut'; readonly line: string }
  /** The reply has masks of secrets, and what they stand for is not known. */
  | { readonly kind: 'masked' }
  /** The reply is the code as it was. */
  | { readonly kind: 'same' };

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

/** Code that a model rewrites. The file is only read here. */
export class Rewrite implements vscode.Disposable {
  readonly id = crypto.randomUUID();
  readonly languageId: string;
  readonly chat: SideChat;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #asked: Asked;
  readonly #item: ContextItem;
  readonly #file: ContextItem;
  #code: TrackedCode;
  readonly #original: Original;
  #state: RewriteState = 'asking';
  /** The code of the last complete reply, as it would stand in the file. */
  #result: string | undefined;
  #problem: RewriteProblem | undefined;
  #lastReply = '';
  /** What masks in the reply stand for; undefined if that is not known. */
  #masked: ReadonlyMap<string, string> | undefined;
  /** What is shown while a reply arrives. */
  #arriving: ArrivingText | undefined;
  #arrived: readonly string[] = [];
  #isMerged = false;
  #isDisposed = false;

  /** After a change of the state, or of the lines that have arrived. */
  readonly onDidChange = this.#changed.event;

  constructor({ document, start, end }: RewriteTarget, makeSideChat: MakeSideChat) {
    this.languageId = document.languageId;
    this.#code = new TrackedCode(document, start, end);
    const { original, base } = this.#code;
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    this.#item = contextItem(document, range);
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    this.#file = contextItem(document, all);
    this.#original = {
      text: original,
      lineEnd: document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n',
      startsInLine: range.start.character > 0,
      unit: unitOf(base),
    };
    const fence = replyFence(original, document.languageId);
    this.#asked = { original: lineTexts(original), fence };
    this.chat = makeSideChat(rewritePrompt(fence));
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

  /** The code as it would stand in the file; undefined while there is none. */
  get result(): string | undefined {
    return this.#state === 'ready' ? this.#result : undefined;
  }

  /** Whether a follow-up is running. If it is stopped, there is the result of before. */
  get isRefining(): boolean {
    return this.#state === 'running' && this.#result !== undefined;
  }

  get problem(): RewriteProblem | undefined {
    return this.#problem;
  }

  /** The text of the last reply, as far as it came. */
  get lastReply(): string {
    return this.#lastReply;
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

  /** Whether the result is combined with edits of the user. The model does not know these. */
  get isMerged(): boolean {
    return this.#isMerged;
  }

  /** The message that an instruction becomes. The code is in the first one only. */
  message({ text, withFile }: Instruction): UserMessage {
    const file = withFile && this.canSendFile ? [this.#file] : [];
    return { text, context: this.hasAsked ? [] : [this.#item, ...file] };
  }

  /**
   * Sends a message and takes in the reply. `onSent` is called when the request is under way. A follow-up that fails or
   * is stopped leaves the result of before.
   */
  async ask(message: UserMessage, onSent: () => void): Promise<void> {
    const before = this.#result;
    let isSent = false;
    const reply = await this.chat.ask(message, (running) => {
      if (!isSent) {
        isSent = true;
        this.#readMasks();
        this.#begin(before);
        onSent();
      }
      this.#takeIn(running);
    });
    if (reply !== undefined && !this.#isDisposed) {
      this.#end(reply, before);
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

  /** Takes a text with both changes as what is now to be accepted, for a file that was edited meanwhile. */
  takeMerged(document: vscode.TextDocument, text: string): void {
    const { start, end, newEnd } = changedLines(document.getText(), text);
    this.#code.dispose();
    this.#code = new TrackedCode(document, start, end);
    this.#result = text.slice(start, newEnd);
    this.#isMerged = true;
    this.#changed.fire();
  }

  /** Both sides of the diff as it is now. */
  sides(): DiffSides {
    const { base, start, end, original } = this.#code;
    const { from, to } = shownPart(base, start, end);
    return {
      before: base.slice(from, to),
      after: base.slice(from, start) + (this.#shown() ?? original) + base.slice(end, to),
    };
  }

  /** The lines of the file that the diff shows, counted from 0; `line` is the first one that is rewritten. */
  shownLines(): { readonly first: number; readonly line: number; readonly isPart: boolean } {
    const { base, start, end } = this.#code;
    const { from, to } = shownPart(base, start, end);
    return {
      first: lineOf(base, from),
      line: lineOf(base, start) - lineOf(base, from),
      isPart: from > 0 || to < base.length,
    };
  }

  dispose(): void {
    this.#isDisposed = true;
    this.chat.dispose();
    this.#code.dispose();
    this.#changed.dispose();
  }

  #shown(): string | undefined {
    if (this.#state === 'running' && this.#arriving !== undefined) {
      const { lineEnd } = this.#original;
      const { original } = this.#code;
      const lines = this.#arriving.lines(this.#arrived).join(lineEnd);
      return original.endsWith('\n') ? lines + lineEnd : lines;
    }
    return this.#result;
  }

  /** Secrets may have been masked in what was sent, as the user wanted it. */
  #readMasks(): void {
    const sent = transcript(this.chat.session.conversation)[0]?.user.context[0]?.text;
    this.#masked = maskedValues(sent ?? '', this.#item.text);
  }

  #begin(before: string | undefined): void {
    this.#state = 'running';
    this.#problem = undefined;
    this.#arrived = [];
    this.#lastReply = '';
    this.#arriving = createArrivingText(lineTexts(before ?? this.#code.original));
    this.#changed.fire();
  }

  #takeIn({ text }: Reply): void {
    if (text.indexOf('\n', this.#lastReply.length) === -1) {
      return;
    }
    this.#lastReply = text;
    this.#changed.fire();
  }

  /** Reads what has arrived. Called before it is shown, not for each token. */
  read(): void {
    if (this.#state === 'running') {
      this.#arrived = fitArrived(arrivedCode(this.#lastReply, this.#asked), this.#original);
    }
  }

  #end(reply: Reply, before: string | undefined): void {
    this.#lastReply = reply.text;
    if (reply.status === 'stopped') {
      this.takeBack();
    }
    const { result, problem } = this.#resultOf(reply);
    this.#result = result ?? before;
    this.#problem = problem;
    this.#state = this.#result === undefined ? 'failed' : 'ready';
    this.#arriving = undefined;
    this.#changed.fire();
  }

  #resultOf(reply: Reply): { readonly result?: string; readonly problem?: RewriteProblem } {
    if (reply.status !== 'completed') {
      return { problem: { kind: 'reply', reply } };
    }
    const code = replyCode(reply.text, this.#asked);
    if (code.kind === 'none') {
      return { problem: { kind: 'noCode', reason: code.reason } };
    }
    const line = leftOutLine(code.lines, this.#asked.original, this.languageId);
    if (line !== undefined) {
      return { problem: { kind: 'leftOut', line } };
    }
    const fitted = fitCode(code.lines, this.#original);
    const result = this.#masked && withoutMasks(fitted, this.#masked);
    if (result === undefined) {
      return fitted === this.#code.original
        ? { problem: { kind: 'same' } }
        : { problem: { kind: 'masked' } };
    }
    return result === this.#code.original ? { problem: { kind: 'same' } } : { result };
  }
}
