import assert from 'node:assert/strict';
import { createChatStore } from '../../../../../src/host/store/chatStore.ts';
import { createStoreCopy } from '../../../../../src/host/store/move/copyStore.ts';
import { isMarkedStore, markStore } from '../../../../../src/host/store/storeFolder.ts';
import { aTurn } from '../../../../support/builders.ts';
import { createMemoryFiles, type MemoryFiles } from '../../../../support/store/memoryFiles.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

async function filled(): Promise<MemoryFiles> {
  const files = createMemoryFiles();
  const store = createChatStore(files);
  for (const id of ['c1', 'c2']) {
    const turns = ['a', 'b'].map((name) =>
      aTurn(`${id}-${name}`, { reply: { status: 'completed' } }),
    );
    await store.saveHead({ id, createdAt: 1, turns, headId: `${id}-b` });
    await Promise.all(turns.map(async (turn) => store.saveTurn(id, turn)));
  }
  await store.remove('c2');
  await files.write('c1/turns/torn.json.5.damaged', bytesOf('{"to'));
  await files.write('index.json', bytesOf('{}'));
  await files.write('.search/1.bin', bytesOf('x'));
  return files;
}

/** Everything of a store by its path; without what is derived, and the temporary file of what is there. */
function content(files: MemoryFiles): Readonly<Record<string, string>> {
  const entries = [...files.content].filter(
    ([path]) =>
      !/^(?:index\.json|parley-store\.json|\.search)/.test(path) &&
      !(path.endsWith('.tmp') && files.content.has(path.replace(/\.[\w-]+\.tmp$/, ''))),
  );
  return Object.fromEntries(entries.map(([path, bytes]) => [path, textOf(bytes)]));
}

const quiet = () => {};

describe('copyStore', () => {
  it('copies every file, what was removed and what is damaged included, and says how many', async () => {
    const [from, to] = [await filled(), createMemoryFiles()];
    const before = content(from);
    const seen: string[] = [];
    const copy = createStoreCopy(from, to);
    assert.equal(await copy((done, count) => seen.push(`${done}/${count}`)), 7);
    assert.equal(seen.at(-1), '7/7');
    assert.deepEqual([content(to), content(from)], [before, before]);
    assert.equal(await copy(quiet), 0, 'nothing is left to copy');
  });

  it('copies again what has changed meanwhile', async () => {
    const [from, to] = [await filled(), createMemoryFiles()];
    const copy = createStoreCopy(from, to);
    await copy(quiet);
    await createChatStore(from).saveTurn('c1', aTurn('late'));
    await createChatStore(from).setLabels('c1', { title: 'Later' });
    assert.equal(await copy(quiet), 2);
    assert.deepEqual(content(to), content(from));
  });

  it('writes over nothing that is there: that is kept under another name', async () => {
    const [from, to] = [await filled(), createMemoryFiles()];
    await to.write('c1/conversation.json', bytesOf('other'));
    await to.write('mine.md', bytesOf('a note'));
    await createStoreCopy(from, to)(quiet);
    assert.equal(textOf(to.content.get('mine.md')), 'a note');
    const kept = [...to.content.keys()].filter((path) => path.endsWith('.replaced'));
    assert.deepEqual(
      kept.map((path) => textOf(to.content.get(path))),
      ['other'],
    );
    assert.equal(
      textOf(to.content.get('c1/conversation.json')),
      content(from)['c1/conversation.json'],
    );
  });

  it('says so where the copy does not hold what was written', async () => {
    const [from, to] = [await filled(), createMemoryFiles()];
    const lossy = { ...to, write: async (path: string) => to.write(path, bytesOf('half')) };
    await assert.rejects(createStoreCopy(from, lossy)(quiet), /was not copied correctly/);
  });

  it('does not write over what was changed later, and keeps both', async () => {
    const [from, to] = [await filled(), createMemoryFiles()];
    const copy = createStoreCopy(from, to);
    await copy(quiet);
    const stale = content(from)['c1/conversation.json'];
    // The copy is in use: the chat is renamed there, and another window still writes to the old folder.
    await createChatStore(to).setLabels('c1', { title: 'In use' });
    const used = content(to)['c1/conversation.json'];
    assert.equal(await copy(quiet), 0);
    assert.equal(content(to)['c1/conversation.json'], used);
    // So it is where the chats are moved there again.
    for (let time = 0; time < 100; time += 1) {
      await createChatStore(to).setLabels('c1', { title: 'In use' });
    }
    assert.equal(await createStoreCopy(from, to)(quiet), 1);
    assert.equal(content(to)['c1/conversation.json'], used);
    const kept = [...to.content.keys()].filter((path) => path.endsWith('.replaced'));
    assert.deepEqual(
      kept.map((path) => textOf(to.content.get(path))),
      [stale],
    );
  });

  it('loses nothing at whichever write or move it is cut short, and is done by the next try', async () => {
    const whole = content(await filled());
    for (let at = 0; ; at += 1) {
      const [from, to] = [await filled(), createMemoryFiles()];
      let left = at;
      Object.assign(to, {
        beforeChange: () => {
          left -= 1;
          if (left < 0) {
            throw new Error('killed');
          }
        },
      });
      Object.assign(from, { beforeChange: () => assert.fail('the old folder is changed') });
      const isDone = await move(from, to).catch(() => false);
      assert.deepEqual(content(from), whole, `cut at ${at}`);
      // Only what is complete is used.
      assert.deepEqual((await isMarkedStore(to)) ? content(to) : whole, whole);
      left = Number.POSITIVE_INFINITY;
      await move(from, to);
      assert.deepEqual(content(to), whole, `after a cut at ${at}`);
      if (isDone) {
        assert.ok(at > 10);
        return;
      }
    }
  });

  async function move(from: MemoryFiles, to: MemoryFiles): Promise<boolean> {
    await createStoreCopy(from, to)(quiet);
    await markStore(to);
    return true;
  }
});
