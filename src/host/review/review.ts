import * as vscode from 'vscode';
import { createKeyedMutex } from '../base/concurrency.ts';
import { type AtCursor, atCursor, nextLine } from './atCursor.ts';
import { ChangeWriter } from './changeWriter.ts';
import { goToHunk, reverting } from './hunkEdits.ts';
import { createLeftOutMarks, type LeftOutMarks } from './leftOutMarks.ts';
import { type FoundPart, partsIn } from './leftOutParts.ts';
import type { Proposals } from './proposals.ts';
import { deletePart, editProposal, isTyped, keepPart } from './proposedText.ts';
import {
  type ChangeOwner,
  closedOf,
  documentOf,
  type FileChange,
  isSame,
  type ReviewedFile,
  type ReviewEnd,
  shownOf,
  tabsOf,
  textsOf,
} from './reviewedFile.ts';
import { ReviewedFiles } from './reviewedFiles.ts';
import { offerText, showWritten, tellWritten } from './reviewWords.ts';
import { chooseFiles, showFiles } from './showFiles.ts';

/**
 * The changes that wait for the user: VS Code's own diff of each file with what is proposed for it. Nothing is written to
 * a file before the user accepts. What is changed in a file meanwhile is merged into its proposal. A file whose diff is
 * closed is no longer in the review. What a reply leaves out stays unless the user deletes it.
 */
export class Review implements vscode.Disposable {
  readonly #proposals: Proposals;
  readonly #writer: ChangeWriter;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly #files: ReviewedFiles;
  readonly #inTurn = createKeyedMutex();
  readonly #marks: LeftOutMarks;
  /** A proposal that has just become ready, of which VS Code may still show the text before. */
  #coming: ReviewedFile | undefined;

  /** After another diff has come to the front, or the one there can be accepted or no longer be. */
  readonly onDidChange = this.#changed.event;

  constructor(proposals: Proposals) {
    this.#proposals = proposals;
    this.#writer = new ChangeWriter(proposals);
    this.#files = new ReviewedFiles(proposals, () => this.#writer.isWriting);
    this.#marks = createLeftOutMarks(proposals.scheme, (document) => {
      const file = this.#files.at(document.uri);
      return file === undefined ? [] : partsIn(document.getText(), file.planned);
    });
    this.#subscriptions = vscode.Disposable.from(
      this.#files,
      this.#marks,
      this.#changed,
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#tabsChanged(closed)),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#tabsChanged([])),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#goToFirst(document)),
    );
  }

  /** The text that applied blocks propose for a file; undefined if there is none. */
  proposed(uri: vscode.Uri): string | undefined {
    const file = this.#files.applied(uri);
    return file && this.textOf(file);
  }

  /** Adds changes, or replaces what is proposed for their files, and shows them. */
  async add(changes: readonly FileChange[]): Promise<void> {
    await this.show(changes.map((change) => this.#files.apply(change)));
  }

  /** Adds a file whose proposal is still to come, and does not show it yet. */
  begin(change: FileChange, owner: ChangeOwner): ReviewedFile {
    return this.#files.add(change, owner);
  }

  /**
   * Sets what an owner proposes, as a change of `base`, whatever the file is now. It can be accepted if it `isReady`, and fits.
   */
  propose(
    file: ReviewedFile,
    change: Pick<FileChange, 'base' | 'text' | 'leftOut'>,
    isReady: boolean,
  ): void {
    this.#files.propose(file, change, isReady);
    const shown = documentOf(file.proposal, vscode.workspace.textDocuments);
    this.#coming = isReady && shown?.getText() !== file.text ? file : undefined;
    this.#refresh();
  }

  /** The text that is proposed for a file of the review, with what the user has typed into it. */
  textOf({ proposal }: ReviewedFile): string {
    return this.#proposals.text(proposal);
  }

  /** The files that the active diff shows. */
  shown(): readonly ReviewedFile[] {
    return shownOf(this.#files.all);
  }

  /** Shows files, a single one with the cursor at the first thing to decide about, or else at `line`. */
  async show(files: readonly ReviewedFile[], line = 0): Promise<void> {
    await showFiles(files, this.#files.undecided, line);
    this.#marks.refresh();
  }

  /** Shows the files of the review as a list. */
  async list(): Promise<void> {
    if (this.#files.all.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'There are no proposed changes. Choose Apply to File on a code block of a reply.',
        ),
      );
      return;
    }
    await this.show(await chooseFiles(this.#files.all, this.#files.undecided));
  }

  /** Writes all changes that a diff shows, as one step to undo. `address` is a proposal; without it, it is the active diff. */
  async acceptAll(address?: string): Promise<void> {
    await this.#onShown(async (files) => this.#accept(files.filter(isReady)), address);
  }

  /** Drops all changes that a diff shows; of what arrives, ends only that. */
  async rejectAll(address?: string): Promise<void> {
    await this.#onShown(async (files) => {
      await this.finish(
        files.filter(({ owner }) => owner?.stop() !== true),
        'rejected',
      );
    }, address);
  }

  /** Writes the change at the cursor; deletes what is left out there. */
  async acceptChange(): Promise<void> {
    await this.#onCursor(
      async (at) => this.#acceptAtCursor(at),
      async (file, part) => this.#writer.deletePart(file, part),
    );
  }

  /** Takes the change at the cursor off the proposal; keeps what is left out there. */
  async rejectChange(): Promise<void> {
    await this.#onCursor(
      async (at) => this.#rejectAtCursor(at),
      async (file, part) => this.#keep(file, part),
    );
  }

  /** Deletes what was left out at a line as planned, as a change that is yet to be accepted, or keeps it. */
  async decide(address: string, line: number, decision: 'delete' | 'keep'): Promise<void> {
    await this.#inTurn('', async () => {
      const file = this.#files.at(address);
      const part =
        file && this.#files.undecided(file).parts.find(({ planned }) => planned.from === line);
      if (file === undefined || part === undefined) {
        return;
      }
      if (decision === 'delete') {
        await deletePart(file, part, this.#proposals);
      } else {
        this.#keep(file, part);
        await this.#goOn(file);
      }
    });
  }

  /** Takes files off the review and closes their diffs. */
  async finish(files: readonly ReviewedFile[], how: ReviewEnd): Promise<void> {
    this.#files.remove(files);
    const lost = how === 'decided' ? undefined : this.#typedIn(files);
    await this.#proposals.close(files.flatMap(textsOf), tabsOf(files, this.#files.all));
    files.forEach(({ owner }) => owner?.ended(how));
    void offerText(lost);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /**
   * Does something with the files that are shown now, after what was asked for before: a key may be pressed again before
   * the first one has its effect, and is never for the diff that then comes to the front.
   */
  async #onShown(
    act: (files: readonly ReviewedFile[]) => Promise<void>,
    address?: string,
  ): Promise<void> {
    const named = address === undefined ? undefined : this.#files.at(address);
    const meant = address === undefined ? this.shown() : [named];
    await this.#inTurn('', async () => act(this.#files.all.filter((file) => meant.includes(file))));
  }

  /**
   * Does something about what is at the cursor, and goes on. What is left out is meant only if the cursor was there when the
   * key was pressed: a key that is pressed once too often deletes nothing.
   */
  async #onCursor(
    onHunk: (at: AtCursor) => Promise<boolean>,
    onPart: (file: ReviewedFile, part: FoundPart) => Promise<boolean>,
  ): Promise<void> {
    const { undecided } = this.#files;
    const isPart = atCursor(this.shown(), undecided)?.part !== undefined;
    await this.#onShown(async (files) => {
      const at = atCursor(files.filter(isReady), undecided);
      if (at === undefined || (at.part !== undefined && !isPart)) {
        return;
      }
      const { file, editor, part } = at;
      if (await (part === undefined ? onHunk(at) : onPart(file, part))) {
        await this.#goOn(file, editor);
      }
    });
  }

  async #acceptAtCursor({ file, hunk }: AtCursor): Promise<boolean> {
    if (file.kind !== 'change') {
      await this.#accept([file]);
      return false;
    }
    return hunk === undefined || this.#writer.writeHunk(file, hunk);
  }

  async #rejectAtCursor({ file, hunk }: AtCursor): Promise<boolean> {
    if (file.kind !== 'change') {
      await this.finish([file], 'rejected');
      return false;
    }
    const proposal = await vscode.workspace.openTextDocument(file.proposal);
    return (
      hunk === undefined ||
      editProposal(file, reverting(proposal, file.base, hunk), this.#proposals)
    );
  }

  #keep(file: ReviewedFile, part: FoundPart): boolean {
    keepPart(file, part);
    this.#marks.refresh();
    return true;
  }

  async #accept(files: readonly ReviewedFile[]): Promise<void> {
    const [first] = files;
    if (first === undefined) {
      return;
    }
    const line = nextLine(this.#files.undecided(first), 0) ?? 0;
    const leftOut = files.flatMap((file) => this.#files.undecided(file).parts).length;
    const isFilled = await this.#writer.writeAll(files);
    if (isFilled !== undefined) {
      await this.finish(files, 'decided');
      tellWritten(files, isFilled || leftOut === 0, leftOut);
      await showWritten(files, line);
    }
  }

  /** VS Code leaves the cursor behind what it has replaced: it goes to the first change once what is ready is shown. */
  #goToFirst(document: vscode.TextDocument): void {
    const editor = vscode.window.activeTextEditor;
    const file = this.#coming;
    if (
      file !== undefined &&
      isSame(file.proposal, document.uri) &&
      document.getText() === file.text
    ) {
      this.#coming = undefined;
      const line = nextLine(this.#files.undecided(file), 0);
      if (editor?.document === document && line !== undefined) {
        goToHunk(editor, { after: [line, line] });
      }
    }
  }

  /** Goes on after a decision, if `editor` shows the proposal by moving its cursor. */
  async #goOn(file: ReviewedFile, editor?: vscode.TextEditor): Promise<void> {
    const line = nextLine(this.#files.undecided(file), editor?.selection.active.line ?? 0);
    if (line === undefined) {
      await this.finish([file], 'decided');
      if (this.shown().length === 0) {
        await showWritten([file], editor?.selection.active.line ?? 0);
      }
    } else if (editor !== undefined && isSame(editor.document.uri, file.proposal)) {
      goToHunk(editor, { after: [line, line] });
    }
  }

  #tabsChanged(closed: readonly vscode.Tab[]): void {
    this.#refresh();
    const dropped = closedOf(this.#files.all, closed);
    if (dropped.length > 0) {
      void this.finish(dropped, 'closed');
    }
  }

  /** What the user has typed into proposals. */
  #typedIn(files: readonly ReviewedFile[]): string | undefined {
    const typed = files.filter((file) => isTyped(file, this.#proposals));
    return typed.length === 0 ? undefined : typed.map((file) => this.textOf(file)).join('\n');
  }

  #refresh(): void {
    const isReviewed = this.shown().some(isReady);
    void vscode.commands.executeCommand('setContext', 'parley.reviewing', isReviewed);
    this.#changed.fire();
  }
}

function isReady(file: ReviewedFile): boolean {
  return file.isReady;
}
