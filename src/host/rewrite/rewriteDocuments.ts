import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { Proposals } from '../review/proposals.ts';

/** The scheme of the two sides of a rewrite that is shown. The manifest names it. */
const scheme = 'parley-rewrite';

/** The two sides of a diff: the file as it is, and as it would be. */
export interface DiffSides {
  readonly before: string;
  readonly after: string;
}

/** How a diff is shown. */
interface ShownDiff {
  readonly languageId: string;
  readonly title: string;
  /** The line that is to be seen, counted from 0. */
  readonly line: number;
  readonly viewColumn: vscode.ViewColumn | undefined;
}

/** The addresses of the two sides. */
type DiffUris = Readonly<Record<keyof DiffSides, vscode.Uri>>;

/** The diffs of all rewrites, in VS Code's diff editor. */
export class RewriteDocuments implements vscode.Disposable {
  readonly #proposals = new Proposals(scheme);
  readonly #diffs = new Map<string, DiffUris>();

  /** Adds a diff. VS Code takes the language from the end of the path. */
  add(id: string, path: string, { before, after }: DiffSides): void {
    this.#diffs.set(id, {
      before: this.#proposals.add(path, before, true),
      after: this.#proposals.add(path, after, true),
    });
  }

  /** Replaces the text of one or both sides. The left one can never be edited. */
  set(id: string, sides: Partial<DiffSides>, isReadOnly = true): void {
    const uris = this.#diffs.get(id);
    if (uris === undefined) {
      return;
    }
    if (sides.before !== undefined && sides.before !== this.#proposals.text(uris.before)) {
      this.#proposals.set(uris.before, sides.before);
    }
    if (sides.after !== undefined) {
      this.#proposals.set(uris.after, sides.after, isReadOnly);
    }
  }

  /** The text of the right side as it is now, with what the user has changed there. */
  after(id: string): string | undefined {
    const uri = this.#diffs.get(id)?.after;
    return uri && this.#proposals.text(uri);
  }

  /** Which side of which diff a document is; undefined for any other document. */
  sideOf(uri: vscode.Uri): { readonly id: string; readonly side: keyof DiffSides } | undefined {
    const address = uri.toString();
    for (const [id, { before, after }] of uri.scheme === scheme ? this.#diffs : []) {
      if (address === after.toString() || address === before.toString()) {
        return { id, side: address === after.toString() ? 'after' : 'before' };
      }
    }
    return undefined;
  }

  /** The diff in a tab, by the ID of its rewrite; undefined for anything else. */
  shownIn(tab: vscode.Tab | undefined): string | undefined {
    const input: unknown = tab?.input;
    return input instanceof vscode.TabInputTextDiff ? this.sideOf(input.modified)?.id : undefined;
  }

  isShown(id: string): boolean {
    return this.#tabsOf(id).length > 0;
  }

  /** Opens a diff, or shows it if it is open. */
  async show(id: string, { languageId, title, line, viewColumn }: ShownDiff): Promise<void> {
    const uris = this.#diffs.get(id);
    if (uris === undefined) {
      return;
    }
    for (const uri of [uris.before, uris.after]) {
      const document = await vscode.workspace.openTextDocument(uri);
      if (document.languageId !== languageId) {
        await vscode.languages.setTextDocumentLanguage(document, languageId);
      }
      // A change while VS Code opens the document does not reach it.
      const text = this.#proposals.text(uri);
      if (document.getText() !== text) {
        this.#proposals.set(uri, text);
      }
    }
    const column = this.#tabsOf(id)[0]?.group.viewColumn ?? viewColumn;
    await vscode.commands.executeCommand(
      'vscode.diff',
      uris.before,
      uris.after,
      visibleText(title),
      {
        preview: false,
        selection: new vscode.Range(line, 0, line, 0),
        ...(column === undefined ? {} : { viewColumn: column }),
      },
    );
  }

  /** The right side as a document that can be changed. */
  async document(id: string): Promise<vscode.TextDocument | undefined> {
    const uri = this.#diffs.get(id)?.after;
    return uri && vscode.workspace.openTextDocument(uri);
  }

  /** Closes the tabs of a diff, and editors that show one of its sides by itself, and forgets it. */
  async close(id: string): Promise<void> {
    const uris = Object.values(this.#diffs.get(id) ?? {});
    await this.#proposals.close(uris, this.#tabsOf(id));
    this.#diffs.delete(id);
  }

  /** Forgets a diff that is not shown. */
  forget(id: string): void {
    const uris = this.#diffs.get(id);
    this.#diffs.delete(id);
    if (uris !== undefined) {
      this.#proposals.remove(uris.before);
      this.#proposals.remove(uris.after);
    }
  }

  dispose(): void {
    this.#proposals.dispose();
  }

  #tabsOf(id: string): readonly vscode.Tab[] {
    return vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter((tab) => this.shownIn(tab) === id);
  }
}
