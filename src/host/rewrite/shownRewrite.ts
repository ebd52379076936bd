import * as vscode from 'vscode';
import { hunkAt, type LineHunk } from '../../apply/lines/lineHunks.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { cellOf } from '../editor/codePlace.ts';
import { goToHunk, revertHunk } from '../review/hunkEdits.ts';
import { proposalPath } from '../review/proposals.ts';
import { Refreshing } from './refreshing.ts';
import type { Rewrite } from './rewrite.ts';
import type { RewriteDocuments } from './rewriteDocuments.ts';

/** A rewrite in its diff. Once a reply has ended, the right side is the user's. */
export class ShownRewrite implements vscode.Disposable {
  readonly rewrite: Rewrite;
  readonly #documents: RewriteDocuments;
  readonly #viewColumn: vscode.ViewColumn | undefined;
  readonly #onDidRefresh: () => void;
  readonly #refreshing = new Refreshing(() => this.#refresh());
  /** Which revision of the result the right side has. The user may have changed it there. */
  #revision: number;

  /** Opens nothing yet. */
  constructor(
    rewrite: Rewrite,
    documents: RewriteDocuments,
    editor: vscode.TextEditor,
    onDidRefresh: () => void,
  ) {
    this.rewrite = rewrite;
    this.#documents = documents;
    this.#viewColumn = columnOf(editor);
    this.#onDidRefresh = onDidRefresh;
    this.#revision = rewrite.revision;
    const cell = cellOf(rewrite.code.uri);
    // VS Code would take the name of a notebook for a notebook.
    const name = cell ? `${this.#name} [${cell.index + 1}]` : this.#name;
    documents.add(rewrite.id, proposalPath(rewrite.code.uri, name), rewrite.sides());
    let { state } = rewrite;
    rewrite.onDidChange(() => {
      if (rewrite.state === state) {
        this.#refreshing.soon();
      } else {
        state = rewrite.state;
        this.refresh();
      }
    });
  }

  /** Opens the diff, or shows it with what it is now. */
  async show(): Promise<void> {
    this.refresh();
    const { rewrite } = this;
    const { startLine, endLine } = rewrite.place;
    const { line, isPart } = rewrite.shownLines();
    const [first, last] = [formatNumber(startLine), formatNumber(endLine)];
    await this.#documents.show(rewrite.id, {
      languageId: rewrite.languageId,
      title: isPart
        ? vscode.l10n.t('{0}, around lines {1}–{2} (Rewrite)', this.#name, first, last)
        : vscode.l10n.t('{0} (Rewrite)', this.#name),
      line,
      viewColumn: this.#viewColumn,
    });
    this.#onDidRefresh();
  }

  /** Lets the diff show what the rewrite is now. */
  refresh(): void {
    this.#refreshing.now();
  }

  /** Takes what the user has changed on the right side. */
  readEdits(): void {
    const after = this.#documents.after(this.rewrite.id);
    if (after !== undefined && this.#revision === this.rewrite.revision) {
      this.rewrite.takeEdits(after);
    }
  }

  /** The change at the cursor of the diff, or else the next one. */
  hunkAtCursor(): LineHunk | undefined {
    const { rewrite } = this;
    const place = this.#activeSide();
    return place === undefined || rewrite.state !== 'ready'
      ? undefined
      : hunkAt(rewrite.hunks(), place.side, place.editor.selection.active.line);
  }

  /** Moves the cursor to a change, if it is in the result. */
  goTo(hunk: LineHunk): void {
    const place = this.#activeSide();
    if (place?.side === 'after') {
      goToHunk(place.editor, hunk);
    }
  }

  /** Takes a change off the result. Gives whether it was done. */
  async revert(hunk: LineHunk): Promise<boolean> {
    const { rewrite } = this;
    const proposal = await this.#documents.document(rewrite.id);
    const isDone =
      proposal !== undefined && (await revertHunk(proposal, rewrite.sides().before, hunk));
    if (isDone) {
      rewrite.takeRejection(this.#documents.after(rewrite.id) ?? proposal.getText());
    }
    return isDone;
  }

  /** Shows the code in its file. A cell is in a notebook, which is shown again once the diff is closed. */
  async reveal(document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
    if (document.uri.scheme !== 'vscode-notebook-cell') {
      await vscode.window.showTextDocument(document, {
        selection,
        ...(this.#viewColumn === undefined ? {} : { viewColumn: this.#viewColumn }),
      });
    }
  }

  dispose(): void {
    this.#refreshing.dispose();
  }

  get #name(): string {
    const { path } = this.rewrite.place;
    return visibleText(path.slice(path.lastIndexOf('/') + 1));
  }

  /** The side of the diff with the cursor. */
  #activeSide() {
    const editor = vscode.window.activeTextEditor;
    const place = editor && this.#documents.sideOf(editor.document.uri);
    return editor !== undefined && place?.id === this.rewrite.id
      ? { editor, side: place.side }
      : undefined;
  }

  /** Gives the length of what is shown. */
  #refresh(): number {
    const { rewrite } = this;
    rewrite.read();
    const { id, state, revision } = rewrite;
    const { before, after } = rewrite.sides();
    if (state === 'running') {
      this.#documents.set(id, { before, after });
    } else if (revision !== this.#revision) {
      this.#revision = revision;
      this.#documents.set(id, { before, after }, state !== 'ready');
    } else {
      // The right side is the user's.
      this.#documents.set(id, { before });
    }
    this.#onDidRefresh();
    return after.length;
  }
}

/** The group of an editor; that of a notebook for one of its cells. */
function columnOf(editor: vscode.TextEditor): vscode.ViewColumn | undefined {
  return editor.viewColumn ?? vscode.window.tabGroups.activeTabGroup.viewColumn;
}

/** Where the rewritten code is now. */
export function codeIn(document: vscode.TextDocument, { code: { range } }: Rewrite): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}
