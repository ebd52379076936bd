import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { applyEvent, emptyConversation, transcript } from '../../../src/chat/conversation.ts';
import { createConversationStore } from '../../../src/host/conversationStore.ts';
import { followOthers } from '../../../src/host/followOthers.ts';
import type { Conversation, Reply } from '../../../src/shared/conversation.ts';
import type { ConversationEvent } from '../../../src/shared/conversationEvent.ts';
import { aTurn } from '../../support/builders.ts';
import { createMemoryFiles } from '../../support/memoryFiles.ts';

/** "Within two seconds", without the time that reading takes. */
const promisedMs = 2000;

const ended = (text: string, startedAt: number): Partial<Reply> => ({
  status: 'completed',
  text,
  startedAt,
  endedAt: startedAt + 1,
});

describe('two windows with one conversation', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  async function windows() {
    const files = createMemoryFiles();
    const store = createConversationStore(files);
    const first = aTurn('a', { reply: ended('first', 1) });
    await store.saveHead({ ...emptyConversation('c', 0), headId: 'a' });
    await store.saveTurn('c', first);
    const stored = await store.load('c');
    assert.ok(stored);
    const events: ConversationEvent[] = [];
    const open = {
      conversation: stored.conversation,
      change(event: ConversationEvent) {
        events.push(event);
        open.conversation = applyEvent(open.conversation, event);
      },
    };
    const stop = followOthers(open, store);
    const pass = async (): Promise<void> => {
      mock.timers.tick(promisedMs);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await pass();
    assert.deepEqual(events, []);
    return { files, store, open, events, pass, stop };
  }

  const texts = ({ conversation }: { conversation: Conversation }) =>
    transcript(conversation).map(({ reply }) => reply.text);

  it('shows a turn that the other one has added to the shown path', async () => {
    const { store, open, events, pass } = await windows();
    await store.saveTurn('c', aTurn('b', { parentId: 'a', reply: ended('second', 2) }));
    await pass();
    assert.deepEqual(texts(open), ['first', 'second']);
    await pass();
    assert.equal(events.length, 1, 'once');
  });

  it('keeps showing its branch where the other one has begun another', async () => {
    const { store, open, pass } = await windows();
    await store.saveTurn('c', aTurn('b', { reply: ended('edited', 2) }));
    await pass();
    assert.deepEqual(texts(open), ['first']);
    assert.equal(open.conversation.turns.length, 2);
  });

  it('waits for the end of a reply that runs in the other one', async () => {
    const { store, open, pass } = await windows();
    const turn = aTurn('b', { parentId: 'a', reply: { text: 'half', startedAt: 2 } });
    await store.saveTurn('c', turn);
    await pass();
    assert.deepEqual(texts(open), ['first']);
    await store.saveTurn('c', { ...turn, reply: { ...turn.reply, ...ended('whole', 2) } });
    await pass();
    assert.deepEqual(texts(open), ['first', 'whole']);
  });

  it('learns the end of a reply that it took for cut', async () => {
    const { store, open, pass } = await windows();
    const turn = aTurn('b', { parentId: 'a', reply: { text: 'half', startedAt: 2 } });
    await store.saveTurn('c', turn);
    const stored = await store.load('c');
    assert.ok(stored);
    open.conversation = { ...stored.conversation, headId: 'b' };
    assert.equal(open.conversation.turns[1]?.reply.status, 'truncated');
    await store.saveTurn('c', { ...turn, reply: { ...turn.reply, ...ended('whole', 2) } });
    await pass();
    assert.deepEqual(texts(open), ['first', 'whole']);
  });

  it('never changes a turn that has ended or runs here, whatever its file says', async () => {
    const { store, open, events, pass } = await windows();
    open.change({ kind: 'turnStarted', turn: aTurn('mine', { parentId: 'a' }) });
    await store.saveTurn('c', aTurn('a', { reply: ended('forged', 1) }));
    await store.saveTurn('c', aTurn('mine', { parentId: 'a', reply: ended('forged', 2) }));
    await pass();
    assert.equal(events.length, 1);
    assert.deepEqual(texts(open), ['first', '']);
  });

  it('looks again after a failure, and no more once it is told to stop', async () => {
    const { files, store, open, pass, stop } = await windows();
    const list = files.list.bind(files);
    await store.saveTurn('c', aTurn('b', { parentId: 'a', reply: ended('second', 2) }));
    files.list = async () => Promise.reject(new Error('busy'));
    await pass();
    assert.deepEqual(texts(open), ['first']);
    files.list = list;
    await pass();
    assert.deepEqual(texts(open), ['first', 'second']);
    stop();
    await store.saveTurn('c', aTurn('d', { parentId: 'b', reply: ended('third', 3) }));
    await pass();
    assert.deepEqual(texts(open), ['first', 'second']);
  });
});
