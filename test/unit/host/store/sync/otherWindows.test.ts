import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  applyEvent,
  emptyConversation,
  transcript,
} from '../../../../../src/conversation/conversationState.ts';
import { createChatStore } from '../../../../../src/host/store/chatStore.ts';
import { takeInOtherWindows } from '../../../../../src/host/store/sync/otherWindows.ts';
import { StoredHeads } from '../../../../../src/host/store/sync/storedHeads.ts';
import type { Conversation, Reply } from '../../../../../src/shared/conversation/conversation.ts';
import type {
  ConversationEvent,
  HeadEvent,
} from '../../../../../src/shared/conversation/conversationEvent.ts';
import { aTurn } from '../../../../support/builders.ts';
import { createMemoryFiles, type MemoryFiles } from '../../../../support/store/memoryFiles.ts';
import { promisesSettled } from '../../../../support/holdClock.ts';

/** "Within two seconds", without the time that reading takes. */
const promisedMs = 2000;

const ended = (text: string, startedAt: number): Partial<Reply> => ({
  status: 'completed',
  text,
  startedAt,
  endedAt: startedAt + 1,
});

describe('two windows with one conversation', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000 }));
  afterEach(() => mock.timers.reset());

  const pass = async (): Promise<void> => {
    for (let second = 0; second < promisedMs / 1000; second += 1) {
      mock.timers.tick(1000);
      await promisesSettled();
    }
  };

  /** A window that shows the conversation as it is stored, and saves what is changed in it. */
  async function openWindow(files: MemoryFiles) {
    const store = createChatStore(files);
    const heads = new StoredHeads(store);
    const stored = await store.load('c');
    assert.ok(stored);
    const events: ConversationEvent[] = [];
    const heard: unknown[] = [];
    const open = {
      conversation: stored.conversation,
      takeIn(event: HeadEvent) {
        events.push(event);
        open.conversation = applyEvent(open.conversation, event);
      },
    };
    heads.begin(stored.conversation);
    const stop = takeInOtherWindows(open, {
      store,
      heads,
      onLabels: ({ title }) => heard.push(title),
      onDeleted: async () => void heard.push('all gone'),
      onLost: async () => void heard.push('some gone'),
    });
    const change = async (event: ConversationEvent): Promise<void> => {
      open.conversation = applyEvent(open.conversation, event);
      await heads.save(open.conversation);
    };
    return { files, store, open, events, heard, stop, change };
  }

  async function windows() {
    const files = createMemoryFiles();
    const store = createChatStore(files);
    const first = aTurn('a', { reply: ended('first', 1) });
    await store.saveHead({ ...emptyConversation('c', 0), headId: 'a' });
    await store.saveTurn('c', first);
    const window = await openWindow(files);
    await pass();
    assert.deepEqual(window.events, []);
    return window;
  }

  const texts = ({ conversation }: { conversation: Conversation }) =>
    transcript(conversation).map(({ reply }) => reply.text);
  const lastOf = ({ conversation }: { conversation: Conversation }) =>
    transcript(conversation).at(-1);

  it('shows a turn that the other one has added to the shown path', async () => {
    const { store, open, events } = await windows();
    await store.saveTurn('c', aTurn('b', { parentId: 'a', reply: ended('second', 2) }));
    await pass();
    assert.deepEqual(texts(open), ['first', 'second']);
    await pass();
    assert.equal(events.length, 1, 'once');
  });

  it('keeps showing its branch where the other one has begun another', async () => {
    const { store, open } = await windows();
    await store.saveTurn('c', aTurn('b', { reply: ended('edited', 2) }));
    await pass();
    assert.deepEqual(texts(open), ['first']);
    assert.equal(open.conversation.turns.length, 2);
  });

  it('shows a reply that runs in the other one while it grows, and its end', async () => {
    const { store, open } = await windows();
    const turn = aTurn('b', { parentId: 'a', reply: { text: 'half', startedAt: 2 } });
    for (const text of ['', 'half', 'half and more']) {
      await store.saveTurn('c', { ...turn, reply: { ...turn.reply, text } });
      await pass();
      assert.deepEqual(texts(open), ['first', text]);
      assert.deepEqual([lastOf(open)?.reply.status, lastOf(open)?.isElsewhere], ['running', true]);
    }
    await store.saveTurn('c', { ...turn, reply: { ...turn.reply, ...ended('whole', 2) } });
    await pass();
    assert.deepEqual(texts(open), ['first', 'whole']);
    assert.deepEqual(
      [lastOf(open)?.reply.status, lastOf(open)?.isElsewhere],
      ['completed', undefined],
    );
  });

  it('takes it for running as long as it is written, and for cut once it is not', async () => {
    const { store, open } = await windows();
    const turn = aTurn('b', { parentId: 'a', reply: { text: 'half', startedAt: 2 } });
    for (let second = 0; second < 20; second += 2) {
      await store.saveTurn('c', turn);
      await pass();
      assert.equal(lastOf(open)?.reply.status, 'running');
    }
    for (let second = 0; second < 6; second += 2) {
      await pass();
    }
    assert.deepEqual(
      [lastOf(open)?.reply.status, lastOf(open)?.reply.text, lastOf(open)?.isElsewhere],
      ['truncated', 'half', undefined],
    );
    // It was only late.
    await store.saveTurn('c', { ...turn, reply: { ...turn.reply, text: 'half and more' } });
    await pass();
    assert.deepEqual(
      [lastOf(open)?.reply.status, lastOf(open)?.reply.text],
      ['running', 'half and more'],
    );
  });

  it('takes a reply for cut whose window has died, although the clock was put back', async () => {
    const { store, open } = await windows();
    const turn = aTurn('b', { parentId: 'a', reply: { text: 'half', startedAt: 2 } });
    await store.saveTurn('c', turn);
    await pass();
    assert.equal(lastOf(open)?.reply.status, 'running');
    const earlier = Date.now() - 500_000;
    mock.method(Date, 'now', () => earlier);
    await pass();
    assert.equal(lastOf(open)?.reply.status, 'truncated');
    await store.saveTurn('c', turn);
    await pass();
    assert.equal(lastOf(open)?.reply.status, 'running');
  });

  it('does not take a reply for running that was written a moment ago, before it has seen that', async () => {
    const states = async (isWritten: boolean) => {
      const { files, store } = await windows();
      const turn = aTurn('b', { parentId: 'a', reply: { text: 'half', startedAt: 2 } });
      // The window, or the extension host that this window had before, may have died since.
      await store.saveTurn('c', turn);
      let writtenAt = Date.now() - 900;
      const changedAt = files.changedAt.bind(files);
      files.changedAt = async (path) => (path.endsWith('b.json') ? writtenAt : changedAt(path));
      const { open } = await openWindow(files);
      open.conversation = { ...open.conversation, headId: 'b' };
      const seen: unknown[] = [];
      for (let seconds = 0; seconds < 8; seconds += 2) {
        await pass();
        writtenAt = isWritten ? Date.now() : writtenAt;
        const { isElsewhere, isUncertain, reply } = lastOf(open) ?? assert.fail();
        seen.push(
          isElsewhere ? `${reply.status} ${isUncertain ? 'perhaps' : 'there'}` : reply.status,
        );
      }
      return seen;
    };
    assert.deepEqual(await states(false), [
      'running perhaps',
      'running perhaps',
      'truncated',
      'truncated',
    ]);
    assert.deepEqual(await states(true), [
      'running perhaps',
      'running there',
      'running there',
      'running there',
    ]);
  });

  it('learns the end of a reply that it took for cut', async () => {
    const { files, store } = await windows();
    const turn = aTurn('b', { parentId: 'a', reply: { text: 'half', startedAt: 2 } });
    await store.saveTurn('c', turn);
    const { open } = await openWindow(files);
    open.conversation = { ...open.conversation, headId: 'b' };
    assert.equal(lastOf(open)?.reply.status, 'truncated');
    await store.saveTurn('c', { ...turn, reply: { ...turn.reply, ...ended('whole', 2) } });
    await pass();
    assert.deepEqual(texts(open), ['first', 'whole']);
  });

  it('never changes a turn that has ended or runs here, whatever its file says', async () => {
    const { store, open, events } = await windows();
    const mine = aTurn('mine', { parentId: 'a' });
    open.conversation = applyEvent(open.conversation, { kind: 'turnStarted', turn: mine });
    await store.saveTurn('c', aTurn('a', { reply: ended('forged', 1) }));
    await store.saveTurn('c', aTurn('mine', { parentId: 'a', reply: ended('forged', 2) }));
    await pass();
    assert.deepEqual(events, []);
    assert.deepEqual(texts(open), ['first', '']);
  });

  it('looks again after a failure, and no more once it is told to stop', async () => {
    const { files, store, open, stop } = await windows();
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

  it('takes in system prompt, parameters, what was removed and put back, and the title', async () => {
    const { files, store, open, heard } = await windows();
    const other = await openWindow(files);
    await other.change({ kind: 'systemPromptSet', systemPrompt: 'Be brief.' });
    await other.change({ kind: 'parametersSet', parameters: { temperature: 0 } });
    await other.change({ kind: 'turnsRemoved', turnIds: ['a'] });
    await store.setLabels('c', { title: 'A name' });
    await pass();
    const { systemPrompt, parameters } = open.conversation;
    assert.deepEqual([systemPrompt, parameters], ['Be brief.', { temperature: 0 }]);
    assert.deepEqual(texts(open), []);
    assert.equal(heard.at(-1), 'A name');
    await other.change({ kind: 'turnsRestored', turnIds: ['a'] });
    await other.change({ kind: 'systemPromptSet' });
    await pass();
    assert.deepEqual(texts(open), ['first']);
    assert.equal(open.conversation.systemPrompt, undefined);
  });

  it('writes only what it has changed itself: the other one keeps what it has set', async () => {
    const { files, open, change } = await windows();
    const other = await openWindow(files);
    // Neither has seen the other's change when it writes its own.
    await change({ kind: 'systemPromptSet', systemPrompt: 'Mine' });
    await other.change({ kind: 'parametersSet', parameters: { max_tokens: 7 } });
    await change({ kind: 'turnsRemoved', turnIds: ['x'] });
    await other.change({ kind: 'turnsRemoved', turnIds: ['y'] });
    await pass();
    for (const { conversation } of [open, other.open]) {
      assert.equal(conversation.systemPrompt, 'Mine');
      assert.deepEqual(conversation.parameters, { max_tokens: 7 });
      assert.deepEqual(conversation.removedIds?.toSorted(), ['x', 'y']);
    }
  });

  it('agrees on what was written last where both have set the same', async () => {
    const { files, open, change } = await windows();
    const other = await openWindow(files);
    await change({ kind: 'systemPromptSet', systemPrompt: 'first' });
    await other.change({ kind: 'systemPromptSet', systemPrompt: 'second' });
    await pass();
    const prompts = [open, other.open].map(({ conversation }) => conversation.systemPrompt);
    assert.deepEqual(prompts, ['second', 'second']);
  });

  it('leaves each window the branch it shows, its model and its queue', async () => {
    const { files, store, open } = await windows();
    await store.saveTurn('c', aTurn('b', { reply: ended('edited', 2) }));
    await pass();
    const other = await openWindow(files);
    await other.change({ kind: 'headSet', headId: 'b' });
    await other.change({ kind: 'targetSet', target: { connectionId: 'x', model: 'dear' } });
    await other.change({ kind: 'messageQueued', message: { text: 'Next', context: [] } });
    await pass();
    const { headId, target, queued } = open.conversation;
    assert.deepEqual([headId, target, queued], ['a', undefined, undefined]);
    const { queued: kept, target: last } = (await store.load('c'))?.conversation ?? {};
    assert.deepEqual([kept?.text, last?.model], ['Next', 'dear']);
  });

  it('hears once that the conversation was deleted, or that some of it is gone', async () => {
    const { store, heard } = await windows();
    await store.remove('c');
    await pass();
    await pass();
    assert.deepEqual(
      heard.filter((what) => what !== undefined),
      ['all gone'],
    );
    await store.restore('c');
    await pass();
    await store.saveTurn('c', aTurn('b', { parentId: 'a', reply: ended('second', 2) }));
    await pass();
    await store.remove('c');
    await store.saveTurn('c', aTurn('d', { parentId: 'b', reply: ended('third', 3) }));
    await pass();
    assert.equal(heard.at(-1), 'some gone');
  });

  it('takes what could not be saved yet for nothing that was deleted', async () => {
    const { open, heard } = await windows();
    const turn = aTurn('mine', { parentId: 'a', reply: ended('unsaved', 2) });
    open.conversation = applyEvent(open.conversation, { kind: 'turnStarted', turn });
    await pass();
    await pass();
    assert.deepEqual(
      heard.filter((what) => what !== undefined),
      [],
    );
  });
});
