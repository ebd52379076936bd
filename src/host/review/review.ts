import * as vscode from 'vscode';
import { createKeyedMutex } from '../base/concurrency.ts';
import { documentOf, isSame } from '../editor/documentOf.ts';
import { type AtCursor, atCursor, goToLine, nextLine } from './atCursor.ts';
import type { FoundPart } from './linesNow.ts';
import { closedOf, shownOf, tabsOf } from './diffTabs.ts';
import { markProposals } from './proposalMarks.ts';
import type { Proposals } from './proposals.ts';
import {
  type ChangeOwner,
  type FileChange,
  type ProposedText,
  ReviewedFile,
} from './reviewedFile.ts';
import { offerText, showFiles, showWritten, tellKept } from './showFiles.ts';
import { writeChanges } from './writeChanges.ts';

/** So long after a change in a file, it is merged: comparing large files takes its time, and typing is many changes. */
const pauseMs = 150;

/** What becomes of what a reply leaves out. */
type Decision = 'delete' | 'keep';

/**
 * The changes that wait for the user: VS Code's own diff of each file with what is proposed for it. Nothing is written to
 * a file before the user accepts. What is changed in a file meanwhile is merged into its proposal. A file whose diff is
 * closed is no longer in the review. What a reply leaves out stays unless the user deletes it.
 */
export class Review implements vscode.Disposable {
  /** The texts that are shown. */
  readonly proposals: Proposals;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  /**
   * One after the other: whatever reads what is proposed and changes it, or writes it to a file. Only what is typed comes at
   * any moment.
   */
  readonly #inTurn = createKeyedMutex();
  #files: readonly ReviewedFile[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(proposals: Proposals) {
    this.proposals = proposals;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      markProposals(() => this.#files, this.#changed.event),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#tabsChanged(closed)),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#tabsChanged([])),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#followSoon(document)),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          this.#files.forEach((file) => file.renamed(oldUri, newUri));
        }
      }),
    );
  }

  /** The text that applied blocks propose for a file; undefined if there is none. */
  proposed(uri: vscode.Uri): string | undefined {
    return this.#applied(uri)?.text;
  }

  /** Shows what applied blocks propose for files. Gives false if that is nothing. */
  async showProposed(uris: readonly vscode.Uri[]): Promise<boolean> {
    const files = uris.flatMap((uri) => this.#applied(uri) ?? []);
    await this.show([...new Set(files)]);
    return files.length > 0;
  }

  /** Adds changes, each to what is proposed for its file, and shows them. */
  async add(changes: readonly FileChange[]): Promise<void> {
    await this.#inTurn('', async () => {
      const files = new Set<ReviewedFile>();
      for (const change of changes) {
        files.add(await this.#add(change));
      }
      // A later change of a file may have taken the place of an earlier one.
      await this.show(this.#files.filter((file) => files.has(file)));
    });
  }

  /** Adds a file, and does not show it yet. With an owner, its proposal is still to come. */
  begin(change: FileChange, owner?: ChangeOwner): ReviewedFile {
    const file = new ReviewedFile(change, this.proposals, owner);
    this.#files = [...this.#files, file];
    return file;
  }

  /** Shows what arrives for a file. Nothing of it can be accepted before it is settled. */
  arrive(file: ReviewedFile, change: ProposedText): void {
    void this.#with([file], async ([own]) => {
      const phase = own?.phase;
      own?.arrive(change);
      if (phase !== own?.phase) {
        this.#refresh();
      }
    });
  }

  /** Ends what arrives: with what is proposed now, or else with what was before it. */
  async settle(file: ReviewedFile, change?: ProposedText): Promise<void> {
    await this.#with([file], async ([own]) => {
      if (own !== undefined) {
        await own.settle(change);
        this.#refresh();
        // VS Code leaves the cursor behind what it has replaced.
        goToLine(own, nextLine(own, 0));
      }
    });
  }

  /** What goes on proposing changes of files. */
  get owners(): readonly ChangeOwner[] {
    return this.#files.flatMap(({ owner }) => owner ?? []);
  }

  /** The files that the active diff shows. */
  shown(): readonly ReviewedFile[] {
    return shownOf(this.#files);
  }

  /** Shows files, a single one with the cursor at the first thing to decide about, or else at `line`. */
  async show(files: readonly ReviewedFile[], line = 0): Promise<void> {
    await showFiles(files, line);
    this.#refresh();
  }

  /** Shows all files of the review, or only that with this proposal. */
  async list(address?: string): Promise<void> {
    await this.show(this.#at(address, this.#files));
  }

  /** Writes all changes that a diff shows, as one step to undo. `address` is a proposal; without it, it is the active diff. */
  async acceptAll(address?: string): Promise<void> {
    await this.#with(this.#at(address), async (files) =>
      this.#accept(files.filter(({ isReady }) => isReady)),
    );
  }

  /** Drops all changes that a diff shows; of what arrives, ends only that. */
  async rejectAll(address?: string): Promise<void> {
    await this.#with(this.#at(address), async (files) => {
      const ended = files.filter(({ owner }) => owner?.stop() !== true);
      await this.#finish(ended);
    });
  }

  /** Writes the change at the cursor; makes a change of what is left out there. A new file, and one to be deleted, is one change. */
  async acceptChange(): Promise<void> {
    await this.#onCursor('delete', async ({ file, hunk }) => {
      const only = file.kind === 'change' ? hunk : undefined;
      return (await writeChanges([file], only)).length > 0;
    });
  }

  /** Takes the change at the cursor off the proposal; keeps what is left out there. */
  async rejectChange(): Promise<void> {
    await this.#onCursor('keep', async ({ file, hunk }) => hunk === undefined || file.revert(hunk));
  }

  /**
   * Deletes what was left out at a line of a proposal, as a change that is yet to be accepted, or keeps it. Does nothing if
   * the proposal is no longer the `version` of its document in which that was seen.
   */
  async decide(address: string, version: number, line: number, decision: Decision): Promise<void> {
    await this.#with(this.#at(address), async ([file]) => {
      const isSeen = file !== undefined && documentOf(file.proposal)?.version === version;
      const part = isSeen ? file.parts.find(({ from }) => from === line) : undefined;
      if (file !== undefined && part !== undefined) {
        await this.#decide(file, part, decision);
      }
    });
  }

  /** Takes files off the review and closes their diffs. */
  async finish(files: readonly ReviewedFile[]): Promise<void> {
    await this.#with(files, async (own) => this.#finish(own));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.owners.forEach((owner) => owner.stop());
    this.#subscriptions.dispose();
  }

  /** What is left is dropped, unless all is decided. */
  async #finish(files: readonly ReviewedFile[], end?: 'decided'): Promise<void> {
    this.#files = this.#files.filter((file) => !files.includes(file));
    const typed = files.filter((file) => end === undefined && file.isTyped).map(({ text }) => text);
    await this.proposals.close(
      files.flatMap(({ left, proposal }) => [left, proposal]),
      tabsOf(files, this.#files),
    );
    files.forEach(({ owner }) => owner?.ended());
    this.#refresh();
    if (typed.length > 0) {
      void offerText(typed.join('\n'));
    }
  }

  /** The file whose proposal has this address; without one, these. */
  #at(address: string | undefined, others = this.shown()): readonly ReviewedFile[] {
    return address === undefined
      ? others
      : this.#files.filter(({ proposal }) => proposal.toString() === address);
  }

  /** The file for which blocks of code were applied. */
  #applied(uri: vscode.Uri): ReviewedFile | undefined {
    return this.#files.find((file) => file.owner === undefined && isSame(file.uri, uri));
  }

  async #add(change: FileChange): Promise<ReviewedFile> {
    const known = this.#applied(change.uri);
    if (known?.kind === 'change' && change.kind === 'change') {
      await known.add(change);
      return known;
    }
    await this.#finish(known === undefined ? [] : [known]);
    const file = this.begin(change);
    await file.follow();
    return file;
  }

  /**
   * Does something with those of these files that are still in the review then, after what was asked for before: a key may be
   * pressed again before the first one has its effect, and is never for the diff that then comes to the front.
   */
  async #with(
    files: readonly ReviewedFile[],
    act: (files: readonly ReviewedFile[]) => Promise<void>,
  ): Promise<void> {
    await this.#inTurn('', async () => act(this.#files.filter((file) => files.includes(file))));
  }

  /**
   * Does something about the change at the cursor, and goes on, or decides about what is left out there. That is meant only
   * if the cursor was there when the key was pressed: a key that is pressed once too often deletes nothing.
   */
  async #onCursor(decision: Decision, act: (at: AtCursor) => Promise<boolean>): Promise<void> {
    const shown = this.shown();
    const isPart = atCursor(shown)?.part !== undefined;
    await this.#with(shown, async (files) => {
      const at = atCursor(files.filter(({ isReady }) => isReady));
      if (at?.part !== undefined && isPart) {
        await this.#decide(at.file, at.part, decision);
      } else if (at !== undefined && at.part === undefined && (await act(at))) {
        await this.#goOn(at.file);
      }
    });
  }

  async #decide(file: ReviewedFile, part: FoundPart, decision: Decision): Promise<void> {
    if (decision === 'delete') {
      await this.#goOn(file, await file.delete(part));
    } else {
      file.keep(part);
      await this.#goOn(file);
    }
  }

  async #accept(files: readonly ReviewedFile[]): Promise<void> {
    const [first] = files;
    if (first === undefined) {
      return;
    }
    const line = nextLine(first, 0) ?? 0;
    const leftOut = files.flatMap(({ parts }) => parts).length;
    const written = await writeChanges(files);
    // What was typed meanwhile is still proposed, and what arrives is yet to be.
    const done = written.filter((file) => file.isReady && !file.isChange);
    if (written.length > 0) {
      await this.#finish(done, 'decided');
      tellKept(leftOut);
      await showWritten(done, line);
    }
  }

  /** Goes on after a decision at a line of the proposal, or at the cursor. */
  async #goOn(file: ReviewedFile, at?: number): Promise<void> {
    this.#refresh();
    const last = at ?? vscode.window.activeTextEditor?.selection.active.line ?? 0;
    const line = nextLine(file, last);
    goToLine(file, line);
    if (line === undefined) {
      await this.#finish([file], 'decided');
      if (this.shown().length === 0) {
        await showWritten([file], last);
      }
    }
  }

  #followSoon({ uri }: vscode.TextDocument): void {
    if (this.#files.some((file) => isSame(file.uri, uri))) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        void this.#with(this.#files, async (files) => {
          for (const file of files) {
            await file.follow();
          }
        });
      }, pauseMs);
    }
  }

  #tabsChanged(closed: readonly vscode.Tab[]): void {
    this.#refresh();
    const dropped = closedOf(this.#files, closed);
    if (dropped.length > 0) {
      // By then, what was asked for before may have shown them again.
      void this.#with(dropped, async (files) => this.#finish(closedOf(files, closed)));
    }
  }

  #refresh(): void {
    const shown = this.shown();
    const contexts = {
      reviewing: shown.some(({ isReady }) => isReady),
      hasProposals: this.#files.length > 0,
      rewriting: shown.find(({ owner }) => owner !== undefined)?.phase,
    };
    for (const [name, value] of Object.entries(contexts)) {
      void vscode.commands.executeCommand('setContext', `parley.${name}`, value);
    }
    this.#changed.fire();
  }
}
