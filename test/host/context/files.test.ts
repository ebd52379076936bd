import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import process from 'node:process';
import * as vscode from 'vscode';
import { contextSources } from '../../../src/host/start/onDemand/contextSources.ts';
import { parseUris } from '../../../src/host/panel/addToChat.ts';
import type { HostToView } from '../../../src/shared/panel/panelProtocol.ts';
import { runCommand } from '../../launch/command.ts';
import { activated } from '../activated.ts';
import { answering } from '../answering.ts';
import { save } from '../save.ts';
import { untilAccepted } from '../untilAccepted.ts';

const { fs } = vscode.workspace;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A folder in the workspace and one outside of it, which are deleted afterwards. */
async function withFolders(
  test: (inside: vscode.Uri, outside: vscode.Uri) => Promise<void>,
): Promise<void> {
  const { context } = await activated();
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(root);
  const inside = vscode.Uri.joinPath(root, 'context files');
  const outside = vscode.Uri.joinPath(context.globalStorageUri, 'outside');
  await fs.createDirectory(inside);
  await fs.createDirectory(outside);
  try {
    await test(inside, outside);
  } finally {
    await fs.delete(inside, { recursive: true });
    await fs.delete(outside, { recursive: true });
  }
}

describe('files that go along with a message', () => {
  it('are sent as they are when the message is sent, without where they are', async () => {
    await withFolders(async (inside) => {
      const files = contextSources({ shellCommands: { all: () => [] } });
      const file = vscode.Uri.joinPath(inside, 'note.md');
      await fs.writeFile(file, bytes('one\ntwo'));
      const { items, problems } = (await files.add([file, file], false)) ?? {
        items: [],
        problems: [],
      };
      assert.deepEqual(problems, []);
      const item = {
        path: 'context files/note.md',
        languageId: 'markdown',
        startLine: 1,
        endLine: 2,
        text: 'one\ntwo',
      };
      assert.deepEqual(items, [{ ...item, uri: file.toString() }]);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, new vscode.Position(0, 0), 'not saved\n');
      await vscode.workspace.applyEdit(edit);
      const { message: now } = await files.current({ text: 'x', context: items });
      const text = 'not saved\none\ntwo';
      assert.deepEqual(now, { text: 'x', context: [{ ...item, endLine: 3, text }] });
      const document = await vscode.workspace.openTextDocument(file);
      await save(document);
      await fs.delete(file);
      const { message: gone, problems: why } = await files.current({ text: 'x', context: items });
      assert.equal(gone.context[0]?.text, 'one\ntwo', 'what cannot be read stays as it was');
      assert.match(why[0] ?? '', /note\.md could not be read again/);
    });
  });

  it('are none where they are no text, too large or a folder, and it is said why', async () => {
    await withFolders(async (inside) => {
      const file = (name: string) => vscode.Uri.joinPath(inside, name);
      await fs.writeFile(file('image.png'), new Uint8Array([137, 80, 0, 1]));
      await fs.writeFile(file('large.txt'), bytes('x'.repeat(16 * 1024 * 1024 + 1)));
      const names = ['image.png', 'large.txt', 'missing.txt'];
      const { items, problems } = (await contextSources({ shellCommands: { all: () => [] } }).add(
        [...names.map(file), inside],
        false,
      )) ?? { items: [], problems: [] };
      assert.deepEqual(items, []);
      assert.match(problems[0] ?? '', /image\.png is not a text file/);
      assert.match(problems[1] ?? '', /large\.txt is larger than 16 MB/);
      assert.match(problems[2] ?? '', /missing\.txt cannot be read/);
      assert.match(problems[3] ?? '', /context files has no text files that are not ignored/);
    });
  });

  it('are neither pipes nor devices, which would never end', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await withFolders(async (inside) => {
      const pipe = vscode.Uri.joinPath(inside, 'pipe.txt');
      await runCommand('mkfifo', [pipe.fsPath]);
      const folder = vscode.Uri.joinPath(inside, 'folder');
      await fs.createDirectory(folder);
      await runCommand('mkfifo', [vscode.Uri.joinPath(folder, '.gitignore').fsPath]);
      const { items, problems } = (await contextSources({ shellCommands: { all: () => [] } }).add(
        [pipe, vscode.Uri.file('/dev/zero'), folder],
        true,
      )) ?? { items: [], problems: [] };
      assert.deepEqual(items, []);
      assert.deepEqual(problems, [
        'context files/pipe.txt is not a file.',
        '/dev/zero is not a file.',
        'context files/folder has no text files that are not ignored.',
      ]);
    });
  });

  it('are read outside of the workspace only after a yes, and never because a message names them', async () => {
    await withFolders(async (_inside, outside) => {
      const files = contextSources({ shellCommands: { all: () => [] } });
      const file = vscode.Uri.joinPath(outside, 'secret.txt');
      await fs.writeFile(file, bytes('secret'));
      const no = await answering(undefined, async () => files.add([file], false));
      assert.equal(no.result, undefined);
      assert.match(no.asked[0] ?? '', /not in this workspace/);
      const claimed = {
        path: 'a',
        languageId: 'x',
        startLine: 1,
        endLine: 1,
        text: 'harmless',
        uri: file.toString(),
      };
      const { context } = (await files.current({ text: '', context: [claimed] })).message;
      assert.equal(context[0]?.text, 'harmless');
      assert.equal('uri' in (context[0] ?? {}), false);
      const yes = await answering('Add', async () => files.add([file], false));
      assert.equal(yes.result?.items[0]?.text, 'secret');
      const chosen = await answering(undefined, async () => files.add([file], true));
      assert.deepEqual([chosen.asked, chosen.result?.items.length], [[], 1]);
    });
  });

  it('are not read again through a link that took the place of one of them, or of a folder', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await withFolders(async (inside, outside) => {
      const files = contextSources({ shellCommands: { all: () => [] } });
      const deep = vscode.Uri.joinPath(inside, 'deep');
      const alone = vscode.Uri.joinPath(inside, 'alone.txt');
      await fs.createDirectory(deep);
      await fs.writeFile(alone, bytes('alone'));
      await fs.writeFile(vscode.Uri.joinPath(deep, 'two.txt'), bytes('two'));
      await fs.writeFile(vscode.Uri.joinPath(outside, 'alone.txt'), bytes('secret'));
      await fs.writeFile(vscode.Uri.joinPath(outside, 'two.txt'), bytes('secret'));
      const file = await files.add([alone], false);
      const folder = await untilAccepted(files.add([deep], false));
      const context = [...(file?.items ?? []), ...(folder?.items ?? [])];
      assert.equal(context.length, 2);
      await fs.delete(alone);
      await fs.delete(deep, { recursive: true });
      await symlink(vscode.Uri.joinPath(outside, 'alone.txt').fsPath, alone.fsPath);
      await symlink(outside.fsPath, deep.fsPath);
      const { message, problems } = await files.current({ text: '', context });
      assert.equal(message.context[0]?.text, 'alone');
      assert.match(message.context[1]?.text ?? '', /\ntwo\n/);
      assert.doesNotMatch(JSON.stringify(message), /secret/);
      assert.equal(problems.length, 2);
      await fs.delete(alone);
      await fs.delete(deep);
    });
  });

  it('are never of the network, and those of a remote are named as the host names them', () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.toString() ?? '';
    const remote = `vscode-remote://some-host${vscode.Uri.parse(root).path}`;
    const texts = [root, remote, 'https://a.example/x', 'command:x', 'no address', ''];
    const uris = parseUris(texts);
    assert.deepEqual(
      uris.map((uri) => uri.toString()),
      [root, root],
    );
  });

  it('are added to the active panel by the command of the explorer', async () => {
    await withFolders(async (inside) => {
      const { panels } = await activated();
      const [one, two] = ['one.txt', 'two.txt'].map((name) => vscode.Uri.joinPath(inside, name));
      assert.ok(one && two);
      await fs.writeFile(one, bytes('1'));
      await fs.writeFile(two, bytes('2'));
      const told: HostToView[] = [];
      const original = panels.sideBar.tell.bind(panels.sideBar);
      panels.sideBar.tell = (message) => void told.push(message);
      try {
        await vscode.commands.executeCommand('parley.addFileToChat', one, [one, two]);
      } finally {
        panels.sideBar.tell = original;
      }
      const items = told.flatMap((message) =>
        'kind' in message && message.kind === 'addContext' ? message.items : [],
      );
      assert.deepEqual(
        items.map(({ text }) => text),
        ['1', '2'],
      );
    });
  });
});
