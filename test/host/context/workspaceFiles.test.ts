import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createWorkspaceFiles } from '../../../src/host/context/files/workspaceFiles.ts';
import type { FoundFile, HostToView } from '../../../src/shared/panel/panelProtocol.ts';
import { PanelImages } from '../../../src/host/panel/images/panelImages.ts';
import { carryOutIntent } from '../../../src/host/panel/commands/carryOutIntent.ts';
import { Proposals } from '../../../src/host/review/proposals.ts';
import { contextSources } from '../../../src/host/start/onDemand/contextSources.ts';
import { until } from '../../support/until.ts';
import { activated, noPrompts } from '../activated.ts';

const { fs } = vscode.workspace;

/** Files with these paths below a folder of the workspace, which is deleted afterwards. */
async function withFiles(paths: readonly string[], test: () => Promise<void>): Promise<void> {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(root);
  const folder = vscode.Uri.joinPath(root, 'found files');
  try {
    for (const path of paths) {
      await fs.writeFile(vscode.Uri.joinPath(folder, path), new TextEncoder().encode(path));
    }
    await test();
  } finally {
    await fs.delete(folder, { recursive: true });
  }
}

async function pathsOf(query: string): Promise<readonly string[]> {
  const files = createWorkspaceFiles();
  let found: readonly FoundFile[] = [];
  await files.find(query, (shown) => (found = shown));
  files.dispose();
  return found.map(({ folder, name }) => `${folder}/${name}`);
}

async function zebrasIn(
  files: ReturnType<typeof createWorkspaceFiles>,
): Promise<readonly string[]> {
  let found: readonly FoundFile[] = [];
  await files.find('zebra', (shown) => (found = shown));
  return found.map(({ name }) => name);
}

describe('files of the workspace', () => {
  const paths = [
    'a/zebraOne.ts',
    'a/deeper/zebraOne.ts',
    'b/myZebra.ts',
    'b/Zebra {x}, [y].md',
    'b/Zebräwald.md',
    'node_modules/zebraModule.js',
    'a/other.ts',
  ];

  it('are found by part of their name, the best first, without those of VS Code’s search', async () => {
    await withFiles(paths, async () => {
      assert.deepEqual(await pathsOf('zebra'), [
        'found files/a/zebraOne.ts',
        'found files/b/Zebra {x}, [y].md',
        'found files/a/deeper/zebraOne.ts',
        'found files/b/myZebra.ts',
      ]);
      assert.deepEqual(await pathsOf('ZEBRAONE.TS'), [
        'found files/a/zebraOne.ts',
        'found files/a/deeper/zebraOne.ts',
      ]);
    });
  });

  it('are found by their folder, with letters of every language and with punctuation', async () => {
    await withFiles(paths, async () => {
      assert.deepEqual(await pathsOf('deep/zeb'), ['found files/a/deeper/zebraOne.ts']);
      assert.deepEqual(await pathsOf('a/deeper/'), ['found files/a/deeper/zebraOne.ts']);
      assert.deepEqual(await pathsOf('bräw'), ['found files/b/Zebräwald.md']);
      assert.deepEqual(await pathsOf('{x},'), ['found files/b/Zebra {x}, [y].md']);
      assert.deepEqual(await pathsOf('zebra*'), []);
      assert.deepEqual(await pathsOf(`zebra${'x'.repeat(10_000)}`), []);
    });
  });

  it('are 50 at most, those that are open first', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `zebra${100 + index}.txt`);
    await withFiles(many, async () => {
      const root = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(root);
      const open = vscode.Uri.joinPath(root, 'found files', 'zebra159.txt');
      await vscode.window.showTextDocument(open);
      const found = await pathsOf('zebra');
      assert.equal(found.length, 50);
      assert.equal(found[0], 'found files/zebra159.txt');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });
  });

  it('are found as soon as they are there, and no more when they are gone', async () => {
    await withFiles(['zebra.md'], async () => {
      const files = createWorkspaceFiles();
      const names = async () => zebrasIn(files);
      assert.deepEqual(await names(), ['zebra.md']);
      const root = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(root);
      const folder = vscode.Uri.joinPath(root, 'found files', 'zebras');
      const watcher = vscode.workspace.createFileSystemWatcher(
        new vscode.RelativePattern(root, '**/zebras'),
      );
      const isReported = new Promise((resolve) => watcher.onDidCreate(resolve));
      await fs.writeFile(vscode.Uri.joinPath(folder, 'zebraTwo.md'), new Uint8Array());
      await until('the new file', async () => (await names()).length === 3);
      assert.deepEqual(await names(), ['zebras', 'zebra.md', 'zebraTwo.md']);
      // It may be found because of another change. VS Code reports nothing of a folder that it sees come and go at once.
      await isReported;
      watcher.dispose();
      await fs.delete(folder, { recursive: true });
      await until('no folder', async () => (await names()).length === 1);
      files.dispose();
    });
  });

  it('stay if something of another scheme with the same path is gone', async () => {
    await withFiles(['zebra.md'], async () => {
      const proposals = new Proposals('parley-same-path');
      const files = createWorkspaceFiles();
      const names = async () => zebrasIn(files);
      assert.deepEqual(await names(), ['zebra.md']);
      const root = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(root);
      const file = vscode.Uri.joinPath(root, 'found files', 'zebra.md');
      await proposals.close([proposals.add(file.path, 'zebra')]);
      await fs.writeFile(vscode.Uri.joinPath(file, '..', 'zebraTwo.md'), new Uint8Array());
      await until('the new file', async () => (await names()).includes('zebraTwo.md'));
      assert.deepEqual(await names(), ['zebra.md', 'zebraTwo.md']);
      files.dispose();
      proposals.dispose();
    });
  });

  it('are folders as well, by their name', async () => {
    await withFiles(['zebras/one.md', 'zebras/deep/two.md'], async () => {
      const files = createWorkspaceFiles();
      let found: readonly FoundFile[] = [];
      await files.find('ebra', (shown) => (found = shown));
      assert.deepEqual(
        found.map(({ name, folder, isFolder }) => ({ name, folder, isFolder })),
        [{ name: 'zebras', folder: 'found files', isFolder: true }],
      );
      files.dispose();
    });
  });

  it('are told to the panel that asks, and only those of its last question', async () => {
    await withFiles(paths, async () => {
      const { chat, services } = await activated();
      const told: HostToView[] = [];
      const registry = contextSources({ shellCommands: { all: () => [] } });
      const panel = {
        chat,
        reveal: async () => {},
        tell: (message: HostToView) => void told.push(message),
        notice: chat.notice,
      };
      const others = {
        contexts: async () => registry,
        images: new PanelImages(services.images),
        preview: services.preview,
        guard: services.guard,
        diagrams: { open: () => {} },
        code: async () => ({ act: async () => {}, showApplied: async () => {} }),
        prompts: noPrompts,
      };
      await Promise.all(
        ['z', 'ze', 'bräw'].map(async (query) =>
          carryOutIntent({ kind: 'findFiles', query }, panel, others),
        ),
      );
      registry.dispose();
      const found = told.flatMap((one) =>
        'kind' in one && one.kind === 'foundFiles' && one.files.length > 0 ? [one] : [],
      );
      assert.equal(found.length, 1);
      const [message] = found;
      assert.ok(message);
      assert.equal(message.query, 'bräw');
      const [file] = message.files;
      assert.deepEqual([file?.name, file?.folder], ['Zebräwald.md', 'found files/b']);
      assert.deepEqual(Object.keys(file ?? {}).toSorted(), ['folder', 'name', 'uri']);
    });
  });
});
