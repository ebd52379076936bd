import * as vscode from 'vscode';
import { waitWords } from '../../conversation/replyRemarks.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { notificationText } from '../base/safeText.ts';
import type { Review } from '../review/review.ts';
import { askInstruction } from './askInstruction.ts';
import { chooseCode, Rewrite, type RewriteServices } from './rewrite.ts';

/** What the user can do with a rewrite besides what the review of any change offers. */
export type RewriteAction = 'stop' | 'refine' | 'copy' | 'openInChat';

/** The rewrites of a window, which are reviewed as all changes are. */
export class Rewrites {
  readonly #services: RewriteServices;
  readonly #review: Review;

  constructor(services: RewriteServices, review: Review) {
    this.#services = services;
    this.#review = review;
  }

  /** Asks what to change in the selected code, and lets the reply arrive in the review. Changes no file. */
  async begin(instruction?: string): Promise<void> {
    if (this.#active() !== undefined) {
      await this.act('refine');
      return;
    }
    const editor = vscode.window.activeTextEditor;
    const range =
      editor === undefined
        ? vscode.l10n.t('Open a file and select some code first.')
        : await chooseCode(editor, vscode.l10n.t('Rewrite Selection'));
    if (typeof range === 'string') {
      void vscode.window.showInformationMessage(notificationText(range));
    } else if (editor !== undefined && range !== undefined) {
      const rewrite = new Rewrite(editor, range, this.#services, this.#review);
      try {
        await this.#ask(rewrite, instruction);
      } finally {
        await this.#review.finish(rewrite.hasAsked ? [] : [rewrite.file]);
      }
    }
  }

  /** On the rewrite in the active tab, or else on the one that began last. */
  async act(action: RewriteAction): Promise<void> {
    const rewrite = this.#active() ?? this.#begun().at(-1);
    if (action === 'stop') {
      rewrite?.stop();
    } else if (action === 'copy') {
      await vscode.env.clipboard.writeText(rewrite?.result ?? '');
    } else if (rewrite !== undefined && rewrite.file.phase !== 'running') {
      await (action === 'refine'
        ? this.#ask(rewrite)
        : this.#services.openInChat(rewrite.chat.session.conversation));
    }
  }

  /** Stops all replies that are arriving. */
  stopAll(): void {
    this.#begun().forEach((rewrite) => rewrite.stop());
  }

  /** Asks for an instruction, sends it and shows the reply. */
  async #ask(rewrite: Rewrite, value?: string): Promise<void> {
    const instruction = await askInstruction(rewrite, this.#services, value);
    if (instruction !== undefined) {
      await this.#send(rewrite, rewrite.message(instruction));
    }
  }

  async #send(rewrite: Rewrite, message: UserMessage): Promise<void> {
    const location = vscode.ProgressLocation.Window;
    const problem = await vscode.window.withProgress({ location }, async (progress) =>
      rewrite.ask(message, () => progress.report({ message: progressWords(rewrite) })),
    );
    if (problem !== undefined) {
      await this.#offer(rewrite, message, problem);
    }
  }

  /** Says why there is no new result, and offers to ask again. What else can be done is offered by the diff. */
  async #offer(rewrite: Rewrite, message: UserMessage, why: string): Promise<void> {
    const again = vscode.l10n.t('Try Again');
    const answer = await vscode.window.showWarningMessage(why, again);
    if (answer === again && !rewrite.isEnded && rewrite.file.phase !== 'running') {
      rewrite.takeBack();
      await this.#send(rewrite, message);
    }
  }

  /** Those of which something was sent. */
  #begun(): readonly Rewrite[] {
    return this.#review.owners.flatMap((one) =>
      one instanceof Rewrite && one.hasAsked ? one : [],
    );
  }

  #active(): Rewrite | undefined {
    const shown = this.#review.shown();
    return this.#begun().find(({ file }) => shown.includes(file));
  }
}

function progressWords({ reply, arrived }: Rewrite): string {
  if (reply?.waiting !== undefined) {
    return waitWords(reply.waiting, Date.now());
  }
  const count = arrived.length;
  return count === 0
    ? vscode.l10n.t('Rewriting: waiting for the reply')
    : plural(count, {
        one: vscode.l10n.t('Rewriting: {0} line', formatNumber(count)),
        other: vscode.l10n.t('Rewriting: {0} lines', formatNumber(count)),
      });
}
