import assert from 'node:assert/strict';
import { forgetKey, setKey } from '../../../../src/host/connections/connecting/keyFlows.ts';
import { json } from '../../../support/service/scripts.ts';
import { withConnection } from '../../withConnection.ts';
import { acting } from '../connectActs.ts';
import { answerQuestions } from './answerQuestions.ts';

const key = 'sk-work-1a2b3c4d5e6f7a8b9c';

describe('several keys of one origin', () => {
  it('are entered, used and deleted by name', async () => {
    const list = json({ object: 'list', data: [{ id: 'm' }] });
    await withConnection([list, list], async ({ services }, { origin, requests }) => {
      const { keys, clients } = services;
      const keyFrom = { kind: 'stored', name: 'Work' } as const;
      const connection = { id: 'named', name: 'Named', baseUrl: origin, keyFrom };
      const seen = await acting([{ type: key }], async () => {
        assert.equal(await setKey(connection, { clients, keys }), true);
      });
      assert.equal(seen[0]?.title, 'API Key for Named (Work)');
      assert.deepEqual(keys.names(origin), ['Work']);
      assert.equal(await keys.get(origin, 'Work'), key);
      assert.equal(await keys.get(origin), undefined);
      await (await clients(connection)).listModels();
      assert.deepEqual(
        requests.map(({ headers }) => headers['authorization']),
        [`Bearer ${key}`, `Bearer ${key}`],
      );
      const asked = await answerQuestions(true, async () => forgetKey(connection, keys));
      assert.equal(asked[0]?.text, `Delete the API key for ${origin} (Work)?`);
      assert.deepEqual(keys.names(origin), []);
      assert.equal(await keys.get(origin, 'Work'), undefined);
    });
  });
});

describe('the model list with which a key is checked', () => {
  it('is kept, as every list of a saved connection', async () => {
    const list = json({ object: 'list', data: [{ id: 'm1', context_length: 4096 }] });
    await withConnection([list], async ({ services, chat }, { origin }) => {
      const { keys, clients, models } = services;
      const { connection } = chat.target.current() ?? assert.fail('no connection');
      await acting([{ type: key }], async () => setKey(connection, { clients, keys }));
      assert.equal(models.catalogue.peek(connection)?.models[0]?.context_length, 4096);
      const other = { ...connection, id: 'not-saved' };
      await (await clients(other)).listModels();
      assert.equal(models.catalogue.peek(other), undefined);
      await keys.forget(origin);
    });
  });
});
