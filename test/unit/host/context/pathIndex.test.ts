import assert from 'node:assert/strict';
import { PathIndex } from '../../../../src/host/context/files/pathIndex.ts';

function indexOf(paths: readonly string[]): PathIndex {
  const index = new PathIndex();
  paths.forEach((path) => index.add(path));
  return index;
}

const none = new Set<string>();

function found(
  index: PathIndex,
  typed: string,
  open: ReadonlySet<string> = none,
): readonly string[] {
  return index.find(typed, open, 50).map(({ path, isFolder }) => (isFolder ? `${path}/` : path));
}

describe('an index of paths', () => {
  const paths = ['src/parse.ts', 'src/web/parseAll.ts', 'src/web/reparse.ts', 'Pa/x.md', 'a.txt'];

  it('finds by the name, the start of a name first, then open files, then short paths', () => {
    const index = indexOf(paths);
    assert.deepEqual(found(index, 'PA'), [
      'Pa/',
      'src/parse.ts',
      'src/web/parseAll.ts',
      'src/web/reparse.ts',
    ]);
    const open = new Set(['src/web/parseAll.ts']);
    assert.deepEqual(found(index, 'parse', open).slice(0, 2), [
      'src/web/parseAll.ts',
      'src/parse.ts',
    ]);
    assert.deepEqual(found(index, 'src/pa'), [
      'src/parse.ts',
      'src/web/parseAll.ts',
      'src/web/reparse.ts',
    ]);
    assert.deepEqual(found(index, 'eb/re'), ['src/web/reparse.ts']);
    assert.deepEqual(found(index, ''), [
      'a.txt',
      'Pa/x.md',
      'src/parse.ts',
      'src/web/reparse.ts',
      'src/web/parseAll.ts',
    ]);
    assert.deepEqual(found(index, 'nowhere'), []);
  });

  it('follows what is added and removed, folders with all that is in them', () => {
    const index = indexOf(paths);
    assert.deepEqual(found(index, 'new'), []);
    index.add('src/web/new.ts');
    assert.deepEqual(found(index, 'new'), ['src/web/new.ts']);
    index.remove('src/web');
    assert.deepEqual(found(index, ''), ['a.txt', 'Pa/x.md', 'src/parse.ts']);
    assert.deepEqual(found(index, 'web'), [], 'its folder is gone');
    index.remove('src/parse.ts');
    index.remove('src/parse.ts');
    assert.equal(index.size, 2);
  });

  it('leaves out a path that is too long, and a file without a folder has none', () => {
    const index = indexOf([`${'x'.repeat(1000)}/a.ts`, 'a.ts', 'a.ts']);
    assert.equal(index.size, 1);
    assert.deepEqual(found(index, 'a'), ['a.ts']);
  });

  it('gives no more than it is asked for', () => {
    const index = indexOf(Array.from({ length: 1000 }, (_, at) => `${at}.ts`));
    const best = index.find('', none, 50).map(({ path }) => path);
    assert.deepEqual([best.length, best[0], best.at(-1)], [50, '0.ts', '49.ts']);
  });
});
