import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { secretSamples } from '../../support/guard/secretSamples.ts';
import { eventStream, replyStream } from '../../support/service/scripts.ts';
import { createTestRepository } from '../../support/git/testRepository.ts';
import { until } from '../../support/until.ts';
import { agree, generate, messagesOf, paced, reply, withAll } from './generating.ts';
import { answering, type OpenedRepository } from './withRepository.ts';

const token = secretSamples(3).find(({ mask }) => mask === 'GitHub token')?.value ?? '';

/** Stages a file with a token in it. */
async function stageSecret({ write, git }: OpenedRepository): Promise<void> {
  await write('settings.ts', `export const token = '${token}';\n`);
  await git('add', '-A');
}

describe('the message of a commit with a secret', () => {
  const found = 'The message contains: GitHub token';

  it('is generated from masked changes if the user says so', async () => {
    const answers = { ...agree, [found]: 'Mask and Send' };
    await withAll([reply('feat: settings')], answers, async (repository, service, said) => {
      await stageSecret(repository);
      await generate(repository);
      assert.deepEqual(said.lists.length, 1);
      const [, user = ''] = messagesOf(service);
      assert.match(user, /\+export const token = '\[masked: GitHub token \d+\]';/);
      assert.equal(service.requests[0]?.body.includes(token), false);
      assert.equal(repository.opened.inputBox.value, 'feat: settings');
    });
  });

  it('sends it only if the user says so', async () => {
    const answers = { ...agree, [found]: 'Send Anyway' };
    await withAll([reply('feat: settings')], answers, async (repository, service) => {
      await stageSecret(repository);
      await generate(repository);
      assert.equal(service.requests[0]?.body.includes(token), true);
    });
  });

  it('is not generated if the user cancels, and the box stays as it is', async () => {
    await withAll([reply('no')], agree, async (repository, service, said) => {
      await stageSecret(repository);
      await generate(repository);
      assert.equal(said.lists.length, 1);
      assert.equal(service.requests.length, 0);
      assert.equal(repository.opened.inputBox.value, '');
      const { rootUri } = repository.opened;
      await vscode.commands.executeCommand('parley.showRequest', { rootUri });
      await until('it is named in the preview', () =>
        vscode.window.activeTextEditor?.document.getText().includes(found),
      );
    });
  });

  it('is not generated if it is stopped while the user is asked', async () => {
    await withAll([reply('no')], agree, async (repository, service) => {
      await stageSecret(repository);
      const { rootUri } = repository.opened;
      const { showQuickPick } = vscode.window;
      Object.assign(vscode.window, {
        async showQuickPick(rows: readonly vscode.QuickPickItem[]) {
          await vscode.commands.executeCommand('parley.stop', { rootUri });
          return rows.find(({ label }) => label.includes('Send Anyway'));
        },
      });
      try {
        await generate(repository);
      } finally {
        Object.assign(vscode.window, { showQuickPick });
      }
      assert.equal(service.requests.length, 0);
    });
  });
});

describe('the message of a special commit', () => {
  it('of a merge without conflicts replaces the one of Git only if the user says so', async () => {
    await withAll([reply('merge: side')], agree, async (repository, service) => {
      await repository.git('checkout', '-q', '-b', 'side');
      await repository.write('side.ts', 'side\n');
      await repository.commit('side');
      await repository.git('checkout', '-q', 'main');
      await repository.git('merge', '-q', '--no-commit', '--no-ff', 'side');
      const { inputBox } = repository.opened;
      inputBox.value = "Merge branch 'side'";
      await generate(repository);
      assert.equal(service.requests.length, 0);
      assert.equal(inputBox.value, "Merge branch 'side'");
      await answering({ ...agree, 'Replace it?': 'Replace' }, async () => generate(repository));
      assert.equal(inputBox.value, 'merge: side');
      assert.match(messagesOf(service)[1] ?? '', /b\/side\.ts/);
    });
  });

  it('that amends the last one is that of what is staged, and there is none without changes', async () => {
    await withAll([reply('fix: first')], agree, async (repository, service, said) => {
      await generate(repository);
      assert.match(said.words.join(), /There are no changes to commit/);
      await repository.write('src/first.ts', 'export const first = 2;\n');
      await repository.git('add', '-A');
      await generate(repository);
      assert.match(
        messagesOf(service)[1] ?? '',
        /-export const first = 1;\n\+export const first = 2;/,
      );
      await repository.git('commit', '-q', '--amend', '-m', repository.opened.inputBox.value);
      assert.match(await repository.git('log', '--format=%s'), /^fix: first\n$/);
    });
  });

  it('names a submodule, whose files are not read', async () => {
    const inner = await createTestRepository();
    try {
      await inner.write('inside.ts', 'export const inside = 1;\n');
      await inner.commit('inner');
      await withAll([reply('chore: inner')], agree, async (repository, service) => {
        const allowed = ['-c', 'protocol.file.allow=always'];
        await repository.git(...allowed, 'submodule', 'add', '-q', inner.folder, 'lib/inner');
        await generate(repository);
        const [, user = ''] = messagesOf(service);
        assert.match(user, /# lib\/inner: submodule/);
        assert.doesNotMatch(user, /inside/);
      });
    } finally {
      await inner.remove();
    }
  });

  it('says why a reply may not be whole', async () => {
    const damaged = replyStream(['fix: a']).replace(
      'data: [DONE]',
      'data: {"choices\n\ndata: [DONE]',
    );
    const ends = [
      [eventStream(replyStream(['fix: a'], 'MAX_TOKENS')), /cut off at the token limit/],
      [eventStream(replyStream(['fix: a'], 'content_filter')), /The reply ended early\./],
      [eventStream(damaged), /Part of the reply arrived damaged\./],
    ] as const;
    const scripts = ends.map(([script]) => script);
    await withAll(scripts, agree, async (repository, service, said) => {
      await repository.write('a.ts', 'a\n');
      for (const [index, [, words]] of ends.entries()) {
        repository.opened.inputBox.value = '';
        await generate(repository);
        assert.equal(service.requests.length, index + 1);
        assert.equal(repository.opened.inputBox.value, 'fix: a');
        assert.match(said.words.splice(0).join('\n'), words);
      }
    });
  });

  it('keeps what is typed before anything of the reply is there', async () => {
    await withAll([paced('Half', ' whole')], agree, async (repository, service) => {
      await repository.write('a.ts', 'a\n');
      const { inputBox } = repository.opened;
      const generated = generate(repository);
      await until('the service is asked', () => service.requests.length === 1);
      inputBox.value = 'Typed before anything came';
      service.requests[0]?.letGoOn();
      await generated;
      assert.equal(inputBox.value, 'Typed before anything came');
    });
  });
});
