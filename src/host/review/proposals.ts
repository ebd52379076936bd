import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';

interface Entry {
  readonly bytes: Uint8Array;
  readonly isReadOnly: boolean;
  readonly mtime: number;
  /** Whether the text was replaced and its editor may still show the text before that. */
  readonly isReplaced?: boolean | undefined;
}

/**
 * The path of a text that is shown beside a file: that of the file. Go to File lists the right side of each diff, and
 * takes its path for a file; with this path the row is that of the file itself. A cell, and a path with invisible
 * characters, have their `name` as the user reads it.
 */
export function proposalPath({ scheme, path }: vscode.Uri, name: string): string {
  return scheme === 'vscode-notebook-cell' || visibleText(path) !== path ? visibleText(name) : path;
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
  /** Texts that are removed once their documents are closed. */
  readonly #unused = new Set<string>();
  #count = 0;
  readonly onDidChangeFile = this.#changed.event;

  /** `scheme` must not be used by anything else. */
  constructor(scheme: string) {
    this.scheme = scheme;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      vscode.workspace.onDidOpenTextDocument((document) => this.#readAsUtf8(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (this.#unused.delete(uri.toString())) {
          this.#entries.delete(uri.toString());
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#readAsUtf8(document);
        this.#noteRead(document);
        void this.#save(document);
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
    this.#entries.set(uri.toString(), { bytes: bytesOf(text), isReadOnly, mtime: Date.now() });
    // Before an editor opens it, so that it is never seen in another encoding.
    void openAsUtf8(uri);
    return uri;
  }

  /** The text as it is now, with what was changed in the editor. */
  text(uri: vscode.Uri): string {
    const address = uri.toString();
    const open = documentAt(address);
    const entry = this.#entries.get(address);
    const stored = entry === undefined ? '' : textOf(entry);
    // VS Code takes a moment to read what was replaced.
    const isOutdated = entry?.isReplaced === true && open?.isDirty === false;
    return isOutdated ? stored : (open?.getText() ?? stored);
  }

  /** Replaces a text, and says whether it can be changed from now on. */
  set(uri: vscode.Uri, text: string, isReadOnly?: boolean): void {
    const entry = this.#entries.get(uri.toString());
    if (entry !== undefined) {
      const mtime = Math.max(Date.now(), entry.mtime + 1);
      this.#entries.set(uri.toString(), {
        bytes: bytesOf(text),
        isReadOnly: isReadOnly ?? entry.isReadOnly,
        mtime,
        isReplaced: documentAt(uri.toString())?.getText() !== text,
      });
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
  }

  /**
   * Saves a text that was changed in its editor into memory, so that VS Code does not ask to save it when its tab is
   * closed. What VS Code does before it saves, such as formatting, would change lines that are in no proposal.
   */
  async #save({ uri, isDirty }: vscode.TextDocument): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri;
    if (uri.scheme === this.scheme && isDirty && active?.scheme === uri.scheme) {
      await saveActive();
    }
  }

  /** Closes tabs, and the editors that show one of the texts by itself, and forgets these texts. */
  async close(uris: readonly vscode.Uri[], tabs: readonly vscode.Tab[] = []): Promise<void> {
    const addresses = new Set(uris.map((uri) => uri.toString()));
    const active = vscode.window.activeTextEditor?.document.uri.toString() ?? '';
    const canBeChanged = uris.some(
      (uri) => this.#entries.get(uri.toString())?.isReadOnly === false,
    );
    if (canBeChanged && addresses.has(active)) {
      // VS Code would ask whether to save what was changed a moment ago. The document is not asked: after a save it
      // says that it is not dirty, even if it was changed meanwhile.
      await saveActive();
    }
    const single = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        ({ input }) => input instanceof vscode.TabInputText && addresses.has(input.uri.toString()),
      );
    await vscode.window.tabGroups.close([...tabs, ...single]);
    uris.forEach((uri) => this.remove(uri));
  }

  /**
   * Removes a text once VS Code has closed its document: one of several in a diff is shown, and saved with the others, until
   * that diff is closed. No change event is fired: VS Code passes events to the watchers of a folder by path, whatever the
   * scheme, so they would take the file at that path for deleted.
   */
  remove(uri: vscode.Uri): void {
    const address = uri.toString();
    if (documentAt(address) === undefined) {
      this.#entries.delete(address);
    } else {
      this.#unused.add(address);
    }
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, isReadOnly, mtime } = this.#entry(uri);
    const type = vscode.FileType.File;
    const stat = { type, ctime: 0, mtime, size: bytes.length };
    return isReadOnly ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#entry(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const entry = this.#entry(uri);
    if (entry.isReadOnly) {
      throw vscode.FileSystemError.NoPermissions(uri);
    }
    this.#entries.set(uri.toString(), {
      ...entry,
      bytes,
      mtime: Math.max(Date.now(), entry.mtime + 1),
      isReplaced: false,
    });
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /**
   * Has VS Code read a text as UTF-8 that it has read in the encoding of the settings: a document that was closed and is
   * opened again, one of many, or one whose language has an encoding of its own.
   */
  #readAsUtf8({ uri, encoding, isDirty }: vscode.TextDocument): void {
    const entry = this.#entries.get(uri.toString());
    if (entry !== undefined && !isDirty && encoding !== 'utf8' && encoding !== 'utf8bom') {
      this.#entries.set(uri.toString(), { ...entry, isReplaced: true });
      void openAsUtf8(uri);
    }
  }

  /** Notes that the editor now shows the replaced text, so that what the user changes from here on counts. */
  #noteRead(document: vscode.TextDocument): void {
    const address = document.uri.toString();
    const entry = this.#entries.get(address);
    if (entry?.isReplaced === true && document.getText() === textOf(entry)) {
      this.#entries.set(address, { ...entry, isReplaced: false });
    }
  }

  #entry(uri: vscode.Uri): Entry {
    const entry = this.#entries.get(uri.toString());
    if (entry === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return entry;
  }
}

async function saveActive(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
}

function documentAt(address: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
}

function textOf({ bytes }: Entry): string {
  return new TextDecoder().decode(bytes);
}

/** VS Code keeps the encoding of a document for as long as it is open. */
async function openAsUtf8(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.openTextDocument(uri, { encoding: 'utf8' });
  } catch {
    // It was removed meanwhile, or changed by the user.
  }
}

/** Without a byte order mark: the status bar would tell of one that the file does not have. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
