import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createWorkspaceFiles } from '../../../src/host/editor/workspaceFiles.ts';
import type { HostToView } from '../../../src/shared/panel/panelProtocol.ts';
import { PanelImages } from '../../../src/host/panel/images/panelImages.ts';
import { carryOutIntent } from '../../../src/host/panel/intents.ts';
import { createFileContexts } from '../../../src/host/editor/fileContexts.ts';
import { activated } from '../activated.ts';

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
  const found = await createWorkspaceFiles().find(query);
  return (found ?? []).map(({ folder, name }) => `${folder}/${name}`);
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

  it('are told to the panel that asks, and only those of its last question', async () => {
    await withFiles(paths, async () => {
      const { chat, services } = await activated();
      const told: HostToView[] = [];
      const panel = {
        chat,
        reveal: async () => {},
        tell: (message: HostToView) => void told.push(message),
        notice: chat.notice,
      };
      const others = {
        files: createFileContexts(),
        images: new PanelImages(services.images),
        workspaceFiles: createWorkspaceFiles(),
        preview: services.preview,
        guard: services.guard,
        diagrams: { open: () => {} },
      };
      await Promise.all(
        ['z', 'ze', 'bräw'].map(async (query) =>
          carryOutIntent({ kind: 'findFiles', query }, panel, others),
        ),
      );
      assert.equal(told.length, 1);
      const [message] = told;
      assert.ok(message !== undefined && 'kind' in message && message.kind === 'foundFiles');
      assert.equal(message.query, 'bräw');
      const [file] = message.files;
      assert.deepEqual([file?.name, file?.folder], ['Zebräwald.md', 'found files/b']);
      assert.deepEqual(Object.keys(file ?? {}).toSorted(), ['folder', 'name', 'uri']);
    });
  });
});
