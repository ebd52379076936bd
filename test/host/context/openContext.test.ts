import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { findInWorkspace } from '../../../src/host/context/registry/openContextItem.ts';
import { followRange } from '../../../src/host/context/followRange.ts';
import type { ContextItem } from '../../../src/shared/conversation/conversation.ts';
import { activated, handleIntent } from '../activated.ts';

const { fs } = vscode.workspace;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A folder in the workspace, which is deleted afterwards. */
async function withFolder(test: (folder: vscode.Uri) => Promise<void>): Promise<void> {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(root);
  const folder = vscode.Uri.joinPath(root, 'opened files');
  await fs.createDirectory(folder);
  try {
    await test(folder);
  } finally {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.delete(folder, { recursive: true });
  }
}

function anItem(path: string, text: string, startLine = 1): ContextItem {
  const endLine = startLine + text.split('\n').length - 1;
  return { path, languageId: 'plaintext', startLine, endLine, text };
}

/** Opens an item as a panel asks for it; gives the editor that is active then. */
async function opened(item: ContextItem): Promise<vscode.TextEditor> {
  const { chat } = await activated();
  await handleIntent({ kind: 'openContext', item }, chat);
  const { activeTextEditor } = vscode.window;
  assert.ok(activeTextEditor);
  return activeTextEditor;
}

describe('an item that is opened', () => {
  it('shows its file at the lines where its text is now', async () => {
    await withFolder(async (folder) => {
      const file = vscode.Uri.joinPath(folder, 'a.txt');
      await fs.writeFile(file, bytes('new\none\ntwo\nthree\n'));
      const { document, selection } = await opened(anItem('opened files/a.txt', 'one\ntwo\n'));
      assert.equal(document.uri.toString(), file.toString());
      assert.deepEqual([selection.start.line, selection.end.line], [1, 3]);
    });
  });

  for (const [why, path] of [
    ['leads out of the workspace', '../../../../../../etc/hostname'],
    ['is absolute', '/etc/hostname'],
    ['names a drive', 'C:/Windows/win.ini'],
    ['has a backslash', String.raw`opened files\..\..\x`],
    ['names a folder', 'opened files'],
    ['is empty', ''],
    ['is too long', 'x/'.repeat(600)],
    ['is that of pasted text', 'pasted text'],
  ] as const) {
    it(`shows its own text where its path ${why}`, async () => {
      await withFolder(async () => {
        assert.deepEqual(await findInWorkspace(path), []);
        const { document } = await opened(anItem(path, 'the text that was sent'));
        assert.equal(document.uri.scheme, 'parley-context');
        assert.equal(document.getText(), 'the text that was sent');
      });
    });
  }

  it('shows its own text where its path is behind a symbolic link', async function () {
    if (vscode.workspace.workspaceFolders?.[0]?.uri.scheme !== 'file') {
      this.skip();
    }
    await withFolder(async (folder) => {
      await symlink('/etc', vscode.Uri.joinPath(folder, 'out').fsPath);
      await symlink('/etc/hostname', vscode.Uri.joinPath(folder, 'name').fsPath);
      for (const path of ['opened files/out/hostname', 'opened files/name']) {
        assert.deepEqual(await findInWorkspace(path), []);
        const { document } = await opened(anItem(path, 'harmless'));
        assert.equal(document.getText(), 'harmless');
      }
    });
  });

  it('of a kind of a later version shows its own text', async () => {
    const item = { ...anItem('opened files/a.txt', 'later'), kind: 'hologram' };
    const { document } = await opened(item);
    assert.equal(document.getText(), 'later');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

describe('code that is followed', () => {
  it('is read where it is after changes', async () => {
    await withFolder(async (folder) => {
      const file = vscode.Uri.joinPath(folder, 'b.txt');
      await fs.writeFile(file, bytes('one\ntwo\nthree\n'));
      const document = await vscode.workspace.openTextDocument(file);
      const read = followRange(document, new vscode.Range(1, 0, 2, 0));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, new vscode.Position(0, 0), 'zero\n');
      edit.insert(file, new vscode.Position(1, 3), '!');
      await vscode.workspace.applyEdit(edit);
      const moved = await read();
      assert.deepEqual([moved?.startLine, moved?.endLine, moved?.text], [3, 3, 'two!\n']);
    });
  });

  it('is not read where what it was has been replaced by something else', async () => {
    await withFolder(async (folder) => {
      const file = vscode.Uri.joinPath(folder, 'c.txt');
      await fs.writeFile(file, bytes('one\ntwo\nthree\n'));
      const document = await vscode.workspace.openTextDocument(file);
      const read = followRange(document, new vscode.Range(1, 0, 1, 3));
      const edit = new vscode.WorkspaceEdit();
      edit.replace(file, new vscode.Range(0, 0, 3, 0), 'all of it is new');
      await vscode.workspace.applyEdit(edit);
      assert.equal(await read(), undefined);
    });
  });
});
