import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  applyEvent,
  emptyConversation,
} from '../../../../../src/conversation/conversationState.ts';
import { createChatStore } from '../../../../../src/host/store/chatStore.ts';
import {
  createChatSync,
  type LiveConversation,
} from '../../../../../src/host/store/sync/chatSync.ts';
import type { ConversationEvent } from '../../../../../src/shared/conversation/conversationEvent.ts';
import { aTurn } from '../../../../support/builders.ts';
import { createMemoryFiles, type MemoryFiles } from '../../../../support/store/memoryFiles.ts';

const ended = { status: 'completed', text: 'whole', startedAt: 1, endedAt: 2 } as const;

/** A chat without a service. */
function liveConversation(): LiveConversation & { apply(event: ConversationEvent): void } {
  const listeners: Parameters<LiveConversation['onDidApply']>[0][] = [];
  let conversation = emptyConversation('c', 0);
  const apply = (event: ConversationEvent, from: 'here' | 'otherWindow'): void => {
    conversation = applyEvent(conversation, event);
    listeners.forEach((listener) => listener({ event, from }));
  };
  return {
    get conversation() {
      return conversation;
    },
    isRunning: false,
    onDidApply(listener) {
      listeners.push(listener);
      return { dispose: () => void listeners.splice(listeners.indexOf(listener), 1) };
    },
    takeIn: (event) => apply(event, 'otherWindow'),
    apply: (event) => apply(event, 'here'),
  };
}

describe('ChatSync', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** A window that shows the chat "c"; `written` are the files that it has written. */
  function openWindow(files: MemoryFiles) {
    const written: string[] = [];
    const saved: string[] = [];
    const own = { ...files, content: files.content };
    own.list = async (folder) => files.list(folder);
    own.move = async (from, to) => {
      written.push(to);
      await files.move(from, to);
    };
    const sync = createChatSync(createChatStore(own), {
      failed: (error) => assert.fail(String(error)),
      recovered: () => {},
      saved: (id) => saved.push(id),
    });
    const chat = liveConversation();
    const deleted: string[] = [];
    const onDeleted = () => void deleted.push(chat.conversation.id);
    const running = sync.start(chat, { onLabels: () => {}, onDeleted });
    return { sync, chat, running, written, saved, deleted };
  }

  const pass = async (): Promise<void> => {
    for (let second = 0; second < 2; second += 1) {
      mock.timers.tick(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('writes what happens here and says so, and does not write again what it takes in', async () => {
    const files = createMemoryFiles();
    const [here, there] = [openWindow(files), openWindow(files)];
    there.chat.apply({ kind: 'turnStarted', turn: aTurn('a', { reply: ended }) });
    await there.sync.flush();
    assert.deepEqual([...new Set(there.written)].toSorted(), [
      'c/conversation.json',
      'c/turns/a.json',
    ]);
    assert.deepEqual([...new Set(there.saved)], ['c']);

    here.chat.apply({ kind: 'turnStarted', turn: aTurn('b', { reply: ended }) });
    await here.sync.flush();
    here.written.length = 0;
    here.saved.length = 0;
    await pass();
    await here.sync.flush();
    assert.deepEqual(
      here.chat.conversation.turns.map(({ id }) => id),
      ['b', 'a'],
    );
    assert.deepEqual([here.written, here.saved], [[], []]);

    here.chat.apply({ kind: 'systemPromptSet', systemPrompt: 'Be brief.' });
    await here.sync.flush();
    assert.deepEqual(here.written, ['c/conversation.json']);
    here.running.dispose();
    there.running.dispose();
  });

  /** A window with two turns and a title on disk. */
  async function withTurns() {
    const files = createMemoryFiles();
    const window = openWindow(files);
    for (const turn of [
      aTurn('a', { reply: ended }),
      aTurn('b', { parentId: 'a', reply: ended }),
    ]) {
      window.chat.apply({ kind: 'turnStarted', turn });
      await window.sync.flush();
    }
    await createChatStore(files).setLabels('c', { title: 'Named', tags: ['x'] });
    await pass();
    window.written.length = 0;
    return { files, ...window };
  }

  it('writes files again that disappear while the chat is open, with its title', async () => {
    const { files, running, written, deleted, sync } = await withTurns();
    files.content.delete('c/turns/b.json');
    files.content.delete('c/conversation.json');
    await pass();
    await sync.flush();
    assert.deepEqual([...new Set(written)].toSorted(), ['c/conversation.json', 'c/turns/b.json']);
    const { conversation, labels } = (await createChatStore(files).load('c')) ?? assert.fail();
    assert.deepEqual(
      [conversation.headId, conversation.turns.length, labels.title, labels.tags],
      ['b', 2, 'Named', ['x']],
    );
    await pass();
    assert.deepEqual(deleted, []);
    running.dispose();
  });

  it('keeps what another window has changed while a change of this one waited for a slow disk', async () => {
    const { files, chat, running, sync } = await withTurns();
    const other = openWindow(files);
    await pass();
    const move = files.move.bind(files);
    const slow = Promise.withResolvers<void>();
    files.move = async (from, to) => {
      if (to.endsWith('turns/d.json')) {
        await slow.promise;
      }
      await move(from, to);
    };
    chat.apply({ kind: 'turnStarted', turn: aTurn('d', { parentId: 'b', reply: ended }) });
    await pass();
    chat.apply({ kind: 'parametersSet', parameters: { temperature: 1 } });
    other.chat.apply({ kind: 'systemPromptSet', systemPrompt: 'Be brief.' });
    await other.sync.flush();
    await pass();
    slow.resolve();
    await sync.flush();
    const { head } = (await createChatStore(files).loadHead('c')) ?? assert.fail();
    assert.deepEqual([head.systemPrompt, head.parameters], ['Be brief.', { temperature: 1 }]);
    other.running.dispose();
    running.dispose();
  });

  it('writes again what it could not at first', async () => {
    const { files, running, written, sync } = await withTurns();
    files.content.delete('c/turns/b.json');
    const list = files.list.bind(files);
    files.list = async () => Promise.reject(new Error('busy'));
    await pass();
    assert.deepEqual(written, []);
    files.list = list;
    await pass();
    await sync.flush();
    assert.ok(files.content.has('c/turns/b.json'));
    running.dispose();
  });

  it('says so where files of a chat disappear that a newer version has written', async () => {
    const { files, chat, running, written, deleted } = await withTurns();
    Object.assign(chat.conversation, { isReadOnly: true });
    files.content.delete('c/turns/b.json');
    await pass();
    await pass();
    assert.deepEqual([deleted, written], [['c'], []], 'once');
    running.dispose();
  });

  it('writes nothing of what is applied after its end', async () => {
    const { chat, sync, running, written } = openWindow(createMemoryFiles());
    running.dispose();
    chat.apply({ kind: 'turnStarted', turn: aTurn('a', { reply: ended }) });
    await sync.flush();
    assert.deepEqual(written, []);
  });
});
