import assert from 'node:assert/strict';
import { readArchive } from '../../../../src/conversation/transfer/archive.ts';
import { createArchiveWriter } from '../../../../src/host/transfer/archiveWriter.ts';
import { createMemoryFiles } from '../../../support/store/memoryFiles.ts';

describe('archiveWriter', () => {
  const entry = (id: string) => JSON.stringify({ id, createdAt: 1, turns: [], notes: {} });
  const newId = () => 'new';

  it('writes what fits into one file, and none before it is finished', async () => {
    const files = createMemoryFiles();
    const writer = createArchiveWriter(files, 'all.json', 1000);
    await writer.add(entry('a'));
    assert.deepEqual([...files.content.keys()], []);
    assert.deepEqual(await writer.finish(), ['all.json']);
    await writer.discard();
    assert.deepEqual([...files.content.keys()], ['all.json']);
  });

  it('writes several files, each an export, over none but the first', async () => {
    const files = createMemoryFiles();
    await files.write('all.json', new Uint8Array());
    await files.write('all 2.json', new Uint8Array());
    const writer = createArchiveWriter(files, 'all.json', 60);
    const ids = ['a', 'b', 'c', 'd'];
    for (const id of ids) {
      await writer.add(entry(id));
      assert.ok((await files.list('')).every(({ name }) => /^all( 2)?\.json$|tmp$/.test(name)));
    }
    const names = await writer.finish();
    await writer.discard();
    assert.deepEqual(names, ['all.json', 'all 3.json', 'all 4.json', 'all 5.json']);
    const read = names.flatMap((name) => {
      const value: unknown = JSON.parse(new TextDecoder().decode(files.content.get(name)));
      const { conversations, problems } = readArchive(value, newId);
      assert.deepEqual(problems, []);
      return conversations.map(({ conversation }) => conversation.id);
    });
    assert.deepEqual(read, ids);
    assert.equal(files.content.get('all 2.json')?.length, 0, 'it is as it was');
    assert.deepEqual(
      [...files.content.keys()].filter((path) => path.endsWith('.tmp')),
      [],
    );
  });

  it('leaves nothing where it is ended or fails', async () => {
    for (const fails of [false, true]) {
      const files = createMemoryFiles();
      const writer = createArchiveWriter(files, 'all.json', 60);
      await writer.add(entry('a'));
      await writer.add(entry('b'));
      await writer.add(entry('c'));
      if (fails) {
        files.beforeChange = (what) => {
          if (what === 'write') {
            throw new Error('The disk is full.');
          }
        };
        await assert.rejects(writer.finish(), /full/);
      }
      await writer.discard();
      assert.deepEqual([...files.content.keys()], []);
    }
  });
});
