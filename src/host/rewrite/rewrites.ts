import * as vscode from 'vscode';
import { waitWords } from '../../conversation/waitWords.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { messageOf } from '../base/errorMessage.ts';
import { notificationText } from '../base/safeText.ts';
import type { Review } from '../review/review.ts';
import { isSame } from '../editor/documentOf.ts';
import { askInstruction } from './askInstruction.ts';
import { Rewrite, type RewriteServices } from './rewrite.ts';
import { chooseTarget, type RewriteTarget } from './rewriteTarget.ts';

/** What the user can do with a rewrite besides what the review of any change offers. */
export type RewriteAction = 'stop' | 'refine' | 'copy' | 'openInChat';

/** What arrives is shown so often. */
const shownMs = 100;

/** The rewrites of a window, which are reviewed as all changes are. */
export class Rewrites implements vscode.Disposable {
  readonly #services: RewriteServices;
  readonly #review: Review;
  readonly #subscription: vscode.Disposable;

  constructor(services: RewriteServices, review: Review) {
    this.#services = services;
    this.#review = review;
    this.#subscription = review.onDidChange(() => this.#showActive());
  }

  /** Asks what to change in the selected code, and lets the reply arrive in the review. Changes no file. */
  async begin(instruction?: string): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      say(vscode.l10n.t('Open a file and select some code first.'));
      return;
    }
    if (this.#active() !== undefined) {
      await this.act('refine');
      return;
    }
    const target = await chooseTarget(editor, vscode.l10n.t('Rewrite Selection'));
    if (target === undefined || typeof target === 'string') {
      say(target);
      return;
    }
    const same = this.#begun().find((rewrite) => isOver(rewrite, target));
    if (same !== undefined) {
      say(vscode.l10n.t('This code is already being rewritten. Accept or reject that first.'));
      await this.#show(same);
      return;
    }
    const rewrite = new Rewrite(target, this.#services, this.#review);
    try {
      await this.#ask(rewrite, instruction);
    } finally {
      if (!rewrite.hasBegun) {
        await this.#review.finish([rewrite.file], 'closed');
      }
    }
  }

  /** On the rewrite in the active tab, or else on the one that began last. */
  async act(action: RewriteAction): Promise<void> {
    const rewrite = this.#active() ?? this.#begun().at(-1);
    if (rewrite === undefined) {
      return;
    }
    switch (action) {
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
    this.#begun().forEach((rewrite) => rewrite.stop());
  }

  dispose(): void {
    this.#begun().forEach((rewrite) => rewrite.dispose());
    this.#subscription.dispose();
  }

  async #show(rewrite: Rewrite): Promise<void> {
    await this.#review.show([rewrite.file], rewrite.item.startLine - 1);
  }

  async #openInChat({ chat }: Rewrite): Promise<void> {
    await this.#services.openInChat(chat.session.conversation);
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
    const read = await vscode.window.withProgress({ location }, async (progress) => {
      let timer: ReturnType<typeof setInterval> | undefined;
      const show = (): void => {
        rewrite.showArrived();
        progress.report({ message: progressWords(rewrite) });
      };
      try {
        return await rewrite.ask(message, () => {
          timer = setInterval(show, shownMs);
          this.#show(rewrite).catch((error: unknown) => this.#services.log.warn(messageOf(error)));
        });
      } finally {
        clearInterval(timer);
        this.#showActive();
      }
    });
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
    if (answer !== undefined && !rewrite.isEnded && rewrite.phase !== 'running') {
      await choices[answer]?.();
    }
  }

  /** Those of which something was sent. */
  #begun(): readonly Rewrite[] {
    return this.#review.owners.flatMap((one) =>
      one instanceof Rewrite && one.hasBegun ? one : [],
    );
  }

  #active(): Rewrite | undefined {
    const shown = this.#review.shown();
    return this.#begun().find(({ file }) => shown.includes(file));
  }

  #showActive(): void {
    void vscode.commands.executeCommand('setContext', 'parley.rewriting', this.#active()?.phase);
  }
}

function progressWords({ wait, arrived }: Rewrite): string {
  if (wait !== undefined) {
    return waitWords(wait, Date.now());
  }
  const count = arrived.length;
  return count === 0
    ? vscode.l10n.t('Rewriting: waiting for the reply')
    : plural(count, {
        one: vscode.l10n.t('Rewriting: {0} line', formatNumber(count)),
        other: vscode.l10n.t('Rewriting: {0} lines', formatNumber(count)),
      });
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
