import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../launch/command.ts';
import { unpackGit } from '../../launch/git.ts';

/** What the script of Git needs; there is no other Git among them. */
const tools = ['sh', 'dirname'];

describe('Git for tests where none is installed', function () {
  this.timeout(300_000);
  let folder = '';
  before(async function () {
    folder = await mkdtemp(join(tmpdir(), 'parley-own-git-'));
    if ((await runCommand('apt-get', ['--version']).catch(() => '')) === '') {
      this.skip();
    }
    await mkdir(join(folder, 'tools'));
    for (const tool of tools) {
      const path = await runCommand('sh', ['-c', `command -v ${tool}`]);
      await symlink(path.trim(), join(folder, 'tools', tool));
    }
  });
  after(async () => rm(folder, { recursive: true, force: true }));

  /** Unpacks Git into a folder of this name, and commits with nothing else on the PATH. */
  async function commitWith(name: string): Promise<void> {
    const unpacked = join(folder, name);
    const work = join(folder, `${name}-work`);
    await mkdir(unpacked);
    await mkdir(work);
    await unpackGit(unpacked);
    const env = { PATH: `${join(unpacked, 'bin')}:${join(folder, 'tools')}`, HOME: folder };
    const git = async (...parameters: readonly string[]): Promise<string> =>
      runCommand('git', parameters, { cwd: work, env });
    assert.equal((await git('--exec-path')).trim(), join(unpacked, 'usr', 'lib', 'git-core'));
    await git('init', '-q', '-b', 'main');
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    await git(...author, 'commit', '-q', '--allow-empty', '-m', 'First');
    assert.match(await git('log', '--oneline'), / First\n$/);
  }

  it('is that of Debian, unpacked into a folder, and works by itself', async () => {
    await commitWith('git');
  });

  it('is found on a clean system, which has no lists of packages', async () => {
    const configuration = join(folder, 'apt.conf');
    await mkdir(join(folder, 'no-lists'));
    await writeFile(configuration, `Dir::State::Lists "${join(folder, 'no-lists')}";\n`);
    process.env['APT_CONFIG'] = configuration;
    try {
      await assert.rejects(runCommand('apt-get', ['download', '--print-uris', 'git']));
      await commitWith('clean');
    } finally {
      delete process.env['APT_CONFIG'];
    }
  });
});
