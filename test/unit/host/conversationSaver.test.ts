import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { applyEvent, emptyConversation } from '../../../src/chat/conversation.ts';
import { createConversationSaver } from '../../../src/host/conversationSaver.ts';
import type { Turn } from '../../../src/shared/conversation.ts';
import type { ConversationEvent } from '../../../src/shared/conversationEvent.ts';
import { aTurn } from '../../support/builders.ts';

describe('conversationSaver', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  function harness({ failures = 0 } = {}) {
    const saved: Turn[] = [];
    const errors: unknown[] = [];
    let left = failures;
    const saver = createConversationSaver(
      {
        load: async () => undefined,
        saveHead: async () => undefined,
        saveTurn: async (_id, turn) => {
          if (left > 0) {
            left -= 1;
            throw new Error('disk full');
          }
          saved.push(turn);
        },
      },
      (error) => errors.push(error),
    );
    let conversation = emptyConversation('c', 0);
    const apply = (event: ConversationEvent) => {
      conversation = applyEvent(conversation, event);
      saver.changed(conversation, event);
    };
    return { saved, errors, saver, apply };
  }
  const text = (value: string): ConversationEvent => ({
    kind: 'replyText',
    turnId: 'a',
    text: value,
    at: 0,
  });
  const end: ConversationEvent = { kind: 'turnEnded', turnId: 'a', status: 'completed', at: 1 };

  it('writes the start and the end at once and text in between a little later', async () => {
    const { saved, saver, apply } = harness();
    apply({ kind: 'turnStarted', turn: aTurn('a') });
    await saver.flush();
    assert.equal(saved.length, 1);
    apply(text('one '));
    apply(text('two'));
    mock.timers.tick(249);
    assert.equal(saved.length, 1);
    mock.timers.tick(1);
    await saver.flush();
    assert.equal(saved.length, 2);
    assert.equal(saved[1]?.reply.text, 'one two');
    apply(end);
    await saver.flush();
    assert.equal(saved.at(-1)?.reply.status, 'completed');
  });

  it('writes the end of a reply that ended while its start was being written', async () => {
    const { saved, saver, apply } = harness();
    apply({ kind: 'turnStarted', turn: aTurn('a') });
    // The head is being written, the turn is next.
    await Promise.resolve();
    apply(end);
    await saver.flush();
    assert.equal(saved.at(-1)?.reply.status, 'completed');
  });

  it('says that a write failed and writes the turn again later', async () => {
    const { saved, errors, saver, apply } = harness({ failures: 1 });
    apply({ kind: 'turnStarted', turn: aTurn('a') });
    await saver.flush();
    // The flush above came after the failure and wrote what was left.
    assert.equal(errors.length, 1);
    assert.equal(saved.length, 1);
    apply(end);
    await saver.flush();
    assert.equal(saved.at(-1)?.reply.status, 'completed');
  });
});
