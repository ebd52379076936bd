import assert from 'node:assert/strict';
import { eventStream, replyStream } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import { withConnection } from '../withConnection.ts';

/** A `fetch` that has waited for 300 seconds, as that of Node does. */
async function impatientFetch(): Promise<Response> {
  const cause = Object.assign(new Error('Headers Timeout Error'), {
    code: 'UND_ERR_HEADERS_TIMEOUT',
  });
  throw new TypeError('fetch failed', { cause });
}

describe('a limit to the time of a reply', () => {
  const { fetch } = globalThis;
  before(() => (globalThis.fetch = impatientFetch));
  after(() => (globalThis.fetch = fetch));

  for (const [limit, status] of [
    [{ firstByteTimeoutSeconds: 301 }, 'completed'],
    [{ idleTimeoutSeconds: 3600 }, 'completed'],
    [{ firstByteTimeoutSeconds: 300, idleTimeoutSeconds: 300 }, 'failed'],
  ] as const) {
    it(`is not that of fetch with ${JSON.stringify(limit)}: ${status}`, async () => {
      const reply = eventStream(replyStream(['Hello']));
      await withConnection(
        [reply],
        async ({ chat }) => {
          await chat.sender.send({ text: 'Take your time', context: [] });
          await until('the reply has ended', () => !chat.session.isRunning);
          assert.equal(chat.session.conversation.turns.at(-1)?.reply.status, status);
        },
        limit,
      );
    });
  }
});
