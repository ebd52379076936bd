import assert from 'node:assert/strict';
import { eventBody, type EventPlan } from '../../../src/demo/eventBody.ts';
import { createDemoService } from '../../../src/demo/service.ts';
import { holdClock, promisesSettled } from '../../support/holdClock.ts';
import { asking, post } from './ask.ts';

const plan: EventPlan = { events: ['a', 'b', 'c'], delayMs: 0, eventsPerStep: 1, hangs: false };
const never = new AbortController().signal;

async function steps(body: ReadableStream<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  for await (const bytes of body) {
    texts.push(new TextDecoder().decode(bytes));
  }
  return texts;
}

describe('eventBody', () => {
  it('sends one event after another, or several at once', async () => {
    assert.deepEqual(await steps(eventBody(plan, never)), ['a', 'b', 'c']);
    assert.deepEqual(await steps(eventBody({ ...plan, eventsPerStep: 2 }, never)), ['ab', 'c']);
    assert.deepEqual(await steps(eventBody({ ...plan, events: [] }, never)), []);
  });

  it('waits between events, but not before the first', async () => {
    const clock = holdClock();
    try {
      const reader = eventBody({ ...plan, delayMs: 30 }, never).getReader();
      await reader.read();
      for (let pauses = 0; pauses < 2; pauses += 1) {
        let isRead = false;
        const next = reader.read().then(() => (isRead = true));
        await promisesSettled();
        clock.pass(29);
        await promisesSettled();
        assert.equal(isRead, false);
        clock.pass(1);
        await next;
      }
      assert.equal((await reader.read()).done, true);
    } finally {
      clock.release();
    }
  });

  it('can be left at any time, in a pause too', async () => {
    for (const hangs of [true, false]) {
      const reader = eventBody({ ...plan, delayMs: 1_000_000, hangs }, never).getReader();
      await reader.read();
      const pending = reader.read();
      await reader.cancel();
      assert.equal((await pending).done, true);
    }
  });

  it('fails with the reason of its signal, in a pause too', async () => {
    for (const hangs of [true, false]) {
      const controller = new AbortController();
      const reader = eventBody(
        { ...plan, events: ['a'], delayMs: 1_000_000, hangs },
        controller.signal,
      ).getReader();
      await reader.read();
      const pending = hangs ? reader.read() : undefined;
      controller.abort(new Error('enough'));
      await assert.rejects(pending ?? reader.read(), /enough/);
    }
  });

  it('stall: gives text, then nothing until the request is aborted', async () => {
    const controller = new AbortController();
    const response = await post(
      createDemoService({ delayMs: 0 }),
      asking('demo-faults', 'stall', { stream: true }),
      { signal: controller.signal },
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes(' it."')) {
      text += (await reader?.read())?.value ?? '';
    }
    const pending = reader?.read();
    controller.abort();
    await assert.rejects(async () => pending, { name: 'AbortError' });
    assert.ok(!text.includes('[DONE]'));
  });
});
