import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBytes } from '../../../../src/host/node/fileBytes.ts';

describe('the bytes of a file', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-bytes-'));
  });
  after(async () => rm(folder, { recursive: true }));

  it('are those of the file, wherever they are read', async () => {
    const path = join(folder, 'three-pages');
    const all = Uint8Array.from({ length: 2_500_000 }, (_, index) => (index * 7919) % 251);
    all[2_400_000] = 255;
    await writeFile(path, all);
    const bytes = openBytes(path);
    try {
      assert.equal(bytes.length, all.length);
      for (const at of [0, 1_048_575, 1_048_576, 1_048_575, 2_499_999, 3, 2_500_000, -1]) {
        assert.equal(bytes.at(at), at < 0 ? undefined : all[at], String(at));
      }
      assert.deepEqual(bytes.subarray(1_000_000, 1_100_000), all.subarray(1_000_000, 1_100_000));
      assert.deepEqual(bytes.subarray(2_499_999, 9_000_000), all.subarray(2_499_999));
      assert.equal(bytes.subarray(5, 5).length, 0);
      assert.deepEqual(
        [bytes.indexOf(255, 0), bytes.indexOf(255, 2_400_000), bytes.indexOf(255, 2_400_001)],
        [2_400_000, 2_400_000, -1],
      );
    } finally {
      bytes.close();
    }
  });

  it('end where the file ends that was cut meanwhile', async () => {
    const path = join(folder, 'cut');
    await writeFile(path, 'x'.repeat(3_000_000));
    const bytes = openBytes(path);
    try {
      await truncate(path, 10);
      assert.deepEqual(
        [bytes.at(9), bytes.at(10), bytes.at(2_000_000)],
        [120, undefined, undefined],
      );
      assert.equal(bytes.indexOf(121, 0), -1);
      assert.equal(bytes.subarray(5, 20).length, 5);
    } finally {
      bytes.close();
    }
  });
});
