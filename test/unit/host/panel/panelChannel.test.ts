import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PanelChannel } from '../../../../src/host/panel/panelChannel.ts';
import type { ConversationEvent } from '../../../../src/shared/conversation/conversationEvent.ts';
import type { Turn } from '../../../../src/shared/conversation/conversation.ts';
import type { HostToView } from '../../../../src/shared/panel/panelProtocol.ts';
import { aTurn } from '../../../support/builders.ts';

const snapshot = {
  kind: 'snapshot',
  conversation: { id: 'c', createdAt: 0, turns: [] as readonly Turn[] },
  settings: {},
} as const;
const delta = (text: string): ConversationEvent => ({
  kind: 'replyText',
  turnId: 'a',
  text,
  at: 0,
});

function revisionOf(message: HostToView): number {
  if ('kind' in message) {
    return message.kind === 'events' ? message.revision : 0;
  }
  return message[0];
}

describe('panelLink', () => {
  let posted: HostToView[] = [];
  const link = () => new PanelChannel((message) => posted.push(message));

  beforeEach(() => {
    posted = [];
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  it('says nothing before the panel is ready and nothing once it is hidden', () => {
    const panel = link();
    panel.event(delta('a'));
    panel.message({ kind: 'settings', settings: {} });
    assert.deepEqual(posted, []);
    panel.start(snapshot);
    panel.event(delta('b'));
    panel.event(delta('c'));
    panel.pause();
    mock.timers.tick(1000);
    panel.event(delta('d'));
    assert.deepEqual(posted, [snapshot, { kind: 'events', revision: 1, events: [delta('b')] }]);
  });

  it('posts the first delta at once and then at most one message every two frames', () => {
    const panel = link();
    panel.start(snapshot);
    for (let count = 0; count < 100; count += 1) {
      panel.event(delta('x'));
    }
    assert.equal(posted.length, 2);
    mock.timers.tick(33);
    assert.deepEqual(posted[2], [2, 'x'.repeat(99)]);
    mock.timers.tick(1000);
    assert.equal(posted.length, 3);
  });

  it('posts the end of a turn at once, with the text before it', () => {
    const panel = link();
    panel.start(snapshot);
    const end = { kind: 'turnEnded', turnId: 'a' } as ConversationEvent;
    for (const event of [delta('a'), delta('b'), end]) {
      panel.event(event);
    }
    const events = [delta('b'), end];
    assert.deepEqual(posted[2], { kind: 'events', revision: 2, events });
    mock.timers.tick(1000);
    assert.equal(posted.length, 3);
  });

  it('numbers its messages without a gap and begins anew with each snapshot', () => {
    const panel = link();
    panel.start(snapshot);
    for (let count = 0; count < 5; count += 1) {
      panel.event(delta('x'));
      mock.timers.tick(33);
    }
    panel.start(snapshot);
    panel.event(delta('y'));
    const revisions = posted.map(revisionOf);
    assert.deepEqual(revisions, [0, 1, 2, 3, 4, 5, 0, 1]);
  });

  it('posts no more than the text where it goes on with what was posted last', () => {
    const panel = link();
    panel.start(snapshot);
    const other: ConversationEvent = { ...delta('b'), turnId: 'b' } as ConversationEvent;
    for (const event of [delta('a'), delta('more'), other]) {
      panel.event(event);
      mock.timers.tick(33);
    }
    assert.deepEqual(posted.slice(1), [
      { kind: 'events', revision: 1, events: [delta('a')] },
      [2, 'more'],
      { kind: 'events', revision: 3, events: [other] },
    ]);
  });

  describe('with a long conversation', () => {
    const long = (count: number, headId?: string) => {
      const turns = Array.from({ length: count }, (_, index) =>
        aTurn(`t${index}`, {
          isContinuation: index % 7 === 3,
          reply: { status: 'completed', text: 'x'.repeat(100_000) },
        }),
      );
      return { ...snapshot, conversation: { ...snapshot.conversation, turns, headId } };
    };
    const idsOf = (message: HostToView | undefined): readonly string[] =>
      message === undefined || !('kind' in message)
        ? []
        : message.kind === 'snapshot'
          ? message.conversation.turns.map(({ id }) => id)
          : message.kind === 'earlierTurns'
            ? message.turns.map(({ id }) => id)
            : [];
    const told = () =>
      posted
        .flatMap((message) => [idsOf(message)])
        .toReversed()
        .flat();

    it('posts the end at once, then the turns before it part by part, none twice', () => {
      const panel = link();
      const { conversation } = long(100, 't99');
      panel.start({ ...snapshot, conversation });
      assert.equal(posted.length, 1);
      const first = idsOf(posted[0]);
      assert.ok(first.length < 8 && first.at(-1) === 't99', first.join(' '));
      mock.timers.runAll();
      assert.ok(posted.length > 3);
      assert.deepEqual(
        told(),
        conversation.turns.map(({ id }) => id),
      );
      for (const part of posted) {
        const [start = ''] = idsOf(part);
        assert.notEqual(conversation.turns.find(({ id }) => id === start)?.isContinuation, true);
      }
    });

    it('has told all of it before an event follows, and nothing once it is hidden', () => {
      const panel = link();
      panel.start(long(60, 't59'));
      panel.event(delta('a'));
      assert.equal(told().length, 60);
      assert.equal(revisionOf(posted.at(-1) ?? snapshot), 1);
      panel.start(long(60, 't59'));
      const { length } = posted;
      panel.pause();
      mock.timers.runAll();
      assert.equal(posted.length, length);
    });

    it('posts the turns that a preview of the end has left out, also those beside it', () => {
      const panel = link();
      const { conversation } = long(60, 't59');
      const end = { ...conversation, turns: conversation.turns.slice(57) };
      const beside = aTurn('beside', { parentId: 't57' });
      const turns = [...conversation.turns.slice(0, 58), beside, ...conversation.turns.slice(58)];
      panel.start({ ...snapshot, conversation: end });
      panel.complete({ ...conversation, turns }, end);
      mock.timers.runAll();
      const parts = posted.slice(1);
      assert.deepEqual(
        parts.flatMap(idsOf).toSorted(),
        ['beside', ...conversation.turns.slice(0, 57).map(({ id }) => id)].toSorted(),
      );
      assert.deepEqual(
        parts.map((part) => 'kind' in part && part.kind === 'earlierTurns' && part.isLast),
        [...parts.slice(1).map(() => false), true],
      );
    });

    it('posts all at once where the end of the path is further up', () => {
      link().start(long(60, 't2'));
      assert.equal(idsOf(posted[0]).length, 60);
    });
  });
});
