import assert from 'node:assert/strict';
import type { ReadyTarget } from '../../../src/host/connections/target.ts';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { ChatSession } from '../../../src/host/chat/session.ts';
import type {
  ChatCompletionRequest,
  ServiceEvent,
} from '../../../src/shared/service/chatCompletion.ts';
import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../../src/shared/conversation/conversationEvent.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const target: ReadyTarget = {
  connection: { id: 'x', name: 'Test', baseUrl: 'https://unused.invalid' },
  model: 'm1',
};
const hello = { text: 'Hello', context: [] };

/** The turn once more. */
const again = ({ user, parentId, reply }: Turn) => ({ user, parentId, again: { reply } });

/** A session whose replies come from `stream`. */
function sessionOn(stream: (signal: AbortSignal) => AsyncIterable<ServiceEvent>) {
  return new ChatSession({
    stream: (_connection, _request, signal) => stream(signal),
    describeError: (error) => ({ kind: 'network', message: String(error) }),
  });
}

async function* stalled(signal: AbortSignal): AsyncGenerator<ServiceEvent> {
  yield { kind: 'text', text: 'so far' };
  signal.throwIfAborted();
  await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

describe('conversationSession', () => {
  it('carries a message to the demo and back', async () => {
    const { chat } = await activated();
    const events: ConversationEvent['kind'][] = [];
    const subscription = chat.session.onDidApply(({ event }) => events.push(event.kind));
    await chat.sender.send({ text: 'Echo this', context: [] });
    await until('the reply has ended', () => !chat.session.isRunning);
    subscription.dispose();
    const reply = transcript(chat.session.conversation).at(-1)?.reply;
    assert.equal(reply?.status, 'completed');
    assert.match(reply?.text ?? '', /Echo this/);
    assert.equal(reply?.finishReason, 'stop');
    assert.equal(events[0], 'turnStarted');
    assert.equal(events.at(-1), 'turnEnded');
  });

  for (const end of ['completed', 'stopped', 'failed'] as const) {
    it(`remarks a key in a reply that has ended as ${end}, and no other`, async () => {
      const told: unknown[] = [];
      const session = new ChatSession({
        async *stream(_connection, _request, signal): AsyncGenerator<ServiceEvent> {
          // A key comes in pieces.
          yield { kind: 'text', text: 'Your key: sk-0f9e8d' };
          yield { kind: 'text', text: '7c6b5a' };
          if (end === 'stopped') {
            yield* stalled(signal);
          }
          if (end === 'failed') {
            throw new Error('broken');
          }
          yield { kind: 'ended', finishReason: 'stop', outcome: 'completed' };
        },
        describeError: (error) => ({ kind: 'network', message: String(error) }),
        holdsSecret: (text) => text.includes('sk-0f9e8d7c6b5a'),
      });
      session.onDidApply(({ event }) => event.kind === 'turnEnded' && told.push(event.holdsSecret));
      const sent = session.ask({ user: hello, parentId: session.conversation.headId }, target);
      if (end === 'stopped') {
        await until(
          'text is there',
          () => session.conversation.turns[0]?.reply.text.endsWith('so far') ?? false,
        );
        session.stop();
      }
      await sent;
      const reply = session.conversation.turns[0]?.reply;
      assert.deepEqual([reply?.status, reply?.holdsSecret, told[0]], [end, true, true]);
      assert.match(reply?.text ?? '', /sk-0f9e8d7c6b5a/);
      session.dispose();
    });
  }

  it('remarks a key in a tool call', async () => {
    const session = new ChatSession({
      async *stream(): AsyncGenerator<ServiceEvent> {
        const call = { kind: 'toolCall', index: 0, id: 'c', name: 'f' } as const;
        yield { ...call, arguments: '{"key":"sk-0f9e8d' };
        yield { ...call, id: undefined, name: '', arguments: '7c6b5a"}' };
        yield { kind: 'ended', finishReason: 'tool_calls', outcome: 'completed' };
      },
      describeError: (error) => ({ kind: 'network', message: String(error) }),
      holdsSecret: (text) => text.includes('sk-0f9e8d7c6b5a'),
    });
    await session.ask({ user: hello, parentId: session.conversation.headId }, target);
    assert.equal(session.conversation.turns[0]?.reply.holdsSecret, true);
    session.dispose();
  });

  it('says of each event whether it happened here or in another window', () => {
    const session = sessionOn(stalled);
    const applied: string[] = [];
    session.onDidApply(({ event, from }) => applied.push(`${event.kind} ${from}`));
    session.change({ kind: 'systemPromptSet', systemPrompt: 'Mine' });
    session.takeIn({ kind: 'systemPromptSet', systemPrompt: 'Theirs' });
    assert.deepEqual(applied, ['systemPromptSet here', 'systemPromptSet otherWindow']);
    assert.equal(session.conversation.systemPrompt, 'Theirs');
    session.dispose();
  });

  it('sends what the connection asks for: system prompt, parameters', async () => {
    const requests: ChatCompletionRequest[] = [];
    const session = new ChatSession({
      stream: async function* (_connection, request) {
        requests.push(request);
        yield { kind: 'ended', finishReason: 'stop', outcome: 'completed' };
      },
      describeError: (error) => ({ kind: 'network', message: String(error) }),
    });
    const parameters = { temperature: 0.2, stop: ['END'] };
    const connection = { ...target.connection, systemPrompt: 'Be brief.', parameters };
    session.setParameters({ temperature: 0, max_tokens: 9 });
    await session.ask(
      { user: hello, parentId: session.conversation.headId },
      { connection, model: 'm1' },
    );
    assert.deepEqual(session.conversation.target, { connectionId: 'x', model: 'm1' });
    assert.deepEqual(requests, [
      {
        model: 'm1',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
        ],
        temperature: 0,
        max_tokens: 9,
        stop: ['END'],
      },
    ]);
  });

  it('stops at once, keeps the text and aborts the request', async () => {
    let aborted = false;
    const session = sessionOn((signal) => {
      signal.addEventListener('abort', () => (aborted = true));
      return stalled(signal);
    });
    const sent = session.ask({ user: hello, parentId: session.conversation.headId }, target);
    await until('text has come', () => session.conversation.turns[0]?.reply.text === 'so far');
    session.stop();
    assert.equal(session.isRunning, false);
    assert.equal(aborted, true);
    await sent;
    const reply = session.conversation.turns[0]?.reply;
    assert.equal(reply?.status, 'stopped');
    assert.equal(reply?.text, 'so far');
    assert.equal(reply?.error, undefined);
  });

  it('keeps the text so far when the reply fails', async () => {
    const session = sessionOn(async function* () {
      yield { kind: 'text', text: 'half' } as const;
      throw new Error('reset');
    });
    await session.ask({ user: hello, parentId: session.conversation.headId }, target);
    const reply = session.conversation.turns[0]?.reply;
    assert.equal(reply?.status, 'failed');
    assert.equal(reply?.text, 'half');
    assert.equal(reply?.error?.message, 'Error: reset');
  });

  it('runs one reply at a time', async () => {
    const session = sessionOn(stalled);
    const first = session.ask({ user: hello, parentId: session.conversation.headId }, target);
    await session.ask({ user: hello, parentId: session.conversation.headId }, target);
    assert.equal(session.conversation.turns.length, 1);
    session.stop();
    await first;
  });

  it('retries as a sibling', async () => {
    const session = sessionOn(async function* () {
      yield { kind: 'ended', finishReason: 'stop', outcome: 'completed' } as const;
    });
    await session.ask({ user: hello, parentId: session.conversation.headId }, target);
    await session.ask(
      { user: { text: 'Second', context: [] }, parentId: session.conversation.headId },
      target,
    );
    const [first, second] = session.conversation.turns;
    await session.ask(again(second ?? assert.fail()), target);
    const third = session.conversation.turns[2];
    assert.equal(third?.parentId, first?.id);
    assert.deepEqual(third?.user, second?.user);
    assert.deepEqual(
      transcript(session.conversation).map(({ id }) => id),
      [first?.id, third?.id],
    );
  });

  it('holds a request back until the user sends it, and shows the wait meanwhile', async () => {
    let sent = false;
    const session = new ChatSession({
      async *stream(_connection, _request, _signal, { wait }) {
        await wait({ delayMs: 100_000, reason: 'rateLimited' });
        sent = true;
        yield { kind: 'ended', finishReason: 'stop', outcome: 'completed' };
      },
      describeError: (error) => ({ kind: 'network', message: String(error) }),
    });
    const askedAt = Date.now();
    const done = session.ask({ user: hello, parentId: session.conversation.headId }, target);
    const waiting = () => session.conversation.turns[0]?.reply.waiting;
    await until('the wait is shown', () => waiting() !== undefined);
    assert.equal(waiting()?.delayMs, 100_000);
    const beganAt = (waiting()?.until ?? 0) - 100_000;
    assert.ok(beganAt >= askedAt && beganAt <= Date.now());
    assert.equal(sent, false);
    session.sendNow();
    await done;
    assert.equal(session.conversation.turns[0]?.reply.status, 'completed');
    assert.equal(waiting(), undefined);
  });

  it('sends nothing when a wait is cancelled', async () => {
    let sent = false;
    const session = sessionOn(async function* () {
      sent = true;
      yield { kind: 'ended', finishReason: 'stop', outcome: 'completed' } as const;
    });
    await session.ask({ user: hello, parentId: session.conversation.headId }, target);
    const [first] = session.conversation.turns;
    sent = false;
    const heldBack = { delayMs: 100_000, reason: 'rateLimited' } as const;
    const done = session.ask({ ...again(first ?? assert.fail()), heldBack }, target);
    const second = () => session.conversation.turns[1]?.reply;
    assert.equal(second()?.waiting?.delayMs, 100_000);
    session.stop();
    await done;
    session.sendNow();
    assert.equal(sent, false);
    assert.equal(second()?.status, 'stopped');
    assert.equal(second()?.error, undefined);
  });

  it('closes the request when disposed of', async () => {
    let aborted = false;
    const session = sessionOn((signal) => {
      signal.addEventListener('abort', () => (aborted = true));
      return stalled(signal);
    });
    const sent = session.ask({ user: hello, parentId: session.conversation.headId }, target);
    session.dispose();
    await sent;
    assert.equal(aborted, true);
    await session.ask({ user: hello, parentId: session.conversation.headId }, target);
    assert.equal(session.conversation.turns.length, 1, 'nothing is sent afterwards');
  });
});
