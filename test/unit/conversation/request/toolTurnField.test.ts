import assert from 'node:assert/strict';
import { toolTurnField } from '../../../../src/conversation/request/sentReasoning.ts';

describe('the field of the reasoning that led to tool calls', () => {
  it('is that of the service, for models that read it', () => {
    const content = { field: 'reasoning_content', isRequired: false };
    for (const model of ['kimi-k2.6', 'moonshotai/kimi-k3', 'glm-5', 'MiniMax-M3', 'qwen3-max']) {
      assert.deepEqual(toolTurnField({ host: 'api.example.com', model }), content, model);
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
    for (const model of ['gpt-4o', 'mistral-large', 'llama-3.3-70b', 'my-qwen3', 'qwen2.5-coder']) {
      assert.equal(toolTurnField({ host: 'api.example.com', model }), undefined, model);
    }
    assert.equal(toolTurnField({ host: 'notdeepseek.com', model: 'x' }), undefined);
  });
});
