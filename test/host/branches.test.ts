import assert from 'node:assert/strict';
import { continueMessage } from '../../src/chat/continuation.ts';
import { transcript } from '../../src/chat/conversation.ts';
import { handleIntent } from '../../src/host/panelIntents.ts';
import type { Turn } from '../../src/shared/conversation.ts';
import { eventStream, replyStream } from '../support/scripts.ts';
import type { Script } from '../support/scriptedService.ts';
import { until } from '../support/until.ts';
import type { Activated } from './activated.ts';
import { withConnection } from './withConnection.ts';

function textReply(text: string, finishReason?: string): Script {
  return eventStream(replyStream([text], finishReason));
}

describe('branches', () => {
  const path = ({ actions }: Activated): readonly Turn[] =>
    transcript(actions.session.conversation);
  async function ended({ actions }: Activated): Promise<void> {
    await until('the reply has ended', () => !actions.session.isRunning);
  }

  it('edits a message as a sibling, keeps its context, and goes back to where each was left', async () => {
    await withConnection(
      [textReply('one'), textReply('two'), textReply('three')],
      async (parley) => {
        const { actions } = parley;
        const context = [{ path: 'a.ts', languageId: 'ts', startLine: 1, endLine: 1, text: 'x' }];
        await actions.sender.send({ text: 'First', context });
        await ended(parley);
        await actions.sender.send({ text: 'Second', context: [] });
        await ended(parley);
        const [first, second] = path(parley);
        await handleIntent({ kind: 'edit', turnId: first?.id ?? '', text: 'Edited' }, actions);
        await ended(parley);
        assert.deepEqual(
          path(parley).map(({ user }) => user),
          [{ text: 'Edited', context }],
        );
        await handleIntent({ kind: 'showTurn', turnId: first?.id ?? '' }, actions);
        assert.deepEqual(path(parley), [first, second], 'nothing of the other branch is lost');
      },
    );
  });

  it('goes on with a reply that was cut, with the message that the panel shows', async () => {
    await withConnection(
      [textReply('Half a', 'length'), textReply(' reply')],
      async (parley, service) => {
        const { actions } = parley;
        await actions.sender.send({ text: 'Write', context: [] });
        await ended(parley);
        const [cut] = path(parley);
        const target = await actions.flows.ensureTarget();
        assert.ok(target && cut);
        const preview = actions.session.nextRequest({ text: continueMessage, context: [] }, target);
        await handleIntent({ kind: 'continueReply', turnId: cut.id }, actions);
        await ended(parley);
        const sent = JSON.parse(service.requests.at(-1)?.body ?? '') as { messages: unknown };
        assert.deepEqual(sent.messages, [
          { role: 'user', content: 'Write' },
          { role: 'assistant', content: 'Half a' },
          { role: 'user', content: continueMessage },
        ]);
        assert.deepEqual(sent.messages, preview.messages);
        const [same, more] = path(parley);
        assert.equal(same, cut, 'the turn that had ended is as it was');
        assert.equal(more?.isContinuation, true);
        assert.equal(more.reply.text, ' reply');
      },
    );
  });
});
