import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/host/connections/connection.ts';
import type { Log } from '../../../../src/host/base/log.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { streamLogged } from '../../../../src/host/chat/replyStream.ts';
import { createServiceClient } from '../../../../src/service/client.ts';
import { collect } from '../../../support/collect.ts';
import { eventStream, json, replyStream } from '../../../support/scripts.ts';
import { startScriptedService, type Script } from '../../../support/scriptedService.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'secret words' }] } as const;
const key = 'sk-canary-0123456789abcdef';
const completion = {
  id: 'chatcmpl-1',
  model: 'm',
  choices: [{ message: { role: 'assistant', content: 'secret reply' }, finish_reason: 'stop' }],
  usage: { completion_tokens: 2 },
};

async function run(mode: Connection['mode'], script: Script) {
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
  try {
    const stream = streamLogged(
      { clients: async () => client, log, redactor, onHeldBack: () => assert.fail('held back') },
      connection,
      request,
      new AbortController().signal,
    );
    const { events } = await collect(stream);
    const body = JSON.parse(service.requests[0]?.body ?? '') as { stream: boolean };
    return { events, body, lines, traces };
  } finally {
    await service.close();
  }
}

describe('streamLogged', () => {
  it('asks for a stream unless told', async () => {
    const { events, body } = await run(undefined, eventStream(replyStream(['a', 'b'])));
    assert.equal(body.stream, true);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['started', 'text', 'text', 'ended'],
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

  it('gives the request to the level Trace, and the key to none', async () => {
    const refusal = json({ error: { message: `No such key: ${key}` } }, 401);
    const { lines, traces } = await run('standard', refusal);
    assert.match(traces.join('\n'), /secret words/);
    assert.match(lines.join('\n'), /rejected the key/);
    assert.doesNotMatch([...lines, ...traces].join('\n'), /canary/);
  });
});
