import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { chunk, json } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { testAuthor, testRepositoryIn } from '../../support/git/testRepository.ts';
import { until } from '../../support/until.ts';
import { agree, generate, messagesOf, paced, reply, withAll } from './generating.ts';
import { answering, closed, opened, withRepository } from './withRepository.ts';

const { executeCommand } = vscode.commands;

describe('the message of a commit', () => {
  it('comes from the staged changes, and from nothing else', async () => {
    await withAll([reply('feat: add ', 'second')], agree, async (repository, service, said) => {
      await repository.write('src/second.ts', 'export const second = 2;\n');
      await repository.git('add', '-A');
      await repository.write('src/first.ts', 'export const notStaged = 1;\n');
      await repository.write('untracked.ts', 'export const untracked = 1;\n');
      await generate(repository);
      assert.equal(repository.opened.inputBox.value, 'feat: add second');
      assert.equal(service.requests.length, 1);
      const [system = '', user = ''] = messagesOf(service);
      assert.match(system, /^Write the Git commit message for the changes that the user sends\./);
      assert.match(user, /Recent commits of the author:\n- feat: first\n/);
      assert.match(user, /\nBranch: main\n/);
      assert.match(user, /\n\nstaged changes:\n\n```diff\ndiff --git a\/src\/second/);
      assert.match(user, /\n\+export const second = 2;\n/);
      assert.doesNotMatch(user, /notStaged|untracked/);
      assert.equal(said.words.length, 1, said.words.join('\n'));
    });
  });

  it('comes from all changes if nothing is staged, new files included', async () => {
    await withAll([reply('all')], agree, async (repository, service) => {
      await repository.write('src/first.ts', 'export const first = 11;\n');
      await repository.write('new.ts', 'export const fresh = 1;\n');
      await repository.write('image.png', Uint8Array.from([1, 0, 2]));
      await generate(repository);
      assert.equal(repository.opened.inputBox.value, 'all');
      const [, user = ''] = messagesOf(service);
      assert.match(user, /\n\nall changes:\n/);
      assert.match(user, /\n\+export const first = 11;\n/);
      assert.match(
        user,
        /new file mode 100644\n--- \/dev\/null\n\+\+\+ b\/new\.ts\n@@ -0,0 \+1,1 @@\n\+export const fresh/,
      );
      assert.match(user, /\n# image\.png: binary file, not shown\n/);
    });
  });

  it('leaves new files out where VS Code would not commit them', async () => {
    const settings = vscode.workspace.getConfiguration('git');
    await settings.update('smartCommitChanges', 'tracked', vscode.ConfigurationTarget.Global);
    try {
      await withAll([reply('all')], agree, async (repository, service, said) => {
        await repository.write('new.ts', 'export const fresh = 1;\n');
        await generate(repository);
        assert.match(said.words.join(), /There are no changes to commit/);
        await repository.write('src/first.ts', 'export const first = 11;\n');
        await generate(repository);
        assert.equal(service.requests.length, 1);
        assert.doesNotMatch(messagesOf(service)[1] ?? '', /fresh/);
      });
    } finally {
      await settings.update('smartCommitChanges', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('goes into the box of the repository that was clicked, never into another one', async () => {
    await withAll([reply('one'), reply('two')], agree, async (first, service, said) => {
      await withRepository(async (second) => {
        await first.write('a.ts', 'a\n');
        await second.write('b.ts', 'b\n');
        await generate(second);
        assert.deepEqual([first.opened.inputBox.value, second.opened.inputBox.value], ['', 'one']);
        await generate(first);
        assert.deepEqual(
          [first.opened.inputBox.value, second.opened.inputBox.value],
          ['two', 'one'],
        );
        assert.match(messagesOf(service, 0)[1] ?? '', /b\/b\.ts/);
        assert.doesNotMatch(messagesOf(service, 0)[1] ?? '', /b\/a\.ts/);
        // From the palette, VS Code passes nothing: the user is asked, and cancels.
        await executeCommand('parley.generateCommitMessage');
        assert.equal(said.lists.at(-1)?.length, 2);
        assert.equal(service.requests.length, 2);
      });
    });
  });

  it('is that of a worktree, which has a root of its own', async () => {
    await withAll([reply('in the worktree')], agree, async (repository, service) => {
      const parent = await realpath(await mkdtemp(join(tmpdir(), 'parley-worktree-')));
      const folder = join(parent, 'tree');
      await repository.git('worktree', 'add', '-q', '-b', 'side', folder);
      const worktree = { ...testRepositoryIn(folder), opened: await opened(folder) };
      try {
        await repository.write('main.ts', 'main\n');
        await worktree.write('side.ts', 'side\n');
        await generate(worktree);
        assert.equal(worktree.opened.inputBox.value, 'in the worktree');
        assert.equal(repository.opened.inputBox.value, '');
        const [, user = ''] = messagesOf(service);
        assert.match(user, /\nBranch: side\n[^]*b\/side\.ts/);
        assert.doesNotMatch(user, /main\.ts/);
      } finally {
        await closed(folder);
        await rm(parent, { recursive: true, force: true });
      }
    });
  });

  it('is refused during conflicts and rebases, and without changes', async () => {
    await withAll([reply('no')], agree, async (repository, service, said) => {
      await generate(repository);
      assert.match(said.words.join(), /There are no changes to commit/);
      await repository.git('checkout', '-q', '-b', 'side');
      await repository.write('src/first.ts', 'side\n');
      await repository.commit('side');
      await repository.git('checkout', '-q', 'main');
      await repository.write('src/first.ts', 'main\n');
      await repository.commit('main');
      await assert.rejects(repository.git('merge', 'side'));
      await generate(repository);
      assert.match(said.words.at(-1) ?? '', /There are merge conflicts/);
      await repository.git('merge', '--abort');
      await assert.rejects(repository.git('rebase', 'side'));
      await repository.write('src/first.ts', 'both\n');
      await repository.git('add', '-A');
      await generate(repository);
      assert.match(said.words.at(-1) ?? '', /A rebase is in progress/);
      assert.equal(service.requests.length, 0);
    });
  });

  it('replaces text in the box only if the user says so, and brings it back', async () => {
    const scripts = [reply('generated'), reply('again')];
    await withAll(scripts, agree, async (repository, service, said) => {
      await repository.write('a.ts', 'a\n');
      const { inputBox } = repository.opened;
      inputBox.value = 'Merge branch side';
      await generate(repository);
      assert.equal(inputBox.value, 'Merge branch side');
      assert.match(said.words.at(-1) ?? '', /already has text\. Replace it\?/);
      assert.equal(service.requests.length, 0);
      await answering({ ...agree, 'Replace it?': 'Replace' }, async () => generate(repository));
      assert.equal(inputBox.value, 'generated');
      const before = said.words.length;
      // The text that was generated is replaced by another one without a question.
      await generate(repository);
      assert.equal(inputBox.value, 'again');
      assert.equal(said.words.length, before);
      const { rootUri } = repository.opened;
      await executeCommand('parley.restoreCommitMessage', { rootUri });
      assert.equal(inputBox.value, 'Merge branch side');
      await executeCommand('parley.restoreCommitMessage', { rootUri });
      assert.equal(inputBox.value, 'again');
    });
  });

  it('is offered if the user has typed meanwhile, and what they typed stays', async () => {
    const answers = { ...agree, 'was kept': 'Insert' };
    await withAll([paced('Half', ' whole')], answers, async (repository, service, said) => {
      await repository.write('a.ts', 'a\n');
      const { inputBox, rootUri } = repository.opened;
      const generated = generate(repository);
      await until('the message is shown while it comes', () => inputBox.value === 'Half');
      let inserted = '';
      await answering(agree, async ({ words }) => {
        inputBox.value = 'My own words';
        service.requests[0]?.letGoOn();
        await generated;
        inserted = inputBox.value;
        assert.match(words.join(), /was kept\. The generated message was not inserted/);
      });
      assert.equal(inserted, 'My own words');
      assert.equal(said.words.length, 1);
      await executeCommand('parley.restoreCommitMessage', { rootUri });
      assert.equal(inputBox.value, 'My own words', 'nothing was replaced');
    });
  });

  it('can be inserted when it is offered, and what was typed comes back', async () => {
    const answers = { ...agree, 'was kept': 'Insert' };
    await withAll([paced('Half', ' whole')], answers, async (repository, service) => {
      await repository.write('a.ts', 'a\n');
      const { inputBox, rootUri } = repository.opened;
      const generated = generate(repository);
      await until('the message is shown while it comes', () => inputBox.value === 'Half');
      inputBox.value = 'My own words';
      service.requests[0]?.letGoOn();
      await generated;
      await until('it is inserted', () => inputBox.value === 'Half whole');
      await executeCommand('parley.restoreCommitMessage', { rootUri });
      assert.equal(inputBox.value, 'My own words');
    });
  });

  it('is offered if other changes are staged meanwhile', async () => {
    const answers = { ...agree, 'no longer those': 'Copy' };
    await withAll([paced('Half', ' whole')], answers, async (repository, service, said) => {
      await repository.write('a.ts', 'a\n');
      await repository.git('add', '-A');
      const { inputBox } = repository.opened;
      const generated = generate(repository);
      await until('the message is shown while it comes', () => inputBox.value === 'Half');
      await repository.write('a.ts', 'b\n');
      await repository.git('add', '-A');
      service.requests[0]?.letGoOn();
      await generated;
      assert.equal(inputBox.value, '');
      assert.match(said.words.at(-1) ?? '', /The changes are no longer those/);
      await until(
        'it is copied',
        async () => (await vscode.env.clipboard.readText()) === 'Half whole',
      );
    });
  });

  it('stays as far as it came when it is stopped', async () => {
    await withAll([paced('Half')], agree, async (repository, service, said) => {
      await repository.write('a.ts', 'a\n');
      const { inputBox, rootUri } = repository.opened;
      const generated = generate(repository);
      await until('the message is shown while it comes', () => inputBox.value === 'Half');
      await executeCommand('parley.stop', { rootUri });
      await generated;
      await service.requests[0]?.closed;
      assert.equal(inputBox.value, 'Half');
      assert.equal(said.words.length, 1);
    });
  });

  const failures: Readonly<Record<string, readonly [Script, RegExp]>> = {
    'a key that is refused': [
      json({ error: { message: 'Bad key.', code: 'invalid_api_key' } }, 401),
      /key/i,
    ],
    'a service that fails': [json({ error: { message: 'Out of order.' } }, 500), /Out of order/],
    'a connection that ends': [
      async (answer) => {
        await answer.head(200, { 'content-type': 'text/event-stream' });
        await answer.send(`data: ${chunk({ content: 'Half' })}\n\n`);
        answer.hangUp();
      },
      /No commit message was generated\. ./,
    ],
    'an empty reply': [reply(), /The model returned no text/],
  };
  for (const [what, [script, words]] of Object.entries(failures)) {
    it(`leaves the box as it was, and says why: ${what}`, async () => {
      const answers = { ...agree, 'Replace it?': 'Replace' };
      await withAll([script], answers, async (repository, _service, said) => {
        await repository.write('a.ts', 'a\n');
        repository.opened.inputBox.value = 'Mine';
        await generate(repository);
        assert.equal(repository.opened.inputBox.value, 'Mine');
        assert.match(said.words.at(-1) ?? '', /^No commit message was generated/);
        assert.match(said.words.at(-1) ?? '', words);
      });
    });
  }

  it('is made of the beginning of changes that are too long, which is said', async () => {
    await withAll([reply('long')], agree, async (repository, service, said) => {
      await repository.write('large.ts', 'export const line = 1;\n'.repeat(10_000));
      await repository.write('package-lock.json', '"line",\n'.repeat(10_000));
      await repository.write('small.ts', 'export const small = 1;\n');
      await repository.git('add', '-A');
      await generate(repository);
      assert.match(
        said.words.at(-1) ?? '',
        /too long to be sent completely\. Files sent in part: 1\./,
      );
      const [, user = ''] = messagesOf(service);
      assert.ok(user.length < 65_000, String(user.length));
      assert.match(user, /# … \d+ more lines of this file are not shown/);
      assert.match(user, /# package-lock\.json: lock file, not shown, \+10000 -0/);
      assert.match(user, /\+export const small = 1;/);
      assert.equal(repository.opened.inputBox.value, 'long');
    });
  });

  it('is asked for once for each connection, and sends nothing before', async () => {
    await withAll([reply('one')], {}, async (repository, service, said) => {
      await repository.write('a.ts', 'a\n');
      await generate(repository);
      assert.match(
        said.words.at(-1) ?? '',
        /Generate commit messages with m1\?.*sends the staged changes to Scripted/,
      );
      assert.equal(service.requests.length, 0);
      await answering({ 'Generate commit messages': 'Preview Request' }, async () =>
        generate(repository),
      );
      await until('the request is shown', () => {
        const { document } = vscode.window.activeTextEditor ?? {};
        return (
          document?.uri.scheme === 'parley-request' &&
          /Write the Git commit message[^]*b\/a\.ts/.test(document.getText())
        );
      });
      assert.equal(service.requests.length, 0);
      await answering(agree, async () => generate(repository));
      assert.equal(service.requests.length, 1);
      const before = said.words.length;
      await generate(repository);
      assert.equal(said.words.length, before);
      assert.equal(service.requests.length, 2);
    });
  });

  it('has the instructions of the user, and a preview of its own', async () => {
    const settings = vscode.workspace.getConfiguration('parley');
    const { Global, Workspace } = vscode.ConfigurationTarget;
    await settings.update('commitMessage.instructions', 'Write in German.', Global);
    await settings.update('commitMessage.instructions', 'Send all files.', Workspace).then(
      () => assert.fail('a workspace may set no instructions'),
      () => {},
    );
    try {
      await withAll([reply('eins')], agree, async (repository, service) => {
        await repository.write('a.ts', 'a\n');
        const { rootUri } = repository.opened;
        await executeCommand('parley.showRequest', { rootUri });
        await until('the request is shown', () =>
          /Instructions of the user:\s+Write in German\.\n/.test(
            vscode.window.activeTextEditor?.document.getText() ?? '',
          ),
        );
        assert.equal(service.requests.length, 0);
        await generate(repository);
        assert.match(messagesOf(service)[0] ?? '', /\nWrite in German\.$/);
      });
    } finally {
      await settings.update('commitMessage.instructions', undefined, Global);
    }
  });

  it('follows the commits of the user, who is told by the settings of Git', async () => {
    await withAll([reply('one')], agree, async (repository, service) => {
      const other = ['-c', 'user.name=Other', '-c', 'user.email=other@example.com'];
      await repository.git(...other, 'commit', '-q', '--allow-empty', '-m', 'By another one');
      await repository.write('a.ts', 'a\n');
      await generate(repository);
      const [, user = ''] = messagesOf(service);
      assert.match(
        user,
        /Recent commits of the author:\n- feat: first\n\nRecent commits of others:\n- By another one\n/,
      );
      assert.doesNotMatch(user, new RegExp(testAuthor.email));
    });
  });

  it('is possible before the first commit', async () => {
    await withAll([reply('Initial')], agree, async (repository, service) => {
      await repository.git('update-ref', '-d', 'HEAD');
      await generate(repository);
      assert.equal(repository.opened.inputBox.value, 'Initial');
      assert.match(messagesOf(service)[1] ?? '', /b\/src\/first\.ts/);
    });
  });
});
