import assert from 'node:assert/strict';
import { createReasoningDetails } from '../../../../src/service/reply/reasoningDetails.ts';
import { createServiceClient, type ServiceClient } from '../../../../src/service/client.ts';
import type { Completion } from '../../../../src/service/reply/completion.ts';
import { withPiece } from '../../../../src/shared/reasoning/reasoningReader.ts';
import type { ServiceEvent } from '../../../../src/shared/service/chatCompletion.ts';
import { bodyOf } from '../../../support/service/bodyOf.ts';
import { assertLinear } from '../../../support/assertLinear.ts';
import { random } from '../../../support/random.ts';
import { taggedReplies } from '../../../support/service/reasoningReplies.ts';
import { chunk } from '../../../support/service/scripts.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] } as const;

type Fields = Readonly<Record<string, unknown>>;

function answering(type: string, ...pieces: readonly (string | Uint8Array)[]): ServiceClient {
  return createServiceClient({
    baseUrl: 'https://host/v1',
    fetch: async () => new Response(bodyOf(...pieces), { headers: { 'content-type': type } }),
  });
}

function streamOf(deltas: readonly Fields[], end: readonly string[] = ['[DONE]']): string {
  const data = [...deltas.map((delta) => chunk(delta)), chunk({}, 'stop'), ...end];
  return data.map((line) => `data: ${line}\n\n`).join('');
}

interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly details?: unknown;
}

function withEvent(said: Said, event: ServiceEvent): Said {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
    case 'textWasReasoning':
      return withPiece(said, event);
    case 'reasoningDetails':
      return { ...said, details: event.details };
    default:
      return said;
  }
}

async function streamed(
  body: string,
  cuts: readonly number[] = [],
): Promise<Said & { error: unknown }> {
  const bytes = new TextEncoder().encode(body);
  const pieces = [0, ...cuts].map((start, index) => bytes.slice(start, cuts[index]));
  let said: Said = { text: '', reasoning: '' };
  let error: unknown;
  try {
    for await (const event of answering('text/event-stream', ...pieces).stream(request)) {
      said = withEvent(said, event);
    }
  } catch (thrown) {
    error = thrown;
  }
  return { ...said, error };
}

async function whole(message: Fields): Promise<Completion> {
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return answering('application/json', JSON.stringify({ choices })).complete(request);
}

function assertSaid(said: Said, { text, reasoning, details }: Said, how: string): void {
  assert.deepEqual([said.text, said.reasoning, said.details], [text, reasoning, details], how);
}

const thinking = (text: string): Fields => ({
  type: 'thinking',
  thinking: [{ type: 'text', text }],
});
const detail = (text: string, more: Fields = {}): Fields => ({
  type: 'reasoning.text',
  text,
  format: 'anthropic-claude-v1',
  index: 0,
  ...more,
});
const secret = { type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1', format: 'x', index: 1 };
const shown = { text: 'It is 4.', reasoning: 'Two and two.' };

/** How services send the same reply: its deltas, and its message in standard mode. */
const services: readonly (readonly [string, readonly Fields[], Fields, Said?])[] = [
  [
    'DeepSeek, Kimi, GLM, Qwen, xAI, llama.cpp',
    [
      { role: 'assistant', content: null, reasoning_content: '' },
      { content: null, reasoning_content: 'Two ' },
      { content: null, reasoning_content: 'and two.' },
      { content: 'It is ', reasoning_content: null },
      { content: '4.', reasoning_content: null },
    ],
    { role: 'assistant', content: 'It is 4.', reasoning_content: 'Two and two.' },
  ],
  [
    'Together, Cerebras, Groq, Ollama, vLLM',
    [{ reasoning: 'Two ' }, { reasoning: 'and two.', content: '' }, { content: 'It is 4.' }],
    { content: 'It is 4.', reasoning: 'Two and two.' },
  ],
  [
    'Chutes, in two fields at once',
    [
      { reasoning: 'Two ', reasoning_content: 'Two ' },
      { reasoning: 'and two.', reasoning_content: 'and two.', content: 'It is 4.' },
    ],
    { content: 'It is 4.', reasoning: 'Two and two.', reasoning_content: 'Two and two.' },
  ],
  [
    'proxies, as reasoning_text',
    [{ reasoning_text: 'Two and ' }, { reasoning_text: 'two.' }, { content: 'It is 4.' }],
    { content: 'It is 4.', reasoning_text: 'Two and two.' },
  ],
  [
    'Mistral, as parts of the content',
    [
      { content: [thinking('Two ')] },
      { content: [thinking('and two.')] },
      { content: [{ type: 'text', text: 'It ' }] },
      { content: 'is 4.' },
    ],
    { content: [thinking('Two and two.'), { type: 'text', text: 'It is 4.' }] },
  ],
  [
    'Databricks, as a summary',
    [
      {
        content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Two and two.' }] }],
      },
      { content: [{ type: 'text', text: 'It is 4.' }] },
    ],
    {
      content: [
        { type: 'reasoning', summary: [{ text: 'Two and ' }, { text: 'two.' }] },
        { type: 'text', text: 'It is 4.' },
      ],
    },
  ],
  [
    'OpenRouter, with details that repeat the words',
    [
      { content: '', reasoning: 'Two ', reasoning_details: [detail('Two ')] },
      { content: '', reasoning: 'and two.', reasoning_details: [detail('and two.')] },
      { content: '', reasoning_details: [detail('', { signature: 'Er4C' })] },
      { content: '', reasoning_details: [secret] },
      { content: 'It is 4.' },
    ],
    {
      content: 'It is 4.',
      reasoning: 'Two and two.',
      reasoning_details: [detail('Two and two.', { signature: 'Er4C' }), secret],
    },
    { ...shown, details: [detail('Two and two.', { signature: 'Er4C' }), secret] },
  ],
  [
    'OpenRouter, with summaries only',
    [
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'Two ', index: 0 }] },
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'and two.', index: 0 }] },
      { content: 'It is 4.' },
    ],
    {
      content: 'It is 4.',
      reasoning_details: [{ type: 'reasoning.summary', summary: 'Two and two.', index: 0 }],
    },
    {
      ...shown,
      details: [{ type: 'reasoning.summary', summary: 'Two and two.', index: 0 }],
    },
  ],
  [
    'MiniMax with reasoning_split, all words so far with each piece',
    [
      { reasoning_details: [{ type: 'reasoning.text', text: 'Two ' }] },
      { reasoning_details: [{ type: 'reasoning.text', text: 'Two and ' }] },
      { reasoning_details: [{ type: 'reasoning.text', text: 'Two and two.' }] },
      { content: 'It is 4.' },
    ],
    {
      content: 'It is 4.',
      reasoning_details: [{ type: 'reasoning.text', text: 'Two and two.' }],
    },
    { ...shown, details: [{ type: 'reasoning.text', text: 'Two and two.' }] },
  ],
  [
    'MiniMax, in a field and once more in the text',
    [
      { content: '<think>\n', reasoning_content: '' },
      { content: 'Two ', reasoning_content: 'Two ' },
      { content: 'and two.', reasoning_content: 'and two.' },
      { content: '\n</think>\n\nIt is 4.' },
    ],
    { content: '<think>\nTwo and two.\n</think>\n\nIt is 4.', reasoning_content: 'Two and two.' },
  ],
];

describe('reasoning of a service', () => {
  for (const [name, deltas, message, expected = shown] of services) {
    it(`is read in both modes: ${name}`, async () => {
      const body = streamOf(deltas);
      assertSaid(await streamed(body), expected, 'streamed');
      const next = random(seed);
      for (let count = 0; count < 10; count += 1) {
        const cuts = Array.from({ length: 8 }, () => Math.floor(next() * body.length));
        const sorted = cuts.toSorted((a, b) => a - b);
        assertSaid(await streamed(body, sorted), expected, `SEED=${seed}: ${sorted.join()}`);
      }
      const completion = await whole(message);
      assertSaid({ ...completion, details: completion.reasoningDetails }, expected, 'whole');
    });
  }

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
        const details = createReasoningDetails();
        details.read([{ ...piece, ...Object.fromEntries(fields) }]);
        for (let count = 0; count < size; count += 1) {
          details.read([piece]);
        }
        assert.equal(details.all()?.length, 1);
      };
    });
  });
});
