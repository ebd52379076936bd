import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/language/syntax.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { transcript } from '../../conversation/conversationState.ts';
import {
  arrivingLines,
  withoutMasks,
  arrivedCode,
  replyFence,
  rewritePrompt,
} from '../../rewrite/replyCode.ts';
import { fitLines } from '../../rewrite/planPart.ts';
import { linesOf, type Part, partAt, partIn, textOf, withLines } from '../../rewrite/part.ts';
import type {
  ContextItem,
  Conversation,
  Reply,
  UserMessage,
} from '../../shared/conversation/conversation.ts';
import type { FoundInText } from '../../shared/guard/finding.ts';
import type { MakeSideChat, SideChat } from '../chat/chat.ts';
import { contextItem, selectedRange } from '../editor/selectionContext.ts';
import { openWritable } from '../editor/writableFile.ts';
import type { Review } from '../review/review.ts';
import type { ChangeOwner, ReviewedFile } from '../review/reviewedFile.ts';
import { type AskedCode, readReply, type ReadReply } from './readReply.ts';

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
}

/** What the user wants to be changed, and whether the whole file goes along. */
export interface Instruction {
  readonly text: string;
  readonly withFile: boolean;
}

/** What arrives is shown so often. */
const shownMs = 100;

/** VS Code replaces a longer document as a whole, and flickers: what arrives for it is shown at the end. In characters. */
const longestShown = 90_000;

/** Code that a model rewrites, as a change of its file in the review. */
export class Rewrite implements ChangeOwner {
  readonly file: ReviewedFile;
  readonly chat: SideChat;
  /** Path and lines of the code, counted from 1. */
  readonly item: ContextItem;
  isEnded = false;
  readonly #services: RewriteServices;
  readonly #review: Review;
  /** The code in what is proposed, as the model knows it. */
  #code: AskedCode;
  /** The text that is shown of what arrives. */
  #shown: string | undefined;

  constructor(
    { document }: vscode.TextEditor,
    range: vscode.Range,
    services: RewriteServices,
    review: Review,
  ) {
    const { uri, languageId } = document;
    const base = document.getText();
    const code = partAt(base, document.offsetAt(range.start), document.offsetAt(range.end));
    this.#services = services;
    this.#review = review;
    this.item = contextItem(document, range);
    const { path } = this.item;
    const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    this.#code = { ...code, base, path, languageId, lineEnd };
    this.chat = services.makeSideChat(rewritePrompt(replyFence(code.code, languageId)));
    this.file = review.begin({ kind: 'change', uri, base, text: base }, this);
  }

  /** The rewritten code as it would stand in the file, or else the last reply. */
  get result(): string {
    return this.file.isReady ? this.#codeNow().code : (this.reply?.text ?? '');
  }

  /** The last reply, as far as it came. */
  get reply(): Reply | undefined {
    return transcript(this.chat.session.conversation).at(-1)?.reply;
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

  /** The message that an instruction becomes. The code is in the first one, and again if the user has changed the result. */
  message({ text, withFile }: Instruction): UserMessage {
    if (!this.hasAsked) {
      const whole = { before: '', code: this.#code.base, after: '' };
      return { text, context: [this.item, ...(withFile ? [this.#itemOf(whole)] : [])] };
    }
    const isKnown = textOf(this.#code) === this.file.text;
    return { text, context: isKnown ? [] : [this.#itemOf(this.#codeNow())] };
  }

  /**
   * Sends a message, shows what arrives and takes in the reply; `onArrived` is called meanwhile. A follow-up that fails or is
   * stopped leaves the result of before. Gives a sentence on why there is no result, if nobody has stopped it.
   */
  async ask(message: UserMessage, onArrived: () => void): Promise<string | undefined> {
    let timer: ReturnType<typeof setInterval> | undefined;
    const begin = (): void => {
      if (timer === undefined) {
        timer = setInterval(() => {
          this.#showArrived();
          onArrived();
        }, shownMs);
        this.#begin();
      }
    };
    const reply = await this.chat.ask(message, begin).finally(() => clearInterval(timer));
    const isStopped = reply?.status === 'stopped';
    const read = reply === undefined || isStopped ? undefined : await this.#read(reply);
    if (this.isEnded) {
      return undefined;
    }
    if (read !== undefined && 'made' in read) {
      const { made, leftOut } = read;
      this.#code = { ...this.#code, ...made };
      const { base } = this.#code;
      await this.#review.settle(this.file, { base, text: textOf(made), leftOut });
      this.#code = this.#codeNow();
      return undefined;
    }
    await this.#review.settle(this.file);
    if (isStopped) {
      this.takeBack();
      await this.#review.finish(this.file.isReady ? [] : [this.file]);
    }
    return read?.problem;
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
    return this.file.phase === 'running';
  }

  ended(): void {
    this.isEnded = true;
    this.chat.dispose();
  }

  /** Shows that a reply is under way. */
  #begin(): void {
    this.#shown = undefined;
    this.#code = this.#codeNow();
    const { base, text } = this.file;
    this.#review.arrive(this.file, { base, text });
    void this.#review.show([this.file], this.item.startLine - 1);
  }

  /** Shows what has arrived, in place of the code. */
  #showArrived(): void {
    const code = this.#code;
    if (code.base.length > longestShown) {
      return;
    }
    const lines = arrivingLines(fitLines(this.arrived, code), lineTexts(code.code));
    const text = textOf(withLines(code, lines, code.lineEnd));
    if (text !== this.#shown) {
      this.#shown = text;
      this.#review.arrive(this.file, { base: code.base, text });
    }
  }

  /** The code in what is proposed now. */
  #codeNow(): AskedCode {
    const { base, text } = this.file;
    return { ...this.#code, ...partIn(this.#code, text), base };
  }

  #itemOf(part: Part): ContextItem {
    const { from, to } = linesOf(part);
    return { ...this.item, startLine: from + 1, endLine: Math.max(from + 1, to), text: part.code };
  }

  async #read(reply: Reply): Promise<ReadReply> {
    const code = this.#code;
    const texts = [this.item.text, code.code];
    const found = await this.#services.findIn(texts, this.chat.session.conversation.id);
    const text = withoutMasks(reply.text, texts, found);
    return readReply({ ...reply, text }, code, await this.#services.loadSyntax());
  }
}

/**
 * The code of an editor to rewrite: its first selection, or what the user chooses among the symbols around the cursor
 * and the whole file. Gives undefined if the user closes that list, and why this code cannot be rewritten.
 */
export async function chooseCode(
  editor: vscode.TextEditor,
  title: string,
): Promise<vscode.Range | string | undefined> {
  const { document } = editor;
  const file = await openWritable(document.uri);
  if (typeof file === 'string') {
    return `${file} ${vscode.l10n.t('Nothing was sent.')}`;
  }
  const selected = await selectedRange(editor, title);
  const range = selected && fromLineStart(document, selected);
  return range && document.getText(range).trim() === ''
    ? vscode.l10n.t('The selection is empty. It has no code.')
    : range;
}

/** The range with the indentation before it, without which its first line would have another one than the others. */
function fromLineStart(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const lineStart = start.with({ character: 0 });
  const before = document.getText(new vscode.Range(lineStart, start));
  return new vscode.Range(before.trim() === '' ? lineStart : start, end);
}
