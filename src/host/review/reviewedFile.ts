import * as vscode from 'vscode';
import { mergedText } from '../../apply/lines/mergedText.ts';
import { spliced, splicesOf, type LineHunk, lineHunks } from '../../apply/lines/splices.ts';
import { pathBelow } from '../base/files/fileAccess.ts';
import { nameText } from '../base/safeText.ts';
import { fileName } from '../editor/codePlace.ts';
import { documentOf } from '../editor/documentOf.ts';
import {
  afterBoth,
  type FoundPart,
  partsIn,
  type PlannedText,
  withBlankLines,
  writtenLine,
} from './linesNow.ts';
import { isSameText, proposalPath, type Proposals } from './proposals.ts';

/** What is proposed for one file: the whole text. */
export interface FileChange extends PlannedText {
  readonly kind: 'change' | 'create' | 'remove';
  /** The file, or the place at which it is created. */
  readonly uri: vscode.Uri;
  /** The text that it is a change of: of the file, or of what is proposed for it; empty for a new file. */
  readonly base: string;
  /** Is told once that something of it was written: at which line of the file, counted from 0; undefined if that was deleted. */
  readonly onWritten?: ((uri: vscode.Uri, line: number | undefined) => void) | undefined;
}

/** What an owner proposes. */
export type ProposedText = Pick<FileChange, 'base' | 'text' | 'leftOut'>;

/** `running`: a proposal arrives. `failed`: there is none. */
export type ReviewPhase = 'running' | 'ready' | 'failed';

/** What goes on proposing changes of a file: a reply that is still arriving, and what is asked after it. */
export interface ChangeOwner {
  /** Stops what arrives. Gives whether anything did. */
  readonly stop: () => boolean;
  /** The file is no longer in the review. */
  readonly ended: () => void;
}

/** What is written to a file. */
export interface WrittenText {
  readonly file: ReviewedFile;
  /** What the file had before, and has then. */
  readonly base: string;
  readonly text: string;
}

/** A file of the review, with both sides of its diff. What changes it runs in the turn of the review. */
export class ReviewedFile {
  kind: FileChange['kind'];
  /**
   * Shows `base`. The file itself would be saved together with its proposal: VS Code saves both sides of a diff.
   */
  readonly left: vscode.Uri;
  readonly proposal: vscode.Uri;
  /** Missing for blocks of code, which are applied at once. */
  readonly owner: ChangeOwner | undefined;
  /** Where the file is now. */
  uri: vscode.Uri;
  /** The text that the proposal is about. */
  base: string;
  readonly #proposals: Proposals;
  /** What has proposed it and has not been told that something of that was written. */
  #origins: readonly FileChange[];
  /** What the reply leaves out and nobody has decided about; undefined as long as nothing is proposed. */
  #planned: PlannedText | undefined;
  /** The proposal as it was set last; undefined once the user has typed into it. */
  #set: string | undefined;
  /** What is shown in place of the proposal, and that. */
  #arriving: { readonly change: ProposedText; readonly text: string } | undefined;
  /** The user was told that the file was changed where the proposal changes it. */
  #isConflictTold = false;

  /** With an owner, there is nothing to accept yet. */
  constructor(change: FileChange, proposals: Proposals, owner: ChangeOwner | undefined) {
    const { kind, uri, base, text, leftOut } = change;
    const path = proposalPath(uri);
    this.kind = kind;
    this.uri = uri;
    this.owner = owner;
    this.left = proposals.add(path, base, true);
    this.proposal = proposals.add(path, text, kind === 'remove' || owner !== undefined);
    this.#proposals = proposals;
    this.base = base;
    this.#origins = [change];
    this.#planned = owner === undefined ? { text, leftOut } : undefined;
    this.#set = text;
  }

  /** As the user reads it, where the file is now. */
  get name(): string {
    return fileName(this.uri);
  }

  /** How far it is. There is something to accept once it is `ready`. */
  get phase(): ReviewPhase {
    const before = this.#planned === undefined ? 'failed' : 'ready';
    return this.#arriving === undefined ? before : 'running';
  }

  get isReady(): boolean {
    return this.phase === 'ready';
  }

  /** The text that is proposed, with what the user has typed into it. */
  get text(): string {
    return this.#arriving?.text ?? this.#proposals.text(this.proposal);
  }

  /** Whether the user has typed into the proposal. */
  get isTyped(): boolean {
    return this.#isTyped(this.text);
  }

  /** The changes that can be decided about. */
  get hunks(): readonly LineHunk[] {
    return lineHunks(this.base, this.text);
  }

  /** Whether anything is proposed that the file has not. */
  get isChange(): boolean {
    return this.kind === 'create' || this.hunks.length > 0;
  }

  /** What the reply leaves out and can be decided about. */
  get parts(): readonly FoundPart[] {
    return this.partsIn(this.text);
  }

  /** The same in a text that its editor shows. While a proposal arrives, there is nothing to decide. */
  partsIn(text: string): readonly FoundPart[] {
    return this.#planned === undefined || !this.isReady ? [] : partsIn(text, this.#planned);
  }

  /** Says that the file was changed where the proposal changes it. */
  get conflict(): string {
    return vscode.l10n.t(
      '{0} was changed where the proposal changes it. Nothing was written. Undo that change, or copy what you need from the diff.',
      nameText(this.name),
    );
  }

  /** Adds another change to what is proposed, or says that it does not fit what that has become meanwhile. */
  async add(change: FileChange): Promise<void> {
    const { base, text } = change;
    let before = '';
    const after = await this.#change((now) => {
      before = now;
      return changed(base, text, now);
    });
    if (after === undefined) {
      void vscode.window.showWarningMessage(this.conflict);
      return;
    }
    this.#origins = [...this.#origins, { ...change, base: before, text: after }];
    this.#planned = this.#planned && afterBoth(this.#planned, change);
    await this.follow();
  }

  /** Shows what arrives, as a change of its `base`, whatever the file is now. There is nothing to accept until it is settled. */
  arrive(change: ProposedText): void {
    this.#arriving = { change, text: this.text };
    const merged = changed(change.base, change.text, this.base);
    if (merged !== undefined) {
      this.#proposals.replace(this.proposal, merged, true);
    }
  }

  /**
   * Ends what arrives: with what is proposed now, or else with what was before it. What does not fit the file is shown as a
   * change of its `base`, and is written only after the file is that again.
   */
  async settle(change?: ProposedText): Promise<void> {
    let { text } = this;
    this.#arriving = undefined;
    if (change !== undefined) {
      const merged = changed(change.base, change.text, this.base);
      text = merged ?? change.text;
      if (merged === undefined) {
        this.#rebase(change.base);
      }
      this.#planned = change;
      this.#set = text;
    }
    await this.#proposals.set(this.proposal, text, this.#planned === undefined);
    await this.follow();
  }

  /** Goes with a file, or with a folder that it is in. */
  renamed(from: vscode.Uri, to: vscode.Uri): void {
    const below = pathBelow(from, this.uri);
    this.uri = below === undefined ? this.uri : vscode.Uri.joinPath(to, below);
  }

  /** Merges what was changed in the file into the proposal, or says once that it cannot be. */
  async follow(): Promise<void> {
    const now = documentOf(this.uri)?.getText() ?? this.base;
    const isOutdated = this.kind === 'change' && now !== this.base;
    if (isOutdated && !(await this.merge(now)) && this.isReady && !this.#isConflictTold) {
      this.#isConflictTold = true;
      void vscode.window.showWarningMessage(this.conflict);
    }
  }

  /** Merges the text that the file has now into the proposal. Gives whether that is possible. */
  async merge(now: string): Promise<boolean> {
    const merge = (text: string): string | undefined => mergedText(this.base, text, now);
    if ((await this.#change(merge)) === undefined) {
      return false;
    }
    this.#rebase(now);
    this.#isConflictTold = false;
    if (this.#arriving !== undefined) {
      this.arrive(this.#arriving.change);
    }
    return true;
  }

  /** Sets the text that the proposal is about. */
  #rebase(text: string): void {
    this.base = text;
    this.#proposals.replace(this.left, text, true);
  }

  /** What is written if all is accepted, or `only` one change. */
  toWrite(only?: LineHunk): WrittenText {
    const { base } = this;
    return { file: this, base, text: only ? spliced(base, [only]) : this.text };
  }

  /** The file has a text now: tells what has proposed it. What is proposed besides is still to be decided. */
  written({ base, text }: WrittenText): void {
    const { kind, uri } = this;
    this.#origins = this.#origins.filter((origin) => {
      const line = kind === 'change' ? writtenLine(origin, base, text) : 0;
      if (line !== undefined) {
        origin.onWritten?.(uri, kind === 'remove' ? undefined : line);
      }
      return line === undefined;
    });
    this.kind = kind === 'create' ? 'change' : kind;
    this.#rebase(text);
  }

  /** Takes a change off the proposal, which is told by the lines of `base` that it is about. Gives whether it was done. */
  async revert({ before: { from, to } }: LineHunk): Promise<boolean> {
    const { base } = this;
    const done = await this.#change((text) => {
      const hunks = lineHunks(base, text);
      const others = hunks.filter(({ before }) => before.from !== from || before.to !== to);
      return others.length === hunks.length ? undefined : spliced(base, others);
    });
    return done !== undefined;
  }

  /** Takes what the reply leaves out off the proposal, as a change to be accepted. Gives the line at which it was. */
  async delete({ planned }: FoundPart): Promise<number | undefined> {
    let from: number | undefined;
    await this.#change((text) => {
      const part = this.partsIn(text).find((one) => one.planned === planned);
      const lines = part && withBlankLines(text, part);
      from = lines?.from;
      return lines && spliced(text, splicesOf([{ ...lines, lines: [] }], text));
    });
    return from;
  }

  /** Keeps what the reply leaves out: there is nothing more to decide. */
  keep({ planned }: FoundPart): void {
    const leftOut = this.#planned?.leftOut?.filter((one) => one !== planned);
    this.#planned &&= { ...this.#planned, leftOut };
  }

  /** Changes the proposal, whatever is typed into it meanwhile. Gives undefined, and changes nothing, if `change` does. */
  async #change(change: (text: string) => string | undefined): Promise<string | undefined> {
    let isTyped = false;
    const changeNow = (now: string): string | undefined => {
      isTyped = this.#isTyped(now);
      return change(now);
    };
    const text =
      this.#arriving === undefined
        ? await this.#proposals.change(this.proposal, changeNow)
        : changeNow(this.#arriving.text);
    if (text !== undefined) {
      this.#set = isTyped ? undefined : text;
      this.#arriving &&= { ...this.#arriving, text };
    }
    return text;
  }

  #isTyped(text: string): boolean {
    return this.#set === undefined || !isSameText(text, this.#set);
  }
}

/** `now` with the change that made `after` of `before`; undefined if it does not fit. */
function changed(before: string, after: string, now: string): string | undefined {
  return before === now ? after : mergedText(before, after, now);
}
