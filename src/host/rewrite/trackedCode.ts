import * as vscode from 'vscode';
import { type Splice, spliced } from '../../apply/fitEdit.ts';
import { mergedText } from '../../apply/lines/mergedText.ts';
import { splicesWithin } from '../../rewrite/splicesWithin.ts';
import { movedRange, type TrackedRange } from '../../rewrite/trackedRange.ts';
import { pathBelow } from '../base/pathBelow.ts';

/** How a change of the code fits a file that may have been edited since. */
export type Fit =
  /** The code is unchanged. The splices are for the current document, in which it starts `by` later than before. */
  | {
      readonly kind: 'asItWas';
      readonly document: vscode.TextDocument;
      readonly splices: readonly Splice[];
      readonly by: number;
    }
  /** Both were edited, in different lines: the text with both changes. */
  | { readonly kind: 'merged'; readonly document: vscode.TextDocument; readonly text: string }
  /** `conflict`: both have changed the same lines. `gone`: the file is closed or deleted. */
  | { readonly kind: 'refused'; readonly reason: 'conflict' | 'gone' };

/** A range of a document, kept in place while the document is edited. Offsets are in UTF-16 code units. */
export class TrackedCode implements vscode.Disposable {
  readonly #moved = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #uri: vscode.Uri;
  #base: string;
  #start: number;
  #end: number;
  #range: TrackedRange;
  /** Set while the document is closed: its text at that moment. */
  #textAtClose: string | undefined;
  /** The file was changed while it had no unsaved changes, and not saved since. */
  #isPerhapsReloaded = false;

  /** After an edit of the document. */
  readonly onDidMove = this.#moved.event;

  constructor(document: vscode.TextDocument, start: number, end: number) {
    this.#uri = document.uri;
    this.#base = document.getText();
    this.#start = start;
    this.#end = end;
    this.#range = { start, end, isTouched: false };
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => this.#onChange(event)),
      vscode.workspace.onDidCloseTextDocument((closed) => {
        if (this.#isOf(closed)) {
          this.#textAtClose = closed.getText();
        }
      }),
      vscode.workspace.onDidSaveTextDocument((saved) => {
        if (this.#isOf(saved)) {
          this.#isPerhapsReloaded = false;
        }
      }),
      vscode.workspace.onDidOpenTextDocument((opened) => this.#onOpen(opened)),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          this.#onRename(oldUri, newUri);
        }
      }),
    );
  }

  /** Where the file is now. */
  get uri(): vscode.Uri {
    return this.#uri;
  }

  /** The whole text that a rewrite is about: that of when it began, with what was accepted since. */
  get base(): string {
    return this.#base;
  }

  /** Where the range is in `base`. */
  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  /** The code in `base`. */
  get original(): string {
    return this.#base.slice(this.#start, this.#end);
  }

  /** Where the code is now. */
  get range(): TrackedRange {
    return this.#range;
  }

  /** The document, if it is open. */
  get document(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find((document) => this.#isOf(document));
  }

  /** How changes of `base` fit. Opens the file again if it was closed; changes nothing. */
  async fit(changes: readonly Splice[]): Promise<Fit> {
    const document = await this.#open();
    if (document === undefined) {
      return { kind: 'refused', reason: 'gone' };
    }
    const now = document.getText();
    const own = splicesWithin(changes, this.#base, { start: this.#start, end: this.#end });
    if (now === this.#base) {
      return { kind: 'asItWas', document, splices: own ?? changes, by: 0 };
    }
    const { start, end, isTouched } = this.#range;
    // A change from the disk may mean another version of the file, as after another branch was checked out.
    const isReloaded = this.#isPerhapsReloaded && !document.isDirty;
    if (own && !isTouched && !isReloaded && now.slice(start, end) === this.original) {
      const by = start - this.#start;
      return { kind: 'asItWas', document, splices: movedBy(own, by), by };
    }
    const merged = mergedText(this.#base, spliced(this.#base, changes), now);
    return merged === undefined
      ? { kind: 'refused', reason: 'conflict' }
      : { kind: 'merged', document, text: merged };
  }

  /** Takes changes that were written to the document into `base`. Text that was typed at that moment touches the code. */
  written({ document, splices, by }: Extract<Fit, { kind: 'asItWas' }>, expected: string): void {
    const changes = splices.map(({ start, end, text }) => ({
      offset: start - by,
      length: end - start,
      newLength: text.length,
    }));
    this.#base = spliced(this.#base, movedBy(splices, -by));
    const { start, end } = movedRange(
      { start: this.#start, end: this.#end, isTouched: false },
      changes,
    );
    this.#start = start;
    this.#end = end;
    if (document.getText() === expected) {
      this.#range = { start: start + by, end: end + by, isTouched: false };
    }
  }

  /** Lets the range begin and end elsewhere in `base`. */
  widen(start: number, end: number): void {
    const { range } = this;
    this.#range = {
      ...range,
      start: range.start + start - this.#start,
      end: range.end + end - this.#end,
    };
    this.#start = start;
    this.#end = end;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#moved.dispose();
  }

  get #isFile(): boolean {
    return this.#uri.scheme !== 'untitled' && this.#uri.scheme !== 'vscode-notebook-cell';
  }

  #isOf({ uri }: vscode.TextDocument): boolean {
    return uri.toString() === this.#uri.toString();
  }

  async #open(): Promise<vscode.TextDocument | undefined> {
    const { document } = this;
    if (document !== undefined) {
      return document;
    }
    // Opening an untitled document or a cell that is closed would make another one.
    if (!this.#isFile) {
      return undefined;
    }
    try {
      return await vscode.workspace.openTextDocument(this.#uri);
    } catch {
      return undefined;
    }
  }

  #onChange({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (!this.#isOf(document) || contentChanges.length === 0) {
      return;
    }
    const changes = contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
      offset: rangeOffset,
      length: rangeLength,
      newLength: text.length,
    }));
    // Typing makes a file dirty only a moment after this event, so a clean one may have been reloaded from disk.
    this.#isPerhapsReloaded ||= this.#isFile && !document.isDirty && reason === undefined;
    this.#range = movedRange(this.#range, changes);
    this.#moved.fire();
  }

  #onOpen(document: vscode.TextDocument): void {
    if (this.#isOf(document) && this.#textAtClose !== undefined) {
      if (document.getText() !== this.#textAtClose) {
        this.#range = { ...this.#range, isTouched: true };
      }
      this.#textAtClose = undefined;
    }
  }

  /** Follows the file, or its folder. Its document is another one afterwards. */
  #onRename(from: vscode.Uri, to: vscode.Uri): void {
    const below = pathBelow(from, this.#uri);
    if (below !== undefined) {
      this.#textAtClose ??= this.document?.getText();
      this.#uri = vscode.Uri.joinPath(to, below);
      const { document } = this;
      if (document !== undefined) {
        this.#onOpen(document);
      }
      this.#moved.fire();
    }
  }
}

function movedBy(splices: readonly Splice[], by: number): readonly Splice[] {
  return splices.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));
}
