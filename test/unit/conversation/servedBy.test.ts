import assert from 'node:assert/strict';
import { applyEvent, emptyConversation } from '../../../src/conversation/conversationState.ts';
import { servedByTexts, withFingerprintBefore } from '../../../src/conversation/servedBy.ts';
import { conversationMarkdown } from '../../../src/conversation/transfer/markdown.ts';
import type { Conversation, Reply } from '../../../src/shared/conversation/conversation.ts';
import { readTurn } from '../../../src/shared/conversation/storedConversation.ts';
import { aTurn } from '../../support/builders.ts';

/** A path of turns that ends with a reply that is just starting. */
function conversation(...replies: readonly Partial<Reply>[]): Conversation {
  let chat = emptyConversation('c', 0);
  for (const reply of [...replies, undefined]) {
    const turn = aTurn(`${chat.turns.length}`, {
      reply: reply && { status: 'completed', ...reply },
    });
    const { headId: parentId } = chat;
    chat = applyEvent(chat, { kind: 'turnStarted', turn: { ...turn, parentId } });
  }
  return chat;
}

function before(chat: Conversation, answeredBy: string, fingerprint?: string): string | undefined {
  const turnId = chat.headId ?? '';
  const event = { kind: 'replyStarted', turnId, answeredBy, fingerprint } as const;
  return withFingerprintBefore(chat, event).fingerprintBefore;
}

describe('the fingerprint before', () => {
  const first = { answeredBy: 'm1', fingerprint: 'a' };

  it('is that of the last reply of the same model and connection, if it was another one', () => {
    assert.equal(before(conversation(first), 'm1', 'b'), 'a');
    assert.equal(before(conversation(first), 'm1', 'a'), undefined);
    assert.equal(before(conversation(first, { ...first, fingerprint: 'b' }), 'm1', 'b'), undefined);
    assert.equal(before(conversation(first, { answeredBy: 'm1' }), 'm1', 'b'), 'a');
    assert.equal(before(conversation(first), 'm1'), undefined);
    assert.equal(before(conversation(), 'm1', 'b'), undefined);
  });

  it('is not that of another model or connection', () => {
    assert.equal(before(conversation(first), 'm2', 'b'), undefined);
    assert.equal(before(conversation({ ...first, model: 'm9' }), 'm1', 'b'), undefined);
    assert.equal(before(conversation({ ...first, connection: 'Other' }), 'm1', 'b'), undefined);
  });

  it('is not that of another branch', () => {
    const chat = conversation(first);
    const other = { ...aTurn('other'), parentId: undefined };
    const branched = applyEvent(chat, { kind: 'turnStarted', turn: other });
    assert.equal(before(branched, 'm1', 'b'), undefined);
  });
});

describe('who answered', () => {
  const served = {
    answeredBy: 'm1-mini',
    provider: 'Ham\nster',
    fingerprint: 'b',
    fingerprintBefore: 'a',
  };

  it('is kept with the turn', () => {
    const turn = aTurn('1', {
      reply: {
        ...served,
        formatCheck: { kind: 'differs', problems: [{ path: '', keyword: 'x' }] },
      },
    });
    assert.ok(readTurn(JSON.parse(JSON.stringify(turn))));
    for (const bad of [{ provider: 1 }, { fingerprint: [] }, { formatCheck: { kind: 'x' } }]) {
      assert.equal(readTurn({ ...turn, reply: { ...turn.reply, ...bad } }), undefined);
    }
    assert.ok(readTurn(aTurn('old')));
  });

  it('is in an export as Markdown, where it is not what was asked for', () => {
    const head = { title: 't', createdAt: 0 };
    const text = conversationMarkdown(head, [aTurn('1', { reply: { ...served, text: 'x' } })]);
    const line =
      '*Requested model: m1 · Provider: Ham ster · system_fingerprint changed from a to b*';
    assert.ok(text.includes(`## m1-mini\n\n${line}\n\nx`), text);
    assert.deepEqual(servedByTexts(aTurn('1', { reply: { answeredBy: 'm1-0613' } }).reply), []);
  });

  it('is in an export with what is wrong with its format', () => {
    const problems = [{ path: '/a', keyword: 'type', subject: 'string' }];
    const reply = {
      status: 'completed',
      text: '{}',
      formatCheck: { kind: 'differs', problems },
    } as const;
    const text = conversationMarkdown({ title: 't', createdAt: 0 }, [aTurn('1', { reply })]);
    assert.match(
      text,
      /\*The reply does not match the requested format\. \/a: the type must be string\*/,
    );
  });
});
