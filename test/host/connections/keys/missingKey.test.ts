import assert from 'node:assert/strict';
import { eventStream, json, replyStream } from '../../../support/service/scripts.ts';
import { until } from '../../../support/until.ts';
import type { Activated } from '../../activated.ts';
import { withConnection } from '../../withConnection.ts';
import { type Act, acting } from '../connectActs.ts';

const key = 'sk-missing-canary-0123456789';
const list = json({ object: 'list', data: [{ id: 'm1' }] });
const reply = eventStream(replyStream(['Hello']));

/** Sends a message with what the user does in the questions before. */
async function sending({ chat }: Activated, acts: readonly Act[]) {
  const seen = await acting(acts, async () => chat.sender.send({ text: 'Hello', context: [] }));
  await until('the reply has ended', () => !chat.session.isRunning);
  return { seen, status: chat.session.conversation.turns.at(-1)?.reply.status };
}

describe('a key that the secret storage has lost', () => {
  it('is asked for before a message is sent, which then goes out with it', async () => {
    await withConnection([list, reply], async (parley, { origin, requests }) => {
      const { keys } = parley.services;
      await keys.set(origin, key);
      await parley.context.secrets.delete(`parley.key ${origin}`);
      const left = await sending(parley, ['leave']);
      const { prompt = '' } = left.seen[0] ?? {};
      assert.match(prompt, /no longer has the API key for .*\. Enter the key, or leave it empty/);
      assert.deepEqual([left.status, requests.length], [undefined, 0]);
      assert.equal((await sending(parley, [{ type: key }])).status, 'completed');
      assert.deepEqual(
        requests.map(({ url, headers }) => [url, headers['authorization']]),
        [
          ['/v1/models', `Bearer ${key}`],
          ['/v1/chat/completions', `Bearer ${key}`],
        ],
      );
      await keys.forget(origin);
    });
  });

  it('is not needed where the user leaves it empty', async () => {
    await withConnection([reply], async (parley, { origin, requests }) => {
      const { keys } = parley.services;
      await keys.set(origin, key);
      await parley.context.secrets.delete(`parley.key ${origin}`);
      assert.equal((await sending(parley, [{ type: '' }])).status, 'completed');
      assert.equal(requests[0]?.headers['authorization'], undefined);
      assert.equal(keys.hadKey(origin), false);
    });
  });

  it('is asked for when the request that lacked it is repeated', async () => {
    await withConnection([list, reply], async (parley, { origin, requests }) => {
      const { keys, clients } = parley.services;
      const { session, sender, target } = parley.chat;
      const ready = await target.ensureReady();
      assert.ok(ready);
      await keys.set(origin, key);
      await parley.context.secrets.delete(`parley.key ${origin}`);
      await assert.rejects(clients(ready.connection), { code: 'KEY_LOST' });
      await session.ask(
        { user: { text: 'Hello', context: [] }, parentId: session.conversation.headId },
        ready,
      );
      const turn = session.conversation.turns.at(-1);
      assert.deepEqual([turn?.reply.error?.code, requests.length], ['KEY_LOST', 0]);
      await acting([{ type: key }], async () => sender.retry(turn?.id ?? ''));
      await until('the reply has ended', () => !session.isRunning);
      assert.equal(session.conversation.turns.at(-1)?.reply.status, 'completed');
      await keys.forget(origin);
    });
  });
});
