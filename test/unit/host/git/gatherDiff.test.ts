import assert from 'node:assert/strict';
import {
  type DiffSource,
  gatherDiff,
  type NewFile,
} from '../../../../src/host/git/diff/gatherDiff.ts';

/** The patch of a file with so many lines more. */
function patch(path: string, lines = 1): string {
  return `diff --git a/${path} b/${path}\nindex 1111111..2222222 100644\n--- a/${path}\n+++ b/${path}\n@@ -1 +1,${lines} @@\n${'+line\n'.repeat(lines)}`;
}

/** A source whose files have these sizes; it counts what is asked of it. */
function source(
  sizes: Readonly<Record<string, number | undefined>>,
  more: Partial<DiffSource> = {},
) {
  const asked = { whole: 0, one: [] as string[], size: 0, most: 0 };
  let running = 0;
  const files = Object.keys(sizes);
  const from: DiffSource = {
    files,
    newFiles: [],
    async whole() {
      asked.whole += 1;
      return files.map((path) => patch(path)).join('');
    },
    async one(path) {
      asked.one.push(path);
      running += 1;
      asked.most = Math.max(asked.most, running);
      await Promise.resolve();
      running -= 1;
      return patch(path, 100);
    },
    async size(path) {
      asked.size += 1;
      return sizes[path];
    },
    readNew: async () => ({ kind: 'text', text: '' }),
    ...more,
  };
  return { asked, from };
}

const megabyte = 1024 * 1024;

describe('changes of a repository', () => {
  it('are read at once if the files are small', async () => {
    const { asked, from } = source({ 'a.ts': 10, 'gone.ts': undefined, 'b.ts': 5 * megabyte });
    const { sections } = await gatherDiff(from, 1000);
    assert.deepEqual(
      sections.map(({ path }) => path),
      ['a.ts', 'gone.ts', 'b.ts'],
    );
    assert.deepEqual(asked, { whole: 1, one: [], size: 3, most: 0 });
  });

  it('are read one by one if the files are large, without those that are too large', async () => {
    const { asked, from } = source({
      'a.ts': 10,
      'dump.sql': 100 * megabyte,
      'yarn.lock': 10,
      'b.ts': 20,
      'gone.ts': undefined,
    });
    const { sections } = await gatherDiff(from, 100_000);
    assert.equal(asked.whole, 0);
    assert.deepEqual(asked.one.toSorted(), ['a.ts', 'b.ts', 'gone.ts']);
    assert.deepEqual(
      sections.map(({ path, notShown }) => [path, notShown?.kind]),
      [
        ['a.ts', undefined],
        ['dump.sql', 'largeFile'],
        ['yarn.lock', 'lock'],
        ['b.ts', undefined],
        ['gone.ts', undefined],
      ],
    );
  });

  it('are read until there is enough, of any number of files', async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => [`src/${index}.ts`, 10] as const);
    const { asked, from } = source(Object.fromEntries(names));
    const { sections } = await gatherDiff(from, 20_000);
    assert.equal(sections.length, 50_000);
    assert.ok(asked.one.length < 60, String(asked.one.length));
    assert.ok(asked.size <= asked.one.length, String(asked.size));
    assert.ok(asked.most <= 16, String(asked.most));
    assert.equal(sections.at(-1)?.notShown?.kind, 'tooMuch');
  });

  it('include new files as patches that Git would write', async () => {
    const newFiles: Readonly<Record<string, NewFile>> = {
      'new.txt': { kind: 'text', text: 'one\ntwo\n' },
      'no end.txt': { kind: 'text', text: 'one' },
      'empty.txt': { kind: 'text', text: '' },
      'a\nb.txt': { kind: 'text', text: 'x\n' },
      link: { kind: 'link' },
      'movie.mov': { kind: 'binary' },
      'huge.log': { kind: 'largeFile' },
    };
    const { from } = source(
      {},
      {
        newFiles: [...Object.keys(newFiles), 'unreadable.txt'],
        async readNew(path) {
          const file = newFiles[path];
          if (file === undefined) {
            throw new Error('EACCES');
          }
          return file;
        },
      },
    );
    const { sections } = await gatherDiff(from, 10_000);
    assert.equal(
      sections[0]?.text,
      'diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
    );
    assert.match(
      sections[1]?.text ?? '',
      /@@ -0,0 \+1,1 @@\n\+one\n\\ No newline at end of file\n$/,
    );
    assert.equal(sections[2]?.text, 'diff --git a/empty.txt b/empty.txt\nnew file mode 100644\n');
    assert.match(sections[3]?.text ?? '', /^diff --git "a\/a\\nb\.txt" "b\/a\\nb\.txt"\n/);
    assert.deepEqual(
      sections.slice(4).map(({ path, notShown }) => [path, notShown?.kind]),
      [
        ['link', 'link'],
        ['movie.mov', 'binary'],
        ['huge.log', 'largeFile'],
        ['unreadable.txt', 'unreadable'],
      ],
    );
  });

  it('are known to be others when a hash, a size or a file differs', async () => {
    const signature = async (text: string, newFiles: readonly string[] = []) =>
      (await gatherDiff({ ...source({}).from, whole: async () => text, newFiles }, 1000)).signature;
    const before = await signature(patch('a.ts'));
    assert.equal(await signature(patch('a.ts')), before);
    assert.notEqual(await signature(patch('a.ts').replace('2222222', '3333333')), before);
    assert.notEqual(await signature(patch('a.ts', 2)), before);
    assert.notEqual(await signature(patch('a.ts') + patch('b.ts')), before);
    assert.notEqual(await signature(patch('a.ts'), ['new.txt']), before);
  });

  it('stop being read when they are no longer wanted', async () => {
    const { asked, from } = source({ 'a.ts': 100 * megabyte, 'b.ts': 10 });
    await assert.rejects(gatherDiff(from, 1000, AbortSignal.abort()), { name: 'AbortError' });
    assert.deepEqual([asked.whole, asked.one], [0, []]);
  });
});
