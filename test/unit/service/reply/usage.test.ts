import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import type { Usage } from '../../../../src/shared/service/chatCompletion.ts';
import { statedDollars, usageCounts } from '../../../../src/shared/service/usageFacts.ts';
import { collect } from '../../../support/collect.ts';

/** The usage of a reply after chunks with these fields, or of a whole reply with the fields of the last one. */
async function usageOf(
  chunks: readonly object[],
  mode: 'streamed' | 'standard' = 'streamed',
): Promise<Usage | undefined> {
  const text = (name: string) => ({ index: 0, [name]: { content: 'Hi' }, finish_reason: 'stop' });
  const events = [{ id: 'a', choices: [text('delta')] }, ...chunks]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('');
  const whole = JSON.stringify({ id: 'a', choices: [text('message')], ...chunks.at(-1) });
  const client = createServiceClient({
    baseUrl: 'https://host/v1',
    fetch: async () =>
      mode === 'streamed'
        ? new Response(`${events}data: [DONE]\n\n`, {
            headers: { 'content-type': 'text/event-stream' },
          })
        : new Response(whole, { headers: { 'content-type': 'application/json' } }),
  });
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] } as const;
  const { events: seen } = await collect(client.stream(request, { mode }));
  return seen.findLast((event) => event.kind === 'usage')?.usage;
}

const countsOf = (usage: Usage | undefined) => {
  const { prompt, completion, cached } = usageCounts(usage);
  return [prompt, completion, cached];
};

describe('the usage of a reply', () => {
  it('has its counts under their usual names, however they are called and written', async () => {
    const names = fc.constantFrom(
      ['prompt_tokens', 'completion_tokens', 'total_tokens'],
      ['input_tokens', 'output_tokens', 'total_tokens'],
      ['promptTokens', 'completionTokens', 'totalTokens'],
      ['input_token_count', 'output_token_count', 'total_token_count'],
    );
    const written = fc.constantFrom(Number, String);
    const place = fc.constantFrom(
      (usage: object): object => ({ choices: [], usage }),
      (usage: object): object => ({ choices: [{ index: 0, usage }] }),
      (usage: object): object => ({ choices: [], x_groq: { usage } }),
    );
    await fc.assert(
      fc.asyncProperty(
        names,
        written,
        place,
        async ([prompt = '', completion = '', total = ''], write, put) => {
          const sent = { [prompt]: write(12), [completion]: write(3), [total]: write(15) };
          const usage = await usageOf([put(sent)]);
          assert.equal(usage?.prompt_tokens, 12);
          assert.equal(usage.completion_tokens, 3);
          assert.equal(usage.total_tokens, 15);
        },
      ),
      { numRuns: 30 },
    );
    const whole = await usageOf([{ usage: { input_tokens: '12', output_tokens: 3 } }], 'standard');
    assert.deepEqual(countsOf(whole), [12, 3, 0]);
  });

  it('counts the cached part of a prompt once', async () => {
    const anthropic = { input_tokens: 2, cache_read_input_tokens: 90, output_tokens: 5 };
    assert.deepEqual(countsOf(await usageOf([{ usage: anthropic }])), [92, 5, 90]);
    const written = { ...anthropic, cache_creation_input_tokens: 8 };
    assert.deepEqual(countsOf(await usageOf([{ usage: written }])), [100, 5, 90]);
    const openAi = {
      input_tokens: 92,
      input_tokens_details: { cached_tokens: 90 },
      output_tokens: 5,
      total_tokens: 97,
    };
    assert.deepEqual(countsOf(await usageOf([{ usage: openAi }])), [92, 5, 90]);
    const both = { prompt_tokens: 92, completion_tokens: 5, cache_read_input_tokens: 90 };
    assert.deepEqual(countsOf(await usageOf([{ usage: both }])), [92, 5, 90]);
  });

  it('is not replaced by zeros or by a part of it', async () => {
    const real = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15, more: 'kept' };
    for (const last of [
      { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      { prompt_tokens: 0, completion_tokens: 0, more: 'zeros' },
      { input_tokens: 0, output_tokens: '0', cost: 0 },
      {},
      { cost: { valueOf: 1, toString: 1 } },
    ]) {
      const { cost: _cost, ...read } = {
        cost: 0,
        ...(await usageOf([{ usage: real }, { usage: last }])),
      };
      assert.deepEqual(read, real);
    }
    const parts = [
      { usage: { input_tokens: 12, output_tokens: 0 } },
      { usage: { input_tokens: 0, output_tokens: 3, total_tokens: 3 } },
    ];
    const { total_tokens: total, ...others } = (await usageOf(parts)) ?? {};
    assert.deepEqual(countsOf(others), [12, 3, 0]);
    assert.equal(total, 15);
    const none = { prompt_tokens: 0, completion_tokens: 0 };
    assert.deepEqual(await usageOf([{ usage: none }]), none);
  });

  it('has the cost, also where it stands beside it or comes alone', async () => {
    const usage = { prompt_tokens: 12, completion_tokens: 3 };
    const chunks: readonly (readonly object[])[] = [
      [{ usage: { ...usage, cost: { total_cost: 0.25 } } }],
      [{ usage: { ...usage, estimated_cost: 0.25 } }],
      [{ usage, cost: 0.25 }],
      [{ usage, total_cost: '0.25' }],
      [{ usage }, { cost: 0.25 }],
      [{ usage: null, cost: 0.25 }, { usage }],
      [
        { usage: { ...usage, cost: 0.25 } },
        { usage: { prompt_tokens: 0, completion_tokens: 0, cost: 0 } },
      ],
    ];
    for (const sent of chunks) {
      const read = await usageOf(sent);
      assert.equal(statedDollars(read), 0.25, JSON.stringify(sent));
      assert.deepEqual(countsOf(read), [12, 3, 0]);
    }
    assert.equal(statedDollars(await usageOf([{ usage, cost: 0.25 }], 'standard')), 0.25);
  });
});
