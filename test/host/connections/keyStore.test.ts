import assert from 'node:assert/strict';
import { createKeyStore } from '../../../src/host/connections/keyStore.ts';
import { createRedactor, type Log } from '../../../src/host/base/log.ts';
import { activated } from '../activated.ts';

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
    await context.secrets.store(`parley.key ${origin}`, 'sk-stored-before');
    const redactor = createRedactor();
    await createKeyStore(context.secrets, context.globalState, redactor, services.log).get(origin);
    assert.equal(redactor.redact('sk-stored-before'), '[key]');
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
      await createKeyStore(broken, context.globalState, createRedactor(), log).get(origin),
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
    await assert.rejects(clients(connection), /no longer gives the key.*Set the key again/);
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
    const store = createKeyStore(broken, globalState, createRedactor(), services.log);
    await assert.rejects(store.set(origin, 'sk-not-kept'), /did not keep the key.*\[key\]/);
    assert.equal(store.hadKey(origin), false);
  });
});
