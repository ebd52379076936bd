import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createDemoService } from '../../../src/demo/service.ts';
import { connectionItems } from '../../../src/host/connectionsPage/connectionItems.ts';
import { PageActions } from '../../../src/host/connectionsPage/pageActions.ts';
import { createKeyCheck, storeKey } from '../../../src/host/connections/keys/askKey.ts';
import { ensureKey } from '../../../src/host/connections/keys/keyFlows.ts';
import { createRedactor } from '../../../src/host/base/redactor.ts';
import { createServiceClients } from '../../../src/host/connections/serviceClients.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import {
  readConnections,
  storedConnections,
} from '../../../src/host/connections/connectionSettings.ts';
import { emptyDraft } from '../../../src/shared/connectionsPage/connectionDraft.ts';
import type { HostToConnectionsPage } from '../../../src/shared/connectionsPage/protocol.ts';
import { serveHandler } from '../../support/service/loopbackServer.ts';
import { activated } from '../activated.ts';

const key = 'sk-page-canary';

/** The page's host side with a page that only listens. */
async function withPage() {
  const { chat, services: shared } = await activated();
  const { keys } = shared;
  // Made here: what the extension throws is of its own classes.
  const clients = createServiceClients({
    keys,
    redactor: shared.redactor,
    mayHeadersTravel: async () => true,
    loadDemo: async () => createDemoService(),
  });
  const begun: string[] = [];
  const chats = {
    inUse: () => undefined,
    newChat: async ({ id }: Connection) => void begun.push(id),
    onDidChange: [],
  };
  const services = { ...shared, clients, chats, redactor: createRedactor(async () => []) };
  const posted: HostToConnectionsPage[] = [];
  const showItems = async () => {
    posted.push({
      kind: 'connections',
      items: await connectionItems(storedConnections(), keys, shared.models.catalogue),
    });
  };
  const page = new PageActions(services, {
    post: (message) => posted.push(message),
    showItems,
    closed: new AbortController().signal,
  });
  return { ...services, page, posted, chat, begun };
}

async function store(value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('parley')
    .update('connections', value, vscode.ConfigurationTarget.Global);
}

describe('the page of connections, in the host', () => {
  afterEach(async () => store(undefined));

  it('saves what can be used, and keeps every other entry as it is', async () => {
    const { page, posted } = await withPage();
    const others = [{ id: 'x', baseUrl: 7, note: ['kept'] }, 'nonsense', null];
    await store(others);
    const draft = { ...emptyDraft, name: 'New', baseUrl: 'https://new.example' };
    await page.carryOut({ kind: 'save', ref: 'new 1', draft: { ...draft, baseUrl: '' } });
    assert.deepEqual(storedConnections(), others);
    await page.carryOut({ kind: 'save', ref: 'new 1', draft });
    const saved = posted.at(-1);
    assert.ok(saved?.kind === 'saved');
    await page.carryOut({ kind: 'moveUp', ref: saved.savedAs });
    await page.carryOut({ kind: 'duplicate', ref: saved.savedAs });
    await page.carryOut({ kind: 'remove', ref: 'place 1' });
    await page.carryOut({ kind: 'undoRemove' });
    await page.carryOut({ kind: 'save', ref: 'id x', draft });
    assert.deepEqual(
      storedConnections().map((entry) => (entry as { name?: string } | null)?.name ?? entry),
      ['New', 'nonsense', 'New', 'New (copy)', null],
    );
  });

  it('begins a chat with a connection that can be used', async () => {
    const { page, begun } = await withPage();
    await store([{ id: 'one', name: 'One', baseUrl: 'https://one.example' }, { id: 'broken' }]);
    await page.carryOut({ kind: 'newChat', ref: 'id broken' });
    await page.carryOut({ kind: 'newChat', ref: 'id one' });
    assert.deepEqual(begun, ['one']);
  });

  it('knows the models of the last list, without a request', async () => {
    const { models, keys } = await withPage();
    const connection = { id: 'one', name: 'One', baseUrl: 'https://one.example' };
    await store([connection]);
    models.catalogue.remember(connection, [{ id: 'm1' }, { id: 'm2' }]);
    const [item] = await connectionItems(storedConnections(), keys, models.catalogue);
    assert.deepEqual(item?.models, ['m1', 'm2']);
  });

  it('carries out a row of quick clicks one after another', async () => {
    const { page } = await withPage();
    const ids = ['a', 'b', 'c', 'd'];
    await store(ids.map((id) => ({ id, name: id, baseUrl: 'https://x.example' })));
    await Promise.all([1, 2, 3].map(async () => page.carryOut({ kind: 'moveDown', ref: 'id a' })));
    assert.deepEqual(
      storedConnections().map((entry) => (entry as { id: string }).id),
      ['b', 'c', 'd', 'a'],
    );
  });

  it('overwrites nothing where the setting is no list', async () => {
    const { page } = await withPage();
    await store({ mine: true });
    const draft = { ...emptyDraft, name: 'New', baseUrl: 'https://new.example' };
    await assert.rejects(page.carryOut({ kind: 'save', ref: 'new 1', draft }), /not a list/);
    const stored = vscode.workspace.getConfiguration('parley').inspect('connections')?.globalValue;
    assert.deepEqual(stored, { mine: true });
  });

  it('tests with one request and tells the page of keys without a key', async () => {
    const { page, posted, keys } = await withPage();
    const demo = createDemoService({ apiKey: key });
    const seen: string[] = [];
    const service = await serveHandler(async (request) => {
      seen.push(`${request.method} ${new URL(request.url).pathname}`);
      return demo.handle(request);
    });
    try {
      const draft = { ...emptyDraft, name: 'T', baseUrl: service.origin };
      await page.carryOut({ kind: 'check', ref: 'new 1', revision: 1, draft });
      assert.deepEqual(seen, []);
      await page.carryOut({ kind: 'test', ref: 'new 1', draft });
      await keys.set(service.origin, key);
      await page.carryOut({ kind: 'check', ref: 'new 1', revision: 2, draft });
      await page.carryOut({ kind: 'test', ref: 'new 1', draft });
      assert.deepEqual(seen, ['GET /v1/models', 'GET /v1/models']);
      const [, refused, checked, works] = posted;
      assert.ok(refused?.kind === 'tested' && !refused.result.works);
      assert.match(refused.result.title, /Key/);
      assert.ok(checked?.kind === 'checked');
      const { origin, state } = checked.check.key;
      assert.deepEqual([origin, state], [service.origin, 'kept']);
      assert.ok(works?.kind === 'tested' && works.result.works);
      assert.match(works.result.tried, /^GET http.*\/v1\/models → 200, \d+ models$/);
      assert.doesNotMatch(JSON.stringify(posted), new RegExp(key));
    } finally {
      await keys.forget(service.origin);
      await service.close();
    }
  });

  it('offers another form of the address where a test finds no list', async () => {
    const { page, posted } = await withPage();
    const service = await serveHandler(async () => new Response('', { status: 404 }));
    try {
      const draft = { ...emptyDraft, name: 'T', baseUrl: `${service.origin}/proxy` };
      await page.carryOut({ kind: 'test', ref: 'new 1', draft });
      const tested = posted.at(-1);
      assert.ok(tested?.kind === 'tested' && !tested.result.works);
      assert.equal(tested.result.otherAddress, `${service.origin}/proxy/v1`);
      assert.match(tested.result.sent ?? '', /^GET http.*\/proxy\/models\n/);
    } finally {
      await service.close();
    }
  });
});

describe('a key in a header', () => {
  const secret = 'k-0123456789-header-canary';

  it('is moved to the secret storage on a click, and sent from there to its origin', async () => {
    const { page, posted, keys } = await withPage();
    const seen: (string | null)[] = [];
    const service = await serveHandler(async (request) => {
      seen.push(request.headers.get('x-api-key'), request.headers.get('authorization'));
      return createDemoService().handle(request);
    });
    const { origin } = new URL(service.origin);
    try {
      const headers = [{ name: 'x-api-key', value: `Token ${secret}` }];
      const draft = { ...emptyDraft, name: 'H', baseUrl: `${origin}/v1?api-version=1`, headers };
      await page.carryOut({ kind: 'check', ref: 'new 1', revision: 1, draft });
      const before = posted.pop();
      assert.ok(before?.kind === 'checked' && before.check.keyHeader === 0);
      await page.carryOut({ kind: 'moveKey', ref: 'new 1', draft });
      const moved = posted.pop();
      assert.deepEqual(moved, {
        kind: 'keyMoved',
        ref: 'new 1',
        index: 0,
        value: 'Token ${key}',
      });
      assert.equal(await keys.get(origin), secret);
      // What still has the key in a header is not saved.
      await page.carryOut({ kind: 'save', ref: 'new 1', draft });
      assert.deepEqual(storedConnections(), []);
      const keyed = { ...draft, headers: [{ name: 'x-api-key', value: 'Token ${key}' }] };
      await page.carryOut({ kind: 'save', ref: 'new 1', draft: keyed });
      const saved = posted.pop();
      assert.ok(saved?.kind === 'saved');
      await page.carryOut({ kind: 'duplicate', ref: saved.savedAs });
      await page.carryOut({ kind: 'test', ref: saved.savedAs, draft: keyed });
      const tested = posted.pop();
      assert.ok(tested?.kind === 'tested' && tested.result.works);
      assert.match(tested.result.sent ?? '', /x-api-key: Token \$API_KEY/);
      assert.match(tested.result.sent ?? '', /models\?api-version=1/);
      assert.deepEqual(seen, [`Token ${secret}`, null]);
      assert.equal(storedConnections().length, 2);
      assert.doesNotMatch(JSON.stringify([posted, storedConnections()]), /canary/);
      // A second key is not taken for the one of the address.
      await page.carryOut({ kind: 'moveKey', ref: 'new 2', draft });
      assert.equal(posted.at(-1)?.kind === 'keyMoved', false);
    } finally {
      await keys.forget(origin);
      await service.close();
    }
  });

  it('is not sent to another origin', async () => {
    const { keys, clients } = await withPage();
    const headers = { 'api-key': '${key}' };
    const before = { id: 'keyed', name: 'Keyed', baseUrl: 'https://before.example', headers };
    await store([before]);
    await keys.set('https://before.example', secret);
    await clients(before);
    const after = { ...before, baseUrl: 'https://after.example' };
    await store([after]);
    await assert.rejects(clients(after), /Nothing was sent/);
    await keys.forget('https://before.example');
  });
});

describe('a model list that cannot be read, on the page of connections', () => {
  afterEach(async () => store(undefined));

  const answers: readonly (() => Response)[] = [
    () => Response.json({ error: { message: 'No' } }, { status: 401 }),
    () => new Response('<title>Bad Gateway</title>', { status: 502 }),
    () => Response.json({ success: false, errors: [{ message: 'No' }] }),
    () => Response.json({ list: 7 }),
    () => new Response('{"data":['),
  ];
  for (const answer of answers) {
    it(`does not block a typed model ID: ${answer.toString().slice(6)}`, async () => {
      const { page, posted, begun } = await withPage();
      const service = await serveHandler(async () => answer());
      try {
        const draft = { ...emptyDraft, name: 'T', baseUrl: service.origin, model: 'typed id' };
        await page.carryOut({ kind: 'test', ref: 'new 1', draft });
        const [tested] = posted;
        assert.ok(tested?.kind === 'tested' && !tested.result.works);
        await page.carryOut({ kind: 'save', ref: 'new 1', draft });
        const saved = posted.at(-1);
        assert.ok(saved?.kind === 'saved');
        const entry = readConnections().find(({ baseUrl }) => baseUrl === service.origin);
        assert.equal(entry?.model, 'typed id');
        await page.carryOut({ kind: 'newChat', ref: saved.savedAs });
        assert.equal(begun.length, 1);
      } finally {
        await service.close();
      }
    });
  }
});

describe('a connection that has moved to another origin', () => {
  const before = { id: 'moving', name: 'Moving', baseUrl: 'https://before.example' };
  const after = { ...before, baseUrl: 'https://after.example' };

  it('asks nobody anything before its key is set, or is said not to be wanted', async () => {
    const { keys, clients } = await withPage();
    await store([before]);
    await keys.set('https://before.example', key);
    await clients(before);
    await store([after]);
    await assert.rejects(
      clients(after),
      /has changed from .*before.* to .*after.*Nothing was sent/,
    );
    await clients({ ...after, id: 'another' });
    await keys.bind('moving', 'https://after.example');
    await clients(after);
    assert.equal(await ensureKey(after, { clients, keys }), true);
    await keys.forget('https://before.example');
  });

  it('goes on without a word once there is a key for the new address', async () => {
    const { keys, clients } = await withPage();
    await store([before]);
    await keys.set('https://before.example', key);
    await clients(before);
    await keys.set('https://after.example', 'sk-other');
    assert.equal(await ensureKey(after, { clients, keys }), true);
    await clients(after);
    await keys.forget('https://before.example');
    await keys.forget('https://after.example');
  });
});

describe('a key that is entered', () => {
  it('is saved without being checked only when it is entered once more', async () => {
    const { keys, clients } = await withPage();
    const connection = { id: 'off', name: 'Off', baseUrl: 'http://127.0.0.1:9' };
    const check = createKeyCheck(connection, clients, async (entered) =>
      storeKey(connection, entered, keys),
    );
    const first = await check(key);
    assert.ok('problem' in first);
    assert.match(first.problem, /Enter again to continue without the model list/);
    assert.equal(await keys.get('http://127.0.0.1:9'), undefined);
    assert.deepEqual(await check(key), { result: 'unchecked' });
    assert.equal(await keys.get('http://127.0.0.1:9'), key);
    await keys.forget('http://127.0.0.1:9');
  });

  it('is saved without being checked where the service gives its model list to nobody', async () => {
    const { keys, clients } = await withPage();
    const service = await serveHandler(async () =>
      Response.json({ error: { message: 'Listing models is not permitted' } }, { status: 403 }),
    );
    try {
      const connection = { id: 'listless', name: 'Listless', baseUrl: service.origin };
      const check = createKeyCheck(connection, clients, async (entered) =>
        storeKey(connection, entered, keys),
      );
      const first = await check(key);
      assert.ok('problem' in first);
      assert.match(first.problem, /Enter again to continue without the model list/);
      assert.deepEqual(await check(key), { result: 'unchecked' });
      assert.equal(await keys.get(service.origin), key);
      await keys.forget(service.origin);
    } finally {
      await service.close();
    }
  });

  it('is reported when the secret storage rejects it, and is nowhere', async () => {
    const { keys, clients, chat } = await withPage();
    const service = await serveHandler(async (request) => createDemoService().handle(request));
    try {
      const broken = {
        ...keys,
        set: async () => {
          throw new Error('The secret storage could not save the API key: no keyring');
        },
      };
      const connection = { id: 'r', name: 'R', baseUrl: service.origin };
      const answer = await createKeyCheck(connection, clients, async (entered) =>
        storeKey(connection, entered, broken),
      )(key);
      assert.deepEqual(answer, {
        problem: 'The secret storage could not save the API key: no keyring',
      });
      assert.equal(await keys.get(service.origin), undefined);
      await chat.sender.send({ text: 'Still chatting', context: [] });
      assert.equal(chat.session.conversation.turns.length, 1);
      chat.session.stop();
    } finally {
      await service.close();
    }
  });
});
