import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { branchesOf } from '../../../src/conversation/branches.ts';
import {
  applyEvent,
  emptyConversation,
  transcript,
} from '../../../src/conversation/conversationState.ts';
import { canContinue, exchanges } from '../../../src/conversation/exchanges.ts';
import type {
  ContextItem,
  Conversation,
  Turn,
} from '../../../src/shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../../src/shared/conversation/conversationEvent.ts';
import { readConversationHead } from '../../../src/shared/conversation/storedConversation.ts';
import { aTurn } from '../../support/builders.ts';

const started = (id: string, parentId?: string): ConversationEvent => ({
  kind: 'turnStarted',
  turn: aTurn(id, { parentId, reply: { status: 'completed' } }),
});
const replay = (events: readonly ConversationEvent[]): Conversation =>
  events.reduce(applyEvent, emptyConversation('c', 0));
const pathIds = (conversation: Conversation): string =>
  transcript(conversation)
    .map(({ id }) => id)
    .join(' ');

function show(conversation: Conversation, turnId: string): Conversation {
  const turn = conversation.turns.find(({ id }) => id === turnId) as Turn;
  return applyEvent(conversation, {
    kind: 'headSet',
    headId: branchesOf(conversation).endOf(turn).id,
  });
}

describe('branches', () => {
  it('gives the versions of a turn, of the first one too', () => {
    const conversation = replay([
      started('a'),
      started('b', 'a'),
      started('b2', 'a'),
      started('a2'),
    ]);
    const { versionsOf } = branchesOf(conversation);
    const versions = conversation.turns.map((turn) =>
      versionsOf(turn)
        .map(({ id }) => id)
        .join(' '),
    );
    assert.deepEqual(versions, ['a a2', 'b b2', 'b b2', 'a a2']);
  });

  it('compares replies to the same message only, with the same attachments', () => {
    const [file, otherFile] = ['let a;', 'let b;'].map((text) => ({
      path: 'a.ts',
      languageId: 'ts',
      startLine: 1,
      endLine: 1,
      text,
    }));
    const turn = (id: string, text: string, context: Turn['user']['context'] = []): Turn =>
      aTurn(id, { user: { text, context } });
    const turns = [
      turn('a', 'Why?', [file as ContextItem]),
      turn('again', 'Why?', [{ ...file, uri: 'file:///a.ts' } as ContextItem]),
      turn('edited', 'How?', [file as ContextItem]),
      turn('other file', 'Why?', [otherFile as ContextItem]),
      turn('no file', 'Why?'),
    ];
    const compared = (besideId: string): readonly (string | undefined)[] => {
      const { comparedWith } = branchesOf({ ...emptyConversation('c', 0), turns, besideId });
      return turns.map((one) => comparedWith(one)?.id);
    };
    assert.deepEqual(compared('a'), [undefined, 'a', undefined, undefined, undefined]);
    assert.deepEqual(compared('again'), ['again', ...Array.from({ length: 4 })]);
    assert.deepEqual(compared('gone'), Array.from({ length: 5 }));
  });

  it('compares no replies to messages with other images', () => {
    const image = (id: string) => ({
      id,
      type: 'image/png' as const,
      name: 'a.png',
      width: 1,
      height: 1,
      size: 9,
    });
    const turn = (id: string, ...images: readonly string[]): Turn => {
      const user = { text: 'Why?', context: [], images: images.map(image) };
      return aTurn(id, { user: images.length === 0 ? { ...user, images: undefined } : user });
    };
    const turns = [turn('a', '1'), turn('same', '1'), turn('other', '2'), turn('none')];
    const { comparedWith } = branchesOf({ ...emptyConversation('c', 0), turns, besideId: 'a' });
    assert.deepEqual(
      turns.map((one) => comparedWith(one)?.id),
      [undefined, 'a', undefined, undefined],
    );
  });

  it('goes back to where a branch was left', () => {
    const conversation = replay([
      started('a'),
      started('b', 'a'),
      started('c', 'b'),
      started('c2', 'b'),
      { kind: 'headSet', headId: 'c' },
      started('b2', 'a'),
      started('a2'),
    ]);
    assert.equal(pathIds(conversation), 'a2');
    const back = show(conversation, 'a');
    assert.equal(pathIds(back), 'a b2');
    assert.equal(pathIds(show(back, 'b')), 'a b c', 'c was shown last, though c2 is newer');
    assert.equal(pathIds(show(show(back, 'b'), 'a2')), 'a2');
  });

  it('goes to the newest turn of a branch that was never left', () => {
    const turns = [
      aTurn('a'),
      aTurn('b', { parentId: 'a' }),
      aTurn('c', { parentId: 'b' }),
      aTurn('c2', { parentId: 'b' }),
      aTurn('a2'),
    ];
    const conversation = { id: 'c', createdAt: 0, turns, headId: 'a2' };
    assert.equal(pathIds(show(conversation, 'a')), 'a b c2');
  });

  it('goes on as if a removed turn had never been, and takes it back', () => {
    const conversation = replay([
      started('a'),
      started('b', 'a'),
      started('b2', 'a'),
      started('c', 'b2'),
      { kind: 'turnsRemoved', turnIds: ['a', 'b2'] },
    ]);
    assert.equal(pathIds(conversation), 'c');
    const { versionsOf } = branchesOf(conversation);
    const [, b, , c] = conversation.turns as [Turn, Turn, Turn, Turn];
    assert.deepEqual(versionsOf(c), [b, c], 'what followed removed turns is in their place');
    assert.equal(pathIds(show(conversation, 'b')), 'b');
    const back = applyEvent(conversation, { kind: 'turnsRestored', turnIds: ['a', 'b2'] });
    assert.equal(pathIds(back), 'a b2 c');
    assert.equal(back.turns, conversation.turns);
  });

  it('changes nothing for a turn that is not there or is shown already', () => {
    const conversation = replay([started('a')]);
    for (const headId of ['a', 'x']) {
      assert.equal(applyEvent(conversation, { kind: 'headSet', headId }), conversation);
    }
  });

  it('ends at circles among stored parents', () => {
    const turns = [aTurn('a', { parentId: 'b' }), aTurn('b', { parentId: 'a' })] as const;
    const { endOf } = branchesOf({ id: 'c', createdAt: 0, turns, headId: 'x', leftHeadIds: ['a'] });
    assert.ok(turns.includes(endOf(turns[0])));
  });

  it('never loses a turn and always shows the one that was asked for', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const step = fc.record({ id: fc.constantFrom(...ids), other: fc.constantFrom(...ids) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let conversation = replay([]);
        for (const { id, other } of steps) {
          const has = (id: string) => conversation.turns.some((turn) => turn.id === id);
          if (!has(id)) {
            conversation = applyEvent(conversation, started(id, has(other) ? other : undefined));
          } else {
            const before = conversation.turns;
            conversation = show(conversation, id);
            assert.equal(conversation.turns, before);
            assert.ok(pathIds(conversation).split(' ').includes(id));
          }
        }
      }),
    );
  });

  it('reads what was left from disk, and does without it where it is broken', () => {
    const head = { id: 'c', createdAt: 0, headId: 'a' };
    assert.deepEqual(readConversationHead({ ...head, leftHeadIds: ['b'] })?.leftHeadIds, ['b']);
    const broken = readConversationHead({ ...head, leftHeadIds: [1] });
    assert.equal(broken?.headId, 'a');
    assert.equal(broken?.leftHeadIds, undefined);
  });
});

describe('exchanges', () => {
  it('can be continued if the reply broke off with text, in whatever way', () => {
    const statuses = ['running', 'completed', 'stopped', 'truncated', 'failed'] as const;
    const continuable = (text: string): readonly string[] =>
      statuses.filter((status) => canContinue({ status, text }));
    assert.deepEqual(continuable('It beg'), ['stopped', 'truncated', 'failed']);
    assert.deepEqual(continuable(''), []);
    assert.deepEqual(continuable(' \n'), []);
  });

  it('put a reply and what goes on with it together', () => {
    const path = [
      aTurn('a', { isContinuation: true }),
      aTurn('b'),
      aTurn('b1', { isContinuation: true }),
      aTurn('b2', { isContinuation: true }),
      aTurn('c'),
    ];
    assert.deepEqual(
      exchanges(path).map((turns) => turns.map(({ id }) => id)),
      [['a'], ['b', 'b1', 'b2'], ['c']],
    );
  });
});
