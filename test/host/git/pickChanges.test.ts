import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { changesSource, pickChanges } from '../../../src/host/git/changesSource.ts';
import { answering, type OpenedRepository, withRepository } from './withRepository.ts';

/** Attaches changes as a user does who chooses these rows. */
async function pick(rows: Readonly<Record<string, string>>) {
  let picked: Awaited<ReturnType<typeof pickChanges>>;
  await answering({ ...rows }, async () => {
    picked = await pickChanges(new vscode.CancellationTokenSource().token);
  });
  return picked;
}

const rows = 'Choose what to add';

describe('changes as context', () => {
  const staged = async (repository: OpenedRepository) => {
    await repository.write('src/first.ts', 'export const first = 2;\n');
    await repository.git('add', '-A');
    await repository.opened.status();
  };

  it('are those that are staged, renewed until they are sent', async () => {
    await withRepository(async (repository) => {
      await staged(repository);
      const { items = [], problems = [] } = (await pick({ [rows]: 'Staged Changes' })) ?? {};
      const [{ item, renew } = assert.fail()] = items;
      assert.deepEqual(problems, []);
      assert.deepEqual(
        { ...item, text: '' },
        {
          kind: 'diff',
          path: 'staged changes',
          languageId: 'diff',
          startLine: 1,
          endLine: 7,
          text: '',
        },
      );
      assert.match(
        item.text,
        /^diff --git[^]*-export const first = 1;\n\+export const first = 2;\n$/,
      );
      await repository.write('src/first.ts', 'export const first = 3;\n');
      assert.equal((await renew?.())?.text, item.text, 'not staged yet');
      await repository.git('add', '-A');
      assert.match((await renew?.())?.text ?? '', /\+export const first = 3;/);
      await repository.git('reset', '-q', '--hard');
      assert.equal(await renew?.(), undefined, 'it is gone');
    });
  });

  it('are those that are not staged, with new files, and without what links lead to', async () => {
    await withRepository(async (repository) => {
      await staged(repository);
      await repository.write('src/first.ts', 'export const first = 3;\n');
      await repository.write('new\n# file.ts', 'export const fresh = 1;\n');
      await symlink('/etc/passwd', join(repository.folder, 'link'));
      await repository.opened.status();
      const { items = [] } = (await pick({ [rows]: 'Not Staged' })) ?? {};
      const [{ item } = assert.fail()] = items;
      assert.equal(item.path, 'changes that are not staged');
      assert.match(item.text, /-export const first = 2;\n\+export const first = 3;\n/);
      assert.match(
        item.text,
        /\+\+\+ "b\/new\\n# file\.ts"\n@@ -0,0 \+1,1 @@\n\+export const fresh = 1;\n/,
      );
      assert.match(item.text, /^# link: link or folder, not shown$/m);
      assert.doesNotMatch(item.text, /root:/);
    });
  });

  it('are those of a commit, the first one too, which never change', async () => {
    await withRepository(async (repository) => {
      await repository.write('src/second.ts', 'export const second = 2;\n');
      await repository.commit('Add second\n\nWith a body.');
      await repository.opened.status();
      for (const [row, added] of [
        ['Add second', '+export const second = 2;'],
        ['feat: first', '+export const first = 1;'],
      ] as const) {
        const { items = [] } = (await pick({ [rows]: 'A Commit', 'Choose a commit': row })) ?? {};
        const [{ item, renew } = assert.fail()] = items;
        assert.match(item.path, new RegExp(`^commit [0-9a-f]{7} ${row}$`));
        assert.ok(item.text.includes(added));
        assert.equal(item.text.split('diff --git').length, 2);
        assert.equal(renew, undefined);
      }
    });
  });

  it('are those since a branch, from where both have a common commit', async () => {
    await withRepository(async (repository) => {
      await repository.git('checkout', '-q', '-b', 'side');
      await repository.write('side.ts', 'export const side = 1;\n');
      await repository.commit('side');
      await repository.git('checkout', '-q', 'main');
      await repository.write('main.ts', 'export const main = 1;\n');
      await repository.commit('main');
      await repository.git('checkout', '-q', 'side');
      await repository.write('src/first.ts', 'export const first = 2;\n');
      await repository.opened.status();
      const { items = [] } = (await pick({ [rows]: 'Since', 'Choose the branch': 'main' })) ?? {};
      const [{ item } = assert.fail()] = items;
      assert.equal(item.path, 'changes since main');
      assert.match(item.text, /\+export const side = 1;/);
      assert.match(item.text, /\+export const first = 2;/);
      assert.doesNotMatch(item.text, /main\.ts/);
    });
  });

  it('have the name of their repository if there are several', async () => {
    await withRepository(async (repository) =>
      withRepository(async (other) => {
        await staged(repository);
        await staged(other);
        const name = other.folder.slice(other.folder.lastIndexOf('/') + 1);
        const chosen = { 'Choose a repository': name, [rows]: 'Staged Changes' };
        const { items = [] } = (await pick(chosen)) ?? {};
        assert.equal(items[0]?.item.path, `staged changes in ${name}`);
      }),
    );
  });

  it('are as much as the user wants if they are large, and as they chose when they are renewed', async () => {
    await withRepository(async (repository) => {
      for (let index = 0; index < 8; index += 1) {
        await repository.write(`large${index}.txt`, `${'line of text '.repeat(6)}\n`.repeat(1000));
      }
      await repository.write('small.txt', 'small\n');
      await repository.git('add', '-A');
      await repository.opened.status();
      const chosen = { [rows]: 'Staged Changes' };
      assert.equal(await pick(chosen), undefined, 'cancelled');
      for (const [button, least, most] of [
        ['Add Shortened', 79_000, 82_000],
        ['Add as Much as Possible', 399_000, 402_000],
      ] as const) {
        const { items = [] } = (await pick({ ...chosen, 'This is large': button })) ?? {};
        const [{ item, renew, isConfirmed } = assert.fail()] = items;
        assert.equal(isConfirmed, true);
        assert.ok(item.text.length > least && item.text.length < most, String(item.text.length));
        assert.match(item.text, /\+small\n/);
        assert.equal((await renew?.())?.text, item.text);
      }
      await answering({ [rows]: 'Staged Changes' }, async ({ words }) => {
        await pickChanges(new vscode.CancellationTokenSource().token);
        assert.match(
          words.join(),
          /Shortened: about [\d,]+ tokens\. Only the beginning of large changes: large0\.txt, .*, …\.\s+As much as possible: about/,
        );
      });
    });
  });

  it('are none if the user cancels, and a sentence if there are none', async () => {
    await withRepository(async (repository) => {
      assert.equal(await pick({}), undefined);
      await repository.git('commit', '--quiet', '--allow-empty', '--message', 'Nothing');
      await repository.opened.status();
      const none = await pick({ [rows]: 'A Commit', 'Choose a commit': 'Nothing' });
      assert.deepEqual(none, { items: [], problems: ['There are no such changes.'] });
    });
  });

  it('are offered where a repository is open', async () => {
    assert.equal(changesSource.isOffered(), false);
    await withRepository(async () => assert.equal(changesSource.isOffered(), true));
    assert.equal(changesSource.label(), 'Changes…');
  });
});
