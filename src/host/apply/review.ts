import * as vscode from 'vscode';
import { createKeyedMutex } from '../base/concurrency.ts';
import { addDeletion, addTo, goToHunk, isSameHunk, revertHunk } from '../review/hunkEdits.ts';
import { createLeftOutMarks } from '../review/leftOutMarks.ts';
import { afterBoth, type FoundPart, partsIn } from '../review/leftOutParts.ts';
import { proposalPath, type Proposals } from '../review/proposals.ts';
import { type AtCursor, atCursor, nextLine, type Undecided } from './atCursor.ts';
import {
  addWhole,
  deletePart,
  isProposed,
  keepPart,
  linesInFile,
  mergeOrTell,
  setBase,
  undecidedIn,
  upToDate,
} from './proposedText.ts';
import {
  closedOf,
  type FileChange,
  isSame,
  proposalScheme,
  type ReviewedFile,
  shownOf,
  tabsWithout,
  textsOf,
} from './reviewedFile.ts';
import { mayRemove, showWritten, tellNotWritten, tellWritten } from './reviewWords.ts';
import { chooseFiles, showFiles } from './showFiles.ts';

/**
 * The changes that wait for the user: VS Code's own diff of each file with what is proposed for it. Nothing is written to
 * a file before the user accepts. What is changed in a file meanwhile is merged into its proposal. A file whose diff is
 * closed is no longer in the review. What a reply leaves out stays unless the user deletes it.
 */
export class Review implements vscode.Disposable {
  readonly #proposals: Proposals;
  readonly #subscriptions: vscode.Disposable;
  #files: readonly ReviewedFile[] = [];
  readonly #inTurn = createKeyedMutex();
  readonly #marks = createLeftOutMarks(proposalScheme, (document) => {
    const file = this.#files.find(({ proposal }) => isSame(proposal, document.uri));
    return file === undefined ? [] : partsIn(document.getText(), file.planned);
  });
  #isWriting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(proposals: Proposals) {
    this.#proposals = proposals;
    this.#subscriptions = vscode.Disposable.from(
      this.#marks,
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#tabsChanged(closed)),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#tabsChanged([])),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#documentChangedSoon(document),
      ),
    );
  }

  /** The text that is proposed for a file; undefined if it is not in the review. */
  proposed(uri: vscode.Uri): string | undefined {
    const file = this.#fileOf(uri);
    return file && this.#proposals.text(file.proposal);
  }

  /** Adds changes, or replaces what is proposed for their files, and shows them. */
  async add(changes: readonly FileChange[]): Promise<void> {
    const files = changes.map((change) => this.#add(change));
    await this.#show(files);
  }

  /** Shows the files of the review as a list. */
  async list(): Promise<void> {
    if (this.#files.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'There are no proposed changes. Choose Apply to File on a code block of a reply.',
        ),
      );
      return;
    }
    await this.#show(await chooseFiles(this.#files, (file) => this.#undecided(file)));
  }

  /** Writes all changes that the active diff shows, as one step to undo. */
  async acceptAll(): Promise<void> {
    await this.#onShown(async (files) => this.#accept(files));
  }

  /** Drops all changes that the active diff shows. */
  async rejectAll(): Promise<void> {
    await this.#onShown(async (files) => this.#finish(files));
  }

  /** Writes the change at the cursor; deletes what is left out there. */
  async acceptChange(): Promise<void> {
    await this.#onCursor(
      async (at) => this.#acceptAtCursor(at),
      async (file, part) => this.#deleteInFile(file, part),
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
      const file = this.#files.find(({ proposal }) => proposal.toString() === address);
      const part = file && this.#undecided(file).parts.find(({ planned }) => planned.from === line);
      if (file === undefined || part === undefined) {
        return;
      }
      if (decision === 'delete') {
        await deletePart(file, part);
      } else {
        this.#keep(file, part);
        await this.#goOn(file);
      }
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  /**
   * Does something with the files that are shown now, after what was asked for before: a key may be pressed again before
   * the first one has its effect, and is never for the diff that then comes to the front.
   */
  async #onShown(act: (files: readonly ReviewedFile[]) => Promise<void>): Promise<void> {
    const shown = shownOf(this.#files);
    await this.#inTurn('', async () => act(shown.filter((file) => this.#files.includes(file))));
  }

  /**
   * Does something about what is at the cursor, and goes on. What is left out is meant only if the cursor was there when the
   * key was pressed: a key that is pressed once too often deletes nothing.
   */
  async #onCursor(
    onHunk: (at: AtCursor) => Promise<boolean>,
    onPart: (file: ReviewedFile, part: FoundPart) => Promise<boolean>,
  ): Promise<void> {
    const undecided = (file: ReviewedFile): Undecided => this.#undecided(file);
    const isPart = atCursor(shownOf(this.#files), undecided)?.part !== undefined;
    await this.#onShown(async (files) => {
      const at = atCursor(files, undecided);
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
    if (hunk === undefined) {
      return true;
    }
    const document = await upToDate(file, this.#proposals);
    if (document === undefined) {
      return false;
    }
    const edit = new vscode.WorkspaceEdit();
    // The file may have been changed since the hunk was found.
    const now = this.#undecided(file).hunks.find((one) => isSameHunk(one, hunk));
    if (now === undefined || !(await this.#write(addTo(edit, document, [now])))) {
      tellNotWritten(file);
      return false;
    }
    setBase(file, document.getText(), this.#proposals);
    return true;
  }

  async #rejectAtCursor({ file, hunk }: AtCursor): Promise<boolean> {
    if (file.kind !== 'change') {
      await this.#finish([file]);
      return false;
    }
    const proposal = await vscode.workspace.openTextDocument(file.proposal);
    return hunk === undefined || revertHunk(proposal, file.base, hunk);
  }

  /** Deletes what is left out, in the file as well. */
  async #deleteInFile(file: ReviewedFile, { planned }: FoundPart): Promise<boolean> {
    const document = await upToDate(file, this.#proposals);
    const part = this.#undecided(file).parts.find((one) => one.planned === planned);
    if (document === undefined || part === undefined) {
      return false;
    }
    const lines = linesInFile(file, part, this.#proposals);
    const edit = new vscode.WorkspaceEdit();
    if (lines !== undefined && !(await this.#write(addDeletion(edit, document, lines)))) {
      tellNotWritten(file);
      return false;
    }
    setBase(file, document.getText(), this.#proposals);
    return deletePart(file, part);
  }

  #keep(file: ReviewedFile, part: FoundPart): boolean {
    keepPart(file, part);
    this.#marks.refresh();
    return true;
  }

  #add({ kind, uri, name, base, text, leftOut }: FileChange): ReviewedFile {
    const known = this.#fileOf(uri);
    if (known !== undefined && known.kind === kind) {
      setBase(known, base, this.#proposals);
      known.planned = afterBoth(known.planned, { text, leftOut });
      this.#proposals.set(known.proposal, text);
      return known;
    }
    const path = proposalPath(uri, name);
    const file = {
      kind,
      uri,
      name,
      base,
      planned: { text, leftOut },
      left: this.#proposals.add(path, base, true),
      proposal: this.#proposals.add(path, text, kind === 'remove'),
      isConflictTold: false,
    };
    this.#files = [...this.#files.filter((one) => one !== known), file];
    return file;
  }

  async #show(files: readonly ReviewedFile[]): Promise<void> {
    await showFiles(files, (file) => this.#undecided(file));
    this.#marks.refresh();
  }

  /** The line of the first change, or else of the first part that is left out. */
  #firstLine([file]: readonly ReviewedFile[]): number {
    return (file && nextLine(this.#undecided(file), 0)) ?? 0;
  }

  async #accept(files: readonly ReviewedFile[]): Promise<void> {
    const removed = files.filter(({ kind }) => kind === 'remove');
    if (files.length === 0 || !(await mayRemove(removed))) {
      return;
    }
    const documents: vscode.TextDocument[] = [];
    for (const file of files) {
      const document = file.kind === 'change' ? await upToDate(file, this.#proposals) : undefined;
      if (document === undefined && file.kind === 'change') {
        return;
      }
      documents.push(...(document === undefined ? [] : [document]));
    }
    const line = this.#firstLine(files);
    const leftOut = files.flatMap((file) => this.#undecided(file).parts).length;
    // From here to the edit nothing waits, so that no document can change in between.
    const edit = new vscode.WorkspaceEdit();
    for (const file of files) {
      addWhole(edit, file, documents, this.#proposals);
    }
    // The size of an edit does not count files that are created or removed.
    const isWritten = edit.size > 0 || files.some(({ kind }) => kind !== 'change');
    if (isWritten && !(await this.#write(edit))) {
      files.forEach(tellNotWritten);
      return;
    }
    const unlike = files.filter((file) => !isProposed(file, documents, this.#proposals));
    unlike.forEach(tellNotWritten);
    await this.#finish(files);
    tellWritten(files, isWritten || leftOut === 0, leftOut);
    await showWritten(files, line);
  }

  async #write(edit: vscode.WorkspaceEdit): Promise<boolean> {
    this.#isWriting = true;
    try {
      return await vscode.workspace.applyEdit(edit);
    } finally {
      this.#isWriting = false;
    }
  }

  /** Comparing large files takes its time, and typing is many changes. */
  #documentChangedSoon(document: vscode.TextDocument): void {
    if (!this.#isWriting && this.#fileOf(document.uri) !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(
        () => vscode.workspace.textDocuments.forEach((one) => this.#documentChanged(one)),
        pauseMs,
      );
    }
  }

  #documentChanged(document: vscode.TextDocument): void {
    const file = this.#isWriting ? undefined : this.#fileOf(document.uri);
    if (file?.kind === 'change' && document.getText() !== file.base) {
      mergeOrTell(file, document, this.#proposals);
    }
  }

  /** Goes on after a decision, if `editor` shows the proposal by moving its cursor. */
  async #goOn(file: ReviewedFile, editor?: vscode.TextEditor): Promise<void> {
    const line = nextLine(this.#undecided(file), editor?.selection.active.line ?? 0);
    if (line === undefined) {
      await this.#finish([file]);
    } else if (editor?.document.uri.scheme === proposalScheme) {
      goToHunk(editor, { after: [line, line] });
    }
  }

  /** Takes files off the review and closes their diffs. */
  async #finish(files: readonly ReviewedFile[]): Promise<void> {
    this.#files = this.#files.filter((file) => !files.includes(file));
    await this.#proposals.close(files.flatMap(textsOf), tabsWithout(this.#files));
  }

  #tabsChanged(closed: readonly vscode.Tab[]): void {
    const isReviewed = shownOf(this.#files).length > 0;
    void vscode.commands.executeCommand('setContext', 'parley.reviewing', isReviewed);
    const dropped = closedOf(this.#files, closed);
    this.#files = this.#files.filter((file) => !dropped.includes(file));
    if (dropped.length > 0) {
      void this.#proposals.close(dropped.flatMap(textsOf));
    }
  }

  #undecided(file: ReviewedFile): Undecided {
    return undecidedIn(file, this.#proposals);
  }

  #fileOf(uri: vscode.Uri): ReviewedFile | undefined {
    return this.#files.find((file) => isSame(file.uri, uri));
  }
}

/** So long after a change in a file, it is merged. */
const pauseMs = 150;
