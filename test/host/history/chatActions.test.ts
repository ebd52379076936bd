import assert from 'node:assert/strict';
import {
  type ChatActionServices,
  createChatActions,
  removeChats,
} from '../../../src/host/history/chatActions.ts';
import type { ChatSummary } from '../../../src/host/history/chatSummary.ts';
import { createImageStore } from '../../../src/host/images/imageStore.ts';
import { addConversation, createChatStore } from '../../../src/host/store/chatStore.ts';
import { readImageFile } from '../../../src/shared/images/file/readImageFile.ts';
import { aTurn } from '../../support/builders.ts';
import { aPng } from '../../support/images/imageFiles.ts';
import { createMemoryFiles } from '../../support/store/memoryFiles.ts';

describe('deleting a chat', () => {
  /** What is done, in order. */
  async function remove({ isUnsaved = false, failure = '', ids = ['c'] }) {
    const done: string[] = [];
    const removed: string[] = [];
    const note = (what: string) => () => void done.push(what);
    const services = {
      chats: { stop: note('stop') },
      panels: { leave: note('leave') },
      sync: { isUnsaved: () => isUnsaved, flush: async () => note('flush')() },
      history: { touch: note('touch') },
      store: {
        async remove(id: string) {
          note('remove')();
          if (failure !== '' && id === ids.at(-1)) {
            throw new Error(failure);
          }
        },
      },
    } as unknown as Parameters<typeof removeChats>[1];
    const summaries = ids.map((id) => ({ id }) as ChatSummary);
    const outcome = await removeChats(summaries, services, (some) =>
      removed.push(...some.map(({ id }) => id)),
    ).catch(String);
    return { done, removed, outcome };
  }

  it('leaves the panels once it is deleted, and not where that fails or it is not saved', async () => {
    assert.deepEqual((await remove({})).done, ['stop', 'flush', 'remove', 'leave', 'touch']);
    const failed = await remove({ failure: 'EROFS' });
    assert.deepEqual([failed.done.includes('leave'), failed.outcome], [false, 'Error: EROFS']);
    const unsaved = await remove({ isUnsaved: true });
    assert.deepEqual(unsaved.done, ['stop', 'flush']);
    assert.match(String(unsaved.outcome), /not saved yet/);
  });

  it('can be undone for those that are gone where the next one fails', async () => {
    const { removed, outcome } = await remove({ ids: ['a', 'b', 'c'], failure: 'EROFS' });
    assert.deepEqual([removed, outcome], [['a', 'b'], 'Error: EROFS']);
  });
});

describe('a chat that was never saved', () => {
  for (const isUnsaved of [true, false]) {
    it(`${isUnsaved ? 'is not said to be' : 'is told from one that is'} gone`, async () => {
      const services = {
        store: createChatStore(createMemoryFiles()),
        sync: { isUnsaved: () => isUnsaved, flush: async () => {} },
      } as unknown as ChatActionServices;
      const { pin, duplicate } = createChatActions(services, () => {});
      const chats = [{ id: 'c', title: 'Cats' } as ChatSummary];
      const said = isUnsaved ? /not saved yet/ : /no longer exists/;
      await assert.rejects(pin(chats), said);
      await assert.rejects(duplicate(chats), said);
    });
  }
});

describe('duplicating a chat', () => {
  it('gives the copy the images of the messages and replies', async () => {
    const files = createMemoryFiles();
    const store = createChatStore(files);
    const images = createImageStore({
      files,
      drafts: createMemoryFiles(),
      readFile: async (bytes) => readImageFile(bytes),
    });
    const [sent, made] = [aPng(), aPng(9, 9)];
    const kept = await Promise.all(
      [sent, made].map(async (bytes) => {
        const result = await images.keep({ id: 'c' }, bytes, 'a.png');
        return 'image' in result ? result.image : assert.fail(result.problem);
      }),
    );
    await images.settle({ id: 'c' }, kept);
    const turn = aTurn('a', {
      user: { text: 'What is this?', context: [], images: kept.slice(0, 1) },
      reply: { status: 'completed', images: kept.slice(1) },
    });
    const conversation = { id: 'c', createdAt: 1, turns: [turn], headId: 'a' };
    await addConversation(store, 'c', { conversation, labels: {} });
    const services = {
      store,
      images,
      sync: { flush: async () => {} },
      history: { touch: () => {} },
    } as unknown as ChatActionServices;
    const { duplicate } = createChatActions(services, () => {});
    await duplicate([{ id: 'c', title: 'Cats' } as ChatSummary]);
    const copyId = (await store.list()).find((id) => id !== 'c') ?? assert.fail();
    const copied = await Promise.all(kept.map(async ({ id }) => images.read(copyId, id)));
    assert.deepEqual(copied, [sent, made]);
  });
});
