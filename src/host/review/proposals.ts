import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { fileName } from '../editor/codePlace.ts';
import { documentOf, isSame } from '../editor/documentOf.ts';
import { singleTabs } from './diffTabs.ts';

interface Entry {
  bytes: Uint8Array;
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
    const [bytes, mtime] = [bytesOf(text), Date.now()];
    const entry = { bytes, isReadOnly, mtime, isReplaced: false, isUnused: false };
    this.#entries.set(uri.toString(), entry);
    // Before an editor opens it, so that it is never seen in another encoding.
    void openAsUtf8(uri);
    return uri;
  }

  /** The text as it is now, with what was changed in the editor. */
  text(uri: vscode.Uri): string {
    const [entry, document] = [this.#known(uri), documentOf(uri)];
    // VS Code takes a moment to read what was replaced.
    const isOutdated = entry?.isReplaced === true && document?.isDirty === false;
    const stored = entry === undefined ? '' : textOf(entry);
    return isOutdated ? stored : (document?.getText() ?? stored);
  }

  /** Replaces a text, and says whether it can be changed from now on. */
  set(uri: vscode.Uri, text: string, isReadOnly?: boolean): void {
    const entry = this.#known(uri);
    if (entry !== undefined) {
      replaceBytes(entry, bytesOf(text), documentOf(uri)?.getText() !== text);
      entry.isReadOnly = isReadOnly ?? entry.isReadOnly;
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
  }

  /**
   * Closes tabs, and the editors that show one of the texts by itself, and forgets these texts, each once VS Code has closed its
   * document: one of several in a diff is shown, and saved with the others, until that diff is closed. No change event is
   * fired: VS Code passes events to the watchers of a folder by path, whatever the scheme, so they would take the file at
   * that path for deleted.
   */
  async close(uris: readonly vscode.Uri[], tabs: readonly vscode.Tab[] = []): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri;
    const isOneOf = (uri: vscode.Uri): boolean => uris.some((one) => isSame(one, uri));
    const canBeChanged = uris.some((uri) => this.#known(uri)?.isReadOnly === false);
    if (canBeChanged && active !== undefined && isOneOf(active)) {
      // VS Code would ask whether to save what was changed a moment ago. The document is not asked: after a save it
      // says that it is not dirty, even if it was changed meanwhile.
      await saveActive();
    }
    await vscode.window.tabGroups.close([...tabs, ...singleTabs(isOneOf)]);
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
    const { bytes, isReadOnly, mtime } = this.#entry(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
    return isReadOnly ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#entry(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const entry = this.#entry(uri);
    if (entry.isReadOnly) {
      refuse(uri);
    }
    replaceBytes(entry, bytes, false);
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
  async #save({ uri, isDirty }: vscode.TextDocument): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri;
    if (uri.scheme === this.scheme && isDirty && active?.scheme === uri.scheme) {
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
    if (entry.isReplaced && document.getText() === textOf(entry)) {
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

function replaceBytes(entry: Entry, bytes: Uint8Array, isReplaced: boolean): void {
  Object.assign(entry, { bytes, isReplaced, mtime: Math.max(Date.now(), entry.mtime + 1) });
}

function textOf({ bytes }: Entry): string {
  return new TextDecoder().decode(bytes);
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

/** Without a byte order mark: the status bar would tell of one that the file does not have. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
