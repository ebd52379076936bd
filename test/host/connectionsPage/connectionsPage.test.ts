import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createDemoService } from '../../../src/demo/service.ts';
import { connectionItems } from '../../../src/host/connectionsPage/pageActions.ts';
import { createKeyCheck, storeKey } from '../../../src/host/connections/connecting/askKey.ts';
import { ensureKey } from '../../../src/host/connections/connecting/keyFlows.ts';
import { createRedactor } from '../../../src/host/base/redactor.ts';
import { createServiceClients } from '../../../src/host/connections/clients/serviceClients.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import {
  readConnections,
  storedConnections,
} from '../../../src/host/connections/connectionSettings.ts';
import { serveHandler } from '../../support/service/loopbackServer.ts';
import { activated } from '../activated.ts';
import { openPage } from './openPage.ts';

const key = 'sk-page-canary';

async function withPage() {
  const { chat, services: shared } = await activated();
  const { keys } = shared;
  // Made here: what the extension throws is of its own classes.
  const clients = createServiceClients({
    keys,
    redactor: shared.redactor,
    loadDemo: async () => createDemoService(),
  });
  const begun: string[] = [];
  const newChat = async ({ id }: Connection) => void begun.push(id);
  const services = { ...shared, clients, redactor: createRedactor(async () => []) };
  return { ...services, ...openPage(services, newChat), chat, begun };
}

async function store(value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('parley')
    .update('connections', value, vscode.ConfigurationTarget.Global);
}

/** Presses these buttons in the notifications and dialogs of `work`; gives what they say. */
async function pressing(
  buttons: readonly (string | undefined)[],
  work: () => Promise<void>,
): Promise<readonly string[]> {
  const said: string[] = [];
  const { showInformationMessage, showWarningMessage } = vscode.window;
  const answer = async (text: string) => buttons[said.push(text) - 1];
  Object.assign(vscode.window, { showInformationMessage: answer, showWarningMessage: answer });
  try {
    await work();
    return said;
  } finally {
    Object.assign(vscode.window, { showInformationMessage, showWarningMessage });
  }
}

describe('the page of connections, in the host', () => {
  afterEach(async () => store(undefined));

  it('saves what can be used, and keeps every other entry as it is', async () => {
    const { page, act, last } = await withPage();
    const others = [{ id: 'x', baseUrl: 7, note: ['kept'] }, 'nonsense', null];
    await store(others);
    const draft = { name: 'New', baseUrl: 'https://new.example' };
    await act('save', { ...draft, baseUrl: '' });
    assert.deepEqual(storedConnections(), others);
    assert.equal(last('form')?.place, 'baseUrl', 'The focus goes to what is wrong.');
    await act('save', draft);
    await page.carryOut({ kind: 'save', ref: 'id new' });
    const saved = last('saved');
    assert.ok(saved);
    assert.equal(saved.isNew, true);
    await page.carryOut({ kind: 'moveUp', ref: saved.savedAs });
    await pressing(['Undo'], async () => page.carryOut({ kind: 'remove', ref: 'place 1' }));
    await act('save', draft, 'id x');
    assert.equal(last('saved')?.isNew, false);
    assert.deepEqual(
      storedConnections().map((entry) => (entry as { name?: string } | null)?.name ?? entry),
      ['New', 'nonsense', 'New', null],
    );
  });

  it('keeps the open forms for a page that is loaded again', async () => {
    const { page, posted } = await withPage();
    const opened = () => posted.flatMap((told) => ('change' in told ? [told] : []));
    const half = { ref: 'id new', change: { name: 'Half' } };
    await page.carryOut({ kind: 'edit', ...half });
    page.changeForm({ ref: 'id other', change: { model: 'm' }, place: 'model' });
    posted.length = 0;
    await page.showItems();
    assert.deepEqual(opened(), []);
    await page.carryOut({ kind: 'ready' });
    const other = { kind: 'form', ref: 'id other', change: { model: 'm' }, place: 'model' };
    assert.deepEqual(opened(), [{ kind: 'form', ...half }, other]);
    await page.carryOut({ kind: 'close', ref: 'id new' });
    await page.carryOut({ kind: 'edit', ref: 'id other', change: { model: 'm2' } });
    posted.length = 0;
    await page.carryOut({ kind: 'ready' });
    const edited = { kind: 'form', ref: 'id other', change: { model: 'm2' } };
    assert.deepEqual(opened(), [edited], 'The focus goes to the field once.');
  });

  it('saves what was changed, on top of what the settings have by then', async () => {
    const { page } = await withPage();
    const entry = { id: 'one', name: 'One', baseUrl: 'https://one.example' };
    await store([entry]);
    await page.carryOut({ kind: 'edit', ref: 'id one', change: { name: 'Mine' } });
    await store([{ ...entry, model: 'theirs' }]);
    await page.carryOut({ kind: 'save', ref: 'id one' });
    assert.deepEqual(storedConnections(), [{ ...entry, name: 'Mine', model: 'theirs' }]);
  });

  it('asks for no key before there is an address for it', async () => {
    const { page, last } = await withPage();
    await page.carryOut({ kind: 'edit', ref: 'id new', change: { name: 'New' } });
    await page.carryOut({ kind: 'setKey', ref: 'id new' });
    assert.equal(last('form')?.place, 'baseUrl');
    assert.match(last('form')?.check?.problems.baseUrl ?? '', /empty/);
  });

  it('deletes the key that a removed connection leaves and no other uses, on a click', async () => {
    const { page, keys } = await withPage();
    const baseUrl = 'https://left.example';
    await store(['one', 'two'].map((id) => ({ id, name: id, baseUrl })));
    await keys.set(baseUrl, key);
    const remove = async (id: string, ...buttons: readonly string[]) =>
      pressing(buttons, async () => page.carryOut({ kind: 'remove', ref: `id ${id}` }));
    assert.deepEqual(await remove('one'), ['one was removed.']);
    assert.deepEqual(await remove('two', 'Delete API Key…', 'Delete'), [
      'two was removed.',
      'Delete the API key for https://left.example?',
    ]);
    assert.equal(await keys.get(baseUrl), undefined);
    assert.deepEqual(storedConnections(), []);
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
    await Promise.all([1, 2, 3].map(async () => page.carryOut({ kind: 'moveUp', ref: 'id d' })));
    assert.deepEqual(
      storedConnections().map((entry) => (entry as { id: string }).id),
      ['d', 'a', 'b', 'c'],
    );
  });

  it('overwrites nothing where the setting is no list', async () => {
    const { act } = await withPage();
    await store({ mine: true });
    const draft = { name: 'New', baseUrl: 'https://new.example' };
    await assert.rejects(act('save', draft), /not a list/);
    const stored = vscode.workspace.getConfiguration('parley').inspect('connections')?.globalValue;
    assert.deepEqual(stored, { mine: true });
  });

  it('diagnoses with one request and tells the page of keys without a key', async () => {
    const { check, diagnose, posted, keys } = await withPage();
    const demo = createDemoService({ apiKey: key });
    const seen: string[] = [];
    const service = await serveHandler(async (request) => {
      seen.push(`${request.method} ${new URL(request.url).pathname}`);
      return demo.handle(request);
    });
    try {
      const draft = { name: 'T', baseUrl: service.origin };
      await check(draft);
      assert.deepEqual(seen, []);
      const refused = await diagnose(draft);
      await keys.set(service.origin, key);
      const checked = await check(draft);
      const works = await diagnose(draft);
      assert.deepEqual(seen, ['GET /v1/models', 'GET /v1/models']);
      assert.equal(refused?.status, 'problem');
      assert.match(refused.lines[0] ?? '', /Key/);
      assert.equal(checked?.key.text, `An API key is saved for ${service.origin}.`);
      assert.equal(works?.status, 'fine');
      assert.match(works.lines.join('\n'), /^\d+ models$/);
      assert.match(works.tried ?? '', /^GET http.*\/v1\/models → HTTP 200, \d+ ms$/);
      assert.doesNotMatch(JSON.stringify(posted), new RegExp(key));
    } finally {
      await keys.forget(service.origin);
      await service.close();
    }
  });

  it('offers another form of the address where a diagnosis finds no list', async () => {
    const { diagnose } = await withPage();
    const service = await serveHandler(async () => new Response('', { status: 404 }));
    try {
      const draft = { name: 'T', baseUrl: `${service.origin}/proxy` };
      const result = await diagnose(draft);
      assert.equal(result?.status, 'problem');
      assert.deepEqual(result.offer?.change, { baseUrl: `${service.origin}/proxy/v1` });
    } finally {
      await service.close();
    }
  });
});

describe('a key in a header', () => {
  const secret = 'k-0123456789-header-canary';

  it('is not saved once it is stored, and sent in its place to its origin', async () => {
    const { check, diagnose, act, last, keys } = await withPage();
    const seen: (string | null)[] = [];
    const service = await serveHandler(async (request) => {
      seen.push(request.headers.get('x-api-key'), request.headers.get('authorization'));
      return createDemoService().handle(request);
    });
    const { origin } = new URL(service.origin);
    try {
      const headers = `x-api-key: Token ${secret}`;
      const draft = { name: 'H', baseUrl: `${origin}/v1?api-version=1`, headers };
      const before = await check(draft);
      assert.match(before?.hints.headers ?? '', /“x-api-key” seems to contain an API key/);
      const keyed = { ...draft, headers: 'x-api-key: Token ${key}' };
      await keys.set(origin, secret);
      // What still has the key in a header is not saved.
      await act('save', draft);
      assert.deepEqual(storedConnections(), []);
      await act('save', keyed);
      const saved = last('saved');
      assert.ok(saved);
      const diagnosed = await diagnose(keyed, saved.savedAs);
      assert.equal(diagnosed?.status, 'fine');
      assert.deepEqual(seen, [`Token ${secret}`, null]);
      assert.equal(storedConnections().length, 1);
      assert.doesNotMatch(JSON.stringify([saved, diagnosed, storedConnections()]), /canary/);
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
      const { page, diagnose, act, last, begun } = await withPage();
      const service = await serveHandler(async () => answer());
      try {
        const draft = { name: 'T', baseUrl: service.origin, model: 'typed id' };
        assert.equal((await diagnose(draft))?.status, 'problem');
        await act('save', draft);
        const saved = last('saved');
        assert.ok(saved);
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
      storeKey(connection, entered.key, keys),
    );
    const first = await check(key);
    assert.ok('problem' in first);
    assert.match(first.problem, /Enter again to continue without the model list/);
    assert.equal(await keys.get('http://127.0.0.1:9'), undefined);
    assert.deepEqual(await check(key), { result: undefined });
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
        storeKey(connection, entered.key, keys),
      );
      const first = await check(key);
      assert.ok('problem' in first);
      assert.match(first.problem, /Enter again to continue without the model list/);
      assert.deepEqual(await check(key), { result: undefined });
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
        storeKey(connection, entered.key, broken),
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
