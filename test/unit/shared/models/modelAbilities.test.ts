import assert from 'node:assert/strict';
import type { Model } from '../../../../src/shared/service/chatCompletion.ts';
import { listedPrice } from '../../../../src/shared/models/prices.ts';
import { isAbilities, modelAbilities } from '../../../../src/shared/models/modelAbilities.ts';

/** An entry of a model list with further fields, as services send them. */
function entry(fields: Readonly<Record<string, unknown>>): Model {
  return { id: 'm', ...fields };
}

describe('modelAbilities', () => {
  it('reads what services state, each in its own way', () => {
    const cases: readonly (readonly [
      string,
      Readonly<Record<string, unknown>>,
      readonly string[],
    ])[] = [
      [
        'OpenRouter',
        {
          architecture: {
            input_modalities: ['text', 'image', 'file'],
            output_modalities: ['text'],
          },
          supported_parameters: ['tools', 'tool_choice', 'include_reasoning', 'max_tokens'],
        },
        ['vision', 'files', 'tools', 'reasoning'],
      ],
      ['a modality', { architecture: { modality: 'text+image->text+audio' } }, ['vision']],
      ['Vercel', { type: 'language', tags: ['reasoning', 'tool-use'] }, ['tools', 'reasoning']],
      [
        'Mistral',
        { capabilities: { completion_chat: true, function_calling: true, vision: false } },
        ['tools'],
      ],
      [
        'Anthropic',
        {
          capabilities: {
            image_input: { supported: true },
            pdf_input: { supported: false },
            thinking: { types: { enabled: { supported: true } } },
          },
        },
        ['vision', 'reasoning'],
      ],
      [
        'Venice',
        { model_spec: { capabilities: { supportsVision: true, supportsFunctionCalling: true } } },
        ['vision', 'tools'],
      ],
      ['Moonshot', { supports_image_in: true, supports_video_in: true }, ['vision', 'video']],
      ['Fireworks', { supports_image_input: false, supports_tools: true }, ['tools']],
      [
        'LiteLLM',
        { model_info: { supports_vision: true, supports_function_calling: null } },
        ['vision'],
      ],
      ['Hugging Face', { providers: [{ supports_tools: true }, null] }, ['tools']],
      ['Ollama', { capabilities: ['completion', 'vision', 'thinking'] }, ['vision', 'reasoning']],
      ['LM Studio', { type: 'vlm', capabilities: ['tool_use'] }, ['vision', 'tools']],
      ['llama.cpp', { modalities: { vision: true, audio: false } }, ['vision']],
      ['OpenAI', { object: 'model', owned_by: 'openai' }, []],
    ];
    for (const [name, fields, expected] of cases) {
      assert.deepEqual(modelAbilities(entry(fields)), expected, name);
    }
  });

  it('makes nothing of fields with other values', () => {
    const fields = { capabilities: 'vision', tags: [1, null], architecture: [], vision: true };
    assert.deepEqual(modelAbilities(entry(fields)), []);
    assert.equal(isAbilities(['vision', 'reasoning']), true);
    assert.equal(isAbilities(['sight']), false);
  });
});

describe('listedPrice', () => {
  const price = (prompt: number, completion: number) => ({ prompt, completion });

  it('is in US dollars for a million tokens, whatever the service states', () => {
    const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, unknown])[] = [
      [
        'OpenRouter',
        { pricing: { prompt: '0.0000001', completion: '0.0000004' } },
        price(0.1, 0.4),
      ],
      ['Vercel', { pricing: { input: '0.00000125', output: '0.00001' } }, price(1.25, 10)],
      ['Together', { pricing: { input: 0.88, output: 0.88 } }, price(0.88, 0.88)],
      ['Baseten', { pricing: { prompt: 6e-7, completion: 0.000002 } }, price(0.6, 2)],
      [
        'Venice',
        { model_spec: { pricing: { input: { usd: 0.15 }, output: { usd: 0.6 } } } },
        price(0.15, 0.6),
      ],
      [
        'LiteLLM',
        { model_info: { input_cost_per_token: 3e-7, output_cost_per_token: 6e-7 } },
        price(0.3, 0.6),
      ],
      ['a free model', { pricing: { prompt: '0', completion: '0' } }, price(0, 0)],
    ];
    for (const [name, fields, expected] of cases) {
      assert.deepEqual(listedPrice(entry(fields)), expected, name);
    }
  });

  it('is left out if it varies or is not stated completely', () => {
    for (const pricing of [
      { prompt: '-1', completion: '-1' },
      { prompt: '0.1' },
      { prompt: 'free', completion: 'free' },
      { prompt: Number.NaN, completion: 1 },
      null,
      'cheap',
    ]) {
      assert.equal(listedPrice(entry({ pricing })), undefined);
    }
    assert.equal(listedPrice({ id: 'm' }), undefined);
  });
});
