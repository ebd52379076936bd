import * as vscode from 'vscode';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { messageOf } from '../base/errorMessage.ts';
import { notificationText } from '../base/safeText.ts';
import type { Review } from '../review/review.ts';
import { documentOf, isSame } from '../editor/documentOf.ts';
import type { ReviewEnd } from '../review/reviewedFile.ts';
import { askInstruction, type InstructionStart } from './askInstruction.ts';
import { Rewrite, type RewriteServices } from './rewrite.ts';
import { RewriteMarks } from './rewriteMarks.ts';
import { chooseTarget, type RewriteTarget } from './rewriteTarget.ts';

/** What the user can do with a rewrite besides what the review of any change offers. */
export type RewriteAction = 'show' | 'stop' | 'refine' | 'copy' | 'openInChat';

/** What arrives is shown so often. */
const shownMs = 100;

/** The rewrites of a window, which are reviewed as all changes are. */
export class Rewrites implements vscode.Disposable {
  readonly #services: RewriteServices;
  readonly #review: Review;
  /** Those of which something was sent. */
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

  /** Asks what to change in the selected code, and lets the reply arrive in the review. Changes no file. */
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
    const rewrite: Rewrite = new Rewrite(target, this.#services, this.#review, (how) =>
      this.#ended(rewrite, how),
    );
    try {
      await this.#ask(rewrite, { value: instruction, otherSelections: target.otherSelections });
    } finally {
      if (rewrite.phase === 'asking') {
        await this.#review.finish([rewrite.file], 'closed');
      }
    }
  }

  /**
   * On the rewrite whose proposal has this address. Without it, or if it is the address of anything else, on the one in the
   * active tab, or else on the one that began last.
   */
  async act(action: RewriteAction, address?: string): Promise<void> {
    const named = address === undefined ? undefined : this.#at(address);
    const rewrite = named ?? this.#active() ?? [...this.#rewrites].at(-1);
    if (rewrite === undefined) {
      return;
    }
    switch (action) {
      case 'show':
        return this.#show(rewrite);
      case 'stop':
        rewrite.stop();
        return;
      case 'copy':
        return vscode.env.clipboard.writeText(rewrite.result ?? rewrite.reply?.text ?? '');
      case 'refine':
      case 'openInChat':
        if (rewrite.phase === 'running') {
          say(vscode.l10n.t('Wait for the reply, or stop it with Escape.'));
          return;
        }
        return action === 'refine' ? this.#ask(rewrite) : this.#openInChat(rewrite);
    }
  }

  /** Stops all replies that are arriving. */
  stopAll(): void {
    this.#rewrites.forEach((rewrite) => rewrite.stop());
  }

  dispose(): void {
    this.#rewrites.forEach((rewrite) => rewrite.dispose());
    this.#subscription.dispose();
  }

  async #show(rewrite: Rewrite): Promise<void> {
    await this.#review.show([rewrite.file], rewrite.item.startLine - 1);
    this.#showActive();
  }

  async #openInChat({ chat }: Rewrite): Promise<void> {
    await this.#services.openInChat(chat.session.conversation);
  }

  /** Asks for an instruction, sends it and shows the reply. */
  async #ask(rewrite: Rewrite, start?: InstructionStart): Promise<void> {
    const instruction = await askInstruction(rewrite, this.#services, start);
    if (instruction !== undefined) {
      await this.#send(rewrite, rewrite.message(instruction));
    }
  }

  async #send(rewrite: Rewrite, message: UserMessage): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showArrived = (): void => {
      timer = undefined;
      rewrite.showArrived();
      this.#showActive();
    };
    const read = await rewrite.ask(message, (isFirst) => {
      timer ??= setTimeout(showArrived, shownMs);
      if (isFirst) {
        this.#rewrites.add(rewrite);
        this.#refresh();
        this.#show(rewrite).catch((error: unknown) => this.#services.log.warn(messageOf(error)));
      }
    });
    clearTimeout(timer);
    this.#refresh();
    if (read === 'stopped' && rewrite.phase === 'failed') {
      await this.#review.finish([rewrite.file], 'rejected');
    } else if (typeof read === 'object' && 'problem' in read) {
      await this.#offer(rewrite, message, read.problem);
    }
  }

  /** Says why there is no new result, and offers what can be done. */
  async #offer(rewrite: Rewrite, message: UserMessage, why: string): Promise<void> {
    const again = async (): Promise<void> => {
      rewrite.takeBack();
      await this.#send(rewrite, message);
    };
    const { text = '' } = rewrite.reply ?? {};
    const choices: Readonly<Record<string, () => PromiseLike<void>>> = {
      [vscode.l10n.t('Try Again')]: again,
      ...(text.trim() !== '' && {
        [vscode.l10n.t('Refine…')]: async () => this.#ask(rewrite),
        [vscode.l10n.t('Copy Reply')]: () => vscode.env.clipboard.writeText(text),
        [vscode.l10n.t('Open in Chat')]: async () => this.#openInChat(rewrite),
      }),
    };
    const answer = await vscode.window.showWarningMessage(why, ...Object.keys(choices));
    if (answer !== undefined && rewrite.phase !== 'ended' && rewrite.phase !== 'running') {
      await choices[answer]?.();
    }
  }

  #ended(rewrite: Rewrite, how: ReviewEnd): void {
    this.#rewrites.delete(rewrite);
    rewrite.dispose();
    this.#refresh();
    if (how === 'rejected') {
      void this.#select(rewrite);
    }
  }

  /** Selects the code in its file, so that it can be rewritten again. A notebook is shown again by itself. */
  async #select(rewrite: Rewrite): Promise<void> {
    const { uri } = rewrite.file;
    const document = documentOf(uri);
    if (document !== undefined && uri.scheme !== 'vscode-notebook-cell') {
      const selection = rewrite.rangeIn(document);
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
    void vscode.commands.executeCommand('setContext', 'parley.rewriting', rewrite?.phase);
  }

  #refresh(): void {
    this.#marks.refresh();
    this.#showActive();
  }
}

function say(text: string | undefined): void {
  if (text !== undefined) {
    void vscode.window.showInformationMessage(notificationText(text));
  }
}

/** Whether a rewrite is about some of the same code. */
function isOver(rewrite: Rewrite, { document, range }: RewriteTarget): boolean {
  const shared = isSame(rewrite.file.uri, document.uri)
    ? rewrite.rangeIn(document).intersection(range)
    : undefined;
  return shared?.isEmpty === false;
}
