import * as vscode from 'vscode';
import { messageTokens } from '../../conversation/request/tokenEstimate.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { labelText, notificationText } from '../base/safeText.ts';
import type { MakeSideChat, SideChat } from '../chat/sideChat.ts';
import { acceptRewrite } from './acceptRewrite.ts';
import { askInstruction, type Instruction } from './askInstruction.ts';
import { agreesToLoss } from './charactersLost.ts';
import { problemText } from './problemText.ts';
import { recentInstructions, rememberInstruction } from './recentInstructions.ts';
import { Refreshing } from './refreshing.ts';
import { Rewrite } from './rewrite.ts';
import { isShown, RewriteDocuments, shownIn } from './rewriteDocuments.ts';
import { RewriteMarks } from './rewriteMarks.ts';
import { chooseTarget } from './rewriteTarget.ts';

/** What the user can do with a rewrite. */
export type RewriteAction = 'show' | 'accept' | 'reject' | 'refine' | 'copy';

/** The rewrites of a window. */
export interface Rewrites extends vscode.Disposable {
  /** Asks what to change in the selected code, and shows the reply as a diff. Changes no file. */
  begin(instruction?: string): Promise<void>;
  /** Without an ID, it is the rewrite in the active tab, or else the one that began last. */
  act(action: RewriteAction, id?: string): Promise<void>;
}

/** What rewrites are made with. */
export interface RewriteServices {
  readonly makeSideChat: MakeSideChat;
  readonly preview: (message: UserMessage, chat: SideChat) => Promise<void>;
  readonly state: vscode.Memento;
  readonly log: Log;
}

const withFileKey = 'parley.rewrite.withFile';

/** Makes the rewrites of a window. */
export function createRewrites(services: RewriteServices): Rewrites {
  return new WindowRewrites(services);
}

/** A rewrite and how it is shown. */
interface Shown {
  readonly rewrite: Rewrite;
  readonly viewColumn: vscode.ViewColumn | undefined;
  readonly refreshing: Refreshing;
}

class WindowRewrites implements Rewrites {
  readonly #services: RewriteServices;
  readonly #documents = new RewriteDocuments();
  readonly #shown = new Map<string, Shown>();
  readonly #marks = new RewriteMarks(() => [...this.#shown.values()].map(({ rewrite }) => rewrite));
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
      await this.#show(same);
      return;
    }
    const rewrite = new Rewrite(target, this.#services.makeSideChat);
    const shown = { rewrite, viewColumn: columnOf(editor), refreshing: this.#refresh(rewrite) };
    this.#shown.set(rewrite.id, shown);
    try {
      await this.#ask(shown, instruction, otherSelectionsText(target.otherSelections));
    } finally {
      if (rewrite.state === 'asking') {
        this.#forget(rewrite);
      }
    }
  }

  async act(action: RewriteAction, id = this.#activeId()): Promise<void> {
    const shown = id === undefined ? [...this.#shown.values()].at(-1) : this.#shown.get(id);
    if (shown === undefined || shown.rewrite.state === 'asking') {
      return;
    }
    switch (action) {
      case 'show':
        return this.#show(shown);
      case 'accept':
        return this.#accept(shown);
      case 'reject':
        return this.#reject(shown);
      case 'refine':
        return this.#refine(shown);
      case 'copy':
        return vscode.env.clipboard.writeText(shown.rewrite.result ?? shown.rewrite.lastReply);
    }
  }

  dispose(): void {
    for (const { rewrite } of this.#shown.values()) {
      this.#forget(rewrite);
    }
    this.#subscription.dispose();
  }

  /** Asks for an instruction, sends it and shows the reply. */
  async #ask(shown: Shown, value?: string, remark?: string): Promise<void> {
    const { rewrite } = shown;
    const instruction = await this.#askInstruction(rewrite, value, remark);
    if (instruction === undefined) {
      return;
    }
    const { state } = this.#services;
    await rememberInstruction(state, instruction.text);
    if (rewrite.canSendFile) {
      await state.update(withFileKey, instruction.withFile);
    }
    await this.#send(shown, rewrite.message(instruction));
  }

  async #send(shown: Shown, message: UserMessage): Promise<void> {
    const { rewrite } = shown;
    await rewrite.ask(message, () => {
      this.#show(shown).catch((error: unknown) => this.#services.log.warn(messageOf(error)));
    });
    shown.refreshing.now();
    const { problem } = rewrite;
    const isStopped = problem?.kind === 'reply' && problem.reply.status === 'stopped';
    if (problem !== undefined && !isStopped && this.#shown.has(rewrite.id)) {
      await this.#offer(shown, message, problemText(problem));
    }
  }

  async #askInstruction(
    rewrite: Rewrite,
    value: string | undefined,
    remark: string | undefined,
  ): Promise<Instruction | undefined> {
    const { preview, state } = this.#services;
    const { chat, place, hasAsked } = rewrite;
    const [path, first] = [labelText(place.path), formatNumber(place.startLine)];
    const lines =
      place.startLine === place.endLine
        ? vscode.l10n.t('{0}, line {1}', path, first)
        : vscode.l10n.t('{0}, lines {1}–{2}', path, first, formatNumber(place.endLine));
    return askInstruction({
      title: hasAsked
        ? vscode.l10n.t('Refine the Rewrite: {0}', lines)
        : vscode.l10n.t('Rewrite {0}', lines),
      placeholder:
        remark ??
        (hasAsked
          ? vscode.l10n.t('What should be different? The request contains the chat so far.')
          : vscode.l10n.t('What should change?')),
      value,
      withFile: rewrite.canSendFile ? state.get(withFileKey) === true : undefined,
      recent: recentInstructions(state),
      model: () => chat.target.current()?.model,
      chooseModel: async () => chat.target.ask('chooseModel'),
      tokens: (instruction) => messageTokens(rewrite.message(instruction), undefined),
      preview: async (instruction) => preview(rewrite.message(instruction), chat),
    });
  }

  /** Says why there is no new result, and offers what can be done. */
  async #offer(shown: Shown, message: UserMessage, why: string): Promise<void> {
    const { rewrite } = shown;
    const again = vscode.l10n.t('Try Again');
    const refine = vscode.l10n.t('Refine…');
    const copy = vscode.l10n.t('Copy Reply');
    const hasText = rewrite.lastReply.trim() !== '';
    const answer = await vscode.window.showWarningMessage(
      why,
      again,
      ...(hasText ? [refine, copy] : []),
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
    }
  }

  async #accept(shown: Shown): Promise<void> {
    const { rewrite } = shown;
    const { result, code } = rewrite;
    if (result === undefined) {
      return;
    }
    if (!(await agreesToLoss(code.document, result))) {
      return;
    }
    const accepted = await acceptRewrite(code, result);
    switch (accepted.kind) {
      case 'done': {
        const { viewColumn } = shown;
        await this.#close(rewrite);
        await reveal(accepted.document, accepted.range, viewColumn);
        return;
      }
      case 'merged':
        rewrite.takeMerged(accepted.document, accepted.text);
        await this.#show(shown);
        say(
          vscode.l10n.t(
            'The file was edited meanwhile. The diff now combines both changes. Check it and accept it again.',
          ),
        );
        return;
      case 'refused':
        await this.#keepResult(rewrite, refusalText(accepted.reason));
    }
  }

  /** Says that the result cannot be put into the file, and offers to keep it elsewhere. */
  async #keepResult(rewrite: Rewrite, why: string): Promise<void> {
    const copy = vscode.l10n.t('Copy Rewritten Code');
    const open = vscode.l10n.t('Open as New File');
    const { result = '', languageId: language } = rewrite;
    const answer = await vscode.window.showWarningMessage(why, copy, open);
    if (answer === copy) {
      await vscode.env.clipboard.writeText(result);
    } else if (answer === open) {
      const document = await vscode.workspace.openTextDocument({ content: result, language });
      await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    }
  }

  /** A running follow-up is only stopped, and the result before it stays. */
  async #reject({ rewrite, viewColumn }: Shown): Promise<void> {
    if (rewrite.isRefining) {
      rewrite.stop();
      return;
    }
    const { document } = rewrite.code;
    await this.#close(rewrite);
    if (document !== undefined) {
      const { start, end } = rewrite.code.range;
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      await reveal(document, range, viewColumn);
    }
  }

  async #refine(shown: Shown): Promise<void> {
    const { rewrite } = shown;
    if (rewrite.state === 'running') {
      say(vscode.l10n.t('Wait for the reply, or stop it with Escape.'));
    } else if (rewrite.isMerged) {
      say(vscode.l10n.t('Accept or reject the combined change first.'));
    } else {
      await this.#ask(shown);
    }
  }

  /** Opens the diff, or shows it with what it is now. */
  async #show({ rewrite, viewColumn, refreshing }: Shown): Promise<void> {
    refreshing.now();
    const { path, startLine, endLine } = rewrite.place;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const { line, isPart } = rewrite.shownLines();
    const [first, last] = [formatNumber(startLine), formatNumber(endLine)];
    await this.#documents.show(rewrite.id, {
      path: name,
      languageId: rewrite.languageId,
      title: isPart
        ? vscode.l10n.t('{0}, around lines {1}–{2} (Rewrite)', name, first, last)
        : vscode.l10n.t('{0} (Rewrite)', name),
      line,
      viewColumn,
    });
    this.#showActive();
  }

  /** Shows each change of a rewrite, the changes of a running reply together. */
  #refresh(rewrite: Rewrite): Refreshing {
    const refreshing = new Refreshing(() => {
      rewrite.read();
      const sides = rewrite.sides();
      const { path } = rewrite.place;
      this.#documents.set(rewrite.id, path.slice(path.lastIndexOf('/') + 1), sides);
      this.#showActive();
      return sides.after.length;
    });
    let state = rewrite.state;
    rewrite.onDidChange(() => {
      refreshing.soon();
      if (rewrite.state !== state) {
        state = rewrite.state;
        this.#marks.refresh();
      }
    });
    return refreshing;
  }

  #onClosed(closed: readonly vscode.Tab[]): void {
    for (const tab of closed) {
      const id = shownIn(tab);
      const shown = id === undefined ? undefined : this.#shown.get(id);
      // A tab that is moved to another group is closed there and open here.
      if (shown !== undefined && !isShown(shown.rewrite.id)) {
        this.#forget(shown.rewrite);
      }
    }
  }

  async #close(rewrite: Rewrite): Promise<void> {
    this.#forget(rewrite);
    await this.#documents.close(rewrite.id);
  }

  #forget(rewrite: Rewrite): void {
    this.#shown.get(rewrite.id)?.refreshing.dispose();
    this.#shown.delete(rewrite.id);
    rewrite.stop();
    rewrite.dispose();
    this.#marks.refresh();
    this.#showActive();
  }

  #activeId(): string | undefined {
    return shownIn(vscode.window.tabGroups.activeTabGroup.activeTab);
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

function say(text: string | undefined): void {
  if (text !== undefined) {
    void vscode.window.showInformationMessage(notificationText(text));
  }
}

/** The group of an editor; that of a notebook for one of its cells. */
function columnOf(editor: vscode.TextEditor): vscode.ViewColumn | undefined {
  return editor.viewColumn ?? vscode.window.tabGroups.activeTabGroup.viewColumn;
}

function otherSelectionsText(count: number): string | undefined {
  return count === 0
    ? undefined
    : vscode.l10n.t('What should change? Only the first of your selections is rewritten.');
}

function refusalText(reason: 'conflict' | 'gone' | 'readOnly'): string {
  switch (reason) {
    case 'conflict':
      return vscode.l10n.t(
        'You have edited the same lines meanwhile. Nothing was changed, so that your edits are not lost.',
      );
    case 'gone':
      return vscode.l10n.t(
        'The file was closed, deleted or renamed meanwhile. Nothing was changed.',
      );
    case 'readOnly':
      return vscode.l10n.t('The file cannot be edited. Nothing was changed.');
  }
}

/** Shows the place in its file. A cell is in a notebook, which is shown again once the diff is closed. */
async function reveal(
  document: vscode.TextDocument,
  range: vscode.Range,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  if (document.uri.scheme !== 'vscode-notebook-cell') {
    await vscode.window.showTextDocument(document, {
      selection: range,
      ...(viewColumn === undefined ? {} : { viewColumn }),
    });
  }
}
