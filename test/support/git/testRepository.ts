import { appendFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../../launch/command.ts';

/** A Git repository for a test. */
export interface TestRepository {
  readonly folder: string;
  /** Runs Git in the folder, without the settings of the user. Gives what it wrote. Throws if it failed. */
  readonly git: (...parameters: readonly string[]) => Promise<string>;
  /** Writes a file, and its folders. */
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  /** Stages all, and commits it. */
  readonly commit: (message: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The author of its commits. */
export const testAuthor = { name: 'Test Author', email: 'author@example.com' };

const settings = `[user]
\tname = ${testAuthor.name}
\temail = ${testAuthor.email}
[commit]
\tgpgsign = false
`;

/** Makes a repository on the branch `main` in `folder`, or in a new one. Git must be there: see `ensureGit`. */
export async function createTestRepository(folder?: string): Promise<TestRepository> {
  const root = await realpath(folder ?? (await mkdtemp(join(tmpdir(), 'parley-git-'))));
  const repository = testRepositoryIn(root);
  // Without hooks to copy, and its settings in one go: each start of Git takes as long as what it does.
  await repository.git('init', '-q', '-b', 'main', '--template=');
  await appendFile(join(root, '.git', 'config'), settings);
  return repository;
}

/** The repository or worktree that is in a folder. */
export function testRepositoryIn(folder: string): TestRepository {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const git: TestRepository['git'] = async (...parameters) =>
    runCommand('git', parameters, { cwd: folder, env });
  return {
    folder,
    git,
    async write(path, content) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    },
    async commit(message) {
      await git('add', '-A');
      await git('commit', '-q', '--allow-empty', '-m', message);
    },
    remove: async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
