import * as vscode from 'vscode';
import { lineHunks } from '../../apply/lines/splices.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { fileName } from '../editor/codePlace.ts';
import { documentOf } from '../editor/documentOf.ts';
import { shownOf } from './diffTabs.ts';

/** VS Code reads a text that was replaced within a moment; whatever keeps it from that must not keep the review. */
const readMs = 1000;
const pauseMs = 5;

interface Entry {
  text: string;
  isReadOnly: boolean;
  mtime: number;
  /** The text was replaced, and its editor may still show the one before. */
  isReplaced: boolean;
  /** It is removed once its document is closed. */
  isUnused: boolean;
}

/**
 * The path of a text that is shown beside a file: that of the file. Go to File lists the right side of each diff, and
 * takes its path for a file; with this path the row is that of the file itself. A cell, and a path with invisible
 * characters, have their name as the user reads it.
 */
export function proposalPath(uri: vscode.Uri): string {
  const { scheme, path } = uri;
  const isShown = scheme !== 'vscode-notebook-cell' && visibleText(path) === path;
  return isShown ? path : visibleText(fileName(uri));
}

/**
 * Texts in memory that VS Code's diff editor shows. One that is not read-only can be changed there, also by the editor's
 * own arrow that reverts a block.
 */
export class Proposals implements vscode.FileSystemProvider, vscode.Disposable {
  readonly scheme: string;
  /** Part of each address, because VS Code may still have changes to texts of an earlier session. */
  readonly #session = Date.now().toString(36);
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #subscriptions: vscode.Disposable;
  #count = 0;
  readonly onDidChangeFile = this.#changed.event;
  readonly createDirectory = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  /** `scheme` must not be used by anything else. */
  constructor(scheme: string) {
    this.scheme = scheme;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      vscode.workspace.onDidOpenTextDocument((document) => this.#noteRead(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (this.#known(uri)?.isUnused === true) {
          this.#entries.delete(uri.toString());
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#noteRead(document);
        void this.#save(document);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) {
          void this.#save(editor.document);
        }
      }),
    );
  }

  /** Adds a text under a path, which need not be unique. VS Code takes the language from the end of the path. */
  add(path: string, text: string, isReadOnly = false): vscode.Uri {
    this.#count += 1;
    const uri = vscode.Uri.from({
      scheme: this.scheme,
      authority: `${this.#session}-${this.#count}`,
      path: `/${path.replace(/^\/+/, '')}`,
    });
    const entry = { text, isReadOnly, mtime: Date.now(), isReplaced: false, isUnused: false };
    this.#entries.set(uri.toString(), entry);
    // Before an editor opens it, so that it is never seen in another encoding.
    void openAsUtf8(uri);
    return uri;
  }

  /** The text as it is now, with what was changed in the editor. */
  text(uri: vscode.Uri): string {
    const [{ text, isReplaced }, document] = [this.#entry(uri), documentOf(uri)];
    // VS Code takes a moment to read what was replaced.
    const isOutdated = isReplaced && document?.isDirty === false;
    return document === undefined || isOutdated ? text : document.getText();
  }

  /** Replaces a text that nobody can edit until then. */
  replace(uri: vscode.Uri, text: string, isReadOnly: boolean): void {
    const entry = this.#entry(uri);
    const isReplaced = documentOf(uri)?.getText() !== text;
    // Not newer than the one before: VS Code saves what is typed only over what is as old as what it has read.
    Object.assign(entry, { text, isReadOnly, isReplaced, mtime: entry.mtime - 1 });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** The same, and waits until VS Code shows the text. */
  async set(uri: vscode.Uri, text: string, isReadOnly: boolean): Promise<void> {
    this.replace(uri, text, isReadOnly);
    await whenShown(uri, text);
  }

  /**
   * Changes a text into what `change` makes of it, and waits until VS Code shows that. What is typed meanwhile stays: then
   * `change` is called again. Gives undefined, and changes nothing, if `change` does.
   */
  async change(
    uri: vscode.Uri,
    change: (text: string) => string | undefined,
  ): Promise<string | undefined> {
    const entry = this.#entry(uri);
    for (;;) {
      const text = change(this.text(uri));
      const document = documentOf(uri);
      if (text === undefined) {
        return undefined;
      }
      // VS Code does not read again what was edited, and in front it may be edited at any moment.
      const isEdited = document?.isDirty === true || (!entry.isReadOnly && isInFront(uri));
      if (document !== undefined && isEdited) {
        const { version } = document;
        const edit = new vscode.WorkspaceEdit();
        addText(edit, document, text);
        if (edit.size === 0 || (await vscode.workspace.applyEdit(edit))) {
          return text;
        }
        if (document.version === version) {
          return undefined;
        }
      } else {
        await this.set(uri, text, entry.isReadOnly);
        if (documentOf(uri)?.isDirty !== true) {
          return text;
        }
      }
    }
  }

  /**
   * Closes tabs and forgets texts, each once VS Code has closed its document: one of several in a diff is shown, and saved
   * with the others, until that diff is closed. No change event is fired: VS Code passes events to the watchers of a folder by
   * path, whatever the scheme, so they would take the file at that path for deleted.
   */
  async close(uris: readonly vscode.Uri[], tabs: readonly vscode.Tab[] = []): Promise<void> {
    if (uris.some(isInFront)) {
      // VS Code would ask whether to save what was changed a moment ago. The document is not asked: after a save it
      // says that it is not dirty, even if it was changed meanwhile.
      await saveActive();
    }
    await vscode.window.tabGroups.close(tabs);
    for (const uri of uris) {
      const entry = this.#known(uri);
      if (documentOf(uri) === undefined) {
        this.#entries.delete(uri.toString());
      } else if (entry !== undefined) {
        entry.isUnused = true;
      }
    }
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { isReadOnly, mtime } = this.#entry(uri);
    const { length: size } = this.readFile(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime, size };
    return isReadOnly ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  /** Without a byte order mark: the status bar would tell of one that the file does not have. */
  readFile(uri: vscode.Uri): Uint8Array {
    return new TextEncoder().encode(this.#entry(uri).text);
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const entry = this.#entry(uri);
    // What was typed just before it became read-only was read already.
    if (!entry.isReadOnly) {
      Object.assign(entry, { text: new TextDecoder().decode(bytes), isReplaced: false });
    }
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /**
   * Saves a text that was changed in its editor into memory, so that VS Code does not ask to save it when its tab is
   * closed. What VS Code does before it saves, such as formatting, would change lines that are in no proposal.
   */
  async #save(document: vscode.TextDocument): Promise<void> {
    if (document.isDirty && this.#known(document.uri) !== undefined && isInFront(document.uri)) {
      await saveActive();
    }
  }

  /**
   * Notes that the editor now shows what was replaced, so that what the user changes from here on counts. A text that VS Code
   * has read in the encoding of the settings is read again: that of a document that was closed and is opened again, one of
   * many, or one whose language has an encoding of its own.
   */
  #noteRead(document: vscode.TextDocument): void {
    const { uri, encoding, isDirty } = document;
    const entry = this.#known(uri);
    if (entry === undefined) {
      return;
    }
    if (!isDirty && encoding !== 'utf8' && encoding !== 'utf8bom') {
      entry.isReplaced = true;
      void openAsUtf8(uri);
    }
    if (entry.isReplaced && document.getText() === entry.text) {
      entry.isReplaced = false;
    }
  }

  #known(uri: vscode.Uri): Entry | undefined {
    return this.#entries.get(uri.toString());
  }

  #entry(uri: vscode.Uri): Entry {
    const entry = this.#known(uri);
    if (entry === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return entry;
  }
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

/** Whether the tab in front shows a text: there it can be typed into and saved. */
function isInFront(uri: vscode.Uri): boolean {
  return shownOf([{ proposal: uri }]).length > 0;
}

/** Waits until VS Code shows a text, if its document is open, or something was typed into the one before. */
async function whenShown(uri: vscode.Uri, text: string): Promise<void> {
  const isOver = (): boolean => {
    const document = documentOf(uri);
    return document === undefined || document.isDirty || isSameText(document.getText(), text);
  };
  for (let waitedMs = 0; !isOver() && waitedMs < readMs; waitedMs += pauseMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Whether two texts are the same but for line ends, which VS Code may have changed in one of them. */
export function isSameText(one: string, other: string): boolean {
  return one.replaceAll('\r', '') === other.replaceAll('\r', '');
}

/** Adds to an edit that a document becomes `text`: only the lines that differ are changed. */
export function addText(
  edit: vscode.WorkspaceEdit,
  document: vscode.TextDocument,
  text: string,
): void {
  for (const hunk of lineHunks(document.getText(), text)) {
    const [start, end] = [document.positionAt(hunk.start), document.positionAt(hunk.end)];
    edit.replace(document.uri, new vscode.Range(start, end), hunk.text);
  }
}

async function saveActive(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
}

/** VS Code keeps the encoding of a document for as long as it is open. */
async function openAsUtf8(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.openTextDocument(uri, { encoding: 'utf8' });
  } catch {
    // It was removed meanwhile, or changed by the user.
  }
}
