import assert from 'node:assert/strict';
import type { Connection } from '../../../src/host/connection.ts';
import type { Log } from '../../../src/host/log.ts';
import { streamLogged } from '../../../src/host/serviceStream.ts';
import { createServiceClient } from '../../../src/service/client.ts';
import { collect } from '../../support/collect.ts';
import { eventStream, json, replyStream } from '../../support/scripts.ts';
import { startScriptedService, type Script } from '../../support/scriptedService.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'secret words' }] } as const;
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
  const log = { info: note, warn: note, error: note } as unknown as Log;
  const connection: Connection = { id: 'x', name: 'X', baseUrl: service.origin, mode };
  const client = createServiceClient({ baseUrl: service.origin });
  try {
    const stream = streamLogged(
      async () => client,
      log,
      connection,
      request,
      new AbortController().signal,
    );
    const { events } = await collect(stream);
    const body = JSON.parse(service.requests[0]?.body ?? '') as { stream: boolean };
    return { events, body, lines };
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
  });
});
