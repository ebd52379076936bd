import assert from 'node:assert/strict';
import { ReasoningDetails } from '../../../../src/service/reply/reasoningDetails.ts';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { assertLinear } from '../../../support/assertLinear.ts';
import { taggedReplies } from '../../../support/service/reasoningReplies.ts';
import { chunk } from '../../../support/service/scripts.ts';
import {
  assertSaid,
  type Fields,
  request,
  streamed,
  streamOf,
  whole,
} from '../../../support/service/saidReplies.ts';

describe('reasoning of a service', () => {
  for (const { name, raw, ...expected } of taggedReplies) {
    it(`is read in both modes from the text: ${name}`, async () => {
      assertSaid(await whole({ content: raw }), expected, 'whole');
      for (const part of [1, 3, 7]) {
        const contents = raw.match(new RegExp(`[^]{1,${part}}`, 'gu')) ?? [];
        const said = await streamed(streamOf(contents.map((content) => ({ content }))));
        assertSaid(said, expected, `in parts of ${part}`);
      }
    });
  }
});

describe('text that is kept back', () => {
  const deltas = [{ content: 'a ' }, { content: '<thi' }];

  it('is given out at the end', async () => {
    assertSaid(await streamed(streamOf(deltas, [])), { text: 'a <thi', reasoning: '' }, 'end');
  });

  it('is given out before an error', async () => {
    const start = deltas.map((delta) => `data: ${chunk(delta)}\n\n`).join('');
    const failed = await streamed(`${start}data: {"error":{"message":"no"}}\n\n`);
    assertSaid(failed, { text: 'a <thi', reasoning: '' }, 'error');
    assert.ok(failed.error instanceof Error);
  });

  it('is given out where the connection breaks', async () => {
    const start = new TextEncoder().encode(`data: ${chunk({ content: '<thi' })}\n\n`);
    let isSent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isSent) {
          controller.error(new TypeError('broken'));
        } else {
          controller.enqueue(start);
        }
        isSent = true;
      },
    });
    const client = createServiceClient({
      baseUrl: 'https://host/v1',
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    });
    const texts: string[] = [];
    await assert.rejects(async () => {
      for await (const event of client.stream(request)) {
        texts.push(event.kind === 'text' ? event.text : '');
      }
    });
    assert.equal(texts.join(''), '<thi');
  });

  it('counts as said: a message beside it is not read as well', async () => {
    const content = '<thi';
    const both = { index: 0, delta: { content }, message: { content }, finish_reason: null };
    const body = `data: ${JSON.stringify({ id: '1', choices: [both] })}\n\n`;
    assertSaid(await streamed(body), { text: content, reasoning: '' }, 'once');
  });
});

describe('reasoning details', () => {
  const many = (count: number, size: number): readonly Fields[] =>
    Array.from({ length: count }, () => ({
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'x'.repeat(size) }],
    }));

  it('are kept in order, and none of them if they are too many or too large', async () => {
    const kept = await streamed(streamOf(many(1000, 1)));
    assert.equal(Array.isArray(kept.details) && kept.details.length, 1000);
    assert.equal((await streamed(streamOf(many(1001, 1)))).details, undefined);
    assert.equal((await streamed(streamOf(many(3, 700_000)))).details, undefined);
    const wrong = await streamed(streamOf([{ reasoning_details: [1, null, 'x', []] }]));
    assertSaid(wrong, { text: '', reasoning: '' }, 'wrong types');
  });

  it('are not kept of a reply that fails', async () => {
    const start = many(1, 1).map((delta) => `data: ${chunk(delta)}\n\n`);
    const failed = await streamed(`${start.join('')}data: {"error":{"message":"no"}}\n\n`);
    assert.equal(failed.details, undefined);
  });

  it('take a time that is linear in their fields and pieces', () => {
    assertLinear(400, (size) => {
      const fields = Array.from({ length: size }, (_, index) => [`f${index}`, 0] as const);
      const piece = { type: 'reasoning.text', index: 0, text: 'a' };
      return () => {
        const details = new ReasoningDetails();
        details.read([{ ...piece, ...Object.fromEntries(fields) }]);
        for (let count = 0; count < size; count += 1) {
          details.read([piece]);
        }
        assert.equal(details.all()?.length, 1);
      };
    });
  });
});
