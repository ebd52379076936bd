import assert from 'node:assert/strict';
import type { Usage } from '../../../../src/shared/service/chatCompletion.ts';
import { statedDollars, usageCounts } from '../../../../src/shared/service/usageFacts.ts';

/** A usage as a service sends it. */
function sent(json: string): Usage {
  return JSON.parse(json) as Usage;
}

describe('usageCounts', () => {
  it('reads the counts where services state them', () => {
    const openAi = sent(
      '{"prompt_tokens":100,"completion_tokens":40,"prompt_tokens_details":{"cached_tokens":64},"completion_tokens_details":{"reasoning_tokens":30}}',
    );
    assert.deepEqual(usageCounts(openAi), {
      prompt: 100,
      completion: 40,
      cached: 64,
      reasoning: 30,
    });
    for (const field of [
      'prompt_cache_hit_tokens',
      'cached_tokens',
      'num_cached_tokens',
      'cache_read_input_tokens',
      'cached_input_tokens',
    ]) {
      for (const count of ['7', '"7"']) {
        const others = `"prompt_cache_miss_tokens":8,"cache_creation_input_tokens":8,"cache_hit":8`;
        const written = `"${field}":${count},${others}`;
        assert.equal(usageCounts(sent(`{"prompt_tokens":9,${written}}`)).cached, 7, field);
        for (const details of ['prompt_tokens_details', 'input_tokens_details']) {
          assert.equal(usageCounts(sent(`{"${details}":{${written}}}`)).cached, 7, field);
          // One of two places may have a zero.
          const zero = `"${details}":{"cached_tokens":0}`;
          assert.equal(usageCounts(sent(`{${zero},${written}}`)).cached, 7, field);
        }
      }
    }
    assert.equal(usageCounts(sent('{"reasoning_tokens":5}')).reasoning, 5);
  });

  it('takes for 0 what is no count', () => {
    const none = { prompt: 0, completion: 0, cached: 0, reasoning: 0 };
    assert.deepEqual(usageCounts(undefined), none);
    for (const usage of [
      '{"prompt_tokens":-5,"completion_tokens":1e300}',
      '{"prompt_tokens_details":[1],"completion_tokens_details":null}',
      '{"prompt_tokens_details":{"cached_tokens":"7 tokens"}}',
    ]) {
      assert.deepEqual(usageCounts(sent(usage)), none, usage);
    }
  });
});

describe('statedDollars', () => {
  it('is what OpenRouter charges; with a key of the user’s own, its fee and the provider’s price', () => {
    const details = '"cost_details":{"upstream_inference_cost":0.004}';
    assert.equal(statedDollars(sent(`{"cost":0.004,"is_byok":false,${details}}`)), 0.004);
    assert.equal(statedDollars(sent(`{"cost":0.0002,"is_byok":true,${details}}`)), 0.0042);
    assert.equal(statedDollars(sent('{"cost":0,"is_byok":true,"cost_details":null}')), 0);
  });

  it('is what xAI states in units of its own', () => {
    assert.equal(statedDollars(sent('{"cost_in_usd_ticks":37756000}')), 0.0037756);
  });

  it('is stated as a number, a text, or the total of an object', () => {
    for (const name of ['cost', 'total_cost', 'estimated_cost', 'cost_usd']) {
      const forms = ['0.25', '"0.25"', '"2.5e-1"', '{"input_tokens_cost":0.1,"total_cost":0.25}'];
      for (const form of [...forms, '{"total":0.25,"currency":"USD"}']) {
        assert.equal(statedDollars(sent(`{"${name}":${form}}`)), 0.25, `${name} ${form}`);
      }
    }
    assert.equal(statedDollars(sent('{"cost":0,"estimated_cost":0.25}')), 0.25);
  });

  it('is undefined for everything else', () => {
    for (const usage of [
      '{}',
      '{"cost":"0.1 credits"}',
      '{"cost":"0x10"}',
      '{"cost":null}',
      '{"cost":-1}',
      '{"cost":1e308}',
      '{"cost":{"total":-1}}',
      '{"cost":{"total":1,"currency":"EUR"}}',
      '{"cost_in_usd_ticks":true}',
      '[]',
    ]) {
      assert.equal(statedDollars(sent(usage)), undefined, usage);
    }
    assert.equal(statedDollars(undefined), undefined);
  });
});
