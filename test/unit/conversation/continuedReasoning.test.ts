import assert from 'node:assert/strict';
import {
  applyEvent,
  emptyConversation,
  pathTo,
} from '../../../src/conversation/conversationState.ts';
import { replyEvent } from '../../../src/conversation/events.ts';
import { canContinue, continueMessage } from '../../../src/conversation/exchanges.ts';
import { buildMessages } from '../../../src/conversation/request/prompt.ts';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import type { Conversation } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { bodyOf } from '../../support/service/bodyOf.ts';
import { replyStream } from '../../support/service/scripts.ts';

/** The conversation after a turn whose reply arrives in these deltas. */
async function replied(
  conversation: Conversation,
  id: string,
  deltas: readonly string[],
  finishReason: string,
): Promise<Conversation> {
  const { headId: parentId } = conversation;
  const text = parentId === undefined ? 'Hi' : continueMessage;
  const isContinuation = parentId !== undefined;
  const turn = aTurn(id, { parentId, user: { text, context: [] }, isContinuation });
  const client = createServiceClient({
    baseUrl: 'https://host/v1',
    fetch: async () =>
      new Response(bodyOf(replyStream(deltas, finishReason)), {
        headers: { 'content-type': 'text/event-stream' },
      }),
  });
  const messages = buildMessages([...pathTo(conversation, parentId), turn]);
  let after = applyEvent(conversation, { kind: 'turnStarted', turn });
  for await (const event of client.stream({ model: 'm', messages })) {
    assert.ok(event.kind !== 'image');
    after = applyEvent(after, replyEvent(id, event, 2000));
  }
  return after;
}

const empty = emptyConversation('c', 0);

function sayings(conversation: Conversation): readonly (readonly [string, string])[] {
  return conversation.turns.map(({ reply }) => [reply.reasoning, reply.text] as const);
}

describe('a reply that is cut within its reasoning', () => {
  it('has nothing to continue: reasoning is not sent', async () => {
    const cut = await replied(empty, '1', ['<think>\n', 'Let me'], 'length');
    assert.deepEqual(sayings(cut), [['Let me', '']]);
    const [turn] = cut.turns;
    assert.ok(turn !== undefined && turn.reply.status === 'truncated' && !canContinue(turn.reply));
    assert.deepEqual(buildMessages(cut.turns), [{ role: 'user', content: 'Hi' }]);
  });

  it('is continued by its text if it had some, and the rest of the reasoning is told from it', async () => {
    const cut = await replied(
      empty,
      '1',
      ['<think>\nA.\n</think>\n\n', 'Part.\n\n', '<think>\nB', ' an'],
      'length',
    );
    assert.deepEqual(sayings(cut), [['A.\n\n\nB an', 'Part.\n\n']]);
    const [turn] = cut.turns;
    assert.ok(turn !== undefined && canContinue(turn.reply));
    const whole = await replied(cut, '2', ['d C.\n', '</think>', '\n\nRest.'], 'stop');
    assert.deepEqual(sayings(whole)[1], ['d C.\n', 'Rest.']);
    assert.deepEqual(
      buildMessages(whole.turns).map(({ content }) => content),
      ['Hi', 'Part.\n\n', continueMessage, 'Rest.'],
    );
  });

  it('is continued as text where only its template has opened the reasoning', async () => {
    const cut = await replied(empty, '1', ['Okay, the user'], 'length');
    assert.deepEqual(sayings(cut), [['', 'Okay, the user']]);
    const whole = await replied(cut, '2', [' greets.\n</think>\n\nHello!'], 'stop');
    assert.deepEqual(sayings(whole), [
      ['', 'Okay, the user'],
      [' greets.\n', 'Hello!'],
    ]);
  });
});
