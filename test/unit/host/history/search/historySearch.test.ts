import assert from 'node:assert/strict';
import { createRedactor } from '../../../../../src/host/base/redactor.ts';
import { History } from '../../../../../src/host/history/history.ts';
import { createChatStore } from '../../../../../src/host/store/chatStore.ts';
import { createHistorySearch } from '../../../../../src/host/history/search/historySearch.ts';
import { SearchShards } from '../../../../../src/host/history/search/searchShards.ts';
import { aTurn } from '../../../../support/builders.ts';
import { createMemoryFiles } from '../../../../support/store/memoryFiles.ts';
import { until } from '../../../../support/until.ts';

describe('the search in the history', () => {
  const day = 24 * 60 * 60 * 1000;

  function harness(redact = (text: string) => text) {
    const files = createMemoryFiles();
    const store = createChatStore(files, 'work');
    const loads: string[] = [];
    /** The ids of chats whose files cannot be listed. */
    const broken = new Set<string>();
    const failures: unknown[] = [];
    const counting = {
      list: async () => store.list(),
      async load(id: string) {
        loads.push(id);
        if (broken.has(id)) {
          throw new Error('not permitted');
        }
        return store.load(id);
      },
    };
    /** As a window that was just opened. */
    const open = () => {
      const fail = (error: unknown) => failures.push(error);
      const history = new History({
        files,
        store,
        untitled: 'Untitled',
        redactor: createRedactor(async () => []),
        onFailure: fail,
      });
      const services = { store: counting, shards: new SearchShards(files), redact, here: 'work' };
      return { history, ...createHistorySearch(history, services, fail) };
    };
    const say = async (id: string, text: string, reply: string, at: number) => {
      const turn = aTurn(`${id}-${at}`, {
        user: { text, context: [] },
        reply: { status: 'completed', text: reply, startedAt: at, endedAt: at },
      });
      const stored = await store.load(id);
      const turns = [...(stored?.conversation.turns ?? []), turn];
      await store.saveTurn(id, turn);
      await store.saveHead({ id, createdAt: at, turns, headId: turn.id });
    };
    const find = async (typed: string, window = open()) => {
      loads.length = 0;
      let found: readonly (readonly [string, string | undefined])[] = [];
      for await (const { hits } of window.find(typed, new AbortController().signal)) {
        found = hits.map(({ summary, snippet }) => [summary.id, snippet] as const);
      }
      return found;
    };
    return { files, store, loads, broken, failures, open, say, find };
  }

  it('finds by the title and by what was said, and shows where', async () => {
    const { say, find } = harness();
    await say('c1', 'Why is the sky blue?', 'Rayleigh scattering, mostly.', 1);
    await say('c2', 'How deep is the sea?', 'The Challenger Deep: under a blue sky.', 2);
    await say('c3', 'Hello', 'Hello.', 3);
    assert.deepEqual(await find('SKY'), [
      ['c1', undefined],
      ['c2', '… Deep: under a blue sky.'],
    ]);
    assert.deepEqual(await find('rayleigh'), [['c1', 'Rayleigh scattering, mostly.']]);
    assert.deepEqual(await find('deep scattering'), []);
    assert.deepEqual(await find('sea "challenger deep"'), [
      ['c2', 'The Challenger Deep: under a blue sky.'],
    ]);
  });

  it('finds whole words of one or two letters, and phrases of such words', async () => {
    const { say, find, loads } = harness();
    const texts = [
      'I use Go and C#.',
      'Going to algol',
      'AI: to be or not',
      '天空很蓝',
      'R is a language',
    ];
    for (const [index, text] of texts.entries()) {
      await say(`c${index}`, 'Hello', text, index);
    }
    const ids = async (typed: string) => (await find(typed)).map(([id]) => id);
    assert.deepEqual(await find('go'), [['c0', 'I use Go and C#.']]);
    assert.deepEqual(await ids('C#'), ['c0']);
    assert.ok(loads.length <= 2, `${loads.length} were read`);
    assert.deepEqual(await ids('ai'), ['c2']);
    assert.deepEqual(await ids('r'), ['c4']);
    assert.deepEqual(await ids('蓝'), ['c3']);
    assert.deepEqual(await ids('"to be"'), ['c2']);
    assert.deepEqual(await ids('"is a"'), ['c4']);
    assert.deepEqual(await ids('c# ai'), []);
  });

  it('makes filters again that an earlier version has made without short words', async () => {
    const { say, find, files } = harness();
    await say('c1', 'Hello', 'Go', 1);
    await find('hello there');
    for (const [path, bytes] of files.content) {
      if (path.startsWith('.search/')) {
        const [head = ''] = new TextDecoder().decode(bytes).split('\n');
        const older = new TextEncoder().encode(head.replace('"format":"2"', '"format":"1"'));
        const filters = new Uint8Array(bytes.length - head.length - 1);
        await files.write(path, new Uint8Array([...older, 10, ...filters]));
      }
    }
    assert.equal((await find('go')).length, 1);
  });

  it('finds what a running reply and files have that could not be read when it looked before', async () => {
    const { files, store, say, find } = harness();
    const startedAt = Date.now();
    const save = async (text: string) =>
      store.saveTurn('c1', aTurn('a', { reply: { text, startedAt } }));
    await save('The beginning');
    assert.deepEqual(await find('needle'), []);
    await save('The beginning and a needle');
    assert.equal((await find('needle')).length, 1);

    await say('c2', 'Hello', 'A thimble', 1);
    await say('c2', 'And?', 'So', 2);
    const read = files.read.bind(files);
    files.read = async (path) => {
      if (path.includes('turns/c2-1.json')) {
        throw new Error('EBUSY');
      }
      return read(path);
    };
    assert.deepEqual(await find('thimble'), []);
    files.read = read;
    assert.equal((await find('thimble')).length, 1);
  });

  it('reads only what may have the words, once the filters are made', async () => {
    const { say, find, loads, open } = harness();
    for (let index = 0; index < 30; index += 1) {
      await say(`c${index}`, 'Hello', `word${index * 1111} and more`, index);
    }
    assert.equal((await find('word7777')).length, 1);
    assert.equal(loads.length, 30);
    assert.equal((await find('word8888')).length, 1);
    assert.ok(loads.length <= 3, `${loads.length} were read`);
    await say('c3', 'And now?', 'A word8888 here, too', 100);
    const other = open();
    await other.history.all();
    other.history.touch('c3');
    assert.deepEqual(
      (await find('word8888', other)).map(([id]) => id),
      ['c3', 'c8'],
    );
  });

  it('finds the same where the filters are missing, damaged, hostile or cannot be kept', async () => {
    const { files, say, find, failures } = harness();
    await say('c1', 'Hello', 'A needle in it', 1);
    await say('c2', 'Hello', 'Only hay', 2);
    await find('needle');
    const shards = [...files.content.keys()].filter((path) => path.startsWith('.search/'));
    assert.ok(shards.length > 0);
    const head = (bytes: unknown) =>
      `${JSON.stringify({ format: '2', entries: [{ id: 'c1', stamp: '1/1', bytes }] })}\n`;
    const spoilt = ['', '{', 'null\n', '{"format":"2"}\n', head(-64), head(2 ** 40), head(64)];
    const cut = spoilt.map((text) => new TextEncoder().encode(text));
    const flipped = shards.map((path) => {
      const bytes = files.content.get(path)?.slice() ?? new Uint8Array();
      bytes[0] = 0xff;
      return bytes;
    });
    for (const bytes of [...cut, ...flipped]) {
      for (const path of shards) {
        await files.write(path, bytes);
      }
      assert.deepEqual(await find('needle'), [['c1', 'A needle in it']]);
    }
    assert.deepEqual(failures, []);
    for (const path of shards) {
      await files.remove(path);
    }
    files.beforeChange = () => {
      throw new Error('read-only');
    };
    assert.deepEqual(await find('needle'), [['c1', 'A needle in it']]);
    assert.ok(failures.length > 0);
  });

  it('removes what a window has left that ended while it kept the filters', async () => {
    const { files, say, find } = harness();
    await say('c1', 'Hello', 'A needle in it', 1);
    await files.write('.search/5.bin.1-a.tmp', new Uint8Array());
    await find('needle');
    await until('it is removed', () => !files.content.has('.search/5.bin.1-a.tmp'));
    assert.equal((await find('needle')).length, 1);
  });

  it('narrows by what is asked of the conversation', async () => {
    const { say, store, find } = harness();
    await say('c1', 'First', 'x', Date.now() - 10 * day);
    await say('c2', 'Second', 'x', Date.now());
    await store.setLabels('c1', { pinned: true, tags: ['idea'] });
    const ids = async (typed: string) => (await find(typed)).map(([id]) => id);
    assert.deepEqual(await ids('model:m1'), ['c2', 'c1']);
    assert.deepEqual(await ids('is:pinned'), ['c1']);
    assert.deepEqual(await ids('tag:idea'), ['c1']);
    assert.deepEqual(await ids('idea'), ['c1']);
    assert.deepEqual(await ids('workspace:here second'), ['c2']);
    assert.deepEqual(await ids(`before:${new Date().getFullYear() - 1}`), []);
  });

  it('does not find what was removed, and finds it again once it is back', async () => {
    const { say, store, find } = harness();
    await say('c1', 'Hello', 'A needle in it', 1);
    const stored = await store.load('c1');
    assert.ok(stored);
    const { conversation } = stored;
    await store.saveHead({ ...conversation, removedIds: ['c1-1'] });
    assert.deepEqual(await find('needle'), []);
    await store.saveHead(conversation);
    assert.equal((await find('needle')).length, 1);
  });

  it('says how far it is where much is to be read, and goes on from there in another window', async () => {
    const { say, open, loads } = harness();
    for (let index = 0; index < 200; index += 1) {
      await say(`c${index}`, 'Hello', index % 50 === 0 ? 'A needle' : 'Hay', index);
    }
    const { now } = Date;
    let clock = 0;
    // Each look at the clock takes long enough for another result.
    Date.now = () => (clock += 101);
    const shares: number[] = [];
    try {
      const window = open();
      const abort = new AbortController();
      for await (const { hits, progress } of window.find('needle', abort.signal)) {
        shares.push(progress ?? 1);
        if (hits.length === 2) {
          abort.abort();
        }
      }
      await window.release();
    } finally {
      Date.now = now;
    }
    assert.ok(shares.some((share) => share > 0 && share < 1));
    assert.deepEqual(
      shares.slice(1),
      shares.slice(1).toSorted((a, b) => a - b),
    );
    const before = new Set(loads);
    assert.ok(before.size < 200, `${before.size} were read`);
    loads.length = 0;
    let found = 0;
    for await (const { hits } of open().find('needle', new AbortController().signal)) {
      found = hits.length;
    }
    assert.equal(found, 4);
    assert.ok(loads.length <= 200 - before.size + 4 + 10, `${loads.length} were read again`);
  });

  it('ends where nobody waits any more, and counts what cannot be read', async () => {
    const { say, open, loads, files, broken } = harness();
    for (let index = 0; index < 40; index += 1) {
      await say(`c${index}`, 'Hello', 'A needle', index);
    }
    const window = open();
    const abort = new AbortController();
    for await (const { hits } of window.find('needle', abort.signal)) {
      if (hits.length > 0) {
        abort.abort();
      }
    }
    assert.ok(loads.length < 40, `${loads.length} were read`);
    await files.write('c39/conversation.json', new TextEncoder().encode('{'));
    await files.write('c39/turns/c39-39.json', new TextEncoder().encode('{'));
    let counts: readonly number[] = [];
    const last = open();
    for await (const { hits, skipped } of last.find('needle', new AbortController().signal)) {
      counts = [hits.length, skipped];
    }
    assert.deepEqual(counts, [39, 1]);
    broken.add('c3');
    for await (const { hits, skipped } of open().find('needle', new AbortController().signal)) {
      counts = [hits.length, skipped];
    }
    assert.deepEqual(counts, [38, 2]);
  });

  it('masks secrets in the lines in which something was found', async () => {
    const { say, find } = harness((text) => text.replace('secret', '[key]'));
    await say('c1', 'Hello', 'A needle is secret', 1);
    assert.deepEqual(await find('needle'), [['c1', 'A needle is [key]']]);
  });
});
