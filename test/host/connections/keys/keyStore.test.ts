import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { headerSecrets } from '../../../../src/host/connections/keySources/knownSecrets.ts';
import { createKeyStore } from '../../../../src/host/connections/keys/keyStore.ts';
import type { Log } from '../../../../src/host/base/log.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { until } from '../../../support/until.ts';
import { activated } from '../../activated.ts';

const origin = 'https://keys.example';

describe('keyStore on the real SecretStorage', () => {
  it('keeps a key for its origin, gives it to no other, and forgets it', async () => {
    const { services } = await activated();
    const { keys } = services;
    await keys.set(origin, 'sk-host-test');
    assert.equal(await keys.get(origin), 'sk-host-test');
    assert.equal(await keys.get('https://keys.example:8443'), undefined);
    assert.equal(await keys.get('http://keys.example'), undefined);
    await keys.forget(origin);
    assert.equal(await keys.get(origin), undefined);
  });

  it('makes every key it has seen known to the redactor', async () => {
    const { context, services } = await activated();
    await context.secrets.store(`parley.key ${origin}`, 'sk-stored-0f9e8d7c6b');
    const redactor = createRedactor(async () => []);
    await createKeyStore(context.secrets, context.globalState, redactor, services.log).get(origin);
    assert.equal(redactor.redact('sk-stored-0f9e8d7c6b'), '[key]');
    await context.secrets.delete(`parley.key ${origin}`);
  });

  it('makes the keys of all origins and all secret headers known before the first export or log line', async () => {
    const { context, services } = await activated();
    const { keys, redactor } = services;
    const settings = vscode.workspace.getConfiguration('parley');
    const headers = { 'X-Auth-Token': 'tok-9a8b7c6d5e4f', 'X-Team': 'blue-1a2b3c4d5e6f' };
    const connection = { id: 'h', name: 'H', baseUrl: 'https://headers.example', headers };
    await keys.set(origin, 'sk-one-0f9e8d7c6b');
    await keys.set('https://other.example', 'sk-two-1a2b3c4d5e');
    try {
      await settings.update('connections', [connection], vscode.ConfigurationTarget.Global);
      const fresh = createRedactor(async () => {
        const store = createKeyStore(context.secrets, context.globalState, redactor, services.log);
        return [...(await store.all()), ...headerSecrets()];
      });
      await fresh.ready();
      assert.equal(
        fresh.redact('sk-one-0f9e8d7c6b sk-two-1a2b3c4d5e tok-9a8b7c6d5e4f blue-1a2b3c4d5e6f'),
        '[key] [key] [key] blue-1a2b3c4d5e6f',
      );
      // The window's own redactor has learned the header from the change of the settings.
      assert.equal(redactor.redact('tok-9a8b7c6d5e4f'), '[key]');
    } finally {
      await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
      await keys.forget(origin);
      await keys.forget('https://other.example');
    }
  });

  it('makes a key known that another window has stored', async () => {
    const { context, services } = await activated();
    await context.secrets.store(`parley.key ${origin}`, 'sk-elsewhere-0f9e8d7c6b');
    await until(
      'it is known',
      () => services.redactor.redact('sk-elsewhere-0f9e8d7c6b') === '[key]',
    );
    await context.secrets.delete(`parley.key ${origin}`);
  });

  it('takes a store that fails for one without a key, and says so in the log', async () => {
    const { context } = await activated();
    const warnings: string[] = [];
    const log = { warn: (message: string) => warnings.push(message) } as unknown as Log;
    const broken = {
      ...context.secrets,
      get: async () => {
        throw new Error('no keyring');
      },
    };
    assert.equal(
      await createKeyStore(
        broken,
        context.globalState,
        createRedactor(async () => []),
        log,
      ).get(origin),
      undefined,
    );
    assert.match(warnings.join(), /keys\.example.*no keyring/);
  });

  it('sends nothing when the store has lost a key, and says what to do', async () => {
    const { services, context } = await activated();
    const { keys, clients } = services;
    const connection = { id: 'x', name: 'X', baseUrl: origin };
    await keys.set(origin, 'sk-lost');
    await context.secrets.delete(`parley.key ${origin}`);
    await assert.rejects(clients(connection), /no longer has the API key.*Nothing was sent/);
    assert.doesNotMatch(JSON.stringify(context.globalState.get('parley.keyOrigins')), /sk-/);
    await keys.forget(origin);
    await clients(connection);
  });

  it('says so when the store does not keep a key, without the key', async () => {
    const { context, services } = await activated();
    const broken = {
      ...context.secrets,
      store: async (_entry: string, key: string) => {
        throw new Error(`no keyring for ${key}`);
      },
    };
    const { globalState } = context;
    const store = createKeyStore(
      broken,
      globalState,
      createRedactor(async () => []),
      services.log,
    );
    await assert.rejects(
      store.set(origin, 'sk-not-kept-0f9e8d7c6b'),
      /could not save the API key: no keyring for \[key\]/,
    );
    assert.equal(store.hadKey(origin), false);
  });
});
