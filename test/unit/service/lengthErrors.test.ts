import assert from 'node:assert/strict';
import { classifyError } from '../../../src/service/errors/classifyError.ts';
import { statedContextLength } from '../../../src/conversation/errors/statedContextLength.ts';

const kindOf = (message: string) => classifyError(400, { message });

describe('an error about the length of the chat', () => {
  it('is told by what is counted, that it exceeds, and a number, in any wording', () => {
    const counted = ['input', 'prompt', 'context', 'conversation'];
    const sentences: readonly ((what: string) => string)[] = [
      (what) => `The ${what} has 9,001 tokens, more than the 8,192 tokens allowed.`,
      (what) => `Range of ${what} length should be [1, 8192]`,
      (what) => `${what} length 9001 exceeds the maximum of 8192`,
      (what) => `Your ${what} is too long: 9001 tokens > 8192`,
      (what) => `Maximum ${what} size is 8192 tokens. Yours has 9001. Shorten it.`,
      (what) => `A ${what} of 9001 tokens does not fit into a window of 8192.`,
      (what) => `Cannot cut the ${what}: ${what}_length (9001 tokens) >= limit (8192 tokens)`,
      (what) => `The ${what} must have less than 8192 tokens. Given: 9001`,
    ];
    for (const sentence of sentences) {
      for (const what of counted) {
        const words = sentence(what);
        assert.equal(kindOf(words), 'contextTooLong', words);
        assert.equal(statedContextLength(words), 8192, words);
      }
    }
  });

  it('needs no number where nothing else can be meant', () => {
    for (const words of [
      'context_length_exceeded',
      'exceed_context_size_error',
      'model_context_window_exceeded',
      'Provider failed: context_length_exceeded, see the documentation',
      'The prompt is too long.',
      'inputs must fit the context window',
      'Please reduce the length of the messages or completion.',
      'Too many tokens in the conversation',
      'Exceeded the token limit',
      'the request exceeds the available context size, try increasing it',
      'tokens_limit_reached',
      'Prompt exceeds max length',
      'Number of input tokens exceeds maximum length.',
      'tokens in request more than max tokens allowed',
      'Total tokens of image and text exceed max message tokens',
      'Prompt 超长',
      '输入内容过长',
    ]) {
      assert.equal(kindOf(words), 'contextTooLong', words);
      assert.equal(classifyError(400, { message: 'No.', code: words }), 'contextTooLong', words);
    }
  });

  it('is none where the reply, an image, a value or the rate is at its limit', () => {
    for (const words of [
      'max_tokens must be at most 4096',
      "'max_tokens' is too large: 10000. This model supports at most 4096 completion tokens.",
      'body.max_tokens: Input should be less than or equal to 4096',
      'Input image size exceeds the limit of 20000 pixels',
      'The file of the prompt is larger than 512 MB',
      'temperature must be at most 2',
      'Model 1234 was not found',
      "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a maximum length of 40.",
      'The context window of this tool is closed',
      'Exceeded the output token limit',
      'Input should be a valid context',
      '输入排队时间过长，请重试',
      'messages[0]: unknown field `seed`, expected `max_tokens` at line 1 column 2120',
    ]) {
      assert.notEqual(kindOf(words), 'contextTooLong', words);
    }
  });
});
