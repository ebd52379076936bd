import * as vscode from 'vscode';
import { type LineHunk, lineHunks } from '../../apply/lines/lineHunks.ts';
import type { LineRange } from '../../apply/lines/lineRange.ts';
import { mergedText } from '../../apply/lines/mergedText.ts';
import { type Splice, spliced, splicesOf } from '../../apply/lines/splices.ts';
import { pathBelow } from '../base/pathBelow.ts';
import { nameText } from '../base/safeText.ts';
import { fileName } from '../editor/codePlace.ts';
import { documentOf } from '../editor/documentOf.ts';
import { type ChangeOrigin, type OnWritten, writtenLine } from './changeOrigin.ts';
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
  readonly #changed: () => void;
  /** What has proposed it and has not been told that something of that was written. */
  #origins: readonly ChangeOrigin[];
  /** What the reply leaves out and nobody has decided about. */
  #planned: PlannedText;
  /** The proposal as it was set last, and whether the user has typed into the one before. */
  #set: string;
  #wasTyped = false;
  /** What was proposed before what arrives, and whether that can be accepted; undefined if nothing arrives. */
  #before: (Pick<FileChange, 'base' | 'text'> & { readonly isReady: boolean }) | undefined;
  /** What was settled is yet to be shown. */
  #isComing = false;
  /** The user was told that the file was changed where the proposal changes it. */
  #isConflictTold = false;

  /** With an owner, there is nothing to accept yet. `changed` is called after it can be accepted or no longer be. */
  constructor(
    change: FileChange,
    proposals: Proposals,
    owner: ChangeOwner | undefined,
    changed: () => void,
  ) {
    const { kind, uri, base, text, leftOut } = change;
    const path = proposalPath(uri);
    this.kind = kind;
    this.uri = uri;
    this.owner = owner;
    this.isReady = owner === undefined;
    this.left = proposals.add(path, base, true);
    this.proposal = proposals.add(path, text, kind === 'remove' || owner !== undefined);
    this.#proposals = proposals;
    this.#changed = changed;
    this.base = base;
    this.#origins = originsOf(change, base);
    this.#planned = { text, leftOut };
    this.#set = text;
  }

  /** As the user reads it, where the file is now. */
  get name(): string {
    return fileName(this.uri);
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

  /** Shows what arrives, as a change of its `base`, whatever the file is now. There is nothing to accept until it is settled. */
  arrive(change: ProposedText): void {
    const { base, text, isReady } = this;
    this.#before ??= { base, text, isReady };
    this.isReady = false;
    this.#isComing = false;
    this.#propose(change);
    this.#changed();
  }

  /**
   * Ends what arrives: with what is proposed now, or else with what was before it. What does not fit the file is shown as a
   * change of its `base`, and is written only after the file is that again.
   */
  settle(change?: ProposedText): void {
    const { base, text, isReady } = this.#before ?? this;
    this.#before = undefined;
    this.isReady = change !== undefined || isReady;
    this.#propose(change ?? { base, text });
    this.#wasTyped = change === undefined && this.#wasTyped;
    if (this.isReady) {
      this.follow();
    }
    this.#isComing = this.isReady && !this.#isShown;
    this.#changed();
  }

  /** Whether VS Code shows what was settled, and has not before. */
  isFirstShown(): boolean {
    const isFirst = this.#isComing && this.#isShown;
    this.#isComing = this.#isComing && !isFirst;
    return isFirst;
  }

  get #isShown(): boolean {
    return documentOf(this.proposal)?.getText() === this.#set;
  }

  /** Goes with a file, or with a folder that it is in. */
  renamed(from: vscode.Uri, to: vscode.Uri): void {
    const below = pathBelow(from, this.uri);
    this.uri = below === undefined ? this.uri : vscode.Uri.joinPath(to, below);
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

  /** Takes what the reply leaves out off the proposal. Gives this as a change of the file; undefined if that differs there. */
  async delete(part: FoundPart): Promise<LineHunk | undefined> {
    const { base, text } = this;
    const lines = { ...withBlankLines(text, part), name: '' };
    const [before] = partsIn(base, { text, leftOut: [lines] });
    await this.#edit((now) => spliced(now, withoutLines(lines, now)));
    const [splice] = before === undefined ? [] : withoutLines(before, base);
    return before && splice && { before, after: { from: before.from, to: before.from }, splice };
  }

  /** Keeps what the reply leaves out: there is nothing more to decide. */
  keep({ planned }: FoundPart): void {
    const { text, leftOut = [] } = this.#planned;
    this.#planned = { text, leftOut: leftOut.filter((one) => one !== planned) };
  }

  #propose({ base, text, leftOut }: ProposedText): void {
    this.#planned = leftOut === undefined ? this.#planned : { text, leftOut };
    const merged = base === this.base ? text : mergedText(base, text, this.base);
    if (merged === undefined && this.isReady) {
      this.rebase(base);
    }
    if (merged !== undefined || this.isReady) {
      this.#setText(merged ?? text, !this.isReady);
    }
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

function withoutLines(lines: LineRange, text: string): readonly Splice[] {
  return splicesOf([{ ...lines, lines: [], quoted: lines }], text);
}

function originsOf({ text, onWritten }: FileChange, before: string): readonly ChangeOrigin[] {
  return onWritten === undefined ? [] : [{ before, after: text, onWritten }];
}

/** Adds to an edit that a document becomes `text`: only the lines that differ are changed. */
export function addText(
  edit: vscode.WorkspaceEdit,
  document: vscode.TextDocument,
  text: string,
): void {
  for (const { splice } of lineHunks(document.getText(), text)) {
    const [start, end] = [document.positionAt(splice.start), document.positionAt(splice.end)];
    edit.replace(document.uri, new vscode.Range(start, end), splice.text);
  }
}
