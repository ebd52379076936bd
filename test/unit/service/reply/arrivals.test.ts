import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import type { ServiceDiagnostic } from '../../../../src/service/endpoint.ts';
import { ArrivalWatch } from '../../../../src/service/reply/arrivals.ts';
import { collect } from '../../../support/collect.ts';
import { startScriptedService, type Script } from '../../../support/service/scriptedService.ts';
import { chunk, replyStream } from '../../../support/service/scripts.ts';

/** What a watch reports for pieces that arrive at these times after the request. */
function heldBack(arrivals: readonly (readonly [atMs: number, pieces: number])[]) {
  const watch = new ArrivalWatch(1000);
  for (const [atMs, pieces] of arrivals) {
    watch.arrived(1000 + atMs, pieces);
  }
  return watch.heldBackMs();
}

/** One piece at a time, `perSecond` of them. */
function written(count: number, fromMs: number, perSecond: number) {
  return Array.from(
    { length: count },
    (_, index) => [fromMs + (index * 1000) / perSecond, 1] as const,
  );
}

describe('ArrivalWatch', () => {
  it('knows a reply that was held back', () => {
    assert.equal(heldBack([[8000, 200]]), 8000);
    assert.equal(
      heldBack([
        [3000, 10],
        [3010, 10],
        [3500, 0],
      ]),
      3000,
    );
    assert.equal(heldBack(written(500, 20_000, 2000)), 20_000);
  });

  it('takes no other reply for one', () => {
    assert.equal(heldBack([]), undefined);
    assert.equal(heldBack([[60_000, 19]]), undefined, 'short');
    assert.equal(heldBack([[20, 500]]), undefined, 'cached');
    assert.equal(heldBack(written(400, 200, 3000)), undefined, 'a fast model');
    assert.equal(heldBack(written(400, 9000, 400)), undefined, 'a fast one that was loaded first');
    assert.equal(heldBack(written(50, 60_000, 100)), undefined, 'one that thought in silence');
    assert.equal(
      heldBack([
        [100, 0],
        [9000, 300],
      ]),
      undefined,
      'a comment got through',
    );
    assert.equal(
      heldBack([
        [4000, 100],
        [4900, 100],
      ]),
      undefined,
      'large pieces',
    );
  });
});

describe('a stream that is held back', () => {
  // Only the time that a test lets pass counts, not what the machine takes.
  const realNow = performance.now.bind(performance);
  let nowMs = 0;
  beforeEach(() => {
    performance.now = () => nowMs;
  });
  afterEach(() => {
    performance.now = realNow;
  });

  /** The diagnostics of a reply whose body is sent `silenceMs` after its head. */
  async function diagnosed(
    silenceMs: number,
    script: Script,
  ): Promise<readonly ServiceDiagnostic[]> {
    const service = await startScriptedService(async (answer) => {
      await answer.head(200, { 'content-type': 'text/event-stream' });
      await answer.request.goOn;
      await script(answer);
    });
    const diagnostics: ServiceDiagnostic[] = [];
    const client = createServiceClient({ baseUrl: service.origin });
    const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
    try {
      const reply = collect(
        client.stream(request, { onDiagnostic: (diagnostic) => diagnostics.push(diagnostic) }),
      );
      await service.arrived(1);
      nowMs += silenceMs;
      service.requests[0]?.letGoOn();
      await reply;
      return diagnostics;
    } finally {
      await service.close();
    }
  }

  const texts = Array.from({ length: 100 }, (_, index) => `word ${index} `);

  it('is diagnosed once, whether it says that it is done or not', async () => {
    const whole: Script = async (answer) => answer.send(replyStream(texts));
    const [diagnostic, ...others] = await diagnosed(5000, whole);
    assert.equal(diagnostic?.kind, 'heldBack');
    assert.equal(diagnostic.silenceMs, 5000);
    assert.deepEqual(others, []);
    const cut = replyStream(texts).replace('data: [DONE]\n\n', '');
    const kinds = (await diagnosed(5000, async (answer) => answer.send(cut))).map(
      ({ kind }) => kind,
    );
    assert.deepEqual(kinds.toSorted(), ['endMarkMissing', 'heldBack']);
  });

  it('is none where the model was quick, or a part came before the silence', async () => {
    assert.deepEqual(await diagnosed(0, async (answer) => answer.send(replyStream(texts))), []);
    const service = await startScriptedService(async (answer) => {
      await answer.head(200, { 'content-type': 'text/event-stream' });
      await answer.send(`data: ${chunk({ role: 'assistant', content: '' })}\n\n`);
      await answer.request.goOn;
      await answer.send(replyStream(texts));
    });
    const diagnostics: ServiceDiagnostic[] = [];
    const stream = createServiceClient({ baseUrl: service.origin }).stream(
      { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
      { onDiagnostic: (diagnostic) => diagnostics.push(diagnostic) },
    );
    for await (const { kind } of stream) {
      if (kind === 'started') {
        nowMs += 5000;
        service.requests[0]?.letGoOn();
      }
    }
    assert.deepEqual(diagnostics, []);
    await service.close();
  });
});
