import assert from 'node:assert/strict';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import type { Conversation } from '../../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../../support/builders.ts';
import { createMemoryFiles, type MemoryFiles } from '../../../support/store/memoryFiles.ts';
import {
  aConversation,
  done,
  load,
  plain,
  save,
} from '../../../support/store/savedConversations.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const bytesOf = (value: string) => new TextEncoder().encode(value);

describe('ChatStore', () => {
  it('gives back what was saved, turns in their order, and says that all is well', async () => {
    const files = createMemoryFiles();
    const conversation: Conversation = {
      ...aConversation('c1', 3),
      parameters: { temperature: 0.3, stop: ['a'] },
      target: { connectionId: 'x', model: 'm1' },
    };
    await save(files, conversation);
    const stored = await load(files, 'c1');
    assert.deepEqual(plain(stored?.conversation), plain(conversation));
    assert.deepEqual([stored?.setAside, stored?.unreadable], [[], []]);
  });

  it('changes a chat whose file has a field that is nested too deeply to be written again', async () => {
    const files = createMemoryFiles();
    await save(files, aConversation('c1', 1));
    const deep = '['.repeat(6000) + ']'.repeat(6000);
    for (const path of ['c1/conversation.json', 'c1/turns/c1-0.json']) {
      await files.write(path, bytesOf(text(files.content.get(path)).replace('{', `{"x":${deep},`)));
    }
    const store = createChatStore(files);
    await store.setLabels('c1', { title: 'Named' });
    const stored = await load(files, 'c1');
    const [turn] = stored?.conversation.turns ?? [];
    assert.ok(stored && turn);
    assert.deepEqual([stored.labels.title, stored.setAside], ['Named', []]);
    await store.saveTurn('c1', turn);
    await store.saveHead(stored.conversation);
  });

  it('has files that a person can read, with the version of their format', async () => {
    const files = createMemoryFiles();
    await save(files, aConversation('c1', 1));
    assert.deepEqual([...files.content.keys()].toSorted(), [
      'c1/conversation.json',
      'c1/turns/c1-0.json',
    ]);
    for (const bytes of files.content.values()) {
      assert.match(text(bytes), /\n "format": 1\n/);
    }
  });

  it('knows no conversation that was not saved', async () => {
    assert.equal(await load(createMemoryFiles(), 'c1'), undefined);
  });

  it('shows the latest turn where the one at the head was not written', async () => {
    const files = createMemoryFiles();
    await save(files, { ...aConversation('c1', 2), headId: 'lost' });
    assert.equal((await load(files, 'c1'))?.conversation.headId, 'c1-1');
  });

  it('shows a reply that was running as truncated, with its text', async () => {
    const files = createMemoryFiles();
    const turn = aTurn('a', { reply: { text: 'so far' } });
    await save(files, { id: 'c1', createdAt: 5, turns: [turn], headId: 'a' });
    const reply = (await load(files, 'c1'))?.conversation.turns[0]?.reply;
    assert.deepEqual([reply?.status, reply?.text], ['truncated', 'so far']);
  });

  it('takes the new file where the end came between its writing and its renaming', async () => {
    const files = createMemoryFiles();
    const conversation = aConversation('c1', 2);
    await save(files, conversation);
    for (const path of ['c1/conversation.json', 'c1/turns/c1-1.json']) {
      await files.move(path, `${path}.1-2.tmp`);
    }
    const stored = await load(files, 'c1');
    assert.deepEqual(plain(stored?.conversation), plain(conversation));
  });

  it('makes no path of an id that is not one', async () => {
    const store = createChatStore(createMemoryFiles());
    await assert.rejects(store.load('../../etc'));
    await assert.rejects(store.saveTurn('c1', done('../x', 1)));
    await assert.rejects(store.saveHead({ id: 'a/b', createdAt: 1, turns: [] }));
  });

  it('takes no turn that lies under another name, nor a conversation in another folder', async () => {
    const files = createMemoryFiles();
    await save(files, aConversation('c1', 2));
    await files.write(
      'c1/turns/other.json',
      files.content.get('c1/turns/c1-0.json') ?? bytesOf(''),
    );
    await files.write(
      'c2/conversation.json',
      files.content.get('c1/conversation.json') ?? bytesOf(''),
    );
    const stored = await load(files, 'c1');
    assert.deepEqual(
      stored?.conversation.turns.map(({ id }) => id),
      ['c1-0', 'c1-1'],
    );
    assert.equal(stored?.setAside.length, 1);
    assert.equal((await load(files, 'c2'))?.conversation.id, 'c2');
  });

  it('shows what a newer version has written as read-only, and sets nothing of it aside', async () => {
    const files = createMemoryFiles();
    await save(files, aConversation('c1', 2));
    const path = 'c1/turns/c1-1.json';
    const newer = { format: 2, id: 'c1-1', user: ['something new'] };
    await files.write(path, bytesOf(JSON.stringify(newer)));
    const stored = await load(files, 'c1');
    assert.equal(stored?.conversation.isReadOnly, true);
    assert.deepEqual(
      stored?.conversation.turns.map(({ id }) => id),
      ['c1-0'],
    );
    assert.deepEqual(JSON.parse(text(files.content.get(path))), newer);
  });

  it('lets no file say of itself that it is read-only', async () => {
    const files = createMemoryFiles();
    await save(files, { ...aConversation('c1', 1), isReadOnly: true });
    assert.equal((await load(files, 'c1'))?.conversation.isReadOnly, undefined);
  });

  it('names the files that cannot be read now, and leaves them where they are', async () => {
    const files = createMemoryFiles();
    await save(files, aConversation('c1', 2));
    const guarded: MemoryFiles = {
      ...files,
      async read(path) {
        if (path.endsWith('c1-0.json')) {
          throw new Error('no permission');
        }
        return files.read(path);
      },
    };
    const stored = await load(guarded, 'c1');
    assert.deepEqual(stored?.unreadable, ['c1/turns/c1-0.json: no permission']);
    assert.equal(stored?.conversation.turns.length, 1);
    assert.equal(files.content.has('c1/turns/c1-0.json'), true);
  });

  it('writes over no head that was damaged while the conversation was open: it is set aside', async () => {
    const writes = {
      saveHead: async (files: MemoryFiles) =>
        createChatStore(files).saveHead(aConversation('c1', 2), aConversation('c1', 1)),
      setLabels: async (files: MemoryFiles) =>
        createChatStore(files).setLabels('c1', { title: 'Named' }),
    };
    for (const [name, write] of Object.entries(writes)) {
      for (const damage of ['{"id": "c1", "crea', '[]', '{"format": 1, "id": 5}', '']) {
        const files = createMemoryFiles();
        await save(files, aConversation('c1', 2));
        files.content.set('c1/conversation.json', bytesOf(damage));
        files.beforeChange = (what) => {
          if (what === 'move') {
            throw new Error('EBUSY');
          }
        };
        await assert.rejects(write(files));
        assert.equal(text(files.content.get('c1/conversation.json')), damage, 'is not replaced');
        files.beforeChange = () => {};
        await write(files);
        const aside = [...files.content].filter(([path]) => path.endsWith('.damaged'));
        assert.deepEqual(
          aside.map(([, bytes]) => text(bytes)),
          [damage],
          name,
        );
        const stored = await load(files, 'c1');
        assert.deepEqual([stored?.setAside, stored?.conversation.turns.length], [[], 2]);
      }
    }
  });

  it('brings nothing back over what was gone on with meanwhile', async () => {
    const files = createMemoryFiles();
    const store = createChatStore(files);
    await save(files, aConversation('c1', 2));
    await store.remove('c1');
    await store.saveTurn('c1', done('later', 9));
    const later = files.content.get('c1/turns/later.json');
    await files.write('.removed/c1/turns/later.json', new TextEncoder().encode('{"older": true}'));
    await store.restore('c1');
    const { turns, headId } = (await store.load('c1'))?.conversation ?? {};
    assert.deepEqual(turns?.map(({ id }) => id).toSorted(), ['c1-0', 'c1-1', 'later']);
    assert.equal(headId, 'c1-1');
    assert.equal(files.content.get('c1/turns/later.json'), later);
    assert.deepEqual(await files.list('.removed'), []);
  });

  it('brings back the end of a reply that a window did not see which stored the chat again', async () => {
    const files = createMemoryFiles();
    const store = createChatStore(files);
    const seen = (id: string, status: 'running' | 'truncated') =>
      aTurn(id, { reply: { status, text: 'so', endedAt: undefined } });
    await save(files, aConversation('c1', 2));
    await store.remove('c1');
    await store.saveTurn('c1', seen('c1-0', 'truncated'));
    await store.saveTurn('c1', seen('c1-1', 'running'));
    await store.restore('c1');
    const turns = (await store.load('c1'))?.conversation.turns ?? [];
    assert.deepEqual(
      turns.map(({ reply }) => `${reply.status} ${reply.text}`),
      ['completed reply c1-0', 'completed reply c1-1'],
    );
  });

  it('gives no labels to a chat that was deleted meanwhile, whose settings come back with it', async () => {
    const files = createMemoryFiles();
    const store = createChatStore(files);
    const { turns, ...head } = aConversation('c1', 2);
    await save(files, { ...head, turns, removedIds: ['c1-0'], systemPrompt: 'Be brief.' });
    await store.remove('c1');
    await assert.rejects(store.setLabels('c1', { title: 'Late' }), /no longer exists/);
    assert.deepEqual(await store.list(), []);
    await store.restore('c1');
    const { removedIds, systemPrompt } = (await store.load('c1'))?.conversation ?? {};
    assert.deepEqual([removedIds, systemPrompt], [['c1-0'], 'Be brief.']);
  });

  it('leaves nothing beside a file that is in use, and all there is where a move leaves nothing else', async () => {
    const files = createMemoryFiles();
    await save(files, aConversation('c1', 1));
    const before = new Map(files.content);
    const move = files.move.bind(files);
    files.move = async () => Promise.reject(new Error('EBUSY: resource busy or locked'));
    await assert.rejects(save(files, aConversation('c1', 1)), /EBUSY/);
    assert.deepEqual(files.content, before);
    files.move = async (_from, to) => {
      await files.remove(to);
      throw new Error('EBUSY: resource busy or locked');
    };
    await assert.rejects(save(files, aConversation('c1', 1)), /EBUSY/);
    files.move = move;
    assert.deepEqual(plain((await load(files, 'c1'))?.conversation), plain(aConversation('c1', 1)));
  });

  it('leaves no half file on a disk that is full, and the one before as it was', async () => {
    const files = createMemoryFiles();
    await save(files, aConversation('c1', 1));
    const before = new Map(files.content);
    const write = files.write.bind(files);
    files.write = async (path, bytes) => {
      await write(path, bytes.slice(0, 10));
      throw new Error('ENOSPC: no space left on device');
    };
    await assert.rejects(save(files, aConversation('c1', 2)), /no space left/);
    assert.deepEqual(files.content, before);
  });
});
