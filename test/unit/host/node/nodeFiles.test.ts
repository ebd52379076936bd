import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedAt, list, move, read, remove, write } from '../../../../src/host/node/nodeFiles.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('files of chats on a disk', () => {
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'parley-files-'))));
  afterEach(async () => rm(folder, { recursive: true }));

  it('can be read by their owner only', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const path = join(folder, 'c', 'turns', 'a.json');
    await write(path, bytes('one'));
    await move(path, join(folder, 'd', 'a.json'));
    const rightsOf = async (one: string): Promise<string> =>
      ((await stat(join(folder, one))).mode & 0o777).toString(8);
    assert.equal(await rightsOf('d/a.json'), '600');
    for (const one of ['c', 'c/turns', 'd']) {
      assert.equal(await rightsOf(one), '700');
    }
  });

  it('are never missing while they are replaced', async () => {
    const path = join(folder, 'a.json');
    await write(path, bytes('0'));
    const replaced = new AbortController();
    const look = async (): Promise<void> => {
      while (!replaced.signal.aborted) {
        assert.match(await readFile(path, 'utf8'), /^\d+$/);
      }
    };
    const looking = look();
    for (let count = 1; count <= 50; count += 1) {
      await write(`${path}.tmp`, bytes(String(count)));
      await move(`${path}.tmp`, path);
    }
    replaced.abort();
    await looking;
    assert.equal(await readFile(path, 'utf8'), '50');
    assert.deepEqual(await list(folder), [{ name: 'a.json', isFolder: false }]);
  });

  it('are in folders that take the place of others, with all they have', async () => {
    await write(join(folder, 'from', 'new.json'), bytes('new'));
    await write(join(folder, 'to', 'old.json'), bytes('old'));
    await move(join(folder, 'from'), join(folder, 'to'));
    assert.deepEqual(await list(join(folder, 'to')), [{ name: 'new.json', isFolder: false }]);
    assert.deepEqual(await list(folder), [{ name: 'to', isFolder: true }]);
  });

  it('are nothing where there are none', async () => {
    const path = join(folder, 'none', 'a.json');
    await remove(path);
    assert.deepEqual(
      [await read(path), await list(path), await changedAt(path)],
      [undefined, [], 0],
    );
    await assert.rejects(move(path, join(folder, 'b')), { code: 'ENOENT' });
  });

  it('are not followed out of their folder when it is deleted', async () => {
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'outside', 'kept'), 'kept');
    await mkdir(join(folder, 'c'));
    await symlink(join(folder, 'outside'), join(folder, 'c', 'link'), 'junction');
    assert.deepEqual(await list(join(folder, 'c')), [{ name: 'link', isFolder: true }]);
    await remove(join(folder, 'c'));
    assert.equal(await readFile(join(folder, 'outside', 'kept'), 'utf8'), 'kept');
  });
});
