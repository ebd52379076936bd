import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { History } from '../../../../src/host/history/history.ts';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import { aTurn } from '../../../support/builders.ts';
import { createMemoryFiles } from '../../../support/store/memoryFiles.ts';
import { until } from '../../../support/until.ts';
import { promisesSettled } from '../../../support/holdClock.ts';

describe('History', () => {
  function harness() {
    const files = createMemoryFiles();
    const store = createChatStore(files, 'work');
    const failures: unknown[] = [];
    const loads: string[] = [];
    const open = (redactor = createRedactor(async () => [])) =>
      new History({
        redactor,
        files,
        store: {
          list: async () => store.list(),
          async load(id) {
            loads.push(id);
            return store.load(id);
          },
        },
        untitled: 'Untitled',
        onFailure: (error) => failures.push(error),
      });
    const say = async (id: string, text: string, at: number) => {
      const reply = { status: 'completed', startedAt: at, endedAt: at } as const;
      const turn = aTurn(`${id}-${at}`, { user: { text, context: [] }, reply });
      await store.saveHead({ id, createdAt: at, turns: [turn], headId: turn.id });
      await store.saveTurn(id, turn);
    };
    return { files, store, failures, loads, open, say };
  }
  const shown = async (history: History) =>
    (await history.all()).map(({ id, title }) => [id, title]);

  it('masks in titles the stored secrets, and those that are learned later', async () => {
    const { open, say } = harness();
    const [stored, later] = ['sk-T8bW2nX5vK9qR3mZ7yL1', 'gsk-M4cQ6hJ8dF2sP9tV3wB5'];
    await say('c1', `Is ${stored} valid?`, 2);
    await say('c2', `Is ${later} valid?`, 1);
    const redactor = createRedactor(async () => [stored]);
    const history = open(redactor);
    assert.deepEqual(await shown(history), [
      ['c1', 'Is [key] valid?'],
      ['c2', `Is ${later} valid?`],
    ]);
    redactor.learn(later);
    assert.deepEqual((await shown(history))[1], ['c2', 'Is [key] valid?']);
  });

  it('has what was said, the newest first, by the first message or by the title given', async () => {
    const { store, open, say } = harness();
    await say('c1', 'Why?', 1);
    await say('c2', 'And how?', 3);
    await say('c3', 'When?', 2);
    await store.saveHead({ id: 'silent', createdAt: 9, turns: [] });
    await store.setLabels('c3', { title: 'A title', pinned: true, tags: ['a'] });
    const history = open();
    assert.deepEqual(await shown(history), [
      ['c2', 'And how?'],
      ['c3', 'A title'],
      ['c1', 'Why?'],
    ]);
    const [, c3] = await history.all();
    assert.deepEqual(
      [c3?.pinned, c3?.tags, c3?.workspace, c3?.turnCount],
      [true, ['a'], 'work', 1],
    );
  });

  it('knows every model and connection that has replied, where there are several', async () => {
    const { store, open, say } = harness();
    await say('c1', 'Why?', 1);
    await say('c2', 'Why?', 2);
    const reply = { status: 'completed', model: 'm2', connection: 'Other', startedAt: 3 } as const;
    await store.saveTurn('c2', aTurn('c2-3', { parentId: 'c2-2', reply }));
    const all = await open().all();
    assert.deepEqual(
      all.map(({ model, models, connections }) => [model, models, connections]),
      [
        ['m2', ['m1', 'm2'], ['Test', 'Other']],
        ['m1', undefined, undefined],
      ],
    );
  });

  it('keeps labels when the conversation goes on, and forgets one that is taken back', async () => {
    const { store, open, say } = harness();
    await say('c1', 'Why?', 1);
    await store.setLabels('c1', { title: 'A title', pinned: true });
    await say('c1', 'Why?', 2);
    await store.setLabels('c1', { title: undefined });
    const [c1] = await open().all();
    assert.deepEqual([c1?.title, c1?.pinned, c1?.turnCount], ['Why?', true, 2]);
  });

  it('reads again only what has changed, and sees what came and went', async () => {
    const { store, open, say, loads } = harness();
    for (let index = 0; index < 40; index += 1) {
      await say(`c${index}`, `message ${index}`, index);
    }
    const first = open();
    await first.all();
    assert.equal(loads.length, 40);
    await first.all();
    assert.equal(loads.length, 40);
    await say('new', 'hello', 100);
    await store.remove('c5');
    await say('c6', 'more', 200);
    first.touch('c6');
    const ids = (await first.all()).map(({ id }) => id);
    assert.deepEqual([ids[0], ids[1], ids.includes('c5'), ids.length], ['c6', 'new', false, 40]);
    assert.equal(loads.length, 42);
    loads.length = 0;
    // A new window takes the index; it reads the newest again, and what is new or other than in it.
    const window = open();
    assert.equal((await window.all()).length, 40);
    await window.all();
    assert.equal(loads.length, 22);
  });

  it('is not kept again where there is nothing new in it', async () => {
    const { files, open, say } = harness();
    await say('c1', 'Why?', 1);
    await open().all();
    await until('it is kept', () => files.content.has('index.json'));
    const kept = files.content.get('index.json');
    const history = open();
    let told = 0;
    history.onDidChange(() => (told += 1));
    await history.all();
    await until('the newest are to be read again', () => told > 0);
    await history.all();
    // What was asked for before is done once this has been answered.
    await history.all();
    assert.equal(files.content.get('index.json'), kept);
    await say('c1', 'And how?', 2);
    history.touch('c1');
    await history.all();
    await until('it is kept', () => files.content.get('index.json') !== kept);
  });

  it('removes what a window has left that ended while it kept it', async () => {
    const { files, open, say } = harness();
    await say('c1', 'Why?', 1);
    const others = ['index.json.2-b.tmp', 'other.json.3-c.tmp', 'c1/conversation.json.4-d.tmp'];
    for (const path of ['index.json.1-a.tmp', ...others]) {
      await files.write(path, new TextEncoder().encode('{}'));
    }
    const changedAt = files.changedAt.bind(files);
    // Another window is writing this one.
    files.changedAt = async (path) =>
      path === 'index.json.2-b.tmp' ? Date.now() : changedAt(path);
    await open().all();
    await until('it is removed', () => !files.content.has('index.json.1-a.tmp'));
    assert.deepEqual(
      others.map((path) => files.content.has(path)),
      [true, true, true],
    );
  });

  it('keeps one of which all files are damaged in the list, by what was known of it', async () => {
    const { files, store, open, say } = harness();
    await say('c1', 'Why?', 1);
    await say('c2', 'How?', 2);
    await store.setLabels('c2', { title: 'A title', tags: ['x'] });
    await open().all();
    await until('it is kept', () => files.content.has('index.json'));
    for (const path of [...files.content.keys()].filter((path) => /^c\d\//.test(path))) {
      await files.write(path, new TextEncoder().encode('{"id": "c'));
    }
    const known = [
      ['c2', 'A title', ['x'], 1, 2],
      ['c1', 'Why?', [], 1, 1],
    ];
    const listed = async () =>
      (await open().all()).map(({ id, title, tags, turnCount, changedAt }) => [
        id,
        title,
        tags,
        turnCount,
        changedAt,
      ]);
    assert.deepEqual(await listed(), known);
    // Now the files have other names.
    for (const id of ['c1', 'c2']) {
      const { setAside, conversation } = (await store.open(id)) ?? assert.fail();
      assert.deepEqual([setAside.length, conversation.turns], [2, []]);
    }
    assert.deepEqual(await listed(), known);
    files.content.delete('index.json');
    const left = (await open().all()).map(({ title, changedAt }) => [title, changedAt > 0]);
    assert.deepEqual(left, [
      ['Untitled', true],
      ['Untitled', true],
    ]);
  });

  it('lists one that the file system does not let be read, and reads it once that is over', async () => {
    const { files, failures, open, say } = harness();
    await say('c1', 'Why?', 1);
    const list = files.list.bind(files);
    files.list = async (folder) =>
      folder === 'c1/turns' ? Promise.reject(new Error('EACCES')) : list(folder);
    const history = open();
    assert.deepEqual(await shown(history), [['c1', 'Untitled']]);
    assert.equal(failures.length, 1);
    files.list = list;
    assert.deepEqual(await shown(history), [['c1', 'Why?']]);
  });

  it('notices an old conversation that was changed while no window looked', async () => {
    const { store, open, say, loads } = harness();
    for (let index = 0; index < 40; index += 1) {
      await say(`c${index}`, `message ${index}`, index);
    }
    await open().all();
    await store.setLabels('c3', { title: 'Renamed meanwhile' });
    await say('c4', 'more', 200);
    loads.length = 0;
    const history = open();
    let told = 0;
    history.onDidChange(() => (told += 1));
    await history.all();
    await until('it is told', () => told > 0);
    const summaries = await history.all();
    assert.equal(summaries.find(({ id }) => id === 'c3')?.title, 'Renamed meanwhile');
    assert.equal(summaries[0]?.id, 'c4');
    assert.equal(loads.length, 22);
  });

  it('shows at once what is in the index, and then reads the newest again', async () => {
    const { open, say, loads } = harness();
    for (let index = 0; index < 40; index += 1) {
      await say(`c${index}`, `message ${index}`, index);
    }
    await open().all();
    await say('c30', 'from another window', 200);
    loads.length = 0;
    const history = open();
    let told = 0;
    history.onDidChange(() => (told += 1));
    assert.equal((await history.soFar()).summaries[0]?.id, 'c30');
    assert.deepEqual(loads, ['c30']);
    await until('it is told', () => told > 0);
    await history.soFar();
    assert.equal(loads.length, 20);
  });

  it('shows what it has while much is read, the newest first, and tells while there is more', async () => {
    const { open, say, loads } = harness();
    for (let index = 0; index < 300; index += 1) {
      await say(`c${index}`, `message ${index}`, index);
    }
    const { now } = Date;
    let clock = 0;
    Date.now = () => (clock += 3);
    try {
      const history = open();
      const stop = history.onDidChange(() => {});
      const first = await history.soFar();
      assert.ok(first.left > 0, 'some are left');
      assert.equal(first.summaries.length + first.left, 300);
      assert.equal(first.summaries[0]?.id, 'c299');
      stop();
      clock = 1e6;
      let told = 0;
      history.onDidChange(() => (told += 1));
      const second = await history.soFar();
      assert.ok(second.left < first.left);
      await until('it is told', () => second.left === 0 || told > 0);
      assert.equal((await history.all()).length, 300);
      assert.equal(loads.length, 300, 'each is read once');
      assert.equal((await history.soFar()).left, 0);
      // All of it was kept.
      loads.length = 0;
      await open().all();
      assert.equal(loads.length, 20);
    } finally {
      Date.now = now;
    }
  });

  it('tells a listener once of many changes, and no more once it has left', async () => {
    const { open, say } = harness();
    await say('c1', 'Why?', 1);
    const history = open();
    await history.all();
    let told = 0;
    let others = 0;
    const stop = history.onDidChange(() => (told += 1));
    history.onDidChange(() => (others += 1));
    for (let count = 0; count < 100; count += 1) {
      history.touch('c1');
    }
    await until('it is told', () => told > 0);
    assert.equal(told, 1);
    stop();
    history.touch('c1');
    await until('the other is told', () => others === 2);
    assert.equal(told, 1);
  });

  it('reads nothing before it is asked', async () => {
    const { files, store } = harness();
    const touched: string[] = [];
    const watching = new Proxy(files, {
      get: (target, name) => {
        touched.push(String(name));
        return Reflect.get(target, name) as unknown;
      },
    });
    const history = new History({
      redactor: createRedactor(async () => []),
      files: watching,
      store,
      untitled: 'Untitled',
      onFailure: (error) => assert.fail(String(error)),
    });
    history.onDidChange(() => {});
    assert.deepEqual(touched, []);
    await history.all();
    assert.notDeepEqual(touched, []);
  });

  describe('while somebody sees the list', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
    afterEach(() => mock.timers.reset());

    async function looking(count: number) {
      const all = harness();
      for (let index = 0; index < count; index += 1) {
        await all.say(`c${index}`, `message ${index}`, index);
      }
      const history = all.open();
      await history.all();
      const stop = history.keepLooking();
      /** Once a look has found something; how many it takes depends on how much each has time for. */
      const titles = async () => {
        let isTold = false;
        const stopListening = history.onDidChange(() => (isTold = true));
        await until('it is told', () => {
          mock.timers.tick(1000);
          return isTold;
        });
        stopListening();
        return Object.fromEntries(await shown(history)) as Record<string, string>;
      };
      return { ...all, history, stop, titles };
    }

    it('notices what was said, named, begun, deleted and brought back', async () => {
      const { store, say, titles } = await looking(150);
      await store.setLabels('c3', { title: 'An old one' });
      assert.equal((await titles())['c3'], 'An old one');
      await say('c149', 'more', 300);
      await store.setLabels('c149', { title: 'The newest' });
      assert.equal((await titles())['c149'], 'The newest');
      await say('another', 'Hello', 400);
      assert.equal((await titles())['another'], 'Hello');
      await store.remove('another');
      assert.equal((await titles())['another'], undefined);
      await store.restore('another');
      assert.equal((await titles())['another'], 'Hello');
    });

    it('notices the first message of one in which nothing was said', async () => {
      const { store, say, titles } = await looking(1);
      await store.saveHead({ id: 'silent', createdAt: 9, turns: [] });
      assert.equal((await titles())['silent'], undefined);
      await say('silent', 'Now', 10);
      assert.equal((await titles())['silent'], 'Now');
    });

    it('reads nothing again where nothing has changed, and looks no more once nobody sees it', async () => {
      const { files, loads, stop, history } = await looking(3);
      await promisesSettled();
      let looks = 0;
      const changedAt = files.changedAt.bind(files);
      files.changedAt = async (path) => {
        looks += 1;
        return changedAt(path);
      };
      mock.timers.tick(1000);
      await promisesSettled();
      assert.ok(looks > 0, 'it was looked at');
      await history.all();
      assert.equal(loads.length, 3);
      stop();
      looks = 0;
      mock.timers.tick(5000);
      await promisesSettled();
      assert.equal(looks, 0);
    });
  });

  it('shows all others where one cannot be read, says so once, and reads it again once that works', async () => {
    const { files, failures, open, say } = harness();
    for (const [index, id] of ['c1', 'c2', 'c3'].entries()) {
      await say(id, id, index + 1);
    }
    const [list, changedAt] = [files.list.bind(files), files.changedAt.bind(files)];
    const refused = new Set(['c2']);
    const refuse = (path: string): void => {
      if (refused.has(path.split('/')[0] ?? '')) {
        throw new Error('EACCES: permission denied');
      }
    };
    files.list = async (path) => {
      refuse(path);
      return list(path);
    };
    files.changedAt = async (path) => {
      refuse(path);
      return changedAt(path);
    };
    const history = open();
    const before = [
      ['c3', 'c3'],
      ['c1', 'c1'],
    ];
    assert.deepEqual(await shown(history), before);
    assert.deepEqual(await shown(history), before);
    assert.match(failures.join(), /^Error: EACCES[^,]*$/);
    refused.clear();
    const all = [
      ['c3', 'c3'],
      ['c2', 'c2'],
      ['c1', 'c1'],
    ];
    assert.deepEqual(await shown(history), all);
    refused.add('c3');
    history.touch('c3');
    assert.deepEqual(await shown(history), all, 'what was known of it stays');
    assert.equal(failures.length, 2);
    refused.clear();
    await say('c3', 'again', 9);
    assert.deepEqual((await history.all())[0]?.turnCount, 2);
  });

  it('has a conversation of which nothing can be read, damaged or of a newer version', async () => {
    const { files, open, say } = harness();
    for (const [id, content] of [
      ['c1', '{"to'],
      ['c2', '{"format": 9, "what": "ever"}'],
    ] as const) {
      await say(id, id, 1);
      files.content.set(`${id}/turns/${id}-1.json`, new TextEncoder().encode(content));
    }
    assert.deepEqual(Object.fromEntries(await shown(open())), { c1: 'Untitled', c2: 'Untitled' });
  });

  it('leaves what is damaged where it is, for whoever opens the conversation to be told of it', async () => {
    const { files, store, open, say } = harness();
    await say('c1', 'Why?', 1);
    await say('c1', 'And how?', 2);
    files.content.set('c1/turns/c1-2.json', new TextEncoder().encode('{"to'));
    const before = [...files.content.keys()];
    assert.deepEqual(await shown(open()), [['c1', 'Why?']]);
    assert.deepEqual(
      [...files.content.keys()].filter((path) => path !== 'index.json'),
      before,
    );
    const [told, again] = [await store.open('c1'), await store.open('c1')];
    assert.match(told?.setAside.join() ?? '', /^c1\/turns\/c1-2\.json\.\d+\.damaged$/);
    assert.deepEqual(again?.setAside, [], 'once');
    assert.equal(again.conversation.turns.length, 1);
  });

  it('is made anew where the index is missing, damaged or hostile', async () => {
    const { files, open, say } = harness();
    await say('c1', 'Why?', 1);
    for (const index of ['', '{', '[]', '{"format":"1","conversations":[{"id":"../x"}]}']) {
      await files.write('index.json', new TextEncoder().encode(index));
      assert.deepEqual(await shown(open()), [['c1', 'Why?']]);
    }
  });

  it('takes names of limited length from the files of a chat, and no others from an index', async () => {
    const { files, store, open, say } = harness();
    await say('c1', 'Why?', 1);
    const long = 'x'.repeat(1_000_000);
    await store.setLabels('c1', { title: long, tags: [long] });
    for (let number = 2; number < 200; number += 1) {
      const reply = {
        status: 'completed',
        model: `${number}${'x'.repeat(1000)}`,
        startedAt: number,
      } as const;
      await store.saveTurn('c1', aTurn(`c1-${number}`, { parentId: 'c1-1', reply }));
    }
    const [c1] = await open().all();
    assert.deepEqual([c1?.title.length, c1?.tags[0]?.length, c1?.model.length], [500, 100, 500]);
    assert.equal(c1?.models?.length, 100);
    const index = { format: '3', conversations: [{ ...c1, title: long }] };
    await files.write('index.json', new TextEncoder().encode(JSON.stringify(index)));
    assert.equal((await open().all())[0]?.title.length, 500);
  });

  it('is there though it cannot be kept', async () => {
    const { files, open, say, failures } = harness();
    await say('c1', 'Why?', 1);
    files.beforeChange = () => {
      throw new Error('read-only');
    };
    assert.deepEqual(await shown(open()), [['c1', 'Why?']]);
    await until('it is said', () => failures.length === 1);
  });

  it('brings back what was removed, until it is purged', async () => {
    const { files, store, open, say } = harness();
    await say('c1', 'Why?', 1);
    await say('c2', 'How?', 2);
    const before = new Map(files.content);
    await store.remove('c1');
    assert.deepEqual(await shown(open()), [['c2', 'How?']]);
    await store.restore('c1');
    for (const [path, bytes] of before) {
      assert.deepEqual(files.content.get(path), bytes);
    }
    await store.remove('c1');
    await store.purge('c1');
    await assert.rejects(store.restore('c1'));
    assert.equal([...files.content.keys()].filter((path) => path.includes('c1')).length, 0);
  });

  it('writes no labels over what a newer version has written', async () => {
    const { files, store, say } = harness();
    await say('c1', 'Why?', 1);
    const newer = new TextEncoder().encode('{"format":2,"id":"c1"}');
    await files.write('c1/conversation.json', newer);
    await assert.rejects(store.setLabels('c1', { pinned: true }), /newer version/);
    await assert.rejects(store.saveHead({ id: 'c1', createdAt: 1, turns: [] }), /newer version/);
    assert.deepEqual(files.content.get('c1/conversation.json'), newer);
  });
});
