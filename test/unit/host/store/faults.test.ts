import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import {
  addConversation,
  type ChatStore,
  createChatStore,
} from '../../../../src/host/store/chatStore.ts';
import { aTurn } from '../../../support/builders.ts';
import { createMemoryFiles, type MemoryFiles } from '../../../support/store/memoryFiles.ts';

const ended = { status: 'completed', text: 'whole' } as const;
const turns = [aTurn('a', { reply: ended }), aTurn('b', { parentId: 'a', reply: ended })];
const conversation = { id: 'c', createdAt: 1, turns, headId: 'b', systemPrompt: 'Be brief.' };
const archived = { conversation, labels: { title: 'Named', tags: ['x'] } };

/** Why a disk refuses; a full one keeps half of what is written, and renames and deletes. */
const kinds = ['ENOSPC: no space left', 'EROFS: read-only file system', 'EBUSY: locked'] as const;

/** Everything that writes to the store; what was there before has to be there whatever becomes of it. */
const operations: Readonly<Record<string, (store: ChatStore) => Promise<void>>> = {
  'a new turn': async (store) => store.saveTurn('c', aTurn('d', { reply: ended })),
  'a turn that goes on': async (store) => store.saveTurn('c', aTurn('r', { reply: ended })),
  'the head': async (store) => store.saveHead({ ...conversation, systemPrompt: 'Be long.' }),
  'the labels': async (store) => store.setLabels('c', { title: 'Other' }),
  'another conversation': async (store) => addConversation(store, 'other', archived),
  deletion: async (store) => store.remove('c'),
  'bringing back': async (store) => store.restore('gone'),
  'bringing back beside what is new': async (store) => store.restore('again'),
};

/** A store with a conversation, one that was deleted, and one that was deleted and gone on with. */
async function filled(): Promise<MemoryFiles> {
  const files = createMemoryFiles();
  const store = createChatStore(files);
  await addConversation(store, 'c', archived);
  await store.saveTurn('c', aTurn('r', { reply: { text: 'so far' } }));
  for (const id of ['gone', 'again']) {
    await addConversation(store, id, archived);
    await store.remove(id);
  }
  await store.saveTurn('again', aTurn('later', { reply: ended }));
  return files;
}

/** Lets every change from the one with the number `first` fail; gives what ends that. */
function failFrom(files: MemoryFiles, first: number, reason: string): () => void {
  let count = 0;
  const check = (): boolean => {
    count += 1;
    return count > first;
  };
  const [write, remove] = [files.write.bind(files), files.remove.bind(files)];
  files.beforeChange = (what) => {
    if (what === 'move' && !reason.startsWith('ENOSPC') && check()) {
      throw new Error(reason);
    }
  };
  files.write = async (path, bytes) => {
    const isFailing = check();
    if (!isFailing || reason.startsWith('ENOSPC')) {
      await write(path, isFailing ? bytes.slice(0, bytes.length / 2) : bytes);
    }
    if (isFailing) {
      throw new Error(reason);
    }
  };
  files.remove = async (path) => {
    if (count > first && !reason.startsWith('ENOSPC')) {
      throw new Error(reason);
    }
    return remove(path);
  };
  return () => {
    Object.assign(files, { write, remove, beforeChange: () => {} });
  };
}

/** What is said in each conversation, deleted ones included. */
async function said(files: MemoryFiles): Promise<Readonly<Record<string, unknown>>> {
  const copy = createMemoryFiles();
  for (const [path, bytes] of files.content) {
    await copy.write(path, bytes);
  }
  const store = createChatStore(copy);
  await Promise.all((await copy.list('.removed')).map(async ({ name }) => store.restore(name)));
  const all = await Promise.all((await store.list()).map(async (id) => store.load(id)));
  return Object.fromEntries(
    all.flatMap((stored) => {
      if (stored === undefined) {
        return [];
      }
      assert.deepEqual([stored.setAside, stored.unreadable], [[], []]);
      const texts = stored.conversation.turns.map(({ id, reply }) => `${id} ${reply.text}`);
      return [[stored.conversation.id, { texts: texts.toSorted(), labels: stored.labels }]];
    }),
  );
}

describe('the store and a disk that refuses', () => {
  for (const [name, operate] of Object.entries(operations)) {
    it(`says so at whichever write, loses nothing, and recovers: ${name}`, async () => {
      const [whole, expected] = [await filled(), await filled()];
      const before = await said(whole);
      await operate(createChatStore(expected));
      const after = await said(expected);
      let failures = 0;
      for (const reason of kinds) {
        for (let first = 0; ; first += 1) {
          const files = await filled();
          const store = createChatStore(files);
          const recover = failFrom(files, first, reason);
          const outcome = await operate(store).then(() => undefined, String);
          recover();
          if (outcome === undefined) {
            assert.deepEqual(await said(files), after);
            break;
          }
          failures += 1;
          if (reason.startsWith('ENOSPC')) {
            const ids = await createChatStore(files).list();
            assert.ok(!ids.includes('other'), 'nothing is half there');
          }
          assert.match(outcome, new RegExp(reason.slice(0, 6)));
          const kept = await said(files);
          for (const id of Object.keys(before)) {
            // As it was, or as it was to be.
            const isKept = [before, after].some((one) => isDeepStrictEqual(kept[id], one[id]));
            assert.ok(isKept, `${id}, ${reason} from change ${first}`);
          }
          await operate(store);
          assert.deepEqual(await said(files), after, `recovered from ${reason} at ${first}`);
        }
      }
      assert.ok(failures > 0);
    });
  }
});
