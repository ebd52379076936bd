import assert from 'node:assert/strict';
import { errorCase } from '../../../src/conversation/errors/errorCase.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import type { ReplyError } from '../../../src/shared/conversation/conversation.ts';
import type { ServiceEvent } from '../../../src/shared/service/chatCompletion.ts';
import { collect } from '../../support/collect.ts';
import { recordedErrors } from '../../support/service/recordedErrors.ts';
import { chunk, eventStream, json } from '../../support/service/scripts.ts';
import { withService } from '../../support/service/withService.ts';

const request = {
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 9,
  temperature: 2,
} as const;

async function errorOf(events: AsyncIterable<ServiceEvent>): Promise<ServiceError> {
  const { error } = await collect(events);
  assert.ok(error instanceof ServiceError);
  return error;
}

function replyErrorOf({ kind, summary, status, code, detail }: ServiceError): ReplyError {
  return { kind, message: summary, status, code, detail };
}

async function readAll(events: AsyncIterable<ServiceEvent>) {
  const all = await collect(events);
  assert.equal(all.error, undefined);
  const end = all.events.at(-1);
  return {
    text: all.events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    outcome: end?.kind === 'ended' ? end.outcome : undefined,
  };
}

const options = { apiKey: 'sk-0123456789abcdef0123', extraBody: { seed: 7 } };

describe('an error as a service sends it', () => {
  for (const recorded of recordedErrors) {
    const { service, status, body, words, kind } = recorded;
    const kindAt200 = recorded.kindAt200 ?? 'server';
    const kindInStream = recorded.kindInStream ?? recorded.kindAt200 ?? 'stream';

    it(`with its status: ${service}`, async () => {
      await withService(
        [json(body, status)],
        async ({ client }) => {
          // The wait before a repetition is left out.
          const error = await errorOf(client.stream(request, { wait: async () => {} }));
          assert.equal(error.kind, kind);
          assert.equal(error.detail, words);
          assert.equal(errorCase(replyErrorOf(error)), recorded.case);
          assert.equal(error.refused?.name, recorded.refused);
          assert.equal(error.retryAfterMs, recorded.retryAfterMs);
        },
        options,
      );
    });

    it(`with status 200: ${service}`, async () => {
      await withService(
        [json(body)],
        async ({ client }) => {
          await assert.rejects(client.complete(request), { kind: kindAt200, detail: words });
          const error = await errorOf(client.stream(request));
          assert.deepEqual([error.kind, error.detail], [kindAt200, words]);
        },
        options,
      );
    });

    it(`within a stream: ${service}`, async () => {
      const begin = `data: ${chunk({ content: 'It began' })}\n\n`;
      const data = `data: ${JSON.stringify(body)}\n\n`;
      const streams = [`${begin}${data}`, `${begin}event: error\n${data}data: [DONE]\n\n`];
      await withService(
        streams.map((stream) => eventStream(stream)),
        async ({ client }) => {
          for (const stream of streams) {
            const { events, error } = await collect(client.stream(request));
            assert.deepEqual(
              events.map((event) => event.kind),
              ['started', 'text'],
            );
            assert.ok(error instanceof ServiceError, stream);
            assert.deepEqual([error.kind, error.detail], [kindInStream, words]);
          }
        },
        options,
      );
    });
  }
});

describe('a reply that was cut before its first token', () => {
  const usage = { prompt_tokens: 9000, completion_tokens: 0, total_tokens: 9000 };
  const last = (reason: string, fields: object) =>
    `data: ${chunk({ role: 'assistant', content: '' })}\n\ndata: ${chunk({}, reason)}\n\ndata: ${JSON.stringify({ choices: [], ...fields })}\n\ndata: [DONE]\n\n`;

  it('is too long for the model, and says what was billed', async () => {
    const completion = {
      choices: [{ index: 0, message: { content: '' }, finish_reason: 'length' }],
      usage,
    };
    await withService(
      [eventStream(last('length', { usage })), json(completion)],
      async ({ client }) => {
        for (let round = 0; round < 2; round += 1) {
          const { events, error } = await collect(client.stream(request));
          assert.ok(error instanceof ServiceError);
          assert.equal(error.kind, 'contextTooLong');
          assert.deepEqual(
            events.map((event) => event.kind),
            ['started', 'usage'],
          );
        }
      },
    );
  });

  it('is no other reply without text', async () => {
    const streams = [
      last('length', {}),
      last('length', { usage: { ...usage, completion_tokens: 9 } }),
      last('stop', { usage }),
    ];
    await withService(
      streams.map((stream) => eventStream(stream)),
      async ({ client }) => {
        for (const stream of streams) {
          const { events, error } = await collect(client.stream(request));
          assert.equal(error, undefined, stream);
          assert.equal(events.at(-1)?.kind, 'ended');
        }
      },
    );
  });
});

describe('what looks like an error and is none', () => {
  it('is a status of 0, an empty list of errors or a message beside a reply', async () => {
    const reply = { choices: [{ index: 0, delta: { content: 'a' } }] };
    const chunks = [
      { message: 'queued' },
      { type: 'status', message: 'working', code: 0 },
      { type: 'ping' },
      { ...reply, base_resp: { status_code: 0, status_msg: '' } },
      { ...reply, errors: [], error: null, success: true },
      { ...reply, message: 'ok', code: 0, detail: 'fine' },
      { ...reply, choices: [{ index: 0, delta: { content: 'a' }, error: { message: 'late' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: {} },
    ];
    const stream = chunks.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('');
    await withService([eventStream(stream)], async ({ client }) => {
      const { text, outcome } = await readAll(client.stream(request));
      assert.deepEqual([text, outcome], ['aaaa', 'completed']);
    });
  });

  it('is an error where nothing better comes', async () => {
    const remark = `data: ${JSON.stringify({ message: 'Too many open requests', id: 'x' })}\n\n`;
    const begin = `data: ${chunk({ content: 'a' })}\n\n`;
    const streams = [remark, `${remark}data: [DONE]\n\n`, begin + remark];
    await withService(
      streams.map((stream) => eventStream(stream)),
      async ({ client }) => {
        for (const stream of streams) {
          const { error } = await collect(client.stream(request));
          assert.ok(error instanceof ServiceError, stream);
          assert.deepEqual([error.kind, error.detail], ['stream', 'Too many open requests']);
        }
      },
    );
  });
});
