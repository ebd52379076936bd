import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { coalesceInto } from '../../../src/conversation/events.ts';
import {
  applyEvent,
  emptyConversation,
  isReplyOf,
  pathTo,
  runningTurn,
  transcript,
} from '../../../src/conversation/conversationState.ts';
import type { Conversation, Reply } from '../../../src/shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../../src/shared/conversation/conversationEvent.ts';
import { readTurn } from '../../../src/shared/conversation/storedConversation.ts';
import { aTurn } from '../../support/builders.ts';

const replay = (events: readonly ConversationEvent[]): Conversation =>
  events.reduce(applyEvent, emptyConversation('c', 0));

describe('conversation', () => {
  it('keeps what was wrong with a stream, which is stored and checked', () => {
    const flaws = { damagedEvents: 2, endMark: 'broken' } as const;
    const { turns } = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'turnEnded', turnId: 'a', status: 'completed', flaws, at: 3000 },
    ]);
    const [turn] = turns;
    assert.deepEqual(turn?.reply.flaws, flaws);
    const stored = (flaws: unknown): unknown =>
      JSON.parse(JSON.stringify({ ...turn, reply: { ...turn?.reply, flaws } }));
    assert.ok(readTurn(stored(flaws)) && readTurn(stored({})) && readTurn(stored(undefined)));
    assert.ok(!readTurn(stored({ damagedEvents: 'many' })) && !readTurn(stored({ endMark: 'x' })));
  });

  it('grows by deltas and ends once', () => {
    const ended = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'replyStarted', turnId: 'a', requestId: 'r1', answeredBy: 'm1-2026' },
      { kind: 'replyReasoning', turnId: 'a', text: 'hm', at: 1500 },
      { kind: 'replyText', turnId: 'a', text: 'Hel', at: 2000 },
      { kind: 'replyText', turnId: 'a', text: 'lo', at: 2100 },
      { kind: 'replyUsage', turnId: 'a', usage: { total_tokens: 3 } },
      { kind: 'turnEnded', turnId: 'a', status: 'completed', finishReason: 'stop', at: 3000 },
    ]);
    assert.deepEqual(ended.turns[0]?.reply, {
      status: 'completed',
      connection: 'Test',
      model: 'm1',
      answeredBy: 'm1-2026',
      requestId: 'r1',
      text: 'Hello',
      reasoning: 'hm',
      usage: { total_tokens: 3 },
      finishReason: 'stop',
      startedAt: 1000,
      firstTokenAt: 1500,
      reasonedUntil: 2000,
      endedAt: 3000,
    });
    assert.equal(runningTurn(ended), undefined);
    const late: ConversationEvent = { kind: 'replyText', turnId: 'a', text: '!', at: 4000 };
    assert.equal(applyEvent(ended, late), ended);
    const again: ConversationEvent = { kind: 'turnEnded', turnId: 'a', status: 'failed', at: 5000 };
    assert.equal(applyEvent(ended, again), ended);
  });

  it('makes reasoning of text that turns out to be some', () => {
    const moved = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'replyText', turnId: 'a', text: 'First', at: 1500 },
      { kind: 'replyTextWasReasoning', turnId: 'a', length: 5 },
      { kind: 'replyText', turnId: 'a', text: 'Part. ', at: 2000 },
      { kind: 'replyText', turnId: 'a', text: 'Second', at: 2500 },
      { kind: 'replyTextWasReasoning', turnId: 'a', length: 6 },
    ]);
    const { text, reasoning, firstTokenAt, reasonedUntil } = moved.turns[0]?.reply ?? {};
    assert.deepEqual([text, reasoning], ['Part. ', 'FirstSecond']);
    assert.deepEqual([firstTokenAt, reasonedUntil], [1500, 2000]);
    const all = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'replyReasoning', turnId: 'a', text: 'A', at: 1500 },
      { kind: 'replyText', turnId: 'a', text: 'B', at: 2000 },
      { kind: 'replyTextWasReasoning', turnId: 'a', length: 100 },
    ]);
    assert.equal(all.turns[0]?.reply.reasoning, 'AB');
    assert.equal(all.turns[0]?.reply.reasonedUntil, undefined);
  });

  it('keeps the details of reasoning, which are stored and checked', () => {
    const details = [{ type: 'reasoning.text', text: 'hm', signature: 'x', index: 0 }];
    const [turn] = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'replyReasoningDetails', turnId: 'a', details },
      { kind: 'turnEnded', turnId: 'a', status: 'completed', at: 3000 },
    ]).turns;
    const stored = (reasoningDetails: unknown): unknown =>
      JSON.parse(JSON.stringify({ ...turn, reply: { ...turn?.reply, reasoningDetails } }));
    assert.deepEqual(readTurn(stored(details))?.reply.reasoningDetails, details);
    assert.ok(readTurn(stored(undefined)));
    const tooMany = Array.from({ length: 1001 }, () => ({}));
    for (const wrong of ['x', {}, [1], tooMany, [{ data: 'x'.repeat(2_000_001) }]]) {
      assert.ok(!readTurn(stored(wrong)));
    }
  });

  it('grows by pieces of tool calls, which are stored and read again', () => {
    const delta = { kind: 'replyToolCall', turnId: 'a', at: 1500 } as const;
    const { turns } = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { ...delta, index: 0, id: 'c1', name: 'weather', arguments: '{"city":' },
      { ...delta, index: 0, id: undefined, name: '', arguments: '"Rome"}', at: 1600 },
      { ...delta, index: 1, id: undefined, name: 'time', arguments: '' },
    ]);
    const [turn] = turns;
    const toolCalls = [
      { id: 'c1', name: 'weather', arguments: '{"city":"Rome"}' },
      { id: undefined, name: 'time', arguments: '' },
    ];
    assert.deepEqual(turn?.reply.toolCalls, toolCalls);
    assert.equal(turn?.reply.firstTokenAt, 1500);
    assert.ok(readTurn(JSON.parse(JSON.stringify(turn))));
    assert.ok(!readTurn({ ...turn, reply: { ...turn?.reply, toolCalls: [{ name: 'x' }] } }));
  });

  it('notes what was changed when the request was sent again', () => {
    const adjustments = [{ field: 'stream_options' }];
    const { turns } = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'replyAdjusted', turnId: 'a', adjustments },
    ]);
    assert.deepEqual(turns[0]?.reply.changes, adjustments);
  });

  it('keeps the text of a failed reply and takes the request id of the error', () => {
    const { turns } = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'replyText', turnId: 'a', text: 'so far', at: 2000 },
      {
        kind: 'turnEnded',
        turnId: 'a',
        status: 'failed',
        error: { kind: 'stream', message: 'overloaded', requestId: 'r9' },
        at: 3000,
      },
    ]);
    assert.equal(turns[0]?.reply.text, 'so far');
    assert.equal(turns[0]?.reply.requestId, 'r9');
  });

  it('waits until the request is sent or the turn ends', () => {
    const wait = { until: 9000, delayMs: 5000, reason: 'rateLimited' } as const;
    const waiting = replay([
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'replyWaiting', turnId: 'a', wait, at: 4000 },
    ]);
    assert.deepEqual(waiting.turns[0]?.reply.waiting, wait);
    const sent = applyEvent(waiting, { kind: 'replyWaiting', turnId: 'a', at: 9000 });
    assert.equal(sent.turns[0]?.reply.startedAt, 9000, 'the wait is not time of the service');
    for (const event of [
      { kind: 'replyWaiting', turnId: 'a', at: 9000 },
      { kind: 'turnEnded', turnId: 'a', status: 'stopped', at: 5 },
    ] as const) {
      assert.equal(applyEvent(waiting, event).turns[0]?.reply.waiting, undefined);
    }
  });

  it('shows the path to the head; siblings are not on it', () => {
    const done = { reply: { status: 'completed' as const } };
    const conversation = replay([
      { kind: 'turnStarted', turn: aTurn('a', done) },
      { kind: 'turnStarted', turn: aTurn('b', { parentId: 'a', ...done }) },
      { kind: 'turnStarted', turn: aTurn('b2', { parentId: 'a', ...done }) },
    ]);
    assert.deepEqual(
      transcript(conversation).map(({ id }) => id),
      ['a', 'b2'],
    );
    assert.deepEqual(
      pathTo(conversation, 'b').map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('ends a path at a circle among parents', () => {
    const turns = [aTurn('a', { parentId: 'b' }), aTurn('b', { parentId: 'a' })];
    const path = pathTo({ id: 'c', createdAt: 0, turns }, 'b');
    assert.deepEqual(
      path.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('ignores events of unknown turns and a turn that is there already', () => {
    const one = replay([{ kind: 'turnStarted', turn: aTurn('a') }]);
    assert.equal(applyEvent(one, { kind: 'replyText', turnId: 'x', text: 'y', at: 0 }), one);
    assert.equal(applyEvent(one, { kind: 'turnStarted', turn: aTurn('a') }), one);
  });
});

const turnId = fc.constantFrom('a', 'b');
const at = fc.nat(10_000);
// Plain objects, as they come out of structured cloning and JSON.
const plain = { noNullPrototype: true };
const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
  fc.record(
    { kind: fc.constant('turnStarted' as const), turn: turnId.map((id) => aTurn(id)) },
    plain,
  ),
  fc.record({ kind: fc.constant('replyStarted' as const), turnId, requestId: fc.string() }, plain),
  fc.record({ kind: fc.constant('replyText' as const), turnId, text: fc.string(), at }, plain),
  fc.record({ kind: fc.constant('replyReasoning' as const), turnId, text: fc.string(), at }, plain),
  fc.record(
    { kind: fc.constant('replyTextWasReasoning' as const), turnId, length: fc.nat(20) },
    plain,
  ),
  fc.record(
    {
      kind: fc.constant('replyUsage' as const),
      turnId,
      usage: fc.record({ total_tokens: fc.nat() }, plain),
    },
    plain,
  ),
  fc.record(
    {
      kind: fc.constant('replyToolCall' as const),
      turnId,
      index: fc.nat(2),
      id: fc.option(fc.string(), { nil: undefined }),
      name: fc.string(),
      arguments: fc.string(),
      at,
    },
    plain,
  ),
  fc.record(
    {
      kind: fc.constant('turnEnded' as const),
      turnId,
      status: fc.constantFrom('completed', 'stopped', 'truncated', 'failed'),
      at,
    },
    plain,
  ),
);

describe('replaying events', () => {
  it('gives the state that grew event by event, from any snapshot on', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.nat(40), (events, cut) => {
        const snapshot = structuredClone(replay(events.slice(0, cut)));
        const view = events.slice(cut).reduce(applyEvent, snapshot);
        assert.deepEqual(view, replay(events));
      }),
    );
  });

  it('gives the same state when deltas are coalesced', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const queue: ConversationEvent[] = [];
        for (const next of events) {
          coalesceInto(queue, next);
        }
        assert.ok(queue.length <= events.length);
        assert.deepEqual(replay(queue), replay(events));
      }),
    );
  });

  it('gives the same end of the reasoning when empty text is coalesced', () => {
    const events: readonly ConversationEvent[] = [
      { kind: 'turnStarted', turn: aTurn('a') },
      { kind: 'replyReasoning', turnId: 'a', text: 'so', at: 0 },
      { kind: 'replyText', turnId: 'a', text: '', at: 1 },
      { kind: 'replyText', turnId: 'a', text: 'text', at: 2 },
    ];
    const queue: ConversationEvent[] = [];
    events.forEach((next) => coalesceInto(queue, next));
    assert.deepEqual(replay(queue), replay(events));
  });
});

describe('isReplyOf', () => {
  const twins = [
    { id: 'a', name: 'Test' },
    { id: 'b', name: 'Test' },
    { id: 'c', name: 'Other' },
  ];
  const idsOf = (reply: Partial<Reply>) =>
    twins.filter((one) => isReplyOf(aTurn('1', { reply }).reply, one)).map(({ id }) => id);

  it('goes by the id of the connection, and by its name where there is no id', () => {
    assert.deepEqual(idsOf({ connectionId: 'b' }), ['b']);
    assert.deepEqual(idsOf({ connectionId: 'c' }), ['c'], 'also after it was renamed');
    assert.deepEqual(idsOf({ connectionId: 'gone' }), []);
    assert.deepEqual(idsOf({}), ['a', 'b']);
    assert.equal(isReplyOf(aTurn('1').reply, undefined), false);
  });

  it('reads what is stored with and without an id', () => {
    const stored = (connectionId?: unknown) => {
      const { reply, ...turn } = aTurn('1');
      return readTurn({ ...turn, reply: { ...reply, connectionId } }) !== undefined;
    };
    assert.equal(stored(), true);
    assert.equal(stored('x'.repeat(200)), true);
    for (const bad of ['', 'x'.repeat(201), 1, null]) {
      assert.equal(stored(bad), false);
    }
  });
});
