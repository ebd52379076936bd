import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import { hunkAt, type LineHunk } from '../../apply/lines/lineHunks.ts';
import type { Conversation, UserMessage } from '../../shared/conversation/conversation.ts';
import { createKeyedMutex } from '../base/concurrency.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import type { MakeSideChat } from '../chat/sideChat.ts';
import { acceptRewrite } from './acceptRewrite.ts';
import { agreesToLoss } from './charactersLost.ts';
import { instructionOf, type InstructionServices } from './instructionOf.ts';
import { problemText } from './problemText.ts';
import { Rewrite } from './rewrite.ts';
import { RewriteDocuments } from './rewriteDocuments.ts';
import { RewriteMarks } from './rewriteMarks.ts';
import { offerEdits, offerResult, say } from './rewriteNotices.ts';
import { chooseTarget } from './rewriteTarget.ts';
import { codeIn, ShownRewrite } from './shownRewrite.ts';

/** What the user can do with a rewrite. */
export type RewriteAction =
  | 'show'
  | 'accept'
  | 'reject'
  | 'stop'
  | 'acceptChange'
  | 'rejectChange'
  | 'refine'
  | 'copy'
  | 'openInChat';

/** The rewrites of a window. */
export interface Rewrites extends vscode.Disposable {
  /** Asks what to change in the selected code, and shows the reply as a diff. Changes no file. */
  begin(instruction?: string): Promise<void>;
  /**
   * On the rewrite with this ID, or in the diff with this side. Without either, it is the one in the active tab, or else
   * the one that began last.
   */
  act(action: RewriteAction, which?: string | vscode.Uri): Promise<void>;
}

/** What rewrites are made with. */
export interface RewriteServices extends InstructionServices {
  readonly makeSideChat: MakeSideChat;
  readonly loadSyntax: () => Promise<LoadSyntax>;
  /** Continues a conversation in a panel, as a chat that is stored. */
  readonly openInChat: (conversation: Conversation) => Promise<void>;
  readonly log: Log;
}

/** Makes the rewrites of a window. */
export function createRewrites(services: RewriteServices): Rewrites {
  return new WindowRewrites(services);
}

class WindowRewrites implements Rewrites {
  readonly #services: RewriteServices;
  readonly #documents = new RewriteDocuments();
  readonly #shown = new Map<string, ShownRewrite>();
  readonly #marks = new RewriteMarks(() => [...this.#shown.values()].map(({ rewrite }) => rewrite));
  readonly #inTurn = createKeyedMutex();
  readonly #subscription: vscode.Disposable;

  constructor(services: RewriteServices) {
    this.#services = services;
    this.#subscription = vscode.Disposable.from(
      this.#documents,
      this.#marks,
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#onClosed(closed)),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#showActive()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#showActive()),
    );
  }

  async begin(instruction?: string): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const title = vscode.l10n.t('Rewrite Selection');
    if (editor === undefined) {
      say(vscode.l10n.t('Open a file and select some code first.'));
      return;
    }
    if (this.#documents.sideOf(editor.document.uri) !== undefined) {
      await this.act('refine', editor.document.uri);
      return;
    }
    const target = await chooseTarget(editor, title);
    if (target === undefined || typeof target === 'string') {
      say(target);
      return;
    }
    const same = [...this.#shown.values()].find(
      ({ rewrite: { code } }) =>
        code.uri.toString() === target.document.uri.toString() &&
        code.range.start < target.end &&
        target.start < code.range.end,
    );
    if (same !== undefined) {
      say(vscode.l10n.t('This code is already being rewritten. Accept or reject that first.'));
      await same.show();
      return;
    }
    const shown = this.#add(new Rewrite(target, this.#services), editor);
    const { rewrite } = shown;
    try {
      await this.#ask(shown, { value: instruction, otherSelections: target.otherSelections });
    } finally {
      if (rewrite.state === 'asking') {
        this.#forget(rewrite);
        this.#documents.forget(rewrite.id);
      }
    }
  }

  async act(action: RewriteAction, which?: string | vscode.Uri): Promise<void> {
    const named = which instanceof vscode.Uri ? this.#documents.sideOf(which)?.id : which;
    const id = named ?? this.#activeId();
    const shown = id === undefined ? [...this.#shown.values()].at(-1) : this.#shown.get(id);
    if (shown === undefined || shown.rewrite.state === 'asking') {
      return;
    }
    shown.readEdits();
    switch (action) {
      case 'show':
        return shown.show();
      case 'accept':
        return this.#accept(shown);
      case 'reject':
        return this.#reject(shown);
      case 'stop':
        // Otherwise the reply has ended a moment ago.
        return shown.rewrite.state === 'running' ? this.#reject(shown) : undefined;
      case 'acceptChange':
        return this.#onChange(shown, async () => this.#acceptChange(shown));
      case 'rejectChange':
        return this.#onChange(shown, async () => this.#rejectChange(shown));
      case 'refine':
        return this.#refine(shown);
      case 'copy':
        return vscode.env.clipboard.writeText(shown.rewrite.result ?? shown.rewrite.lastReply);
      case 'openInChat':
        return this.#openInChat(shown);
    }
  }

  dispose(): void {
    for (const { rewrite } of this.#shown.values()) {
      this.#forget(rewrite);
    }
    this.#subscription.dispose();
  }

  /** Asks for an instruction, sends it and shows the reply. */
  async #ask(shown: ShownRewrite, start?: Parameters<typeof instructionOf>[2]): Promise<void> {
    const { rewrite } = shown;
    const instruction = await instructionOf(rewrite, this.#services, start);
    if (instruction !== undefined) {
      shown.readEdits();
      await this.#send(shown, rewrite.message(instruction));
    }
  }

  async #send(shown: ShownRewrite, message: UserMessage): Promise<void> {
    const { rewrite } = shown;
    await rewrite.ask(message, () => {
      shown.show().catch((error: unknown) => this.#services.log.warn(messageOf(error)));
    });
    shown.refresh();
    const { problem } = rewrite;
    const isStopped = problem?.kind === 'reply' && problem.reply.status === 'stopped';
    if (problem !== undefined && !isStopped && this.#shown.has(rewrite.id)) {
      await this.#offer(shown, message, problemText(problem));
    }
  }

  /** Says why there is no new result, and offers what can be done. */
  async #offer(shown: ShownRewrite, message: UserMessage, why: string): Promise<void> {
    const { rewrite } = shown;
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
    if (!this.#shown.has(rewrite.id) || rewrite.state === 'running') {
      return;
    }
    if (answer === again) {
      rewrite.takeBack();
      await this.#send(shown, message);
    } else if (answer === refine) {
      await this.#refine(shown);
    } else if (answer === copy) {
      await vscode.env.clipboard.writeText(rewrite.lastReply);
    } else if (answer === open) {
      await this.act('openInChat', rewrite.id);
    }
  }

  async #accept(shown: ShownRewrite): Promise<void> {
    const document = await this.#write(shown, shown.rewrite.hunks());
    if (document !== undefined) {
      await this.#closeAndReveal(shown, document);
    }
  }

  /** Lets each press of a key find the cursor where the one before it has left it. */
  async #onChange(shown: ShownRewrite, act: () => Promise<void>): Promise<void> {
    await this.#inTurn(shown.rewrite.id, async () => {
      if (this.#shown.has(shown.rewrite.id)) {
        shown.readEdits();
        await act();
      }
    });
  }

  /** Writes the change at the cursor, and goes on to the next one. */
  async #acceptChange(shown: ShownRewrite): Promise<void> {
    const hunk = shown.hunkAtCursor();
    const document = hunk && (await this.#write(shown, [hunk]));
    if (document === undefined) {
      return;
    }
    const next = hunkAt(shown.rewrite.hunks(), 'after', hunk?.after[0] ?? 0);
    if (next === undefined) {
      await this.#closeAndReveal(shown, document);
    } else {
      shown.refresh();
      shown.goTo(next);
    }
  }

  /** Takes the change at the cursor off the result, and goes on to the next one. */
  async #rejectChange(shown: ShownRewrite): Promise<void> {
    const hunk = shown.hunkAtCursor();
    if (hunk === undefined || !(await shown.revert(hunk))) {
      return;
    }
    const next = hunkAt(shown.rewrite.hunks(), 'after', hunk.after[0]);
    if (next === undefined) {
      await this.#reject(shown);
    } else {
      shown.goTo(next);
    }
  }

  /** Writes changes to the file. Gives its document, or undefined, after a message, if they are not written. */
  async #write(
    shown: ShownRewrite,
    hunks: readonly LineHunk[],
  ): Promise<vscode.TextDocument | undefined> {
    const { rewrite } = shown;
    const { code, state } = rewrite;
    if (state !== 'ready') {
      return undefined;
    }
    if (!(await agreesToLoss(code.document, hunks.map(({ splice }) => splice.text).join('')))) {
      return undefined;
    }
    const accepted = await acceptRewrite(code, rewrite.splicesOf(hunks));
    switch (accepted.kind) {
      case 'done':
        return accepted.document;
      case 'merged':
        rewrite.takeMerged(accepted.document, accepted.text);
        if (rewrite.hunks().length === 0) {
          return accepted.document;
        }
        await shown.show();
        say(
          vscode.l10n.t(
            'The file was edited meanwhile. The diff now combines both changes. Check it and accept it again.',
          ),
        );
        return undefined;
      case 'refused':
        void offerResult(rewrite, accepted.reason);
        return undefined;
    }
  }

  /** A running follow-up is only stopped, and the result before it stays. */
  async #reject(shown: ShownRewrite): Promise<void> {
    const { rewrite } = shown;
    if (rewrite.isRefining) {
      rewrite.stop();
      return;
    }
    const { document } = rewrite.code;
    await (document === undefined ? this.#close(rewrite) : this.#closeAndReveal(shown, document));
    void offerEdits(rewrite);
  }

  async #closeAndReveal(shown: ShownRewrite, document: vscode.TextDocument): Promise<void> {
    const range = codeIn(document, shown.rewrite);
    await this.#close(shown.rewrite);
    await shown.reveal(document, range);
  }

  async #refine(shown: ShownRewrite): Promise<void> {
    const { rewrite } = shown;
    if (rewrite.state === 'running') {
      say(vscode.l10n.t('Wait for the reply, or stop it with Escape.'));
    } else {
      await this.#ask(shown);
    }
  }

  /** Continues the chat of a rewrite in a panel. The diff stays. */
  async #openInChat({ rewrite }: ShownRewrite): Promise<void> {
    if (rewrite.state === 'running') {
      say(vscode.l10n.t('Wait for the reply, or stop it with Escape.'));
    } else {
      await this.#services.openInChat(rewrite.chat.session.conversation);
    }
  }

  #add(rewrite: Rewrite, editor: vscode.TextEditor): ShownRewrite {
    const shown = new ShownRewrite(rewrite, this.#documents, editor, () => this.#showActive());
    this.#shown.set(rewrite.id, shown);
    let { state } = rewrite;
    rewrite.onDidChange(() => {
      if (rewrite.state !== state) {
        state = rewrite.state;
        this.#marks.refresh();
      }
    });
    return shown;
  }

  #onClosed(closed: readonly vscode.Tab[]): void {
    for (const tab of closed) {
      const id = this.#documents.shownIn(tab);
      const shown = id === undefined ? undefined : this.#shown.get(id);
      // A tab that is moved to another group is closed there and open here.
      if (shown !== undefined && !this.#documents.isShown(shown.rewrite.id)) {
        shown.readEdits();
        void offerEdits(shown.rewrite);
        void this.#close(shown.rewrite);
      }
    }
  }

  async #close(rewrite: Rewrite): Promise<void> {
    this.#forget(rewrite);
    await this.#documents.close(rewrite.id);
  }

  #forget(rewrite: Rewrite): void {
    this.#shown.get(rewrite.id)?.dispose();
    this.#shown.delete(rewrite.id);
    rewrite.stop();
    rewrite.dispose();
    this.#marks.refresh();
    this.#showActive();
  }

  #activeId(): string | undefined {
    return this.#documents.shownIn(vscode.window.tabGroups.activeTabGroup.activeTab);
  }

  #showActive(): void {
    const id = this.#activeId();
    const rewrite = id === undefined ? undefined : this.#shown.get(id)?.rewrite;
    this.#marks.showActive(rewrite);
    setContext('parley.rewrite', rewrite?.state);
    setContext('parley.rewrites', this.#shown.size > 0);
  }
}

function setContext(name: string, value: unknown): void {
  void vscode.commands.executeCommand('setContext', name, value);
}
