import assert from 'node:assert/strict';
import { isOtherModel } from '../../../../src/shared/models/servedModel.ts';

describe('isOtherModel', () => {
  const same: readonly (readonly [asked: string, served: string])[] = [
    ['gpt-4o', 'gpt-4o'],
    ['gpt-4o', 'gpt-4o-2024-08-06'],
    ['gpt-4', 'gpt-4-0613'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
    ['claude-3-5-sonnet', 'claude-3-5-sonnet@20240620'],
    ['mistral-large-latest', 'mistral-large-2411'],
    ['gemini-1.5-pro', 'gemini-1.5-pro-002'],
    ['gemini-2.5-flash-preview', 'models/gemini-2.5-flash-preview-05-20'],
    ['models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['deepseek/deepseek-r1:free', 'deepseek/deepseek-r1'],
    ['deepseek/deepseek-r1:free', 'deepseek/deepseek-r1:free'],
    ['deepseek/deepseek-r1:nitro', 'deepseek/deepseek-r1-0528'],
    ['openai/gpt-4o', 'gpt-4o-2024-11-20'],
    ['anthropic/claude-sonnet-4', 'anthropic/claude-4-sonnet-20250522'],
    ['anthropic/claude-3.5-sonnet', 'claude-3-5-sonnet'],
    ['Qwen/Qwen2.5-Coder-7B', 'qwen2.5-coder-7b'],
    ['Qwen2.5_Coder', 'qwen2.5-coder'],
    ['accounts/fireworks/models/llama-v3p1-8b-instruct', 'llama-v3p1-8b-instruct'],
    ['meta-llama/Llama-3.3-70B-Instruct:together', 'meta-llama/Llama-3.3-70B-Instruct'],
    ['llama3.2', 'llama3.2:latest'],
    ['llama3.2', 'llama3.2:3b'],
    ['qwen2.5-7b-instruct', '/models/qwen2.5-7b-instruct-q4_k_m.gguf'],
    ['qwen2.5-7b-instruct', 'C:\\models\\Qwen2.5-7B-Instruct.Q4_K_M.gguf'],
    ['qwen2.5-7b-instruct-q4_k_m.gguf', 'qwen2.5-7b-instruct'],
    ['glm-4.5-air', 'GLM-4.5-Air-IQ2_XXS-00001-of-00003.gguf'],
    ['qwen2.5-7b-instruct', 'lmstudio-community/Qwen2.5-7B-Instruct-GGUF'],
    ['google/gemma-3-12b', 'gemma-3-12b@q8_0'],
    ['m', ''],
    ['m', ' '],
  ];
  const other: readonly (readonly [asked: string, served: string])[] = [
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'gpt-4o-mini-2024-07-18'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06'],
    ['gpt-4-0314', 'gpt-4-0613'],
    ['gpt-4', 'gpt-4-turbo'],
    ['gpt-4', 'gpt-41'],
    ['o3', 'o3-mini'],
    ['openrouter/auto', 'anthropic/claude-sonnet-4'],
    ['claude-sonnet-4', 'claude-opus-4'],
    ['claude-sonnet-4', 'claude-sonnet-4-5'],
    ['qwen3:8b', 'qwen3:32b'],
    ['qwen3:8b', 'qwen3-32b'],
    ['gpt-4', '/models/qwen2.5-7b-instruct-q4_k_m.gguf'],
    ['qwen2.5-7b-instruct', 'qwen2.5-14b-instruct-q4_k_m.gguf'],
    ['my-deployment', 'gpt-4o-2024-08-06'],
    ['deepseek-r1', 'deepseek-r1-distill-qwen-7b'],
    ['gemini-2.5-pro', 'models/gemini-2.5-flash'],
    ['m', '/'],
  ];

  for (const [asked, served] of same) {
    it(`takes “${served}” for “${asked}”`, () => {
      assert.equal(isOtherModel(asked, served), false);
    });
  }

  for (const [asked, served] of other) {
    it(`tells “${served}” from “${asked}”`, () => {
      assert.equal(isOtherModel(asked, served), true);
    });
  }

  it('reads no more than the beginning of a long name, in linear time', () => {
    for (const piece of ['-', '/', ':', '2024-08-', '-q4', 'a_', '-1', '\\']) {
      const long = piece.repeat(1_000_000 / piece.length);
      assert.equal(isOtherModel('gpt-4o', long), true);
      assert.equal(isOtherModel(long, 'gpt-4o'), true);
    }
  });
});
