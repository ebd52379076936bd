import assert from 'node:assert/strict';
import { buildRequest } from '../../../../src/host/chat/buildRequest.ts';
import type { RequestParameters } from '../../../../src/shared/service/requestParameters.ts';
import {
  thinkingBody,
  type ThinkingEffort,
  type ThinkingField,
  thinkingSupport,
} from '../../../../src/shared/service/thinking.ts';
import { aTurn } from '../../../support/builders.ts';

function fieldsFor(
  baseUrl: string,
  model: string,
  effort: ThinkingEffort,
  more: { readonly ownedBy?: string; readonly thinkingField?: ThinkingField } = {},
): unknown {
  const connection = { id: 'a', name: 'A', baseUrl };
  const listed = { id: model, owned_by: more.ownedBy };
  const parameters = { thinkingEffort: effort, thinkingField: more.thinkingField };
  return buildRequest([aTurn('1')], { connection, model }, { parameters }, [], { listed }).fields;
}

/** Service, model, effort, and what is sent (`docs/service-interface.md`, "Thinking effort"). */
const cases: readonly (readonly [string, string, ThinkingEffort, unknown, string?])[] = [
  ['https://api.openai.com/v1', 'gpt-5', 'high', { reasoning_effort: 'high' }],
  ['https://api.openai.com/v1', 'gpt-5', 'none', { reasoning_effort: 'none' }],
  ['https://openrouter.ai/api/v1', 'x/y', 'low', { reasoning: { effort: 'low' } }],
  ['https://openrouter.ai/api/v1', 'x/y', 'none', { reasoning: { effort: 'none' } }],
  ['https://openrouter.ai/api/v1', 'x/y', 'on', { reasoning: { enabled: true } }],
  ['https://openrouter.ai/api/v1', 'x/y', 2000, { reasoning: { max_tokens: 2000 } }],
  ['https://api.deepseek.com', 'deepseek-chat', 'max', { reasoning_effort: 'max' }],
  ['https://api.deepseek.com', 'deepseek-chat', 'none', { thinking: { type: 'disabled' } }],
  ['https://api.moonshot.ai/v1', 'kimi-k2.6', 'on', { thinking: { type: 'enabled' } }],
  ['https://api.moonshot.cn/v1', 'kimi-k3', 'low', { reasoning_effort: 'low' }],
  ['https://api.z.ai/api/paas/v4', 'glm-4.6', 'none', { thinking: { type: 'disabled' } }],
  ['https://api.minimax.io/v1', 'MiniMax-M3', 'adaptive', { thinking: { type: 'adaptive' } }],
  ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'q', 'none', { enable_thinking: false }],
  [
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    'qwen3',
    512,
    { enable_thinking: true, thinking_budget: 512 },
  ],
  ['https://api.together.xyz/v1', 'x', 'on', { reasoning: { enabled: true } }],
  [
    'https://api.anthropic.com/v1',
    'claude',
    1024,
    { thinking: { type: 'enabled', budget_tokens: 1024 } },
  ],
  [
    'http://localhost:8000/v1',
    'Qwen/Qwen3-8B',
    'none',
    { chat_template_kwargs: { enable_thinking: false } },
    'vllm',
  ],
  [
    'http://localhost:8000/v1',
    'ibm-granite/granite-3.2-8b',
    'on',
    { chat_template_kwargs: { thinking: true } },
    'vllm',
  ],
  ['http://localhost:8000/v1', 'openai/gpt-oss-20b', 'low', { reasoning_effort: 'low' }, 'vllm'],
  ['http://localhost:8080/v1', 'qwen', 'none', { reasoning_effort: 'none' }, 'llamacpp'],
  ['https://notopenrouter.ai/v1', 'x', 'low', { reasoning_effort: 'low' }],
];

describe('the thinking effort', () => {
  for (const [baseUrl, model, effort, fields, ownedBy] of cases) {
    it(`is sent to ${model} at ${new URL(baseUrl).host} as ${JSON.stringify(fields)}`, () => {
      const more = ownedBy === undefined ? {} : { ownedBy };
      assert.deepEqual(fieldsFor(baseUrl, model, effort, more), fields);
    });
  }

  it('is sent in the field that the user has chosen', () => {
    const all: readonly (readonly [ThinkingField, unknown])[] = [
      ['reasoning_effort', { reasoning_effort: 'low' }],
      ['reasoning', { reasoning: { effort: 'low' } }],
      ['reasoning.enabled', { reasoning: { enabled: true } }],
      ['thinking', { thinking: { type: 'enabled' } }],
      ['enable_thinking', { enable_thinking: true }],
      ['chat_template_kwargs.enable_thinking', { chat_template_kwargs: { enable_thinking: true } }],
      ['chat_template_kwargs.thinking', { chat_template_kwargs: { thinking: true } }],
    ];
    for (const [thinkingField, fields] of all) {
      assert.deepEqual(fieldsFor('https://openrouter.ai', 'm', 'low', { thinkingField }), fields);
      assert.deepEqual(thinkingBody(thinkingField, 'low'), fields);
    }
  });

  it('is not sent, in any field, unless the user has chosen one', () => {
    const parameters: RequestParameters = { thinkingField: 'enable_thinking' };
    for (const [baseUrl, model] of cases) {
      const target = { connection: { id: 'a', name: 'A', baseUrl, parameters }, model };
      const request = buildRequest([aTurn('1')], target, {}, []);
      assert.deepEqual(Object.keys(request).toSorted(), ['messages', 'model']);
    }
  });

  it('is added to an object of the user, and leaves its other fields', () => {
    const connection = {
      id: 'a',
      name: 'A',
      baseUrl: 'http://localhost:8000/v1',
      extraBody: { chat_template_kwargs: { style: 'x', enable_thinking: true }, top_k: 5 },
      parameters: { thinkingEffort: 'none' },
    };
    const listed = { id: 'qwen3', owned_by: 'vllm' };
    const target = { connection, model: 'qwen3' };
    const own = { parameters: { fields: { min_p: 0.1 } } };
    assert.deepEqual(buildRequest([aTurn('1')], target, own, [], { listed }).fields, {
      min_p: 0.1,
      chat_template_kwargs: { style: 'x', enable_thinking: false },
    });
  });

  it('has values that are known for each service', () => {
    const efforts = (host: string, model = 'm') => thinkingSupport({ host, model }).efforts;
    assert.deepEqual(efforts('api.mistral.ai'), ['none', 'high']);
    assert.deepEqual(efforts('api.kimi.com', 'kimi-k3'), ['low', 'high', 'max']);
    assert.deepEqual(efforts('host'), ['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);
  });
});
