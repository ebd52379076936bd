import assert from 'node:assert/strict';
import { requestTokens } from '../../../../src/conversation/request/tokenEstimate.ts';
import type { Connection } from '../../../../src/host/connections/connection.ts';
import type { Log } from '../../../../src/host/base/log.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { statedDollars } from '../../../../src/shared/service/usageFacts.ts';
import {
  type ArrivedReply,
  type BilledRequest,
  streamLogged,
} from '../../../../src/host/chat/replyStream.ts';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import type { ServiceEvent } from '../../../../src/shared/service/chatCompletion.ts';
import { collect } from '../../../support/collect.ts';
import { chunk, eventStream, json, replyStream } from '../../../support/service/scripts.ts';
import { startScriptedService, type Script } from '../../../support/service/scriptedService.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'secret words' }] } as const;
const key = 'sk-canary-0123456789abcdef';
const completion = {
  id: 'chatcmpl-1',
  model: 'm',
  choices: [{ message: { role: 'assistant', content: 'secret reply' }, finish_reason: 'stop' }],
  usage: { completion_tokens: 2 },
};

/** Reads a reply, or `most` events of it. */
async function run(mode: Connection['mode'], script: Script, most = Infinity) {
  const service = await startScriptedService(script);
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(line);
  const traces: string[] = [];
  const trace = (line: string): void => void traces.push(line);
  const log = { trace, info: note, warn: note, error: note } as unknown as Log;
  const connection: Connection = { id: 'x', name: 'X', baseUrl: service.origin, mode };
  const redactor = createRedactor(async () => []);
  redactor.learn(key);
  const client = createServiceClient({ baseUrl: service.origin, apiKey: key });
  const sent: BilledRequest[] = [];
  const ends: { reply: ArrivedReply | undefined; after: number }[] = [];
  const events: ServiceEvent[] = [];
  try {
    const stream = streamLogged(
      {
        clients: async () => client,
        log,
        redactor,
        onHeldBack: () => assert.fail('held back'),
        onSend(billed) {
          sent.push(billed);
          return { end: (reply) => void ends.push({ reply, after: events.length }) };
        },
      },
      connection,
      request,
      new AbortController().signal,
    );
    await collect(taken(stream, events, most));
    const body = JSON.parse(service.requests[0]?.body ?? '') as { stream: boolean };
    assert.deepEqual([sent.length, ends.length], [1, 1]);
    return { events, body, lines, traces, sent, ends };
  } finally {
    await service.close();
  }
}

async function* taken(stream: AsyncIterable<ServiceEvent>, events: ServiceEvent[], most: number) {
  for await (const event of stream) {
    events.push(event);
    yield event;
    if (events.length === most) {
      return;
    }
  }
}

describe('streamLogged', () => {
  it('asks for a stream unless told', async () => {
    const { events, body } = await run(undefined, eventStream(replyStream(['a', 'b'])));
    assert.equal(body.stream, true);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['started', 'text', 'ended'],
    );
  });

  it('gives a standard reply as the events of a stream', async () => {
    const { events, body } = await run('standard', json(completion));
    assert.equal(body.stream, false);
    assert.deepEqual(events.slice(1), [
      { kind: 'text', text: 'secret reply' },
      { kind: 'usage', usage: { completion_tokens: 2 } },
      { kind: 'ended', finishReason: 'stop', outcome: 'completed' },
    ]);
  });

  for (const mode of ['standard', 'streamed'] as const) {
    it(`keeps the text of a stream that fails, whether or not one was asked for (${mode})`, async () => {
      const chunks = [chunk({ content: 'a' }), chunk({ content: 'b' }), '{"error":"boom"}'];
      const stream = chunks.map((data) => `data: ${data}\n\n`).join('');
      const { events, body } = await run(mode, eventStream(stream));
      assert.equal(body.stream, mode === 'streamed');
      assert.equal(events.map((event) => (event.kind === 'text' ? event.text : '')).join(''), 'ab');
    });
  }

  it('gives all that a standard reply has', async () => {
    const message = {
      content: '<think>r</think>a',
      images: [{ b64_json: 'AAAA' }],
      tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
    };
    const choices = [{ message, finish_reason: 'length' }];
    const { events } = await run('standard', json({ ...completion, choices }));
    assert.deepEqual(events.slice(1), [
      { kind: 'reasoning', text: 'r' },
      { kind: 'text', text: 'a' },
      { kind: 'image', data: 'AAAA' },
      { kind: 'toolCall', index: 0, id: 'c', name: 'f', arguments: '{}' },
      { kind: 'usage', usage: { completion_tokens: 2 } },
      { kind: 'ended', finishReason: 'length', outcome: 'truncated' },
    ]);
  });

  it('logs nothing that was said', async () => {
    const { lines } = await run('standard', json(completion));
    assert.ok(lines.length > 2);
    assert.doesNotMatch(lines.join('\n'), /secret/);
    const tool_calls = [{ id: 'c', function: { name: 'secret', arguments: '{"secret":1}' } }];
    const choices = [{ message: { content: '', tool_calls } }];
    const called = await run('standard', json({ ...completion, choices }));
    assert.ok(called.events.some(({ kind }) => kind === 'toolCall'));
    assert.doesNotMatch(called.lines.join('\n'), /secret/);
  });

  for (const mode of ['standard', 'streamed'] as const) {
    it(`masks a key that the service repeats in all but the text (${mode})`, async () => {
      const fields = { id: `id ${key}`, model: `m-${key}`, usage: { total_tokens: 3, said: key } };
      const choice = { index: 0, finish_reason: `stop ${key}` };
      const said = `Your key is ${key}`;
      const script =
        mode === 'standard'
          ? json({ ...fields, choices: [{ ...choice, message: { content: said } }] })
          : eventStream(
              [
                `data: ${JSON.stringify({ ...fields, choices: [{ index: 0, delta: { content: said } }] })}\n\n`,
                `data: ${JSON.stringify({ ...fields, choices: [{ ...choice, delta: {} }] })}\n\n`,
                'data: [DONE]\n\n',
              ].join(''),
            );
      const { events, lines } = await run(mode, script);
      const texts = events.filter(({ kind }) => kind === 'text');
      assert.match(JSON.stringify(texts), /Your key is sk-canary/);
      const others = events.filter(({ kind }) => kind !== 'text');
      assert.doesNotMatch(JSON.stringify(others), /canary/);
      assert.match(JSON.stringify(others), /m-\[key\].*"total_tokens":3.*stop \[key\]/);
      assert.doesNotMatch(lines.join('\n'), /canary/);
    });
  }

  it('reports a reply once, before its end is known, with the usage that came last', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 2 };
    const chunks = [
      { model: 'm-1', choices: [{ delta: { content: 'a' } }], usage: { completion_tokens: 1 } },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage },
    ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    const { sent, ends, events } = await run(
      undefined,
      eventStream(`${chunks.join('')}data: [DONE]\n\n`),
    );
    assert.deepEqual(
      sent.map((one) => [one.connection.id, one.model, one.promptTokens()]),
      [['x', 'm', requestTokens(request)]],
    );
    assert.deepEqual(
      ends.map(({ reply, after }) => [reply?.answeredBy, reply?.usage, after]),
      [['m-1', usage, events.length - 1]],
    );
  });

  it('reports a reply that breaks off or is stopped, and none of which nothing arrived', async () => {
    const half = { model: 'm-1', choices: [{ delta: { content: 'a' } }] };
    const error = { error: { message: 'overloaded' } };
    const body = [half, error].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    const broken = await run(undefined, eventStream(body));
    assert.deepEqual(
      broken.ends.map(({ reply }) => [reply?.answeredBy, reply?.usage]),
      [['m-1', undefined]],
    );
    const parts = ['a long word '.repeat(10)];
    const stopped = await run(undefined, eventStream(replyStream(parts)), 2);
    assert.deepEqual(
      stopped.ends.map(({ reply }) => reply?.receivedTokens()),
      [30],
    );
    const refused = await run(undefined, json({ error: { message: 'No' } }, 401));
    assert.deepEqual(
      refused.ends.map(({ reply }) => reply),
      [undefined],
    );
  });

  it('has the cost that a header of a whole reply states, unless the usage states one', async () => {
    const costOf = async (stated: string, usage: object = completion.usage) => {
      const headers = { 'x-litellm-response-cost': stated };
      const { ends } = await run('standard', json({ ...completion, usage }, 200, headers));
      return statedDollars(ends[0]?.reply?.usage);
    };
    assert.equal(await costOf('3.45e-05'), 0.0000345);
    assert.equal(await costOf('0.5', { ...completion.usage, cost: 0.25 }), 0.25);
    for (const none of ['0.0', 'None', '-1', 'Infinity', '1'.repeat(5000)]) {
      assert.equal(await costOf(none), undefined, none);
    }
  });

  it('gives the request to the level Trace, and the key to none', async () => {
    const refusal = json({ error: { message: `No such key: ${key}` } }, 401);
    const { lines, traces } = await run('standard', refusal);
    assert.match(traces.join('\n'), /secret words/);
    assert.match(lines.join('\n'), /rejected the key/);
    assert.doesNotMatch([...lines, ...traces].join('\n'), /canary/);
  });
});
