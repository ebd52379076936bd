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
import { contextItem } from '../editor/selectionContext.ts';
import type { Review } from '../review/review.ts';
import type { FileChange, ReviewedFile, ReviewEnd } from '../review/reviewedFile.ts';
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

/**
 * How far a rewrite is. `asking`: nothing was sent yet. `failed`: there is no result to accept. `ended`: it is no longer in
 * the review.
 */
export type RewritePhase = 'asking' | 'running' | 'ready' | 'failed' | 'ended';

interface RewriteState {
  readonly phase: RewritePhase;
  /** What was proposed last; before that, the code of the file. While a reply is running, what that is about. */
  readonly code: AskedCode;
  /** What is proposed, as the model knows it; undefined while there is no result. */
  readonly known?: string | undefined;
}

type Proposal = Pick<FileChange, 'base' | 'text' | 'leftOut'>;

/** The code in what is proposed now. */
function codeIn({ base, text }: Proposal, { code, known }: RewriteState): AskedCode {
  return known === undefined ? code : { ...code, ...partIn(code, text), base };
}

/** VS Code replaces a longer document as a whole, and flickers: what arrives for it is shown at the end. In characters. */
const longestShown = 90_000;

/** Code that a model rewrites, as a change of its file in the review. */
export class Rewrite implements vscode.Disposable {
  readonly file: ReviewedFile;
  readonly chat: SideChat;
  /** Path and lines of the code, counted from 1. */
  readonly item: ContextItem;
  readonly #whole: ContextItem;
  readonly #target: Part;
  readonly #services: RewriteServices;
  readonly #review: Review;
  #state: RewriteState;

  /** `ended` is called once the review of it has ended. */
  constructor(
    { document, range }: RewriteTarget,
    services: RewriteServices,
    review: Review,
    ended: (how: ReviewEnd) => void,
  ) {
    const base = document.getText();
    const { languageId } = document;
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    const code = partAt(base, document.offsetAt(range.start), document.offsetAt(range.end));
    this.#services = services;
    this.#review = review;
    this.#target = code;
    this.item = contextItem(document, range);
    this.#whole = contextItem(document, all);
    const { path, kind, name: cell = '' } = this.item;
    const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    this.#state = { phase: 'asking', code: { ...code, base, path, languageId, lineEnd } };
    this.chat = services.makeSideChat(rewritePrompt(replyFence(code.code, languageId)));
    const name = kind === 'cell' ? `${path} [${cell}]` : path;
    this.file = review.begin(
      { kind: 'change', uri: document.uri, name, base, text: base },
      { stop: () => this.stop(), ended },
    );
  }

  get phase(): RewritePhase {
    return this.#state.phase;
  }

  /** The rewritten code as it would stand in the file; undefined while there is none. */
  get result(): string | undefined {
    return this.phase === 'ready' ? codeIn(this.#proposal(), this.#state).code : undefined;
  }

  /** The last reply, as far as it came. */
  get reply(): Reply | undefined {
    return transcript(this.chat.session.conversation).at(-1)?.reply;
  }

  /** What the running request waits for before it is sent again; undefined if it does not wait. */
  get wait(): ReplyWait | undefined {
    return this.phase === 'running' ? this.reply?.waiting : undefined;
  }

  /** The lines that have arrived of the running reply. */
  get arrived(): readonly string[] {
    return arrivedCode(this.reply?.text ?? '', lineTexts(this.#state.code.code));
  }

  get hasAsked(): boolean {
    return this.reply !== undefined;
  }

  /** Whether the whole file can go along: it is not sent twice, and only with the first message. */
  get canSendFile(): boolean {
    return this.item.text !== this.#state.code.base && !this.hasAsked;
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
    const proposal = this.#proposal();
    if (this.#state.known === undefined || this.#state.known === proposal.text) {
      return { text, context: [] };
    }
    const part = codeIn(proposal, this.#state);
    const { from, to } = linesOf(part);
    const lines = { startLine: from + 1, endLine: Math.max(from + 1, to) };
    return { text, context: [{ ...this.item, ...lines, text: part.code }] };
  }

  /**
   * Sends a message and takes in the reply, during which `onReply` is called; the first time when the request is under way. A
   * follow-up that fails or is stopped leaves the result of before. Gives undefined if nothing was sent, or the review has
   * ended.
   */
  async ask(
    message: UserMessage,
    onReply: (isFirst: boolean) => void,
  ): Promise<ReadReply | 'stopped' | undefined> {
    const before = this.#state;
    let proposal = this.#proposal();
    const reply = await this.chat.ask(message, () => {
      const isFirst = this.#state === before;
      if (isFirst) {
        proposal = this.#proposal();
        this.#state = { ...before, phase: 'running', code: codeIn(proposal, before) };
        this.#review.propose(this.file, proposal, false);
      }
      onReply(isFirst);
    });
    const read = reply && (reply.status === 'stopped' ? 'stopped' : await this.#read(reply));
    if (this.phase === 'ended') {
      return undefined;
    }
    if (read === 'stopped') {
      this.takeBack();
    }
    if (typeof read === 'object' && 'made' in read) {
      const code = { ...this.#state.code, ...read.made };
      const { base } = code;
      this.#review.propose(this.file, { base, text: textOf(code), leftOut: read.leftOut }, true);
      this.#state = { phase: 'ready', code, known: this.#proposal().text };
    } else {
      const phase = before.known === undefined ? 'failed' : 'ready';
      this.#review.propose(this.file, proposal, phase === 'ready');
      this.#state = { ...before, phase: read === undefined ? before.phase : phase };
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
    return this.phase === 'running';
  }

  /** Shows what has arrived. Not called for each token. */
  showArrived(): void {
    const { code } = this.#state;
    if (this.phase !== 'running' || code.base.length > longestShown) {
      return;
    }
    const lines = arrivingLines(fitLines(this.arrived, code), lineTexts(code.code));
    const text = textOf(withLines(code, lines, code.lineEnd));
    if (text !== this.file.text) {
      this.#review.propose(this.file, { base: code.base, text }, false);
    }
  }

  dispose(): void {
    this.#state = { ...this.#state, phase: 'ended' };
    this.chat.dispose();
  }

  #proposal(): Proposal {
    const { base, text } = this.file;
    return { base, text };
  }

  async #read(reply: Reply): Promise<ReadReply> {
    const { code } = this.#state;
    const texts = [this.item.text, code.code];
    const found = await this.#services.findIn(texts, this.chat.session.conversation.id);
    const text = withoutMasks(reply.text, texts, found);
    return readReply({ ...reply, text }, code, await this.#services.loadSyntax());
  }
}
