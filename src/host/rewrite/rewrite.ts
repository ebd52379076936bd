import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { transcript } from '../../conversation/conversation.ts';
import { arrivingLines } from '../../rewrite/arrivingLines.ts';
import { fitLines } from '../../rewrite/fitLines.ts';
import { withoutMasks } from '../../rewrite/masks.ts';
import { linesOf, type Part, partAt, partIn, textOf, withLines } from '../../rewrite/part.ts';
import { arrivedCode } from '../../rewrite/replyCode.ts';
import { replyFence, rewritePrompt } from '../../rewrite/rewritePrompt.ts';
import type {
  ContextItem,
  Conversation,
  Reply,
  ReplyWait,
  UserMessage,
} from '../../shared/conversation/conversation.ts';
import type { FoundInText } from '../../shared/guard/finding.ts';
import type { Log } from '../base/log.ts';
import type { MakeSideChat, SideChat } from '../chat/sideChat.ts';
import { documentOf } from '../editor/documentOf.ts';
import { contextItem } from '../editor/selectionContext.ts';
import type { Review } from '../review/review.ts';
import type { ChangeOwner, ReviewedFile, ReviewEnd } from '../review/reviewedFile.ts';
import { type AskedCode, readReply, type ReadReply } from './readReply.ts';
import type { RewriteTarget } from './rewriteTarget.ts';

/** What rewrites use of the window. */
export interface RewriteServices {
  readonly makeSideChat: MakeSideChat;
  readonly loadSyntax: () => Promise<LoadSyntax>;
  /** What was found in texts before they were sent in a chat. */
  readonly findIn: (texts: readonly string[], chatId: string) => Promise<readonly FoundInText[]>;
  readonly preview: (message: UserMessage, chat: SideChat) => Promise<void>;
  /** Continues a conversation in a panel, as a chat that is stored. */
  readonly openInChat: (conversation: Conversation) => Promise<void>;
  readonly state: vscode.Memento;
  readonly log: Log;
}

/** What the user wants to be changed, and whether the whole file goes along. */
export interface Instruction {
  readonly text: string;
  readonly withFile: boolean;
}

/** How far a rewrite is of which something was sent. `failed`: there is no result to accept. */
export type RewritePhase = 'running' | 'ready' | 'failed';

/** VS Code replaces a longer document as a whole, and flickers: what arrives for it is shown at the end. In characters. */
const longestShown = 90_000;

/** Code that a model rewrites, as a change of its file in the review. */
export class Rewrite implements ChangeOwner, vscode.Disposable {
  readonly file: ReviewedFile;
  readonly chat: SideChat;
  /** Path and lines of the code, counted from 1. */
  readonly item: ContextItem;
  /** Whether something of it was sent, and whether its review has ended. */
  hasBegun = false;
  isEnded = false;
  readonly #whole: ContextItem;
  readonly #target: Part;
  readonly #services: RewriteServices;
  readonly #review: Review;
  /** What was proposed last, or what a running reply is about; before that, the code of the file. */
  #code: AskedCode;
  /** What is proposed, as the model knows it; undefined while there is no result. */
  #known: string | undefined;
  /** The text that is shown of what arrives. */
  #shown: string | undefined;
  #isRunning = false;

  constructor({ document, range }: RewriteTarget, services: RewriteServices, review: Review) {
    const base = document.getText();
    const { languageId } = document;
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    const code = partAt(base, document.offsetAt(range.start), document.offsetAt(range.end));
    this.#services = services;
    this.#review = review;
    this.#target = code;
    this.item = contextItem(document, range);
    this.#whole = contextItem(document, all);
    const { path } = this.item;
    const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    this.#code = { ...code, base, path, languageId, lineEnd };
    this.chat = services.makeSideChat(rewritePrompt(replyFence(code.code, languageId)));
    this.file = review.begin({ kind: 'change', uri: document.uri, base, text: base }, this);
  }

  get phase(): RewritePhase {
    return this.#isRunning ? 'running' : this.file.isReady ? 'ready' : 'failed';
  }

  /** The rewritten code as it would stand in the file; undefined while there is none. */
  get result(): string | undefined {
    return this.phase === 'ready' ? this.#codeNow().code : undefined;
  }

  /** The last reply, as far as it came. */
  get reply(): Reply | undefined {
    return transcript(this.chat.session.conversation).at(-1)?.reply;
  }

  /** What the running request waits for before it is sent again; undefined if it does not wait. */
  get wait(): ReplyWait | undefined {
    return this.#isRunning ? this.reply?.waiting : undefined;
  }

  /** The lines that have arrived of the running reply. */
  get arrived(): readonly string[] {
    return arrivedCode(this.reply?.text ?? '', lineTexts(this.#code.code));
  }

  get hasAsked(): boolean {
    return this.reply !== undefined;
  }

  /** Whether the whole file can go along: it is not sent twice, and only with the first message. */
  get canSendFile(): boolean {
    return this.item.text !== this.#code.base && !this.hasAsked;
  }

  /** Where the code is in the document of its file. */
  rangeIn(document: vscode.TextDocument): vscode.Range {
    const { before, code } = partIn(this.#target, document.getText());
    const [start, end] = [before.length, before.length + code.length];
    return new vscode.Range(document.positionAt(start), document.positionAt(end));
  }

  /** The message that an instruction becomes. The code is in the first one, and again if the user has changed the result. */
  message({ text, withFile }: Instruction): UserMessage {
    if (!this.hasAsked) {
      const others = withFile && this.canSendFile ? [this.#whole] : [];
      return { text, context: [this.item, ...others] };
    }
    if (this.#known === undefined || this.#known === this.file.text) {
      return { text, context: [] };
    }
    const part = this.#codeNow();
    const { from, to } = linesOf(part);
    const lines = { startLine: from + 1, endLine: Math.max(from + 1, to) };
    return { text, context: [{ ...this.item, ...lines, text: part.code }] };
  }

  /**
   * Sends a message and takes in the reply; `onBegin` is called when the request is under way. A follow-up that fails or is
   * stopped leaves the result of before. Gives undefined if nothing was sent, or the review has ended.
   */
  async ask(message: UserMessage, onBegin: () => void): Promise<ReadReply | 'stopped' | undefined> {
    const reply = await this.chat.ask(message, () => {
      if (!this.#isRunning) {
        this.hasBegun = true;
        this.#isRunning = true;
        this.#shown = undefined;
        this.#code = this.#codeNow();
        const { base, text } = this.file;
        this.#review.arrive(this.file, { base, text });
        onBegin();
      }
    });
    const read = reply && (reply.status === 'stopped' ? 'stopped' : await this.#read(reply));
    this.#isRunning = false;
    if (this.isEnded) {
      return undefined;
    }
    if (read === 'stopped') {
      this.takeBack();
    }
    if (typeof read === 'object' && 'made' in read) {
      this.#code = { ...this.#code, ...read.made };
      const { base } = this.#code;
      const text = textOf(this.#code);
      await this.#review.settle(this.file, { base, text, leftOut: read.leftOut });
      this.#known = this.file.text;
    } else {
      await this.#review.settle(this.file);
    }
    return read;
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
    return this.#isRunning;
  }

  /** Shows what has arrived. Not called for each token. */
  showArrived(): void {
    const code = this.#code;
    if (!this.#isRunning || code.base.length > longestShown) {
      return;
    }
    const lines = arrivingLines(fitLines(this.arrived, code), lineTexts(code.code));
    const text = textOf(withLines(code, lines, code.lineEnd));
    if (text !== this.#shown) {
      this.#shown = text;
      this.#review.arrive(this.file, { base: code.base, text });
    }
  }

  /** Its review has ended. If it was rejected, its code is selected, so that it can be rewritten again. */
  ended(how: ReviewEnd): void {
    this.dispose();
    const { uri } = this.file;
    const document = documentOf(uri);
    // A notebook is shown again by itself.
    const isShown = document !== undefined && uri.scheme !== 'vscode-notebook-cell';
    if (how === 'rejected' && isShown) {
      void vscode.window.showTextDocument(document, { selection: this.rangeIn(document) });
    }
  }

  dispose(): void {
    this.isEnded = true;
    this.chat.dispose();
  }

  /** The code in what is proposed now. */
  #codeNow(): AskedCode {
    const { base, text } = this.file;
    return this.#known === undefined
      ? this.#code
      : { ...this.#code, ...partIn(this.#code, text), base };
  }

  async #read(reply: Reply): Promise<ReadReply> {
    const code = this.#code;
    const texts = [this.item.text, code.code];
    const found = await this.#services.findIn(texts, this.chat.session.conversation.id);
    const text = withoutMasks(reply.text, texts, found);
    return readReply({ ...reply, text }, code, await this.#services.loadSyntax());
  }
}
