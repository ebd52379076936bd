import type { ErrorCase } from '../../../src/conversation/errors/errorCase.ts';
import type { ServiceErrorKind } from '../../../src/shared/service/serviceErrorKind.ts';

/** An error in the shape in which a service sends it, and what is made of it. */
export interface RecordedError {
  readonly service: string;
  readonly status: number;
  readonly body: unknown;
  /** What is shown of it. */
  readonly words: string;
  readonly kind: ServiceErrorKind;
  /** Within a completion with status 200; `server` if missing. */
  readonly kindAt200?: ServiceErrorKind;
  /** Within a stream; as at status 200, or `stream` if missing. */
  readonly kindInStream?: ServiceErrorKind;
  readonly case: ErrorCase;
  /** The field that was rejected. */
  readonly refused?: string;
  readonly retryAfterMs?: number;
}

const usual = (
  message: string,
  code: string | number | null = null,
  type = 'invalid_request_error',
) => ({ error: { message, type, param: null, code } });

/** The shapes and marks of errors (`docs/service-interface.md`, "Errors" 3 and 5). */
export const recordedErrors: readonly RecordedError[] = [
  {
    service: 'OpenAI, unknown model',
    status: 404,
    body: usual(
      'The model `gpt-9` does not exist or you do not have access to it.',
      'model_not_found',
    ),
    words: 'The model `gpt-9` does not exist or you do not have access to it.',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'OpenAI, too long',
    status: 400,
    body: usual(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
      'context_length_exceeded',
    ),
    words:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'OpenAI, quota',
    status: 429,
    body: usual(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    ),
    words: 'You exceeded your current quota, please check your plan and billing details.',
    kind: 'quota',
    kindAt200: 'quota',
    case: 'quota',
  },
  {
    service: 'OpenAI, rate with words for the wait',
    status: 429,
    body: usual(
      'Rate limit reached for gpt-4o on requests per min (RPM): Limit 3, Used 3. Please try again in 6m0s.',
      'rate_limit_exceeded',
      'requests',
    ),
    words:
      'Rate limit reached for gpt-4o on requests per min (RPM): Limit 3, Used 3. Please try again in 6m0s.',
    kind: 'rateLimited',
    kindAt200: 'rateLimited',
    case: 'rateLimited',
    retryAfterMs: 360_000,
  },
  {
    service: 'Azure, filter',
    status: 400,
    body: {
      error: {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: {
          code: 'ResponsibleAIPolicyViolation',
          content_filter_result: { hate: { filtered: true, severity: 'high' } },
        },
      },
    },
    words:
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    kind: 'badRequest',
    kindAt200: 'badRequest',
    kindInStream: 'stream',
    case: 'filtered',
  },
  {
    service: 'Azure, unknown deployment',
    status: 404,
    body: {
      error: {
        code: 'DeploymentNotFound',
        message: 'The API deployment for this resource does not exist.',
      },
    },
    words: 'The API deployment for this resource does not exist.',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'OpenRouter, cause in raw',
    status: 400,
    body: {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: '{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum","type":"invalid_request_error"}}',
          provider_name: 'Anthropic',
        },
      },
      user_id: 'user_1',
    },
    words: 'prompt is too long: 210000 tokens > 200000 maximum',
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'OpenRouter, text in raw',
    status: 502,
    body: {
      error: {
        message: 'Provider returned error',
        code: 502,
        metadata: { raw: 'upstream is busy', provider_name: 'Acme' },
      },
    },
    words: 'upstream is busy',
    kind: 'server',
    case: 'gateway',
  },
  {
    service: 'OpenRouter, credit',
    status: 402,
    body: usual('This request requires more credits, or fewer max_tokens.', 402),
    words: 'This request requires more credits, or fewer max_tokens.',
    kind: 'quota',
    kindAt200: 'quota',
    case: 'quota',
  },
  {
    service: 'OpenRouter, moderation',
    status: 403,
    body: {
      error: {
        code: 403,
        message:
          'openai/gpt-4 requires moderation on OpenInference. Your input was flagged for "violence".',
        metadata: { reasons: ['violence'], flagged_input: 'x', provider_name: 'OpenInference' },
      },
    },
    words:
      'openai/gpt-4 requires moderation on OpenInference. Your input was flagged for "violence".',
    kind: 'badRequest',
    kindAt200: 'badRequest',
    kindInStream: 'stream',
    case: 'filtered',
  },
  {
    service: 'OpenRouter, unknown model',
    status: 400,
    body: { error: { message: 'acme/x is not a valid model ID', code: 400 }, user_id: 'u' },
    words: 'acme/x is not a valid model ID',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'OpenRouter, no provider for images',
    status: 404,
    body: { error: { message: 'No endpoints found that support image input', code: 404 } },
    words: 'No endpoints found that support image input',
    kind: 'badRequest',
    case: 'badRequest',
  },
  {
    service: 'OpenRouter, in a choice',
    status: 500,
    body: {
      id: 'gen-1',
      choices: [
        {
          index: 0,
          finish_reason: 'error',
          message: { role: 'assistant', content: '' },
          error: { code: 429, message: 'Rate limit exceeded: free-models-per-day' },
        },
      ],
    },
    words: 'Rate limit exceeded: free-models-per-day',
    kind: 'server',
    kindAt200: 'rateLimited',
    case: 'server',
  },
  {
    service: 'Mistral, message is an object',
    status: 422,
    body: {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'seed'],
            msg: 'Extra inputs are not permitted',
            input: 7,
          },
        ],
      },
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
    words: 'body.seed: Extra inputs are not permitted',
    kind: 'badRequest',
    case: 'badRequest',
    refused: 'seed',
  },
  {
    service: 'Mistral, unknown model',
    status: 400,
    body: {
      object: 'error',
      message: 'Invalid model: mistral-huge',
      type: 'invalid_model',
      param: null,
      code: '1500',
    },
    words: 'Invalid model: mistral-huge',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Mistral, capacity',
    status: 429,
    body: {
      object: 'error',
      message: 'Service tier capacity exceeded for this model.',
      code: '3505',
    },
    words: 'Service tier capacity exceeded for this model.',
    kind: 'rateLimited',
    case: 'overloaded',
  },
  {
    service: 'Cerebras',
    status: 400,
    body: {
      message: 'Please reduce the length of the messages or completion.',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
    words: 'Please reduce the length of the messages or completion.',
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'xAI',
    status: 404,
    body: {
      code: 'Some requested entity was not found',
      error: 'The model grok-9 does not exist or your team does not have access to it.',
    },
    words: 'The model grok-9 does not exist or your team does not have access to it.',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'xAI, too long',
    status: 400,
    body: {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
    },
    words: "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'Hugging Face',
    status: 400,
    body: { error: 'The requested model acme/x does not exist' },
    words: 'The requested model acme/x does not exist',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Gemini, in an array',
    status: 400,
    body: [
      {
        error: {
          code: 400,
          message:
            'The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    words:
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).',
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'Gemini, unknown model',
    status: 404,
    body: [
      {
        error: {
          code: 404,
          message:
            'models/gemini-9 is not found for API version v1main, or is not supported for generateContent. Call ModelService.ListModels to see the list of available models and their supported methods.',
          status: 'NOT_FOUND',
        },
      },
    ],
    words:
      'models/gemini-9 is not found for API version v1main, or is not supported for generateContent. Call ModelService.ListModels to see the list of available models and their supported methods.',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Gemini, a limit with its time',
    status: 429,
    body: {
      error: {
        code: 429,
        message:
          'You exceeded your current quota, please check your plan and billing details. Limit: 10',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' },
        ],
      },
    },
    words: 'You exceeded your current quota, please check your plan and billing details. Limit: 10',
    kind: 'rateLimited',
    kindAt200: 'rateLimited',
    case: 'rateLimited',
    retryAfterMs: 34_500,
  },
  {
    service: 'DeepInfra, text',
    status: 422,
    body: { detail: { error: 'inputs must fit the context window' } },
    words: 'inputs must fit the context window',
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'FastAPI',
    status: 422,
    body: {
      detail: [
        {
          type: 'less_than_equal',
          loc: ['body', 'temperature'],
          msg: 'Input should be less than or equal to 1',
        },
      ],
    },
    words: 'body.temperature: Input should be less than or equal to 1',
    kind: 'badRequest',
    case: 'badRequest',
    refused: 'temperature',
  },
  {
    service: 'Open WebUI',
    status: 404,
    body: { detail: 'Model not found' },
    words: 'Model not found',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Cloudflare',
    status: 400,
    body: {
      result: null,
      success: false,
      errors: [{ code: 5007, message: 'No such model @cf/acme/x or task' }],
      messages: [],
    },
    words: 'No such model @cf/acme/x or task',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Bedrock',
    status: 400,
    body: { message: 'The provided model identifier is invalid.' },
    words: 'The provided model identifier is invalid.',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Cohere',
    status: 404,
    body: {
      id: 'd6e1',
      message: "model 'command-z' not found, make sure the correct model ID was used",
    },
    words: "model 'command-z' not found, make sure the correct model ID was used",
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Fireworks, gateway',
    status: 500,
    body: { fault: { faultstring: 'Gateway pool is empty', detail: { errorcode: 'messaging.x' } } },
    words: 'Gateway pool is empty',
    kind: 'server',
    case: 'server',
  },
  {
    service: 'MiniMax, balance',
    status: 400,
    body: { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
    words: 'insufficient balance',
    kind: 'quota',
    kindAt200: 'quota',
    case: 'quota',
  },
  {
    service: 'MiniMax, parameters',
    status: 400,
    body: {
      id: '0',
      choices: null,
      base_resp: { status_code: 2013, status_msg: 'invalid params, bad role' },
    },
    words: 'invalid params, bad role',
    kind: 'badRequest',
    kindAt200: 'badRequest',
    kindInStream: 'badRequest',
    case: 'badRequest',
  },
  {
    service: 'Anthropic, unknown model',
    status: 404,
    body: { type: 'error', error: { type: 'not_found_error', message: 'model: claude-9' } },
    words: 'model: claude-9',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Anthropic, credit',
    status: 400,
    body: usual('Your credit balance is too low to access the Anthropic API.'),
    words: 'Your credit balance is too low to access the Anthropic API.',
    kind: 'quota',
    kindAt200: 'quota',
    case: 'quota',
  },
  {
    service: 'llama.cpp, too long',
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      },
    },
    words: 'the request exceeds the available context size, try increasing it',
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'LiteLLM, unknown model',
    status: 400,
    body: usual(
      '/chat/completions: Invalid model name passed in model=x. Call `/v1/models` to view available models for your key.',
      '400',
    ),
    words:
      '/chat/completions: Invalid model name passed in model=x. Call `/v1/models` to view available models for your key.',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Moonshot, unknown model',
    status: 404,
    body: usual(
      'Not found the model kimi-9 or Permission denied',
      null,
      'resource_not_found_error',
    ),
    words: 'Not found the model kimi-9 or Permission denied',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'Moonshot, too long',
    status: 400,
    body: usual('Invalid request: Your request exceeded model token limit: 262144'),
    words: 'Invalid request: Your request exceeded model token limit: 262144',
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'Groq, one request above the limit',
    status: 413,
    body: usual(
      'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size and try again.',
      'rate_limit_exceeded',
      'tokens',
    ),
    words:
      'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size and try again.',
    kind: 'rateLimited',
    kindAt200: 'rateLimited',
    case: 'tooLarge',
  },
  {
    service: 'a limit in words of length',
    status: 400,
    body: usual('Rate limit: too many tokens per minute in the context window, slow down'),
    words: 'Rate limit: too many tokens per minute in the context window, slow down',
    kind: 'badRequest',
    kindAt200: 'rateLimited',
    case: 'badRequest',
  },
  {
    service: 'DashScope, filter',
    status: 400,
    body: usual('Input data may contain inappropriate content.', 'data_inspection_failed'),
    words: 'Input data may contain inappropriate content.',
    kind: 'badRequest',
    kindAt200: 'badRequest',
    kindInStream: 'stream',
    case: 'filtered',
  },
  {
    service: 'DashScope, overdue',
    status: 400,
    body: usual(
      'Access denied, please make sure your account is in good standing.',
      'Arrearage',
      'Arrearage',
    ),
    words: 'Access denied, please make sure your account is in good standing.',
    kind: 'quota',
    kindAt200: 'quota',
    case: 'quota',
  },
  {
    service: 'Zhipu, balance',
    status: 429,
    body: { error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } },
    words: '余额不足或无可用资源包,请充值。',
    kind: 'quota',
    kindAt200: 'quota',
    case: 'quota',
  },
  {
    service: 'LM Studio, nothing loaded',
    status: 400,
    body: { error: 'No models loaded. Please load a model in the developer page.' },
    words: 'No models loaded. Please load a model in the developer page.',
    kind: 'notFound',
    kindAt200: 'notFound',
    kindInStream: 'stream',
    case: 'unknownModel',
  },
  {
    service: 'OpenAI, parameter',
    status: 400,
    body: {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        type: 'invalid_request_error',
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    },
    words:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    kind: 'badRequest',
    case: 'badRequest',
    refused: 'max_tokens',
  },
  {
    service: 'old OpenAI, parameter',
    status: 400,
    body: usual('Unrecognized request argument supplied: seed'),
    words: 'Unrecognized request argument supplied: seed',
    kind: 'badRequest',
    case: 'badRequest',
    refused: 'seed',
  },
  {
    service: 'a message that is JSON itself',
    status: 400,
    body: usual('{"error":{"message":"input is too long for the requested model","code":"x"}}'),
    words: 'input is too long for the requested model',
    kind: 'contextTooLong',
    kindAt200: 'contextTooLong',
    case: 'contextTooLong',
  },
  {
    service: 'a Chinese gateway',
    status: 500,
    body: { code: 500, msg: 'system busy, try later', success: false, data: null },
    words: 'system busy, try later',
    kind: 'server',
    case: 'server',
  },
  {
    service: 'xAI, a key',
    status: 400,
    body: {
      code: 'Client specified an invalid argument',
      error:
        'Incorrect API key provided: sk***YA. You can obtain an API key from https://console.x.ai.',
    },
    words:
      'Incorrect API key provided: sk***YA. You can obtain an API key from https://console.x.ai.',
    kind: 'auth',
    kindAt200: 'auth',
    case: 'auth',
  },
  {
    service: 'Gemini, a key',
    status: 400,
    body: [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    words: 'API key not valid. Please pass a valid API key.',
    kind: 'auth',
    kindAt200: 'auth',
    case: 'auth',
  },
  {
    service: 'a key',
    status: 401,
    body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } },
    words: 'Incorrect API key provided',
    kind: 'auth',
    kindAt200: 'auth',
    case: 'auth',
  },
];
