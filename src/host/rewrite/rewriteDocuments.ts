import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';

/** The scheme of the two sides of a rewrite that is shown. The manifest names it. */
const scheme = 'parley-rewrite';

/** The two sides of a diff: the file as it is, and as it would be. */
export interface DiffSides {
  readonly before: string;
  readonly after: string;
}

/** How a diff is shown. */
interface ShownDiff {
  /** A part of the workspace: its last part tells VS Code the language. */
  readonly path: string;
  readonly languageId: string;
  readonly title: string;
  /** The line that is to be seen, counted from 0. */
  readonly line: number;
  readonly viewColumn: vscode.ViewColumn | undefined;
}

/** The diffs of all rewrites, in VS Code's diff editor. Neither side can be edited. */
export class RewriteDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;

  constructor() {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) => this.#texts.get(keyOf(uri)),
    });
  }

  /** Sets the text of one or both sides of a diff. */
  set(id: string, path: string, sides: Partial<DiffSides>): void {
    for (const side of ['before', 'after'] as const) {
      const text = sides[side];
      const uri = uriOf(id, path, side);
      if (text !== undefined && this.#texts.get(keyOf(uri)) !== text) {
        this.#texts.set(keyOf(uri), text);
        this.#changed.fire(uri);
      }
    }
  }

  /** Opens a diff whose texts are set, or shows it if it is open. */
  async show(id: string, { path, languageId, title, line, viewColumn }: ShownDiff): Promise<void> {
    const [before, after] = [uriOf(id, path, 'before'), uriOf(id, path, 'after')];
    for (const uri of [before, after]) {
      const document = await vscode.workspace.openTextDocument(uri);
      if (document.languageId !== languageId) {
        await vscode.languages.setTextDocumentLanguage(document, languageId);
      }
      // A change while VS Code opens the document does not reach it.
      this.#changed.fire(uri);
    }
    const column = tabsOf(id)[0]?.group.viewColumn ?? viewColumn;
    await vscode.commands.executeCommand('vscode.diff', before, after, visibleText(title), {
      preview: false,
      selection: new vscode.Range(line, 0, line, 0),
      ...(column === undefined ? {} : { viewColumn: column }),
    });
  }

  /** Forgets a diff and closes its tabs. */
  async close(id: string): Promise<void> {
    await vscode.window.tabGroups.close(tabsOf(id));
    for (const key of this.#texts.keys()) {
      if (key.startsWith(`${id}/`)) {
        this.#texts.delete(key);
      }
    }
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}

/** Whether a diff is open in a tab. */
export function isShown(id: string): boolean {
  return tabsOf(id).length > 0;
}

/** The diff in a tab, by the ID of its rewrite; undefined for anything else. */
export function shownIn(tab: vscode.Tab | undefined): string | undefined {
  const input: unknown = tab?.input;
  return input instanceof vscode.TabInputTextDiff ? idOf(input.modified) : undefined;
}

/** The ID of the rewrite whose side this is; undefined for any other address. */
export function idOf(uri: vscode.Uri): string | undefined {
  return uri.scheme === scheme
    ? (new URLSearchParams(uri.query).get('id') ?? undefined)
    : undefined;
}

function tabsOf(id: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => shownIn(tab) === id);
}

function uriOf(id: string, path: string, side: keyof DiffSides): vscode.Uri {
  const query = new URLSearchParams({ id, side }).toString();
  return vscode.Uri.from({ scheme, path: `/${path}`, query });
}

function keyOf(uri: vscode.Uri): string {
  const query = new URLSearchParams(uri.query);
  return `${query.get('id') ?? ''}/${query.get('side') ?? ''}`;
}
