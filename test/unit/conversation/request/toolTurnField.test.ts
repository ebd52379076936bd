import assert from 'node:assert/strict';
import { toolTurnField } from '../../../../src/conversation/request/sentReasoning.ts';

describe('the field of the reasoning that led to tool calls', () => {
  it('is that of the service, for models that read it', () => {
    const host = 'api.example.com';
    const read = ['glm-5', 'zai-glm-4.6', 'MiniMax-M3', 'qwen3-max', 'my-qwen3', 'gpt-oss-120b'];
    for (const model of [
      ...read,
      'hf.co/unsloth/GLM-4.6-GGUF',
      'stepfun/step-3.5-flash',
      'gpt_oss',
      'minimax_m2',
    ]) {
      const field = { field: 'reasoning_content', isRequired: false };
      assert.deepEqual(toolTurnField({ host, model }), field, model);
    }
    const required = ['kimi-k2.6', 'Pro/moonshotai/Kimi-K3', 'moonshot.kimi-k2-thinking'];
    const others = [
      'accounts/fireworks/models/deepseek-v3p2',
      'deepseek-reasoner',
      'mimo-v2-flash',
    ];
    for (const model of [
      ...required,
      ...others,
      'kimi-for-coding',
      'kimi_k2',
      'DeepSeek V4',
      'us.deepseek.v3.2-v1:0',
    ]) {
      const field = { field: 'reasoning_content', isRequired: true };
      assert.deepEqual(toolTurnField({ host, model }), field, model);
    }
    assert.deepEqual(toolTurnField({ host: 'openrouter.ai', model: 'any/model' }), {
      field: 'reasoning',
      isRequired: false,
    });
    assert.deepEqual(toolTurnField({ host: 'api.deepseek.com', model: 'deepseek-chat' }), {
      field: 'reasoning_content',
      isRequired: true,
    });
  });

  it('is none for other models, which may reject it', () => {
    const others = [
      'gpt-4o',
      'mistral-large',
      'llama-3.3-70b',
      'qwen2.5-coder',
      'deepseek-v3-0324',
    ];
    for (const model of [...others, 'deepseek-r1', 'footstep-3', 'notkimi-k3']) {
      assert.equal(toolTurnField({ host: 'api.example.com', model }), undefined, model);
    }
    assert.equal(toolTurnField({ host: 'notdeepseek.com', model: 'x' }), undefined);
  });
});
