import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  applyEvent,
  emptyConversation,
} from '../../../../../src/conversation/conversationState.ts';
import { createSaver } from '../../../../../src/host/store/sync/saver.ts';
import { createChatStore } from '../../../../../src/host/store/chatStore.ts';
import type { Turn } from '../../../../../src/shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../../../../src/shared/conversation/conversationEvent.ts';
import { aTurn } from '../../../../support/builders.ts';
import { createMemoryFiles } from '../../../../support/store/memoryFiles.ts';
import { promisesSettled } from '../../../../support/holdClock.ts';

const text = (value: string): ConversationEvent => ({
  kind: 'replyText',
  turnId: 'a',
  text: value,
  at: 0,
});
const end: ConversationEvent = { kind: 'turnEnded', turnId: 'a', status: 'completed', at: 1 };

describe('Saver', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  function harness({ failures = 0, writingMs = 0 } = {}) {
    const saved: Turn[] = [];
    const heads: (string | undefined)[] = [];
    const heard: string[] = [];
    let left = failures;
    const saver = createSaver(
      {
        saveHead: async ({ headId }) => void heads.push(headId),
        saveTurn: async (_id, turn) => {
          if (left > 0) {
            left -= 1;
            throw new Error('disk full');
          }
          mock.timers.tick(writingMs);
          saved.push(turn);
        },
      },
      { failed: (error) => heard.push(String(error)), recovered: () => heard.push('recovered') },
    );
    let conversation = emptyConversation('c', 0);
    const apply = (event: ConversationEvent) => {
      conversation = applyEvent(conversation, event);
      saver.changed(conversation, event);
    };
    return { saved, heads, heard, saver, apply };
  }

  it('writes at once which branch is shown', async () => {
    const { heads, apply } = harness();
    apply({ kind: 'turnStarted', turn: aTurn('a') });
    apply({ kind: 'turnStarted', turn: aTurn('b') });
    apply({ kind: 'headSet', headId: 'a' });
    for (let round = 0; round < 50 && heads.at(-1) !== 'a'; round += 1) {
      await Promise.resolve();
    }
    assert.equal(heads.at(-1), 'a', 'without the time that text waits');
  });

  it('writes the start and the end at once and text in between a little later', async () => {
    const { saved, saver, apply } = harness();
    apply({ kind: 'turnStarted', turn: aTurn('a') });
    await saver.flush();
    assert.equal(saved.length, 1);
    apply(text('one '));
    apply(text('two'));
    mock.timers.tick(249);
    await promisesSettled();
    assert.equal(saved.length, 1);
    mock.timers.tick(1);
    await promisesSettled();
    assert.equal(saved.length, 2);
    assert.equal(saved[1]?.reply.text, 'one two');
    apply(end);
    await saver.flush();
    assert.equal(saved.at(-1)?.reply.status, 'completed');
  });

  it('writes text within a second, however long writing takes', async () => {
    const { saved, apply } = harness({ writingMs: 5000 });
    apply({ kind: 'turnStarted', turn: aTurn('a') });
    await promisesSettled();
    apply(text('one'));
    mock.timers.tick(999);
    await promisesSettled();
    assert.equal(saved.length, 1);
    mock.timers.tick(1);
    await promisesSettled();
    assert.equal(saved[1]?.reply.text, 'one');
  });

  it('writes the end of a reply that ended while its start was being written', async () => {
    const { saved, saver, apply } = harness();
    apply({ kind: 'turnStarted', turn: aTurn('a') });
    // The head is being written, the turn is next.
    await Promise.resolve();
    apply(end);
    await saver.flush();
    assert.equal(saved.at(-1)?.reply.status, 'completed');
  });

  it('says once that writing fails, tries again on its own, and says when it works', async () => {
    const { saved, heard, saver, apply } = harness({ failures: 4 });
    apply({ kind: 'turnStarted', turn: aTurn('a') });
    apply(end);
    await saver.flush();
    for (let second = 0; second < 60 && saved.length === 0; second += 1) {
      mock.timers.tick(1000);
      await promisesSettled();
    }
    assert.deepEqual(heard, ['Error: disk full', 'recovered']);
    assert.equal(saved.at(-1)?.reply.status, 'completed');
  });

  it('has everything on disk in the end, at whatever write the disk begins to fail', async () => {
    const events: readonly ConversationEvent[] = [
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'parametersSet', parameters: { temperature: 1 } },
      text('one '),
      end,
      { kind: 'turnStarted', turn: aTurn('b', { parentId: 'a' }) },
      { ...end, turnId: 'b' },
    ];
    let changes = Number.POSITIVE_INFINITY;
    for (let failing = 0; failing <= changes; failing += 1) {
      const files = createMemoryFiles();
      const heard: string[] = [];
      let count = 0;
      files.beforeChange = () => {
        count += 1;
        if (count > failing && count <= failing + 3) {
          throw new Error('read-only');
        }
      };
      const store = createChatStore(files);
      const saver = createSaver(store, {
        failed: () => heard.push('failed'),
        recovered: () => heard.push('recovered'),
      });
      let conversation = emptyConversation('c', 0);
      for (const event of events) {
        conversation = applyEvent(conversation, event);
        saver.changed(conversation, event);
        mock.timers.tick(300);
        await promisesSettled();
      }
      for (let second = 0; second < 40; second += 1) {
        mock.timers.tick(1000);
        await promisesSettled();
      }
      const stored = await store.load('c');
      assert.deepEqual(
        stored?.conversation.turns.map(({ id, reply }) => [id, reply.status, reply.text]),
        [
          ['a', 'completed', 'one '],
          ['b', 'completed', ''],
        ],
        `failing from change ${failing}`,
      );
      assert.deepEqual(stored.conversation.parameters, { temperature: 1 });
      assert.equal(heard.at(-1), count > failing ? 'recovered' : undefined);
      changes = count;
    }
  });

  it('writes what is missing on disk, and no turn that is there', async () => {
    const files = createMemoryFiles();
    const store = createChatStore(files);
    const saver = createSaver(store, { failed: () => {}, recovered: () => {} });
    const ended = { status: 'completed', text: 'whole' } as const;
    const turns = [aTurn('a', { reply: ended }), aTurn('b', { parentId: 'a', reply: ended })];
    await store.saveTurn('c', turns[0] ?? aTurn('a'));
    const before = files.content.get('c/turns/a.json');
    const conversation = { ...emptyConversation('c', 0), turns, headId: 'b' };
    await saver.complete(conversation, await store.turnIds('c'), true);
    assert.equal(files.content.get('c/turns/a.json'), before);
    assert.deepEqual((await store.turnIds('c')).toSorted(), ['a', 'b']);
    assert.equal(files.content.has('c/conversation.json'), false);
    await saver.complete({ ...conversation, id: 'd' }, [], false);
    assert.equal((await store.load('d'))?.conversation.headId, 'b');
  });

  it('writes the turns of a copy and those of its original, although they have the same ids', async () => {
    const store = createChatStore(createMemoryFiles());
    const saver = createSaver(store, { failed: () => {}, recovered: () => {} });
    const original = { ...emptyConversation('c', 0), turns: [aTurn('a')], headId: 'a' };
    const copy = { ...original, id: 'copy' };
    await Promise.all([original, copy].map(async (one) => saver.complete(one, [], false)));
    assert.deepEqual([await store.turnIds('c'), await store.turnIds('copy')], [['a'], ['a']]);
  });
});
