import * as vscode from 'vscode';
import { type LineHunk, lineHunks } from '../../apply/lines/lineHunks.ts';
import { mergedText } from '../../apply/lines/mergedText.ts';
import { spliced } from '../../apply/lines/splices.ts';
import type { LineRange } from '../../apply/placeEdit.ts';
import { nameText } from '../base/safeText.ts';
import { documentOf } from '../editor/documentOf.ts';
import { type ChangeOrigin, type OnWritten, writtenLine } from './changeOrigin.ts';
import { addText, withoutLines } from './lineEdits.ts';
import {
  afterBoth,
  type FoundPart,
  partsIn,
  type PlannedText,
  withBlankLines,
} from './leftOutParts.ts';
import { proposalPath, type Proposals } from './proposals.ts';

/** What is proposed for one file: the whole text. */
export interface FileChange extends PlannedText {
  readonly kind: 'change' | 'create' | 'remove';
  /** The file, or the place at which it is created. */
  readonly uri: vscode.Uri;
  /** As the user reads it. */
  readonly name: string;
  /** The text that the proposal is about; empty for a new file. */
  readonly base: string;
  readonly onWritten?: OnWritten | undefined;
}

/** What an owner proposes. */
export type ProposedText = Pick<FileChange, 'base' | 'text' | 'leftOut'>;

/** What goes on proposing changes of a file: a reply that is still arriving, and what is asked after it. */
export interface ChangeOwner {
  /** Stops what arrives. Gives whether anything did. */
  readonly stop: () => boolean;
  /** The file is no longer in the review. */
  readonly ended: (how: ReviewEnd) => void;
}

/** How the review of a file has ended: all is decided, or what was left is dropped, by a command or with its tab. */
export type ReviewEnd = 'decided' | 'rejected' | 'closed';

/** A file of the review, with both sides of its diff. */
export class ReviewedFile {
  readonly kind: FileChange['kind'];
  readonly name: string;
  /**
   * Shows `base`. The file itself would be saved together with its proposal: VS Code saves both sides of a diff.
   */
  readonly left: vscode.Uri;
  readonly proposal: vscode.Uri;
  /** Missing for blocks of code, which are applied at once. */
  readonly owner: ChangeOwner | undefined;
  /** Where the file is now. */
  uri: vscode.Uri;
  /** Whether there is something to accept: not while it arrives. */
  isReady: boolean;
  /** The text that the proposal is about. */
  base: string;
  readonly #proposals: Proposals;
  /** What has proposed it and has not been told that something of that was written. */
  #origins: readonly ChangeOrigin[];
  /** What the reply leaves out and nobody has decided about. */
  #planned: PlannedText;
  /** The proposal as it was set last, and whether the user has typed into the one before. */
  #set: string;
  #wasTyped = false;
  /** The user was told that the file was changed where the proposal changes it. */
  #isConflictTold = false;

  /** With an owner, there is nothing to accept yet. */
  constructor(change: FileChange, proposals: Proposals, owner?: ChangeOwner) {
    const { kind, uri, name, base, text, leftOut } = change;
    const path = proposalPath(uri, name);
    this.kind = kind;
    this.uri = uri;
    this.name = name;
    this.owner = owner;
    this.isReady = owner === undefined;
    this.left = proposals.add(path, base, true);
    this.proposal = proposals.add(path, text, kind === 'remove' || owner !== undefined);
    this.#proposals = proposals;
    this.base = base;
    this.#origins = originsOf(change, base);
    this.#planned = { text, leftOut };
    this.#set = text;
  }

  /** The text that is proposed, with what the user has typed into it. */
  get text(): string {
    return this.#proposals.text(this.proposal);
  }

  /** Whether the user has typed into the proposal. VS Code may have given it other line ends. */
  get isTyped(): boolean {
    return this.#wasTyped || this.text.replaceAll('\r', '') !== this.#set.replaceAll('\r', '');
  }

  /** The changes that can be decided about. */
  get hunks(): readonly LineHunk[] {
    return lineHunks(this.base, this.text);
  }

  /** What the reply leaves out and can be decided about. */
  get parts(): readonly FoundPart[] {
    return this.partsIn(this.text);
  }

  /** The same in a text that its editor shows. While a proposal arrives, there is nothing to decide. */
  partsIn(text: string): readonly FoundPart[] {
    return this.isReady ? partsIn(text, this.#planned) : [];
  }

  /** Says that the file was changed where the proposal changes it. */
  get conflict(): string {
    return vscode.l10n.t(
      '{0} was changed where the proposal changes it. Nothing was written. Undo that change, or copy what you need from the diff.',
      nameText(this.name),
    );
  }

  /** Adds another change, which was planned for what is proposed, whatever the file is now. */
  add(change: FileChange): void {
    const { text } = change;
    this.#origins = [...this.#origins, ...originsOf(change, this.text)];
    this.#planned = afterBoth(this.#planned, change);
    this.#setText(text);
    this.follow();
  }

  /**
   * Sets what the owner proposes, as a change of `base`, whatever the file is now. It can be accepted if it `isReady`, and fits:
   * what does not is shown once it is ready, as a change of `base`, and is written only after the file is that again.
   */
  propose({ base, text, leftOut }: ProposedText, isReady: boolean): void {
    this.#planned = leftOut === undefined ? this.#planned : { text, leftOut };
    const merged = base === this.base ? text : mergedText(base, text, this.base);
    if (merged === undefined && isReady) {
      this.rebase(base);
    }
    if (merged !== undefined || isReady) {
      this.#setText(merged ?? text, !isReady);
      this.#wasTyped = false;
    }
    this.isReady = isReady;
    if (isReady) {
      this.follow();
    }
  }

  /** Whether VS Code shows what was set last. */
  get isShown(): boolean {
    return documentOf(this.proposal)?.getText() === this.#set;
  }

  /** Merges what was changed in the file into the proposal, or says once that it cannot be. */
  follow(): void {
    const now = documentOf(this.uri)?.getText() ?? this.base;
    const isOutdated = this.kind === 'change' && now !== this.base;
    if (isOutdated && !this.merge(now) && this.isReady && !this.#isConflictTold) {
      this.#isConflictTold = true;
      void vscode.window.showWarningMessage(this.conflict);
    }
  }

  /** Merges the text that the file has now into the proposal. Gives whether that is possible. */
  merge(now: string): boolean {
    const merged = mergedText(this.base, this.text, now);
    if (merged !== undefined) {
      this.rebase(now);
      this.#isConflictTold = false;
      this.#setText(merged);
    }
    return merged !== undefined;
  }

  /** Sets the text that the proposal is about. */
  rebase(text: string): void {
    this.base = text;
    this.#proposals.set(this.left, text);
  }

  /** Tells what has proposed lines that were written. The file has the whole text now or, if not `isAll`, only one change. */
  written(hunks: readonly LineHunk[], isAll: boolean): void {
    const { kind, uri, text } = this;
    this.#origins = this.#origins.filter((origin) => {
      const line = kind === 'change' ? writtenLine(origin, text, hunks, isAll) : 0;
      if (line !== undefined) {
        origin.onWritten(uri, kind === 'remove' ? undefined : line);
      }
      return line === undefined;
    });
  }

  /** Takes a change off the proposal. Gives whether it was done. */
  async revert({ after: { from, to } }: LineHunk): Promise<boolean> {
    return this.#edit((text) => {
      const back = lineHunks(text, this.base);
      const own = back.filter(({ before }) => before.from === from && before.to === to);
      return spliced(
        text,
        own.map(({ splice }) => splice),
      );
    });
  }

  /** Takes what the reply leaves out off the proposal. Gives whether it was done. */
  async delete(part: FoundPart): Promise<boolean> {
    return this.#edit((text) => withoutLines(text, withBlankLines(text, part)));
  }

  /** Keeps what the reply leaves out: there is nothing more to decide. */
  keep({ planned }: FoundPart): void {
    const { text, leftOut = [] } = this.#planned;
    this.#planned = { text, leftOut: leftOut.filter((one) => one !== planned) };
  }

  /** The lines of the file that go if what the reply leaves out is deleted; undefined if the proposal differs there. */
  linesInFile(part: FoundPart): LineRange | undefined {
    const { text } = this;
    const lines = { ...withBlankLines(text, part), name: '' };
    return partsIn(this.base, { text, leftOut: [lines] })[0];
  }

  #setText(text: string, isReadOnly?: boolean): void {
    this.#wasTyped = this.isTyped;
    this.#proposals.set(this.proposal, text, isReadOnly);
    this.#set = text;
  }

  /** Changes the proposal as the user has decided, which is nothing that is typed. */
  async #edit(change: (text: string) => string): Promise<boolean> {
    const edit = new vscode.WorkspaceEdit();
    const proposal = await vscode.workspace.openTextDocument(this.proposal);
    addText(edit, proposal, change(proposal.getText()));
    this.#wasTyped = this.isTyped;
    const isDone = await vscode.workspace.applyEdit(edit);
    this.#set = this.text;
    return isDone;
  }
}

function originsOf({ text, onWritten }: FileChange, before: string): readonly ChangeOrigin[] {
  return onWritten === undefined ? [] : [{ before, after: text, onWritten }];
}
