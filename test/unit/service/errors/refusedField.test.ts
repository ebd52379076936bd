import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { refusedField } from '../../../../src/service/errors/refusedField.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

const sent = [
  'model',
  'messages',
  'stream',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'stream_options',
  'seed',
  'user',
  'reasoning_effort',
];

function ofError(error: Record<string, unknown>, fields: readonly string[] = sent) {
  return refusedField({ error }, fields);
}

/** The service, its answer, the rejected field, and whether only its value was rejected. */
const phrasings: readonly (readonly [string, unknown, string, boolean])[] = [
  [
    'OpenAI: another name',
    {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        type: 'invalid_request_error',
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    },
    'max_tokens',
    false,
  ],
  [
    'Bedrock: a field that its parser does not know, before the list of those that it does',
    {
      message:
        'Failed to deserialize the JSON body into the target type: seed: unknown field `seed`, expected one of `messages`, `model`, `max_tokens`, `top_p` at line 1 column 212',
    },
    'seed',
    false,
  ],
  [
    'OpenAI: the default only',
    {
      error: {
        message:
          "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'unsupported_value',
      },
    },
    'temperature',
    false,
  ],
  [
    'OpenAI: one value of several',
    {
      error: {
        message:
          "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'low', 'medium', and 'high'.",
        param: 'reasoning_effort',
        code: 'unsupported_value',
      },
    },
    'reasoning_effort',
    true,
  ],
  [
    'OpenAI: out of range',
    {
      error: {
        message:
          'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
        param: 'max_tokens',
        code: 'invalid_value',
      },
    },
    'max_tokens',
    true,
  ],
  [
    'Azure: unrecognised',
    {
      error: {
        message:
          'Unrecognized request argument supplied: stream_options. Please contact us through an Azure support request.',
        param: '',
        code: null,
      },
    },
    'stream_options',
    false,
  ],
  [
    'Azure: unknown',
    { error: { message: "Unknown parameter: 'stream_options'.", code: 'unknown_parameter' } },
    'stream_options',
    false,
  ],
  [
    'a path within a field',
    {
      error: {
        message: "Unknown parameter: 'stream_options.include_usage'.",
        param: 'stream_options.include_usage',
      },
    },
    'stream_options',
    false,
  ],
  [
    'vLLM: validation list',
    {
      object: 'error',
      message:
        "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted', 'input': {'include_usage': True}}]",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    'stream_options',
    false,
  ],
  [
    'vLLM: too large',
    {
      error: {
        message:
          "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 10 input tokens.",
        param: 'max_tokens',
        code: 400,
      },
    },
    'max_tokens',
    true,
  ],
  [
    'vLLM: range',
    { message: 'temperature must be non-negative, got -1.', type: 'BadRequestError', code: 400 },
    'temperature',
    true,
  ],
  [
    'FastAPI',
    {
      detail: [
        { type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' },
      ],
    },
    'seed',
    false,
  ],
  [
    'FastAPI: range',
    {
      detail: [
        {
          type: 'less_than_equal',
          loc: ['body', 'temperature'],
          msg: 'Input should be less than or equal to 1',
          input: 1.5,
        },
      ],
    },
    'temperature',
    true,
  ],
  [
    'Mistral: details in the message',
    {
      object: 'error',
      message: {
        detail: [
          { type: 'extra_forbidden', loc: ['body', 'user'], msg: 'Extra inputs are not permitted' },
        ],
      },
      type: 'invalid_request_error',
      param: null,
    },
    'user',
    false,
  ],
  [
    'Mistral: JSON in the message',
    {
      object: 'error',
      message:
        '{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":{},"url":"https://errors.pydantic.dev/2.5/v/extra_forbidden"}]}',
      type: 'internal_error_proxy',
      code: '1000',
    },
    'stream_options',
    false,
  ],
  [
    'LiteLLM: list',
    {
      error: {
        message:
          "litellm.UnsupportedParamsError: azure does not support parameters: ['top_p'], for model=o3. To drop these, set `litellm.drop_params=True`",
        type: 'None',
        param: null,
        code: '400',
      },
    },
    'top_p',
    false,
  ],
  [
    'LiteLLM: only one value',
    {
      error: {
        message:
          "litellm.UnsupportedParamsError: gpt-5 models don't support temperature=0.84. Only temperature=1 is supported.",
        code: '400',
      },
    },
    'temperature',
    false,
  ],
  [
    'LiteLLM: two at once',
    {
      error: {
        message:
          'litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"temperature and top_p cannot both be specified for this model. Please use only one."}}',
        code: '400',
      },
    },
    'temperature',
    true,
  ],
  [
    'OpenRouter: the upstream answer as text',
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: '{"error":{"message":"Unsupported parameter: \'temperature\' is not supported with this model.","param":"temperature","code":null}}',
        },
      },
    },
    'temperature',
    false,
  ],
  [
    'Groq',
    { error: { message: "property 'seed' is unsupported", type: 'invalid_request_error' } },
    'seed',
    false,
  ],
  [
    'DeepSeek',
    {
      error: {
        message: 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
      },
    },
    'max_tokens',
    true,
  ],
  [
    'llama.cpp',
    { error: { code: 400, message: 'Unsupported param: stop', type: 'invalid_request_error' } },
    'stop',
    false,
  ],
  [
    'Ollama',
    { error: { message: 'unknown field "stream_options"', type: 'api_error' } },
    'stream_options',
    false,
  ],
  [
    'a Go server: plain text',
    'json: cannot unmarshal: unknown field "reasoning_effort"',
    'reasoning_effort',
    false,
  ],
  [
    'keyword argument',
    { error: "create() got an unexpected keyword argument 'top_p'" },
    'top_p',
    false,
  ],
  ['deprecated', { message: '`temperature` is deprecated for this model.' }, 'temperature', false],
  ['word at the start', { detail: 'stop: not supported' }, 'stop', false],
];

describe('refusedField', () => {
  for (const [title, answer, name, isValue] of phrasings) {
    it(`knows ${title}`, () => {
      const refused = refusedField(answer, sent);
      assert.equal(refused?.name, name);
      assert.equal(refused.isValue, isValue);
    });
  }

  it('offers the other name of a limit, unless that is sent as well', () => {
    const unknown = { message: 'Unsupported parameter', param: 'max_tokens' };
    assert.equal(ofError(unknown)?.otherName, 'max_completion_tokens');
    assert.equal(ofError(unknown, [...sent, 'max_completion_tokens'])?.otherName, undefined);
    const newer = { message: 'Extra inputs are not permitted', param: 'max_completion_tokens' };
    assert.equal(ofError(newer, ['max_completion_tokens'])?.otherName, 'max_tokens');
    assert.equal(ofError({ message: 'too large', param: 'max_tokens' })?.otherName, undefined);
  });

  const efforts = ['low', 'medium', 'high'];
  const withEfforts: readonly (readonly [string, unknown, string, (readonly string[])?])[] = [
    [
      'OpenAI',
      {
        error: {
          message:
            "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'low', 'medium', and 'high'.",
          param: 'reasoning_effort',
          code: 'unsupported_value',
        },
      },
      'reasoning_effort',
    ],
    [
      'OpenRouter',
      {
        error: {
          message: 'Provider returned error',
          metadata: {
            raw: '{"error":{"message":"Invalid value: \'x\'. Supported values are: \'low\', \'medium\', and \'high\'.","param":"reasoning.effort"}}',
          },
        },
      },
      'reasoning',
    ],
    [
      'vLLM and FastAPI',
      {
        detail: [
          {
            type: 'literal_error',
            loc: ['body', 'reasoning_effort'],
            msg: "Input should be 'low', 'medium' or 'high'",
            input: 'none',
          },
        ],
      },
      'reasoning_effort',
    ],
    [
      'Ollama',
      {
        error: {
          message: `invalid reasoning value: "max" (must be "low", "medium", "high", or "none")`,
        },
      },
      'reasoning_effort',
      [...efforts, 'none'],
    ],
    [
      'Groq',
      { error: { message: '`reasoning_effort` must be one of `none` or `default`' } },
      'reasoning_effort',
      ['none', 'default'],
    ],
    [
      'vLLM, in the notation of Python',
      {
        error: {
          message: `{'loc': ('body', 'reasoning_effort'), 'msg': "Input should be 'low', 'medium' or 'high'", 'input': 'minimal'}`,
        },
      },
      'reasoning_effort',
    ],
    [
      'without quotes',
      { message: 'reasoning_effort must be one of: low, medium, high. See the documentation.' },
      'reasoning_effort',
    ],
    [
      'an object',
      { error: { message: "thinking.type should be 'enabled' or 'disabled'", param: 'thinking' } },
      'thinking',
      ['enabled', 'disabled'],
    ],
  ];
  for (const [service, answer, name, values = efforts] of withEfforts) {
    it(`finds the thinking efforts that are accepted: ${service}`, () => {
      const body = ['model', 'messages', 'stream', 'max_tokens', name];
      assert.deepEqual(refusedField(answer, body), { name, isValue: true, values });
    });
  }

  it('offers no values where none are named, or of another field', () => {
    const param = 'reasoning_effort';
    for (const message of [
      'Invalid value for this model. It must be something else.',
      'The value is out of range',
      `Supported values are: ${'z'.repeat(50)}`,
    ]) {
      assert.equal(ofError({ message, param })?.values, undefined, message);
    }
    const other = { message: "Supported values are: 'low'", param: 'temperature' };
    assert.equal(ofError(other)?.values, undefined);
    const unknown = { message: "Unknown parameter: 'reasoning_effort', not 'low'", param };
    assert.deepEqual(ofError(unknown), { name: param, isValue: false });
    const many = Array.from({ length: 40 }, (_, i) => `'v${i}'`).join(', ');
    assert.equal(ofError({ message: `one of ${many}`, param })?.values?.length, 12);
    assertLinear(25_000, (size) => {
      const long = { message: `one of ${"'a ".repeat(size)}`, param };
      return () => ofError(long);
    });
  });

  it('leaves out what is no matter of a field that was sent', () => {
    const others: readonly unknown[] = [
      { error: { message: "Unknown parameter: 'logit_bias'.", param: 'logit_bias' } },
      { error: { message: 'Invalid content; stop doing that, user', param: 'messages' } },
      {
        error: { message: "you must provide a model parameter with 'temperature'", param: 'model' },
      },
      { detail: [{ loc: ['body', 'messages', 0, 'user', 'seed'], msg: 'Extra inputs' }] },
      { error: { message: 'The model cannot stop. The user must not seed it.' } },
      { error: { message: 'my_max_tokens_2 is not supported' } },
      { error: { message: "Unsupported parameter: 'stream'", param: 'stream' } },
      '<html><body>Bad request</body></html>',
      'max_tokens',
      undefined,
      null,
      7,
      [],
    ];
    for (const answer of others) {
      assert.equal(refusedField(answer, sent), undefined, JSON.stringify(answer));
    }
  });

  it('finds a field however it is spelt, in any of the usual sentences', () => {
    const spellings: readonly ((name: string) => string)[] = [
      (name) => name,
      (name) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      (name) => name.replaceAll('_', '-'),
      (name) => name.toUpperCase(),
    ];
    const sentences: readonly ((name: string) => unknown)[] = [
      (name) => ({
        code: 'Client specified an invalid argument',
        error: `Argument not supported on this model: ${name}`,
      }),
      (name) => ({ error: `Argument not supported on grok-4.20: seed_x, ${name}` }),
      (name) => ({ error: `Model grok-4 does not support parameter ${name}.` }),
      (name) => ({ detail: `body -> ${name}\n  Extra inputs are not permitted` }),
      (name) => ({ error: { message: `Unknown name "${name}": Cannot find field.` } }),
      (name) => ({ error: { message: `Unsupported param: ${name}`, type: 'server_error' } }),
      (name) => ({ error: { message: 'Not supported', param: name } }),
      (name) => ({ message: `该模型不支持参数 '${name}'` }),
      (name) => ({ error: { message: `Illegal parameter ${name}` } }),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom('reasoning_effort', 'max_tokens', 'presence_penalty', 'stream_options'),
        fc.constantFrom(...spellings),
        fc.constantFrom(...sentences),
        (name, spell, say) => {
          const fields = ['model', 'messages', 'stream', 'temperature', 'stop', name];
          const answer = say(spell(name));
          assert.equal(refusedField(answer, fields)?.name, name, JSON.stringify(answer));
        },
      ),
    );
    for (const name of ['stop', 'user', 'seed']) {
      const [first, second] = sentences;
      assert.equal(refusedField(first?.(name), sent)?.name, name);
      assert.equal(refusedField(second?.(name), sent)?.name, name);
    }
    assert.equal(ofError({ message: 'Temperature must be at most 1' })?.name, 'temperature');
  });

  it('takes no sentence for a name that it only sounds like', () => {
    const fields = ['model', 'max_tokens', 'time_out', 'top_k', 'stop', 'user'];
    for (const message of [
      'The request was not answered: timeout',
      'More tokens than max tokens are not supported',
      'User not found. Stop and try again.',
      'The maximum tokens must be less',
      'Note: stop. That is not supported.',
    ]) {
      assert.equal(ofError({ message }, fields), undefined, message);
    }
  });

  it('takes any answer, and names nothing that was not sent', () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.string()), (answer, fields) => {
        const refused = refusedField(answer, fields);
        assert.ok(refused === undefined || fields.includes(refused.name));
      }),
    );
    let deep: unknown = "Unknown parameter: 'seed'";
    for (let level = 0; level < 10_000; level += 1) {
      deep = { error: deep };
    }
    assert.equal(refusedField(deep, sent), undefined);
    const own = Array.from({ length: 2000 }, (_, index) => `field_${index}`);
    assertLinear(25_000, (size) => {
      const wide = Array.from({ length: size }, () => ({ param: 'x'.repeat(50) }));
      return () => assert.equal(refusedField(wide, sent), undefined);
    });
    assertLinear(12_500, (size) => {
      const long = `not ${'field_x '.repeat(size)}`;
      return () => refusedField(long, own);
    });
  });
});
