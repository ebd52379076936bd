import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { startScriptedService, type Script } from '../../../support/service/scriptedService.ts';
import { until } from '../../../support/until.ts';
import { chunk, eventStream, json, replyStream, text } from '../../../support/service/scripts.ts';
import { quantity } from '../../../support/quantity.ts';

const head = { 'content-type': 'text/event-stream' };
const hello = `data: ${chunk({ content: 'a' })}\n\n`;

/** Replies that fail at once, so that many fit into a short time. */
const faults: readonly Script[] = [
  (answer) => answer.reset(),
  async (answer) => {
    await answer.head(200, head);
    answer.reset();
  },
  async (answer) => {
    await answer.head(200, head);
    await answer.send('data: {"cho');
    answer.hangUp();
  },
  async (answer) => {
    await answer.head(200, head);
    await answer.send(hello);
    answer.reset();
  },
  async (answer) => {
    await answer.raw('HTTP/1.1 nonsense\r\n\r\n');
    answer.hangUp();
  },
  async (answer) => {
    const length = 'content-type: text/event-stream\r\ncontent-length: 1000';
    await answer.raw(`HTTP/1.1 200 OK\r\n${length}\r\n\r\n${hello}`);
    answer.hangUp();
  },
  eventStream('data: junk\n\n'),
  eventStream(hello),
  eventStream('data: {"error":{"message":"x"}}\n\n'),
  eventStream('event: error\ndata: x\n\n'),
  eventStream(`${replyStream(['a'])}${hello}`),
  json({ error: { message: 'x' } }, 400),
  json({}, 401),
  json({ error: 'x' }, 413),
  json({ error: { code: 'insufficient_quota' } }, 429),
  json({ error: 'x' }, 500),
  json({ choices: [] }),
  text('<html>', 'text/html'),
  text('', 'application/json'),
  text('', 'text/plain', 302, { location: 'https://example.com/' }),
];

const rounds = quantity({ slice: 2, whole: 40 });
const requestsPerRound = quantity({ slice: 100, whole: 500 });
const atOnce = 10;

const collectGarbage = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

/** Uses a new service, so that the requests that a service records do not count as growth. */
async function askManyTimes(): Promise<readonly string[]> {
  const service = await startScriptedService(async (answer) =>
    faults[service.requests.length % faults.length]?.(answer),
  );
  const client = createServiceClient({ baseUrl: service.origin, apiKey: 'sk-1234567890' });
  const ends: string[] = [];
  const ask = async (): Promise<void> => {
    while (service.requests.length < requestsPerRound) {
      try {
        for await (const event of client.stream({
          model: 'm',
          messages: [{ role: 'user', content: 'hi' }],
        })) {
          if (event.kind === 'ended') {
            ends.push(event.outcome);
          }
        }
      } catch (error) {
        ends.push(error instanceof ServiceError ? error.kind : `not ours: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  await service.close();
  return ends;
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
}

describe('requests that go wrong', () => {
  it('each end in their own way, and leave nothing behind, however many they are', async function () {
    // Ends a run that hangs; it takes a minute at most.
    this.timeout(600_000);
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', note);
    const socketsBefore = openSockets();
    const ends = new Set(await askManyTimes());
    collectGarbage();
    const heapBefore = process.memoryUsage().heapUsed;
    let count = 0;
    for (let round = 0; round < rounds; round += 1) {
      const more = await askManyTimes();
      count += more.length;
      for (const end of more) {
        ends.add(end);
      }
    }
    collectGarbage();
    const grownMB = (process.memoryUsage().heapUsed - heapBefore) / 1e6;
    process.off('unhandledRejection', note);
    assert.ok(count >= rounds * requestsPerRound);
    assert.deepEqual([...ends].toSorted(), [
      'auth',
      'badRequest',
      'completed',
      'network',
      'protocol',
      'quota',
      'server',
      'stream',
      'truncated',
    ]);
    assert.deepEqual(rejections, []);
    assert.ok(grownMB < 20, `The heap has grown by ${grownMB.toFixed(1)} MB.`);
    await until('every socket is closed', () => openSockets() <= socketsBefore);
  });
});
