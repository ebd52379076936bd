import * as vscode from 'vscode';
import { hunkAt, type LineHunk, lineHunks } from '../../apply/lines/lineHunks.ts';
import { mergedText } from '../../apply/lines/mergedText.ts';
import { messageOf } from '../base/errorMessage.ts';
import { labelText, nameText, notificationText } from '../base/safeText.ts';
import { createKeyedMutex } from '../base/concurrency.ts';
import { addTo, goToHunk, revertHunk } from '../review/hunkEdits.ts';
import { proposalPath, type Proposals } from '../review/proposals.ts';
import {
  documentOf,
  type FileChange,
  isSame,
  proposalScheme,
  proposalsIn,
  type ReviewedFile,
  textsOf,
} from './reviewedFile.ts';
import {
  conflictWords,
  countOf,
  lacksCharacters,
  mayRemove,
  showWritten,
  tellNotWritten,
  titleOf,
} from './reviewWords.ts';
import { canBeWritten } from './targetFile.ts';

/**
 * The changes that wait for the user: VS Code's own diff of each file with what is proposed for it. Nothing is written to
 * a file before the user accepts. What is changed in a file meanwhile is merged into its proposal. A file whose diff is
 * closed is no longer in the review.
 */
export class Review implements vscode.Disposable {
  readonly #proposals: Proposals;
  readonly #subscriptions: vscode.Disposable;
  #files: readonly ReviewedFile[] = [];
  readonly #inTurn = createKeyedMutex();
  #isWriting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(proposals: Proposals) {
    this.#proposals = proposals;
    this.#subscriptions = vscode.Disposable.from(
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
        vscode.l10n.t('There are no proposed changes. Choose Apply on a code block of a reply.'),
      );
      return;
    }
    const all = {
      label: `$(diff-multiple) ${vscode.l10n.t('Show All Changes')}`,
      description: countOf(this.#files.flatMap((file) => this.#hunks(file))),
      files: this.#files,
    };
    const single = this.#files.map((file) => ({
      label: `$(file) ${labelText(file.name)}`,
      description: countOf(this.#hunks(file)),
      files: [file],
    }));
    const item = await vscode.window.showQuickPick(single.length > 1 ? [all, ...single] : single, {
      title: vscode.l10n.t('Proposed Changes'),
    });
    if (item !== undefined) {
      await this.#show(item.files);
    }
  }

  /** Writes all changes that the active diff shows, as one step to undo. */
  async acceptAll(): Promise<void> {
    await this.#onShown(async (files) => this.#accept(files));
  }

  /** Drops all changes that the active diff shows. */
  async rejectAll(): Promise<void> {
    await this.#onShown(async (files) => this.#finish(files));
  }

  /** Writes the change at the cursor. */
  async acceptChange(): Promise<void> {
    await this.#onShown(async (files) => this.#acceptAtCursor(files));
  }

  /** Takes the change at the cursor off the proposal. */
  async rejectChange(): Promise<void> {
    await this.#onShown(async (files) => this.#rejectAtCursor(files));
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
    const shown = this.#shown();
    await this.#inTurn('', async () => act(shown.filter((file) => this.#files.includes(file))));
  }

  async #acceptAtCursor(files: readonly ReviewedFile[]): Promise<void> {
    const at = this.#hunkAtCursor(files);
    if (at === undefined) {
      return;
    }
    const { file, hunk, editor } = at;
    if (file.kind !== 'change') {
      await this.#accept([file]);
      return;
    }
    const document = await this.#upToDate(file);
    if (document === undefined) {
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    // The file may have been changed since the hunk was found.
    const now = this.#hunks(file).find(({ splice }) => splice.text === hunk.splice.text);
    if (now === undefined || !(await this.#write(addTo(edit, document, [now])))) {
      tellNotWritten(file);
      return;
    }
    this.#setBase(file, document.getText());
    await this.#afterChange(file, editor);
  }

  async #rejectAtCursor(files: readonly ReviewedFile[]): Promise<void> {
    const at = this.#hunkAtCursor(files);
    if (at === undefined) {
      return;
    }
    const { file, hunk, editor } = at;
    if (file.kind !== 'change') {
      await this.#finish([file]);
      return;
    }
    const proposal = await vscode.workspace.openTextDocument(file.proposal);
    if (await revertHunk(proposal, file.base, hunk)) {
      await this.#afterChange(file, editor);
    }
  }

  #add({ kind, uri, name, base, text }: FileChange): ReviewedFile {
    const known = this.#fileOf(uri);
    if (known !== undefined && known.kind === kind) {
      this.#setBase(known, base);
      this.#proposals.set(known.proposal, text);
      return known;
    }
    const path = proposalPath(uri, name);
    const file = {
      kind,
      uri,
      name,
      base,
      left: this.#proposals.add(path, base, true),
      proposal: this.#proposals.add(path, text, kind === 'remove'),
      isConflictTold: false,
    };
    this.#files = [...this.#files.filter((one) => one !== known), file];
    return file;
  }

  #setBase(file: ReviewedFile, text: string): void {
    file.base = text;
    this.#proposals.set(file.left, text);
  }

  async #show(files: readonly ReviewedFile[]): Promise<void> {
    const [file, other] = files;
    if (file === undefined) {
      return;
    }
    if (other === undefined) {
      const [first] = this.#hunks(file);
      await this.#setLanguage(file);
      await vscode.commands.executeCommand('vscode.diff', file.left, file.proposal, titleOf(file), {
        preview: false,
        selection: new vscode.Range(first?.after[0] ?? 0, 0, first?.after[0] ?? 0, 0),
      });
      return;
    }
    await Promise.all(files.map(async (one) => this.#setLanguage(one)));
    await vscode.commands.executeCommand(
      'vscode.changes',
      vscode.l10n.t('Proposed Changes'),
      files.map(({ uri, left, proposal }) => [uri, left, proposal]),
    );
    // Another file that is only looked at would take the place of a preview, and the review would be gone.
    if (files.some((one) => this.#shown().includes(one))) {
      await vscode.commands.executeCommand('workbench.action.keepEditor');
    }
  }

  /** A file can be in a language that its name does not tell. */
  async #setLanguage({ kind, uri, left, proposal }: ReviewedFile): Promise<void> {
    if (kind === 'change') {
      const { languageId } = await vscode.workspace.openTextDocument(uri);
      for (const side of [left, proposal]) {
        const document = await vscode.workspace.openTextDocument(side);
        if (document.languageId !== languageId) {
          await vscode.languages.setTextDocumentLanguage(document, languageId);
        }
      }
    }
  }

  async #accept(files: readonly ReviewedFile[]): Promise<void> {
    const removed = files.filter(({ kind }) => kind === 'remove');
    if (files.length === 0 || !(await mayRemove(removed))) {
      return;
    }
    const documents: vscode.TextDocument[] = [];
    for (const file of files) {
      const document = file.kind === 'change' ? await this.#upToDate(file) : undefined;
      if (document === undefined && file.kind === 'change') {
        return;
      }
      documents.push(...(document === undefined ? [] : [document]));
    }
    const first = files[0] && this.#hunks(files[0])[0];
    // From here to the edit nothing waits, so that no document can change in between.
    const edit = new vscode.WorkspaceEdit();
    for (const file of files) {
      this.#addWhole(edit, file, documents);
    }
    if (!(await this.#write(edit))) {
      files.forEach(tellNotWritten);
      return;
    }
    const unlike = files.filter((file) => !this.#isWritten(file, documents));
    unlike.forEach(tellNotWritten);
    const proposedLine = first?.after[0] ?? 0;
    await this.#finish(files);
    await showWritten(files, proposedLine);
  }

  #addWhole(
    edit: vscode.WorkspaceEdit,
    { kind, uri, proposal }: ReviewedFile,
    documents: readonly vscode.TextDocument[],
  ): void {
    const text = this.#proposals.text(proposal);
    const document = documentOf(uri, documents);
    if (kind === 'remove') {
      edit.deleteFile(uri);
    } else if (kind === 'create') {
      edit.createFile(uri, { contents: new TextEncoder().encode(text) });
    } else if (document !== undefined) {
      addTo(edit, document, lineHunks(document.getText(), text));
    }
  }

  #isWritten(
    { kind, uri, proposal }: ReviewedFile,
    documents: readonly vscode.TextDocument[],
  ): boolean {
    return (
      kind !== 'change' || documentOf(uri, documents)?.getText() === this.#proposals.text(proposal)
    );
  }

  async #write(edit: vscode.WorkspaceEdit): Promise<boolean> {
    this.#isWriting = true;
    try {
      return await vscode.workspace.applyEdit(edit);
    } finally {
      this.#isWriting = false;
    }
  }

  /**
   * The document of a file whose proposal is about its text of now; undefined, after a message, if it is not or if what is
   * proposed cannot be written.
   */
  async #upToDate(file: ReviewedFile): Promise<vscode.TextDocument | undefined> {
    const name = nameText(file.name);
    let document: vscode.TextDocument;
    try {
      document = await vscode.workspace.openTextDocument(file.uri);
    } catch (error) {
      // The file, or the cell of a notebook, is gone.
      const reason = notificationText(messageOf(error));
      void vscode.window.showWarningMessage(
        vscode.l10n.t('{0} cannot be opened: {1}', name, reason),
      );
      return undefined;
    }
    if (document.getText() !== file.base) {
      const isMerged = this.#merge(file, document);
      void vscode.window.showWarningMessage(
        isMerged
          ? vscode.l10n.t('{0} was changed meanwhile. Look at the changes again.', name)
          : conflictWords(file),
      );
      return undefined;
    }
    if (!(await canBeWritten(this.#proposals.text(file.proposal), document))) {
      void vscode.window.showWarningMessage(lacksCharacters(document));
      return undefined;
    }
    return document;
  }

  /** Merges what was changed in a file into its proposal. Gives whether that is possible. */
  #merge(file: ReviewedFile, document: vscode.TextDocument): boolean {
    const now = document.getText();
    const merged = mergedText(file.base, this.#proposals.text(file.proposal), now);
    if (merged !== undefined) {
      this.#setBase(file, now);
      file.isConflictTold = false;
      this.#proposals.set(file.proposal, merged);
    }
    return merged !== undefined;
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
    if (file?.kind !== 'change' || document.getText() === file.base) {
      return;
    }
    if (!this.#merge(file, document) && !file.isConflictTold) {
      file.isConflictTold = true;
      void vscode.window.showWarningMessage(conflictWords(file));
    }
  }

  /** Goes on after one change was accepted or rejected. */
  async #afterChange(file: ReviewedFile, editor: vscode.TextEditor): Promise<void> {
    const hunks = this.#hunks(file);
    const next = hunkAt(hunks, 'after', editor.selection.active.line);
    if (next === undefined) {
      await this.#finish([file]);
    } else if (editor.document.uri.scheme === proposalScheme) {
      goToHunk(editor, next);
    }
  }

  /** Takes files off the review and closes their diffs. */
  async #finish(files: readonly ReviewedFile[]): Promise<void> {
    this.#files = this.#files.filter((file) => !files.includes(file));
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const done = tabs.filter((tab) => {
      const shown = proposalsIn(tab);
      return (
        shown.length > 0 &&
        shown.every((uri) => !this.#files.some(({ proposal }) => isSame(proposal, uri)))
      );
    });
    await this.#proposals.close(files.flatMap(textsOf), done);
  }

  #tabsChanged(closed: readonly vscode.Tab[]): void {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const shown = activeTab === undefined ? [] : proposalsIn(activeTab);
    const isReviewed = this.#files.some(({ proposal }) =>
      shown.some((uri) => isSame(uri, proposal)),
    );
    void vscode.commands.executeCommand('setContext', 'parley.reviewing', isReviewed);
    const gone = closed.flatMap(proposalsIn);
    const left = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(proposalsIn));
    const dropped = this.#files.filter(
      ({ proposal }) =>
        gone.some((uri) => isSame(uri, proposal)) && !left.some((uri) => isSame(uri, proposal)),
    );
    this.#files = this.#files.filter((file) => !dropped.includes(file));
    if (dropped.length > 0) {
      void this.#proposals.close(dropped.flatMap(textsOf));
    }
  }

  /** The files of the active diff. */
  #shown(): readonly ReviewedFile[] {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const shown = activeTab === undefined ? [] : proposalsIn(activeTab);
    return this.#files.filter(({ proposal }) => shown.some((uri) => isSame(uri, proposal)));
  }

  #hunkAtCursor(
    files: readonly ReviewedFile[],
  ):
    | { readonly file: ReviewedFile; readonly hunk: LineHunk; readonly editor: vscode.TextEditor }
    | undefined {
    const editor = vscode.window.activeTextEditor;
    const uri = editor?.document.uri;
    const file = files.find((one) => uri && (isSame(one.proposal, uri) || isSame(one.left, uri)));
    if (editor === undefined || uri === undefined || file === undefined) {
      return undefined;
    }
    const side = isSame(file.proposal, uri) ? 'after' : 'before';
    const hunk = hunkAt(this.#hunks(file), side, editor.selection.active.line);
    return hunk && { file, hunk, editor };
  }

  #hunks({ base, proposal }: ReviewedFile): readonly LineHunk[] {
    return lineHunks(base, this.#proposals.text(proposal));
  }

  #fileOf(uri: vscode.Uri): ReviewedFile | undefined {
    return this.#files.find((file) => isSame(file.uri, uri));
  }
}

/** So long after a change in a file, it is merged. */
const pauseMs = 150;
