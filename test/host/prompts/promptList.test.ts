import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createPromptList } from '../../../src/host/prompts/promptList.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const { fs } = vscode.workspace;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A folder of the user, the workspace, and a list of the prompts in both. */
async function withPrompts(
  test: (own: vscode.Uri, root: vscode.Uri, list: ReturnType<typeof createPromptList>) => unknown,
): Promise<void> {
  const { context } = await activated();
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(root);
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'test prompts');
  const own = vscode.Uri.joinPath(folder, 'own');
  await fs.createDirectory(own);
  const list = createPromptList({ own, vscodes: vscode.Uri.joinPath(folder, 'not there') });
  try {
    await test(own, root, list);
  } finally {
    list.dispose();
    await fs.delete(folder, { recursive: true });
    await fs.delete(vscode.Uri.joinPath(root, '.github'), { recursive: true }).then(
      () => undefined,
      () => undefined,
    );
  }
}

describe('the list of prompts', () => {
  it('has those of all folders, with where they come from', async () => {
    await withPrompts(async (own, root, list) => {
      const write = async (uri: vscode.Uri, path: string, text: string) =>
        fs.writeFile(vscode.Uri.joinPath(uri, path), bytes(text));
      await write(own, 'b.prompt.md', '---\nname: second one\ndescription: "B\\nb"\n---\nB');
      await write(own, 'in/folder/a.PROMPT.md', 'A');
      await write(own, 'no.md', 'No');
      await write(own, 'huge.prompt.md', 'x'.repeat(300_000));
      await write(root, '.github/prompts/mine.prompt.md', 'Mine');
      const found = await list.all();
      assert.deepEqual(
        found.map(({ name, description, place }) => [name, description, place]),
        [
          ['a', '', 'Your prompts'],
          ['second-one', 'B b', 'Your prompts'],
          ['mine', '', '.github/prompts'],
        ],
      );
      const file = await list.read(vscode.Uri.joinPath(own, 'b.prompt.md'));
      assert.equal(file.body, 'B');
      await assert.rejects(list.read(vscode.Uri.joinPath(own, 'huge.prompt.md')), /too large/);
      await assert.rejects(list.read(vscode.Uri.joinPath(own, 'gone.prompt.md')));
    });
  });

  it('follows changes', async () => {
    await withPrompts(async (own, _root, list) => {
      assert.deepEqual(await list.all(), []);
      const file = vscode.Uri.joinPath(own, 'new.prompt.md');
      // A watcher may start late; each change is another chance.
      await until('the new file is listed', async () => {
        await fs.writeFile(file, bytes('New'));
        return (await list.all()).length === 1;
      });
      await until('the deleted file is not listed', async () => {
        await fs.delete(file).then(
          () => undefined,
          () => undefined,
        );
        return (await list.all()).length === 0;
      });
    });
  });

  it('follows links of the user, and none in a workspace', async () => {
    await withPrompts(async (own, root, list) => {
      const target = vscode.Uri.joinPath(own, '..', 'target.prompt.md');
      await fs.writeFile(target, bytes('Target'));
      const prompts = vscode.Uri.joinPath(root, '.github', 'prompts');
      await fs.createDirectory(prompts);
      await symlink(target.fsPath, vscode.Uri.joinPath(own, 'linked.prompt.md').fsPath);
      const link = vscode.Uri.joinPath(prompts, 'linked.prompt.md');
      await symlink(target.fsPath, link.fsPath);
      await symlink(own.fsPath, vscode.Uri.joinPath(prompts, 'folder').fsPath);
      const found = await list.all();
      assert.deepEqual(
        found.map(({ name, place }) => [name, place]),
        [['linked', 'Your prompts']],
      );
      await assert.rejects(list.read(link), /link/);
      const through = vscode.Uri.joinPath(prompts, 'folder', 'linked.prompt.md');
      await assert.rejects(list.read(through), /link/);
    });
  });
});
