import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type FileQuery, findFiles } from '../../../src/host/base/files/findFiles.ts';
import { until } from '../../support/until.ts';

/** The names in a folder; a folder whose names never come; or the type of anything else. */
type Entry = { readonly [name: string]: Entry } | 'never' | vscode.FileType;

const { File, SymbolicLink, Directory } = vscode.FileType;

let count = 0;

/** A file system that can only be read, and brings no search, as those of repositories on a server. */
class WithoutSearch implements vscode.FileSystemProvider {
  readonly root: vscode.Uri;
  /** The paths of the folders that were read. */
  readonly read: string[] = [];
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  readonly #entries: Entry;

  constructor(entries: Entry) {
    count += 1;
    this.root = vscode.Uri.from({ scheme: `without-search-${count}`, path: '/root' });
    this.#entries = { root: entries };
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: typeOf(this.#at(uri)), ctime: 0, mtime: 0, size: 0 };
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    this.read.push(uri.path);
    const entry = this.#at(uri);
    if (entry === 'never') {
      return new Promise(() => {});
    }
    return typeof entry === 'object'
      ? Object.entries(entry).map(([name, one]) => [name, typeOf(one)])
      : [];
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readFile(): Uint8Array {
    throw vscode.FileSystemError.Unavailable();
  }

  writeFile(): void {}
  createDirectory(): void {}
  delete(): void {}
  rename(): void {}

  #at(uri: vscode.Uri): Entry {
    let entry: Entry | undefined = this.#entries;
    for (const name of uri.path.split('/').slice(1)) {
      entry = typeof entry === 'object' ? entry[name] : undefined;
    }
    if (entry === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return entry;
  }
}

function typeOf(entry: Entry): vscode.FileType {
  return typeof entry === 'number' ? entry : Directory;
}

const query: FileQuery = {
  glob: '**/*.ts',
  exclude: '**/left-out/**',
  limit: 100,
  isWanted: (path) => path.at(-1)?.endsWith('.ts') ?? false,
  isLeftOut: (path) => path.includes('left-out'),
};

/** Finds files in a file system of these entries. Gives their paths, and those of the folders that were read. */
async function found(
  entries: Entry,
  { cancelAt, ...changed }: Partial<FileQuery> & { readonly cancelAt?: string } = {},
): Promise<{ readonly paths: readonly string[]; readonly read: readonly string[] }> {
  const files = new WithoutSearch(entries);
  const { root } = files;
  const provider = vscode.workspace.registerFileSystemProvider(root.scheme, files);
  const source = new vscode.CancellationTokenSource();
  try {
    const finding = findFiles({ uri: root }, { ...query, ...changed }, source.token);
    if (cancelAt !== undefined) {
      await until('the folder is read', () => files.read.includes(cancelAt));
      source.cancel();
    }
    const uris = await finding;
    return { paths: uris.map(({ path }) => path).toSorted(), read: files.read.toSorted() };
  } finally {
    source.dispose();
    provider.dispose();
  }
}

describe('files in a file system without search', () => {
  it('are found folder by folder, without links and what is left out', async () => {
    const { paths, read } = await found({
      'a.ts': File,
      'a.md': File,
      'link.ts': SymbolicLink | File,
      linked: SymbolicLink | Directory,
      'left-out': { 'b.ts': File },
      deep: { deeper: { 'ä b.ts': File, 'c.ts': File } },
    });
    assert.deepEqual(paths, ['/root/a.ts', '/root/deep/deeper/c.ts', '/root/deep/deeper/ä b.ts']);
    assert.deepEqual(read, ['/root', '/root/deep', '/root/deep/deeper']);
  });

  it('are none of a folder that cannot be read, or that a name leads to', async () => {
    const { paths, read } = await found({
      '..': { 'outside.ts': File },
      '../outside.ts': File,
      '.': { 'again.ts': File },
      'sub/within.ts': File,
      gone: Directory,
      'a.ts': File,
    });
    assert.deepEqual(paths, ['/root/a.ts']);
    assert.deepEqual(read, ['/root', '/root/gone']);
  });

  it('are as many as are wanted, and no folder is read after them', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, at): [string, Entry] => [`${at}.ts`, File]),
    );
    const { paths, read } = await found({ ...many, deep: many }, { limit: 20 });
    assert.equal(paths.length, 20);
    assert.deepEqual(read, ['/root']);
  });

  it('are bounded by the depth', async () => {
    let deep: Entry = { 'deepest.ts': File };
    for (let left = 80; left > 0; left -= 1) {
      deep = { d: deep, 'a.ts': File };
    }
    const { paths } = await found(deep);
    assert.ok(paths.length > 10 && paths.length < 80, String(paths.length));
    assert.ok(!paths.some((path) => path.endsWith('deepest.ts')));
  });

  it('are those found so far when it is cancelled, also where a server never answers', async () => {
    const { paths } = await found(
      { 'a.ts': File, slow: 'never', other: { 'b.ts': File } },
      { cancelAt: '/root/slow' },
    );
    assert.ok(paths.includes('/root/a.ts'));
  });
});
