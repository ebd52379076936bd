import * as vscode from 'vscode';
import type { Conversation, UserMessage } from '../../shared/conversation/conversation.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { notificationText } from '../base/safeText.ts';
import type { Review } from '../review/review.ts';
import { documentOf, isSame, type ReviewEnd } from '../review/reviewedFile.ts';
import { instructionOf, type InstructionServices } from './instructionOf.ts';
import { problemText } from './problemText.ts';
import { Rewrite, type RewriteTools } from './rewrite.ts';
import { RewriteMarks } from './rewriteMarks.ts';
import { chooseTarget, type RewriteTarget } from './rewriteTarget.ts';
import { throttled } from './throttled.ts';

/** What the user can do with a rewrite besides what the review of any change offers. */
export type RewriteAction = 'show' | 'stop' | 'refine' | 'copy' | 'openInChat';

/** The rewrites of a window. */
export interface Rewrites extends vscode.Disposable {
  /** Asks what to change in the selected code, and lets the reply arrive in the review. Changes no file. */
  begin(instruction?: string): Promise<void>;
  /**
   * On the rewrite whose proposal has this address. Without it, or if it is the address of anything else, on the one in the
   * active tab, or else on the one that began last.
   */
  act(action: RewriteAction, address?: string): Promise<void>;
}

/** What rewrites are made with. */
export interface RewriteServices extends InstructionServices, Omit<RewriteTools, 'review'> {
  /** Continues a conversation in a panel, as a chat that is stored. */
  readonly openInChat: (conversation: Conversation) => Promise<void>;
  readonly log: Log;
}

/** Makes the rewrites of a window, which are reviewed as all changes are. */
export function createRewrites(services: RewriteServices, review: Review): Rewrites {
  return new WindowRewrites(services, review);
}

/** What arrives is shown so often. */
const shownMs = 100;

class WindowRewrites implements Rewrites {
  readonly #services: RewriteServices;
  readonly #review: Review;
  readonly #rewrites = new Set<Rewrite>();
  readonly #marks = new RewriteMarks(() => this.#rewrites);
  readonly #subscription: vscode.Disposable;

  constructor(services: RewriteServices, review: Review) {
    this.#services = services;
    this.#review = review;
    this.#subscription = vscode.Disposable.from(
      this.#marks,
      review.onDidChange(() => this.#showActive()),
    );
  }

  async begin(instruction?: string): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      say(vscode.l10n.t('Open a file and select some code first.'));
      return;
    }
    if (this.#at(editor.document.uri.toString()) !== undefined) {
      await this.act('refine');
      return;
    }
    const target = await chooseTarget(editor, vscode.l10n.t('Rewrite Selection'));
    if (target === undefined || typeof target === 'string') {
      say(target);
      return;
    }
    const same = [...this.#rewrites].find((rewrite) => isOver(rewrite, target));
    if (same !== undefined) {
      say(vscode.l10n.t('This code is already being rewritten. Accept or reject that first.'));
      await this.#show(same);
      return;
    }
    const rewrite = this.#add(target);
    try {
      await this.#ask(rewrite, { value: instruction, otherSelections: target.otherSelections });
    } finally {
      if (rewrite.state === 'asking') {
        await this.#review.finish([rewrite.file], 'closed');
      }
    }
  }

  async act(action: RewriteAction, address?: string): Promise<void> {
    const named = address === undefined ? undefined : this.#at(address);
    const rewrite = named ?? this.#active() ?? [...this.#rewrites].at(-1);
    if (rewrite === undefined || rewrite.state === 'asking') {
      return;
    }
    switch (action) {
      case 'show':
        return this.#show(rewrite);
      case 'stop':
        rewrite.stop();
        return;
      case 'copy':
        return vscode.env.clipboard.writeText(rewrite.result ?? rewrite.lastReply);
      case 'refine':
      case 'openInChat':
        if (rewrite.state === 'running') {
          say(vscode.l10n.t('Wait for the reply, or stop it with Escape.'));
          return;
        }
        return action === 'refine'
          ? this.#ask(rewrite)
          : this.#services.openInChat(rewrite.chat.session.conversation);
    }
  }

  dispose(): void {
    this.#rewrites.forEach((rewrite) => rewrite.dispose());
    this.#subscription.dispose();
  }

  async #show(rewrite: Rewrite): Promise<void> {
    await this.#review.show([rewrite.file], rewrite.line);
    this.#showActive();
  }

  /** Asks for an instruction, sends it and shows the reply. */
  async #ask(rewrite: Rewrite, start?: Parameters<typeof instructionOf>[2]): Promise<void> {
    const instruction = await instructionOf(rewrite, this.#services, start);
    if (instruction !== undefined) {
      await this.#send(rewrite, rewrite.message(instruction));
    }
  }

  async #send(rewrite: Rewrite, message: UserMessage): Promise<void> {
    await rewrite.ask(message, () => {
      this.#show(rewrite).catch((error: unknown) => this.#services.log.warn(messageOf(error)));
    });
    const { problem } = rewrite;
    if (problem === undefined || !this.#rewrites.has(rewrite)) {
      return;
    }
    if (problem.kind !== 'reply' || problem.reply.status !== 'stopped') {
      await this.#offer(rewrite, message, problemText(problem));
    } else if (rewrite.state === 'failed') {
      await this.#review.finish([rewrite.file], 'rejected');
    }
  }

  /** Says why there is no new result, and offers what can be done. */
  async #offer(rewrite: Rewrite, message: UserMessage, why: string): Promise<void> {
    const again = vscode.l10n.t('Try Again');
    const refine = vscode.l10n.t('Refine…');
    const copy = vscode.l10n.t('Copy Reply');
    const open = vscode.l10n.t('Open in Chat');
    const hasText = rewrite.lastReply.trim() !== '';
    const answer = await vscode.window.showWarningMessage(
      why,
      again,
      ...(hasText ? [refine, copy, open] : []),
    );
    if (!this.#rewrites.has(rewrite) || rewrite.state === 'running') {
      return;
    }
    if (answer === again) {
      rewrite.takeBack();
      await this.#send(rewrite, message);
    } else if (answer === refine) {
      await this.#ask(rewrite);
    } else if (answer === copy) {
      await vscode.env.clipboard.writeText(rewrite.lastReply);
    } else if (answer === open) {
      await this.act('openInChat', rewrite.id);
    }
  }

  #add(target: RewriteTarget): Rewrite {
    const tools = { ...this.#services, review: this.#review };
    const rewrite = new Rewrite(target, tools, (how) => this.#ended(rewrite, how));
    const showSoon = throttled(() => {
      rewrite.showArrived();
      this.#showActive();
    }, shownMs);
    this.#rewrites.add(rewrite);
    let { state } = rewrite;
    rewrite.onDidChange(() => {
      if (rewrite.state === state) {
        showSoon();
        return;
      }
      state = rewrite.state;
      this.#marks.refresh();
      this.#showActive();
    });
    return rewrite;
  }

  #ended(rewrite: Rewrite, how: ReviewEnd): void {
    this.#rewrites.delete(rewrite);
    rewrite.dispose();
    this.#marks.refresh();
    this.#showActive();
    if (how === 'rejected') {
      void this.#select(rewrite);
    }
  }

  /** Selects the code in its file, so that it can be rewritten again. A notebook is shown again by itself. */
  async #select({ file: { uri }, rangeIn }: Rewrite): Promise<void> {
    const document = documentOf(uri, vscode.workspace.textDocuments);
    if (document !== undefined && uri.scheme !== 'vscode-notebook-cell') {
      const { start, end } = rangeIn(document.getText());
      const selection = new vscode.Range(document.positionAt(start), document.positionAt(end));
      await vscode.window.showTextDocument(document, { selection });
    }
  }

  /** The rewrite with a side of its diff at this address. */
  #at(address: string): Rewrite | undefined {
    return [...this.#rewrites].find(({ file: { left, proposal } }) =>
      [left, proposal].some((uri) => uri.toString() === address),
    );
  }

  #active(): Rewrite | undefined {
    const shown = this.#review.shown();
    return [...this.#rewrites].find(({ file }) => shown.includes(file));
  }

  #showActive(): void {
    const rewrite = this.#active();
    this.#marks.showActive(rewrite);
    void vscode.commands.executeCommand('setContext', 'parley.rewriting', rewrite?.state);
  }
}

function say(text: string | undefined): void {
  if (text !== undefined) {
    void vscode.window.showInformationMessage(notificationText(text));
  }
}

/** Whether a rewrite is about some of the same code. */
function isOver({ file, rangeIn }: Rewrite, { document, start, end }: RewriteTarget): boolean {
  if (!isSame(file.uri, document.uri)) {
    return false;
  }
  const range = rangeIn(document.getText());
  return range.start < end && start < range.end;
}
