import assert from 'node:assert/strict';
import type { ReadyTarget } from '../../../../src/host/connections/target.ts';
import { transcript } from '../../../../src/conversation/conversationState.ts';
import { createChatSync } from '../../../../src/host/store/sync/chatSync.ts';
import { ChatSession } from '../../../../src/host/chat/session.ts';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import { createSender } from '../../../../src/host/chat/sender.ts';
import type { ServiceEvent } from '../../../../src/shared/service/chatCompletion.ts';
import { createMemoryFiles, type MemoryFiles } from '../../../support/store/memoryFiles.ts';
import { until } from '../../../support/until.ts';

const target: ReadyTarget = {
  connection: { id: 'x', name: 'Test', baseUrl: 'https://unused.invalid' },
  model: 'm1',
};

/** One text, and nothing more until it is aborted. */
async function* stalled(signal: AbortSignal): AsyncGenerator<ServiceEvent> {
  yield { kind: 'text', text: 'so far' };
  await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

/** A window on the chats in `files`. */
function openWindow(files: MemoryFiles) {
  const store = createChatStore(files);
  const sync = createChatSync(store, {
    failed: assert.fail,
    recovered: () => {},
    saved: () => {},
  });
  const deleted: string[] = [];
  const show = (session: ChatSession) => {
    const subscription = sync.start(session, {
      onLabels: () => {},
      onDeleted: () => deleted.push(session.conversation.id),
    });
    return { session, close: () => subscription.dispose() };
  };
  const services = {
    stream: (_connection: unknown, _request: unknown, signal: AbortSignal) => stalled(signal),
    describeError: (error: unknown) => ({ kind: 'network', message: String(error) }) as const,
  };
  return {
    store,
    sync,
    deleted,
    begin: () => show(new ChatSession(services)),
    async open(id: string) {
      const stored = await sync.load(id);
      assert.ok(stored);
      return show(new ChatSession(services, stored.conversation));
    },
  };
}

describe('ChatSync', () => {
  async function running() {
    const files = createMemoryFiles();
    const window = openWindow(files);
    const chat = window.begin();
    void chat.session.ask(
      { user: { text: 'Hello', context: [] }, parentId: chat.session.conversation.headId },
      target,
    );
    await until('text is there', () => lastOf(chat.session)?.reply.text === 'so far');
    await window.sync.flush();
    const { id } = chat.session.conversation;
    return { files, window, chat, id };
  }
  const lastOf = ({ conversation }: ChatSession) => transcript(conversation).at(-1);

  it('writes a running reply again and again while nothing comes', async () => {
    const { files, chat } = await running();
    let writes = 0;
    files.beforeChange = (what, path) =>
      (writes += what === 'move' && path.includes('/turns/') ? 1 : 0);
    await until('it is written twice more', () => writes >= 2);
    chat.close();
    chat.session.dispose();
  });

  it('shows it in another window, where nothing is sent after it, and its end', async () => {
    const { files, chat, id } = await running();
    const other = openWindow(files);
    const there = await other.open(id);
    await until('it runs there', () => lastOf(there.session)?.isElsewhere === true);
    assert.equal(there.session.isRunning, false);
    const said: (string | undefined)[] = [];
    const sender = createSender(there.session, {
      ensureReady: async () => target,
      checkBeforeSending: async (message) => message,
      mayCost: async () => ({ cancel: () => {} }),
      onNotSent: (why) => said.push(why),
      newChat: () => assert.fail(),
    });
    await sender.send({ text: 'And now?', context: [] });
    await sender.retry(lastOf(there.session)?.id ?? '');
    assert.equal(said.length, 2);
    assert.match(said[0] ?? '', /running in this chat in another window/);
    assert.equal(there.session.conversation.turns.length, 1);
    chat.session.stop();
    await until('it has ended there', () => lastOf(there.session)?.reply.status === 'stopped');
    assert.equal(lastOf(there.session)?.isElsewhere, undefined);
    chat.close();
    there.close();
  });

  it('keeps all turns of a chat that another window deletes while a reply runs', async () => {
    const { files, window, chat, id } = await running();
    const other = openWindow(files);
    chat.session.stop();
    void chat.session.ask(
      { user: { text: 'And then?', context: [] }, parentId: chat.session.conversation.headId },
      target,
    );
    await until('both are on disk', async () => (await other.store.turnIds(id)).length === 2);
    let looks = 0;
    const list = files.list.bind(files);
    files.list = async (folder) => {
      looks += 1;
      return list(folder);
    };
    await until('the window has seen them there', () => looks > 0);
    await other.store.remove(id);
    await until('they are on disk again', async () => (await other.store.turnIds(id)).length === 2);
    await other.store.restore(id);
    chat.session.stop();
    await window.sync.flush();
    const turns = (await other.store.load(id))?.conversation.turns;
    assert.deepEqual(
      turns?.map(({ reply }) => reply.status),
      ['stopped', 'stopped'],
    );
    assert.deepEqual(window.deleted, []);
    chat.close();
  });

  it('writes at the end of the window that the reply was cut', async () => {
    const { window, chat, id } = await running();
    await window.sync.end();
    const reply = (await window.store.loadTurn(id, lastOf(chat.session)?.id ?? ''))?.reply;
    assert.deepEqual(
      [reply?.status, reply?.text, reply?.endedAt],
      ['truncated', 'so far', undefined],
    );
    chat.session.dispose();
  });
});
