import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { watch } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { ReadError } from '../../../src/host/store/readError.ts';
import { createWorkspaceFiles } from '../../../src/host/store/storeFiles.ts';
import { aTurn } from '../../support/builders.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

describe('createWorkspaceFiles', () => {
  async function freshFolder() {
    const { context } = await activated();
    return vscode.Uri.joinPath(context.globalStorageUri, `test-${crypto.randomUUID()}`);
  }

  it('stores conversations through the file systems of VS Code, and leaves no temporary file', async () => {
    const root = await freshFolder();
    const store = createChatStore(createWorkspaceFiles(root));
    assert.equal(await store.load('c1'), undefined);
    const turn = aTurn('a', { reply: { status: 'completed', text: 'reply' } });
    const conversation = { id: 'c1', createdAt: 5, turns: [turn], headId: 'a' };
    await store.saveHead(conversation);
    await store.saveTurn('c1', turn);
    await store.saveTurn('c1', turn);
    assert.equal((await store.load('c1'))?.conversation.turns[0]?.reply.text, 'reply');
    const turns = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(root, 'c1', 'turns'));
    assert.deepEqual(turns, [['a.json', vscode.FileType.File]]);
  });

  it('says that it is reading which fails, and nothing of what is missing', async () => {
    const root = await freshFolder();
    const files = createWorkspaceFiles(root);
    assert.deepEqual(
      [await files.read('c1'), await files.list('c1'), await files.changedAt('c1')],
      [undefined, [], 0],
    );
    await files.write('c1', new TextEncoder().encode('No folder.'));
    await assert.rejects(files.list('c1'), ReadError);
  });

  it('sets a damaged file aside with its bytes', async () => {
    const root = await freshFolder();
    const files = createWorkspaceFiles(root);
    await files.write('c1/turns/torn.json', new TextEncoder().encode('{"id":"to'));
    const { setAside = [] } = (await createChatStore(files).open('c1')) ?? {};
    assert.equal(setAside.length, 1);
    assert.equal(new TextDecoder().decode(await files.read(setAside[0] ?? '')), '{"id":"to');
    assert.equal(await files.read('c1/turns/torn.json'), undefined);
  });

  it('lets no text pass through the temporary folder of the system, where others can read it', async () => {
    const touched = new Set<string>();
    // Some of VS Code's file operations are this process's, and some its server's: both have this folder.
    const watcher = watch(tmpdir(), (_kind, name) => touched.add(name ?? 'unnamed'));
    const chats = 20;
    try {
      const root = await freshFolder();
      const store = createChatStore(createWorkspaceFiles(root));
      const turn = aTurn('a', { reply: { status: 'completed', text: 'reply' } });
      for (let count = 0; count < chats; count += 1) {
        const id = `c${count}`;
        await store.saveTurn(id, turn);
        await store.saveTurn(id, turn);
        await store.saveHead({ id, createdAt: 5, turns: [turn], headId: 'a' });
        await store.setLabels(id, { title: 'Again' });
        await store.remove(id);
        await store.restore(id);
        await store.remove(id);
        await store.purge(id);
      }
      // The watcher tells in order: what came before this file is known with it.
      const last = await mkdtemp(join(tmpdir(), 'last-'));
      await until('the watcher has told all', () => touched.has(basename(last)));
      await rm(last, { recursive: true });
      // Anything of each chat would be more. VS Code may have moved a file of its own meanwhile.
      assert.ok(touched.size < chats, [...touched].join(' '));
    } finally {
      watcher.close();
    }
  });

  it('has VS Code replace and delete files one by one where they are not on a disk', async () => {
    const kept = new RecordedFiles();
    const registered = vscode.workspace.registerFileSystemProvider('parley-recorded', kept);
    try {
      const root = vscode.Uri.from({ scheme: 'parley-recorded', path: '/store' });
      const files = createWorkspaceFiles(root);
      await files.write('c/turns/a.json', new TextEncoder().encode('old'));
      await files.write('c/turns/a.json.tmp', new TextEncoder().encode('new'));
      await files.move('c/turns/a.json.tmp', 'c/turns/a.json');
      assert.equal(new TextDecoder().decode(await files.read('c/turns/a.json')), 'new');
      await files.move('c', '.removed/c');
      await files.remove('.removed/c');
      assert.deepEqual(await files.list('.removed'), []);
      assert.deepEqual(kept.tooMuch, []);
    } finally {
      registered.dispose();
    }
  });
});

/** Files in memory, whose provider notes what would have VS Code move them to a temporary folder on a disk. */
class RecordedFiles implements vscode.FileSystemProvider {
  readonly tooMuch: string[] = [];
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Set(['/', '/store']);

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const bytes = this.#files.get(uri.path);
    if (bytes === undefined && !this.#folders.has(uri.path)) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const type = bytes === undefined ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 1, size: bytes?.length ?? 0 };
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    this.stat(uri);
    const inside = (path: string): boolean => path.slice(0, path.lastIndexOf('/')) === uri.path;
    return [...this.#folders, ...this.#files.keys()]
      .filter(inside)
      .map((path) => [path.slice(uri.path.length + 1), this.stat(uri.with({ path })).type]);
  }

  createDirectory(uri: vscode.Uri): void {
    this.#folders.add(uri.path);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#files.get(uri.path) ?? this.#missing(uri);
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.#files.set(uri.path, bytes);
  }

  delete(uri: vscode.Uri, { recursive }: { readonly recursive: boolean }): void {
    if (recursive) {
      this.tooMuch.push(`delete ${uri.path}`);
    }
    this.#files.delete(uri.path);
    this.#folders.delete(uri.path);
  }

  rename(from: vscode.Uri, to: vscode.Uri, { overwrite }: { readonly overwrite: boolean }): void {
    if (overwrite) {
      this.tooMuch.push(`rename ${from.path}`);
    }
    const moved = (path: string): string => to.path + path.slice(from.path.length);
    const isWithin = (path: string): boolean =>
      path === from.path || path.startsWith(`${from.path}/`);
    for (const [path, bytes] of [...this.#files].filter(([one]) => isWithin(one))) {
      this.#files.delete(path);
      this.#files.set(moved(path), bytes);
    }
    for (const path of [...this.#folders].filter(isWithin)) {
      this.#folders.delete(path);
      this.#folders.add(moved(path));
    }
  }

  #missing(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotFound(uri);
  }
}
