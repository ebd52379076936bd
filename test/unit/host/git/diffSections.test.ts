import assert from 'node:assert/strict';
import { chmod, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { diffSections } from '../../../../src/host/git/diff/diffSections.ts';
import { ensureGit } from '../../../launch/git.ts';
import { createTestRepository, type TestRepository } from '../../../support/git/testRepository.ts';

/** Names that Git writes in a special way, or that look like what Git writes. */
const names = [
  'plain.txt',
  'with space.txt',
  'a/b/c.txt',
  'b/a/b.txt',
  'x b/x.txt',
  'ümlaut/日本.txt',
  'quo"te.txt',
  String.raw`back\slash.txt`,
  'tab\there.txt',
  'new\nline.txt',
  'diff --git a/evil b/evil',
  '-dash.txt',
  '\u202Egpj.txt',
];

describe('the files of a patch', () => {
  let repository: TestRepository;
  before(ensureGit);
  beforeEach(async () => (repository = await createTestRepository()));
  afterEach(async () => repository.remove());

  const staged = async (...settings: readonly string[]) => {
    await repository.git('add', '-A');
    return diffSections(await repository.git(...settings, 'diff', '--cached'));
  };
  const pathsOf = (sections: ReturnType<typeof diffSections>) =>
    sections.map(({ path }) => path).toSorted();

  for (const [what, settings] of Object.entries({
    'as Git is installed': [],
    'without prefixes': ['-c', 'diff.noprefix=true'],
    'with prefixes of their own': ['-c', 'diff.mnemonicPrefix=true'],
    'with colours': ['-c', 'color.ui=always'],
    'with plain names': ['-c', 'core.quotePath=false'],
  })) {
    it(`have the right names, ${what}`, async () => {
      for (const name of names) {
        await repository.write(name, 'one\n');
      }
      assert.deepEqual(pathsOf(await staged(...settings)), names.toSorted());
      await repository.commit('first');
      for (const name of names) {
        await repository.write(name, 'one\ntwo\n');
      }
      const changed = await staged(...settings);
      assert.deepEqual(pathsOf(changed), names.toSorted());
      assert.ok(changed.every(({ lines }) => lines?.added === 1 && lines.removed === 0));
      await repository.commit('second');
      for (const name of names) {
        await rm(join(repository.folder, name));
      }
      const deleted = await staged(...settings);
      assert.deepEqual(pathsOf(deleted), names.toSorted());
      assert.ok(deleted.every(({ lines }) => lines?.added === 0 && lines.removed === 2));
    });
  }

  it('are not made of what is in a file', async () => {
    const content = [
      'diff --git a/evil b/evil',
      '--- a/evil',
      '+++ b/evil',
      '@@ -1 +1 @@',
      'Submodule evil 1234567..7654321:',
      'Binary files a/x and b/x differ',
      '',
    ].join('\n');
    await repository.write('real.txt', content);
    const [only, ...others] = await staged();
    assert.deepEqual(others, []);
    assert.equal(only?.path, 'real.txt');
    assert.deepEqual(only.lines, { added: 6, removed: 0 });
    assert.equal(only.notShown, undefined);
  });

  it('are told by their names after a rename, and after a change of the mode', async () => {
    const text = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join('');
    await repository.write('old name.txt', text);
    await repository.write('moved.txt', `${text}more\n`);
    await repository.write('mode.sh', 'echo\n');
    await repository.commit('first');
    await repository.write('new/.keep', '');
    await rename(
      join(repository.folder, 'old name.txt'),
      join(repository.folder, 'new', 'näme.txt'),
    );
    await repository.write('new/moved.txt', `${text}more\nand more\n`);
    await rm(join(repository.folder, 'moved.txt'));
    await chmod(join(repository.folder, 'mode.sh'), 0o755);
    const sections = await staged();
    assert.deepEqual(pathsOf(sections), ['mode.sh', 'new/.keep', 'new/moved.txt', 'new/näme.txt']);
    const moved = sections.find(({ path }) => path === 'new/moved.txt');
    assert.deepEqual(moved?.lines, { added: 1, removed: 0 });
  });

  it('are one line each if their text says nothing', async () => {
    const pointer = (size: number) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize ${size}\n`;
    await repository.write('image.png', Uint8Array.from([0x89, 0, 1, 2]));
    await repository.write('video.mp4', pointer(5));
    await repository.write('web/package-lock.json', '{}\n');
    await repository.write('Cargo.lock', 'x\n');
    await repository.write('not-a-lock.json', '{}\n');
    const first = await staged();
    const kinds = (sections: typeof first) =>
      Object.fromEntries(sections.map(({ path, notShown }) => [path, notShown?.kind]));
    assert.deepEqual(kinds(first), {
      'image.png': 'binary',
      'video.mp4': 'lfs',
      'web/package-lock.json': 'lock',
      'Cargo.lock': 'lock',
      'not-a-lock.json': undefined,
    });
    await repository.commit('first');
    await repository.write('image.png', Uint8Array.from([0x89, 0, 9]));
    await repository.write('video.mp4', pointer(77));
    const second = await staged();
    assert.deepEqual(kinds(second), { 'image.png': 'binary', 'video.mp4': 'lfs' });
    const video = second.find(({ path }) => path === 'video.mp4');
    assert.equal(video?.notShown?.detail, '5..77 bytes');
  });

  it('are the commits of a submodule, in each of the forms that Git has', async () => {
    const inner = await createTestRepository();
    try {
      await inner.write('file.txt', 'one\n');
      await inner.commit('inner one');
      const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.folder];
      await repository.git(...add, 'lib/inner');
      const added = await staged();
      assert.equal(added.find(({ path }) => path === 'lib/inner')?.notShown?.kind, 'submodule');
      await repository.commit('first');
      await repository.git('-C', 'lib/inner', 'config', 'user.email', 'a@example.com');
      await repository.git('-C', 'lib/inner', 'config', 'user.name', 'A');
      await repository.git('-C', 'lib/inner', 'commit', '-q', '--allow-empty', '-m', 'inner two');
      for (const form of ['short', 'log', 'diff']) {
        const [only] = await staged('-c', `diff.submodule=${form}`);
        assert.equal(only?.path, 'lib/inner', form);
        assert.equal(only.notShown?.kind, 'submodule', form);
        assert.match(only.notShown.detail ?? '', /^[\da-f]{7,}\.{2,3}[\da-f]{7,}$/, form);
      }
    } finally {
      await inner.remove();
    }
  });

  it('are symbolic links by what they say, not by what they lead to', async () => {
    await symlink('/etc/passwd', join(repository.folder, 'link'));
    const [only] = await staged();
    assert.equal(only?.path, 'link');
    assert.match(only.text, /new file mode 120000[^]*\+\/etc\/passwd\n/);
  });

  it('are conflicts, too', async () => {
    await repository.write('file.txt', 'base\n');
    await repository.commit('base');
    await repository.git('checkout', '-q', '-b', 'other');
    await repository.write('file.txt', 'theirs\n');
    await repository.commit('theirs');
    await repository.git('checkout', '-q', 'main');
    await repository.write('file.txt', 'ours\n');
    await repository.commit('ours');
    await assert.rejects(repository.git('merge', 'other'));
    const [only, ...others] = diffSections(await repository.git('diff'));
    assert.deepEqual(others, []);
    assert.equal(only?.path, 'file.txt');
    const cached = diffSections(await repository.git('diff', '--cached'));
    assert.deepEqual(
      cached.map(({ path }) => path),
      ['file.txt'],
    );
  });

  it('is all of it, without a name, if another tool compares', () => {
    const [only, ...others] = diffSections('file.txt changed\n2 lines\n');
    assert.deepEqual(others, []);
    assert.equal(only?.text, 'file.txt changed\n2 lines\n');
    assert.deepEqual(diffSections(''), []);
    assert.deepEqual(diffSections('\n'), []);
  });
});
