import assert from 'node:assert/strict';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import type { Conversation, Turn } from '../../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../../support/builders.ts';
import { createMemoryFiles, type MemoryFiles } from '../../../support/store/memoryFiles.ts';

function done(index: number, more: Partial<Turn> = {}): Turn {
  return aTurn(`t${index}`, {
    ...(index > 0 && { parentId: `t${index - 1}` }),
    reply: { status: 'completed', text: 'x'.repeat(10_000), startedAt: index, endedAt: index },
    ...more,
  });
}

/** A store with a chat of `count` turns; those of `others` are stored in place of these. */
async function stored(count: number, others: readonly Turn[] = []) {
  const files = createMemoryFiles();
  const store = createChatStore(files);
  const changed = new Map(others.map((turn) => [turn.id, turn]));
  const turns = Array.from({ length: count }, (_, index) => done(index)).map(
    (turn) => changed.get(turn.id) ?? turn,
  );
  const conversation: Conversation = { id: 'c', createdAt: 1, turns, headId: `t${count - 1}` };
  await store.saveHead(conversation);
  await Promise.all(turns.map(async (turn) => store.saveTurn('c', turn)));
  return { files, store };
}

const idsOf = (conversation: Conversation | undefined) => conversation?.turns.map(({ id }) => id);

const damaged = new TextEncoder().encode('{');

describe('the end of a stored chat', () => {
  it('is its last turns in their order, with the head as the whole chat has it', async () => {
    const { store } = await stored(400);
    const end = await store.loadEnd('c');
    const whole = (await store.load('c'))?.conversation;
    assert.deepEqual(idsOf(end), ['t396', 't397', 't398', 't399']);
    assert.deepEqual({ ...end, turns: [] }, { ...whole, turns: [] });
    assert.equal(JSON.stringify(end?.turns), JSON.stringify(whole?.turns.slice(-4)));
  });

  it('begins with a message, not with the continuation of a reply', async () => {
    const continued = [396, 395].map((index) => done(index, { isContinuation: true }));
    const { store } = await stored(400, continued);
    assert.equal(idsOf(await store.loadEnd('c'))?.[0], 't394');
  });

  it('has few turns, however short they are, and ends in a circle of parents', async () => {
    const short = Array.from({ length: 400 }, (_, index) =>
      done(index, { reply: { ...done(index).reply, text: '' } }),
    );
    const { store } = await stored(400, short);
    assert.equal((await store.loadEnd('c'))?.turns.length, 40);
    const circle = done(399, { parentId: 't399', isContinuation: true });
    const { store: other } = await stored(400, [circle]);
    assert.equal((await other.loadEnd('c'))?.turns.length, 80);
  });

  it('is not read where the chat is short or its end is not there as a whole', async () => {
    const without = async (change: (files: MemoryFiles) => Promise<void>) => {
      const { files, store } = await stored(400);
      await change(files);
      return store.loadEnd('c');
    };
    assert.equal(await (await stored(100)).store.loadEnd('c'), undefined);
    assert.equal(await (await stored(400)).store.loadEnd('other'), undefined);
    for (const path of ['c/turns/t398.json', 'c/conversation.json']) {
      assert.equal(await without(async (files) => files.remove(path)), undefined);
      const before = await without(async (files) => files.write(path, damaged));
      assert.equal(before, undefined);
    }
  });

  it('is not read while another window may be changing it', async () => {
    const { reply } = done(399);
    for (const status of ['running', 'truncated'] as const) {
      const open = done(399, { reply: { ...reply, status, endedAt: undefined } });
      const { store } = await stored(400, [open]);
      assert.equal(await store.loadEnd('c'), undefined);
    }
  });

  it('leaves damaged files to the reading of the whole', async () => {
    const { files, store } = await stored(400);
    await files.write('c/turns/t398.json', damaged);
    await store.loadEnd('c');
    assert.ok(files.content.has('c/turns/t398.json'));
  });
});
