import assert from 'node:assert/strict';
import { ReplyRun, type ReplyServices } from '../../../../src/host/chat/replyRun.ts';
import { streamLogged } from '../../../../src/host/chat/replyStream.ts';
import type { Log } from '../../../../src/host/base/log.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import type { ConversationEvent } from '../../../../src/shared/conversation/conversationEvent.ts';
import type { StreamFlaws } from '../../../../src/shared/conversation/conversation.ts';
import type { ServiceEvent } from '../../../../src/shared/service/chatCompletion.ts';
import { eventStream, chunk, replyStream } from '../../../support/service/scripts.ts';
import { startScriptedService, type Script } from '../../../support/service/scriptedService.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
const data = (...lines: readonly string[]): string =>
  lines.map((line) => `data: ${line}\n\n`).join('');
const hello = chunk({ content: 'a' });

/** The last event of a reply, and the lines of the log. */
async function run(script: Script) {
  const service = await startScriptedService(script);
  const events: ConversationEvent[] = [];
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(line);
  const log = { trace: () => {}, info: note, warn: note, error: note } as unknown as Log;
  const client = createServiceClient({ baseUrl: service.origin });
  const redactor = createRedactor(async () => []);
  const run = new ReplyRun(
    {
      stream: (...call) =>
        streamLogged({ clients: async () => client, log, redactor, onHeldBack: () => {} }, ...call),
      describeError: (error) => ({ kind: 'stream', message: String(error) }),
    },
    (event) => events.push(event),
  );
  try {
    await run.run({
      turnId: '1',
      connection: { id: 'x', name: 'X', baseUrl: service.origin },
      request,
      onAccepted: () => {},
    });
    const ended = events.at(-1);
    assert.ok(ended?.kind === 'turnEnded');
    return { ended, lines };
  } finally {
    await service.close();
  }
}

describe('the end of a reply', () => {
  const cases: readonly (readonly [
    name: string,
    script: Script,
    status: string,
    flaws: StreamFlaws | undefined,
  ])[] = [
    ['a stream as it should be', eventStream(replyStream(['a'])), 'completed', undefined],
    [
      'no end mark',
      eventStream(data(hello, chunk({}, 'stop'))),
      'completed',
      { endMark: 'missing' },
    ],
    [
      'a reset after the finish reason',
      async (answer) => {
        await answer.head(200, { 'content-type': 'text/event-stream' });
        await answer.send(data(hello, chunk({}, 'stop')));
        answer.reset();
      },
      'completed',
      { endMark: 'broken' },
    ],
    [
      'a damaged event',
      eventStream(data(hello, hello.slice(0, -5), chunk({}, 'stop'), '[DONE]')),
      'completed',
      { damagedEvents: 1 },
    ],
    [
      'a damaged name of a field',
      eventStream(`${data(hello)}dat: ${hello}\n\n${data(chunk({}, 'stop'), '[DONE]')}`),
      'completed',
      { damagedEvents: 1 },
    ],
    [
      'a last event that is cut',
      eventStream(`${data(hello, chunk({}, 'stop'))}data: ${hello.slice(0, 20)}`),
      'completed',
      { damagedEvents: 1, endMark: 'missing' },
    ],
    [
      'a damaged event and an error',
      eventStream(data(hello, '{"choices":', '{"error":"boom"}')),
      'failed',
      { damagedEvents: 1 },
    ],
    [
      'keep-alives that are no JSON',
      eventStream(data(': ping', hello, 'ping', chunk({}, 'stop'), '[DONE]')),
      'completed',
      undefined,
    ],
  ];
  for (const [name, script, status, flaws] of cases) {
    it(`says what was wrong with ${name}`, async () => {
      const { ended } = await run(script);
      assert.equal(ended.status, status);
      assert.deepEqual(ended.flaws, flaws);
    });
  }

  for (const [name, services, message] of [
    [
      'cannot be described',
      {
        describeError: () => {
          throw new URIError('URI malformed');
        },
      },
      'Parley failed: URIError',
    ],
    [
      'cannot be looked into',
      {
        describeError: () => ({ kind: 'stream', message: 'no' }),
        lookInto: async () => Promise.reject(new Error('boom')),
      },
      'no',
    ],
  ] satisfies readonly (readonly [string, Omit<ReplyServices, 'stream'>, string])[]) {
    it(`comes also if its failure ${name}`, async () => {
      const events: ConversationEvent[] = [];
      const stream = (): AsyncIterable<ServiceEvent> => ({
        [Symbol.asyncIterator]: () => ({ next: async () => Promise.reject(new Error('broken')) }),
      });
      const reply = new ReplyRun({ stream, ...services }, (event) => events.push(event));
      const connection = { id: 'x', name: 'X', baseUrl: 'https://host' };
      await reply.run({ turnId: '1', connection, request, onAccepted: () => {} });
      const ended = events.at(-1);
      assert.ok(ended?.kind === 'turnEnded');
      assert.deepEqual([ended.status, ended.error?.message], ['failed', message]);
    });
  }

  it('needs few lines of the log, however many events are broken or usage is counted', async () => {
    const usage = Array.from({ length: 2000 }, (_, index) =>
      chunk({}, null, { choices: [], usage: { completion_tokens: index } }),
    );
    const broken = Array.from({ length: 2000 }, () => '{"choices":');
    const { lines } = await run(eventStream(data(hello, ...usage, ...broken, '[DONE]')));
    assert.ok(lines.length < 10, lines.slice(0, 20).join('\n'));
    assert.match(lines.join('\n'), /"damaged":2000/);
    assert.match(lines.join('\n'), /"completion_tokens":1999/);
  });
});
