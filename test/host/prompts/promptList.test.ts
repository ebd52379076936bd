import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import process from 'node:process';
import * as vscode from 'vscode';
import { promptFolders } from '../../../src/host/prompts/promptFolders.ts';
import { createPromptList } from '../../../src/host/prompts/promptList.ts';
import { runCommand } from '../../launch/command.ts';
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
          ['a', '', 'Your prompts/in/folder'],
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

  it('has one with a byte order mark and line ends of Windows', async () => {
    await withPrompts(async (_own, root, list) => {
      const uri = vscode.Uri.joinPath(root, '.github/prompts/plan.prompt.md');
      const text = "---\r\nmode: 'agent'\r\ndescription: 'Plans it'\r\n---\r\nPlan ${file}.\r\n";
      await fs.writeFile(uri, bytes(`\uFEFF${text}`));
      const [found] = await list.all();
      assert.deepEqual([found?.name, found?.description], ['plan', 'Plans it']);
      assert.equal((await list.read(uri)).body, 'Plan ${file}.\r\n');
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

  it('has none of a folder in a workspace that is a link, or behind one', async () => {
    await withPrompts(async (own, root, list) => {
      const outside = vscode.Uri.joinPath(own, '..', 'outside');
      const github = vscode.Uri.joinPath(root, '.github');
      await fs.createDirectory(vscode.Uri.joinPath(outside, 'prompts'));
      await fs.writeFile(vscode.Uri.joinPath(outside, 'prompts/secret.prompt.md'), bytes('Secret'));
      const folders = async () =>
        (await promptFolders({ own, vscodes: own })).map(({ label }) => label);
      assert.deepEqual(await folders(), ['Your prompts', '.github/prompts']);
      const links = [
        [outside, github],
        [vscode.Uri.joinPath(outside, 'prompts'), vscode.Uri.joinPath(github, 'prompts')],
        [vscode.Uri.joinPath(outside, 'missing'), vscode.Uri.joinPath(github, 'prompts')],
      ] as const;
      for (const [target, link] of links) {
        await fs.createDirectory(vscode.Uri.joinPath(link, '..'));
        await symlink(target.fsPath, link.fsPath);
        const secret = vscode.Uri.joinPath(github, 'prompts/secret.prompt.md');
        assert.deepEqual(await folders(), ['Your prompts'], link.path);
        await assert.rejects(list.read(secret));
        await rm(link.fsPath);
      }
      assert.deepEqual(await list.all(), []);
    });
  });

  it('reads neither pipes nor devices, which would never end', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await withPrompts(async (own, root, list) => {
      const prompts = vscode.Uri.joinPath(root, '.github', 'prompts');
      await fs.createDirectory(prompts);
      await fs.writeFile(vscode.Uri.joinPath(prompts, 'good.prompt.md'), bytes('Good'));
      const pipe = vscode.Uri.joinPath(prompts, 'pipe.prompt.md');
      await runCommand('mkfifo', [pipe.fsPath]);
      // More of them than threads that read: if they were read, nothing else could be.
      for (const name of ['one', 'two', 'three', 'four', 'five']) {
        const link = vscode.Uri.joinPath(own, `${name}.prompt.md`);
        await symlink(name === 'one' ? '/dev/zero' : pipe.fsPath, link.fsPath);
        await assert.rejects(list.read(link), /is not a file/);
      }
      await assert.rejects(list.read(pipe), /is not a file/);
      assert.deepEqual(
        (await list.all()).map(({ name }) => name),
        ['good'],
      );
    });
  });

  it('has the first 300 of 10,000, and no hostile name as it is', async () => {
    await withPrompts(async (_own, root, list) => {
      const prompts = vscode.Uri.joinPath(root, '.github', 'prompts');
      await fs.createDirectory(prompts);
      const ending = '.prompt.md';
      const longest = `0${'ü'.repeat((255 - 1 - ending.length) / 2)}`;
      const hostile = ['0\u202egnp\u0007\n$(alert)', longest, '0[x](command:y)'];
      const names = Array.from({ length: 10_000 }, (_, index) => `${index + 10_000}`);
      await Promise.all(
        [...hostile, ...names].map(async (name) =>
          writeFile(vscode.Uri.joinPath(prompts, `${name}${ending}`).fsPath, 'Say ${selection}'),
        ),
      );
      const found = await list.all();
      assert.equal(found.length, 300);
      assert.deepEqual(found, await list.recent());
      for (const { name } of found) {
        assert.match(name, /^[\p{L}\p{N}:-]{1,100}$/u);
      }
      assert.deepEqual(
        [...new Set(found.map(({ place }) => place))],
        ['.github/prompts'],
        'all are of the workspace',
      );
    });
  });

  it('is not held up by hostile front matter and files of 10 MB', async () => {
    await withPrompts(async (_own, root, list) => {
      const prompts = vscode.Uri.joinPath(root, '.github', 'prompts');
      await fs.createDirectory(prompts);
      for (let index = 0; index < 300; index += 1) {
        const file = vscode.Uri.joinPath(prompts, `${index}.prompt.md`);
        const matter = `description: Told\nx: [${'[],'.repeat(190)}]`;
        await writeFile(file.fsPath, `---\n${matter}\n---\nBody`);
      }
      for (let index = 0; index < 5; index += 1) {
        const file = vscode.Uri.joinPath(prompts, `large${index}.prompt.md`);
        await writeFile(file.fsPath, Buffer.alloc(10 * 1024 * 1024, '{'));
      }
      const found = await list.all();
      assert.ok(found.length > 250 && found.every(({ name }) => !name.startsWith('large')));
      // Parsing takes time, and is done for some of them only.
      const parsed = found.filter(({ description }) => description === 'Told').length;
      assert.ok(parsed > 10 && parsed < 20, `${parsed} are parsed`);
    });
  });

  it('names those about the selection', async () => {
    await withPrompts(async (own, _root, list) => {
      const write = async (name: string, text: string) =>
        fs.writeFile(vscode.Uri.joinPath(own, `${name}.prompt.md`), bytes(text));
      await write('a', 'Say ${selection}');
      await write('b', 'Say ${file}');
      await write('c', 'Say ${selectedText}');
      assert.deepEqual(
        (await list.all()).map(({ name, isAboutSelection }) => [name, isAboutSelection]),
        [
          ['a', true],
          ['b', false],
          ['c', true],
        ],
      );
    });
  });
});
