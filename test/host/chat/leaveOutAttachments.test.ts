import assert from 'node:assert/strict';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { errorCard } from '../../../src/conversation/errors/errorCard.ts';
import { handleIntent } from '../activated.ts';
import { eventStream, json, replyStream } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { withConnection } from '../withConnection.ts';

const code = 'export const answer = 42;';
const item = { path: 'a.ts', languageId: 'ts', startLine: 1, endLine: 1, text: code };

/** Rejects a request with the code as too long. */
const short: Script = async (answer) => {
  const error = { message: 'too many tokens', code: 'context_length_exceeded' };
  const isTooLong = answer.request.body.includes(code);
  return isTooLong ? json({ error }, 400)(answer) : eventStream(replyStream(['fine']))(answer);
};

describe('a message that is too long with its attachments', () => {
  it('is sent without them on a click, and keeps both versions', async () => {
    await withConnection([short, short], async ({ chat }, { requests }) => {
      const { sender, session } = chat;
      const last = () => transcript(session.conversation).at(-1);
      await sender.send({ text: 'Why 42?', context: [item] });
      await until('the reply has failed', () => last()?.reply.status === 'failed');
      const failed = last();
      assert.ok(failed?.reply.error);
      const { actions } = errorCard(failed.reply.error, { hasAttachments: true });
      assert.ok(actions.includes('leaveOutAttachments'), actions.join());

      await handleIntent({ kind: 'leaveOutAttachments', turnId: failed.id }, chat);
      await until('the reply has ended', () => last()?.reply.status === 'completed');
      assert.deepEqual(last()?.user, { text: 'Why 42?', context: [] });
      assert.equal(requests.length, 2);
      assert.ok(requests[0]?.body.includes(code) && !requests[1]?.body.includes(code));
      assert.ok(requests[1]?.body.includes('Why 42?'));
      const { user } = session.conversation.turns.find(({ id }) => id === failed.id) ?? {};
      assert.deepEqual(user, { text: 'Why 42?', context: [item] }, 'the first version stays');
    });
  });
});
