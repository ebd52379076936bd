import assert from 'node:assert/strict';
import { imageTokens } from '../../../../src/conversation/request/imageTokens.ts';

describe('imageTokens', () => {
  // Computed by hand from the rules of the vendors.
  const cases: readonly (readonly [
    model: string,
    width: number,
    height: number,
    tokens: number,
  ])[] = [
    ['gpt-4o', 1024, 1024, 765],
    ['openai/gpt-4.1', 2048, 4096, 1105],
    ['some-model', 100, 100, 255],
    ['gpt-4o-mini', 512, 512, 8500],
    ['gpt-4.1-mini', 1024, 1024, Math.ceil(1024 * 1.62)],
    ['gpt-5-nano', 5000, 5000, Math.ceil(1536 * 2.46)],
    ['anthropic/claude-sonnet-4', 1000, 750, 1000],
    ['claude-opus-4', 8000, 8000, 1600],
    ['gemini-2.5-pro', 300, 300, 258],
    ['google/gemini-2.5-flash', 1536, 768, 516],
    ['qwen2.5-vl', 280, 280, 100],
    ['Qwen3-VL', 320, 320, 100],
  ];
  for (const [model, width, height, tokens] of cases) {
    it(`estimates ${width} × ${height} for ${model}`, () => {
      assert.equal(imageTokens({ width, height }, model), tokens);
    });
  }

  it('is finite for any size and any model', () => {
    for (const [width, height] of [
      [0, 0],
      [1, 65_535],
      [65_535, 600],
    ] as const) {
      for (const model of ['', 'x'.repeat(1_000_000), 'claude', 'gemini', 'qwen']) {
        const tokens = imageTokens({ width, height }, model);
        assert.ok(tokens > 0 && tokens < 100_000, `${model.slice(0, 9)} ${tokens}`);
      }
    }
  });
});
