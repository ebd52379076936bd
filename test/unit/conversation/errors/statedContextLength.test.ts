import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { statedContextLength } from '../../../../src/conversation/errors/statedContextLength.ts';

describe('statedContextLength', () => {
  const cases: readonly (readonly [words: string, tokens: number | undefined])[] = [
    [
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      8192,
    ],
    [
      "This model's maximum context length is 4,096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
      4096,
    ],
    [
      "'max_tokens' is too large: 9000. This model's maximum context length is 2048 tokens and your request has 12 input tokens",
      2048,
    ],
    ['the request exceeds the available context size (4096 tokens), try increasing it', 4096],
    [
      'request (5021 tokens) exceeds the available context size (4096 tokens), try increasing it',
      4096,
    ],
    ['the request exceeds the available context size. n_ctx = 512', 512],
    ['prompt is too long: 208310 tokens > 200000 maximum', 200_000],
    [
      'input length and `max_tokens` exceed context limit: 190000 + 21000 > 200000, decrease',
      200_000,
    ],
    [
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      1_048_576,
    ],
    [
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32_768,
    ],
    [
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      131_072,
    ],
    ['`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens', 4096],
    [
      'However, the model is loaded with context length of only 4096 tokens, which is not enough',
      4096,
    ],
    ['total number of tokens in the prompt cannot exceed 4081', 4081],
    ['Input exceeds the context window of 16384 tokens', 16_384],
    // The nearest words tell whose number it is.
    ['Your request exceeded model token limit: 131072 (requested: 140002)', 131_072],
    ['Please reduce the length of the messages. Current length is 9821 while limit is 8192', 8192],
    ['Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)', 7424],
    ['`inputs` must have less than 1024 tokens. Given: 1538', 1024],
    ['Prompt has too many tokens: 270000, maximum is 262144', 262_144],
    ['length of prompt_tokens (33021) must be less than max_seq_len (32768).', 32_768],
    ['Prompt length 9001 is greater than max_seq_len 8192', 8192],
    ['Request body too large for gpt-4o model. Max size: 8000 tokens.', 8000],
    ['输入的 token 数量超过模型上限, 最大 28000 tokens', 28_000],
    // A code, and limits in other units.
    ['invalid params, context window exceeds limit (2013)', undefined],
    ['the max input characters is 20000', undefined],
    [
      "Invalid 'messages[1].content': string too long. Expected a string with maximum length 10485760.",
      undefined,
    ],
    ["Input length (265330) exceeds model's maximum context length (262144).", 262_144],
    ['Input length 131393 exceeds the maximum allowed input length of 131040 tokens.', 131_040],
    ['Range of input length should be [1, 129024]', 129_024],
    ['Your input has 9001 tokens, which is more than the 8192 tokens allowed.', 8192],
    ['The prompt (9001 tokens) is longer than the context window (8192).', 8192],
    ['You requested 9001 tokens, but the limit of this model is 8,192.', 8192],
    ['input length exceeds maximum context length', undefined],
    ['The chat is too long for the model.', undefined],
    ['Please reduce the length of the messages or completion.', undefined],
    ['maximum context length is 3 tokens', undefined],
    ['maximum context length is 99999999999999999999 tokens', undefined],
    ['Text cannot exceed 4000 characters', undefined],
    ['', undefined],
  ];
  for (const [words, tokens] of cases) {
    it(`${tokens ?? 'nothing'} of: ${words.slice(0, 60)}`, () => {
      assert.equal(statedContextLength(words), tokens);
    });
  }

  it('takes no time over words that are meant to take much, and never gives nonsense', () => {
    // The time limit of the test is what these must keep.
    for (const piece of ['1,', '1 + ', 'context length ', 'maximum ', 'exceed context limit: 1 ']) {
      statedContextLength(piece.repeat(50_000));
    }
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, count) => {
        const tokens = statedContextLength(`context length is ${count}${text}`);
        assert.ok(tokens === undefined || (Number.isSafeInteger(tokens) && tokens >= 16));
      }),
    );
  });
});
