import * as vscode from 'vscode';
import { mergedWith } from '../../rewrite/mergeTexts.ts';
import { movedRange, type TrackedRange } from '../../rewrite/trackedRange.ts';

/** How new code fits a file that may have been edited since. */
export type Fit =
  /** The code is as it was: it is replaced where it is now. */
  | {
      readonly kind: 'asItWas';
      readonly document: vscode.TextDocument;
      readonly start: number;
      readonly end: number;
    }
  /** Both were edited, in different lines: the text with both changes. */
  | { readonly kind: 'merged'; readonly document: vscode.TextDocument; readonly text: string }
  /** `conflict`: both have changed the same lines. `gone`: the file is closed, deleted or renamed. */
  | { readonly kind: 'refused'; readonly reason: 'conflict' | 'gone' };

/** A range of a document, kept in place while the document is edited. Offsets are in UTF-16 code units. */
export class TrackedCode implements vscode.Disposable {
  readonly uri: vscode.Uri;
  /** The whole text when the tracking began, and where the range was then. */
  readonly base: string;
  readonly start: number;
  readonly end: number;
  readonly #address: string;
  readonly #moved = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #range: TrackedRange;
  /** Set while the document is closed: its text at that moment. */
  #textAtClose: string | undefined;
  /** The file was changed while it had no unsaved changes, and not saved since. */
  #isPerhapsReloaded = false;

  /** After an edit of the document. */
  readonly onDidMove = this.#moved.event;

  constructor(document: vscode.TextDocument, start: number, end: number) {
    this.uri = document.uri;
    this.#address = document.uri.toString();
    this.base = document.getText();
    this.start = start;
    this.end = end;
    this.#range = { start, end, isTouched: false };
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => this.#onChange(event)),
      vscode.workspace.onDidCloseTextDocument((closed) => {
        if (closed.uri.toString() === this.#address) {
          this.#textAtClose = closed.getText();
        }
      }),
      vscode.workspace.onDidSaveTextDocument((saved) => {
        if (saved.uri.toString() === this.#address) {
          this.#isPerhapsReloaded = false;
        }
      }),
      vscode.workspace.onDidOpenTextDocument((opened) => this.#onOpen(opened)),
    );
  }

  /** The code when the tracking began. */
  get original(): string {
    return this.base.slice(this.start, this.end);
  }

  /** Where the code is now. */
  get range(): TrackedRange {
    return this.#range;
  }

  /** The document, if it is open. */
  get document(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === this.#address);
  }

  /** How `text` fits in place of the code. Opens the file again if it was closed; changes nothing. */
  async fit(text: string): Promise<Fit> {
    const document = await this.#open();
    if (document === undefined) {
      return { kind: 'refused', reason: 'gone' };
    }
    const now = document.getText();
    const { start, end, isTouched } = this.#range;
    // A change from the disk may mean another version of the file, as after another branch was checked out.
    const isReloaded = this.#isPerhapsReloaded && !document.isDirty;
    if (!isTouched && !isReloaded && now.slice(start, end) === this.original) {
      return { kind: 'asItWas', document, start, end };
    }
    const merged = mergedWith({ base: this.base, start: this.start, end: this.end, text }, now);
    return merged === undefined
      ? { kind: 'refused', reason: 'conflict' }
      : { kind: 'merged', document, text: merged };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#moved.dispose();
  }

  get #isFile(): boolean {
    return this.uri.scheme !== 'untitled' && this.uri.scheme !== 'vscode-notebook-cell';
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
      return await vscode.workspace.openTextDocument(this.uri);
    } catch {
      return undefined;
    }
  }

  #onChange({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (document.uri.toString() !== this.#address || contentChanges.length === 0) {
      return;
    }
    const changes = contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
      offset: rangeOffset,
      length: rangeLength,
      newLength: text.length,
    }));
    // What the user types makes a file dirty, but only a moment after this.
    this.#isPerhapsReloaded ||= this.#isFile && !document.isDirty && reason === undefined;
    this.#range = movedRange(this.#range, changes);
    this.#moved.fire();
  }

  #onOpen(document: vscode.TextDocument): void {
    if (document.uri.toString() === this.#address && this.#textAtClose !== undefined) {
      if (document.getText() !== this.#textAtClose) {
        this.#range = { ...this.#range, isTouched: true };
      }
      this.#textAtClose = undefined;
    }
  }
}
