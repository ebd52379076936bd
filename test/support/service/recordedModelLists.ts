import type { ModelFacts } from '../../../src/shared/models/modelFacts.ts';

/** A model list in the shape in which a service sends it, and what it says of its models. */
export interface RecordedModelList {
  readonly service: string;
  /** The public page or code that shows the shape. */
  readonly source: string;
  readonly answer: unknown;
  /** By model ID, in the order of the list; without what is not stated. */
  readonly models: Readonly<Record<string, ModelFacts>>;
}

const openRouterCommon = ['temperature', 'top_p', 'max_tokens', 'stop', 'seed'];

/** A few entries each, with the fields that say something. */
export const recordedModelLists: readonly RecordedModelList[] = [
  {
    service: 'OpenAI',
    source: 'platform.openai.com/docs/api-reference/models/list',
    answer: {
      object: 'list',
      data: [
        { id: 'gpt-4.1', object: 'model', created: 1744316542, owned_by: 'system' },
        { id: 'text-embedding-3-small', object: 'model', created: 1705948997, owned_by: 'system' },
        { id: 'gpt-4o-mini-tts', object: 'model', created: 1742403959, owned_by: 'system' },
        { id: 'whisper-1', object: 'model', created: 1677532384, owned_by: 'openai-internal' },
        { id: 'dall-e-3', object: 'model', created: 1698785189, owned_by: 'system' },
        { id: 'omni-moderation-latest', object: 'model', created: 1731689265, owned_by: 'system' },
      ],
    },
    models: {
      'gpt-4.1': {},
      'text-embedding-3-small': { kind: 'other' },
      'gpt-4o-mini-tts': { kind: 'other' },
      'whisper-1': { kind: 'other' },
      'dall-e-3': { kind: 'other' },
      'omni-moderation-latest': { kind: 'other' },
    },
  },
  {
    service: 'watsonx',
    source: 'cloud.ibm.com/apidocs/watsonx-ai#list-foundation-model-specs',
    answer: {
      total_count: 1,
      limit: 100,
      first: { href: 'https://us-south.ml.cloud.ibm.com/ml/v1/foundation_model_specs' },
      resources: [
        {
          model_id: 'ibm/granite-3-8b-instruct',
          label: 'granite-3-8b-instruct',
          provider: 'IBM',
          model_limits: { max_sequence_length: 131_072, max_output_tokens: 16_384 },
        },
      ],
    },
    models: {
      'ibm/granite-3-8b-instruct': {
        context_length: 131_072,
        parameters: { maxOutputTokens: 16_384 },
      },
    },
  },
  {
    service: 'GitHub Copilot',
    source: 'github.com/nocoo/raven/pull/8',
    answer: {
      data: [
        {
          id: 'gpt-5.5',
          capabilities: {
            limits: {
              max_context_window_tokens: 400_000,
              max_output_tokens: 128_000,
              max_prompt_tokens: 272_000,
              vision: { max_prompt_images: 1, max_prompt_image_size: 3_145_728 },
            },
          },
        },
      ],
    },
    models: { 'gpt-5.5': { context_length: 400_000, parameters: { maxOutputTokens: 128_000 } } },
  },
  {
    service: 'OpenRouter',
    source: 'openrouter.ai/docs/api-reference/list-available-models',
    answer: {
      data: [
        {
          id: 'openai/gpt-5-mini',
          canonical_slug: 'openai/gpt-5-mini-2025-08-07',
          name: 'OpenAI: GPT-5 Mini',
          created: 1754587407,
          context_length: 400000,
          architecture: {
            modality: 'text+image->text',
            input_modalities: ['text', 'image', 'file'],
            output_modalities: ['text'],
            tokenizer: 'GPT',
            instruct_type: null,
          },
          pricing: {
            prompt: '0.00000025',
            completion: '0.000002',
            request: '0',
            image: '0',
            internal_reasoning: '0',
            input_cache_read: '0.000000025',
          },
          top_provider: {
            context_length: 400000,
            max_completion_tokens: 128000,
            is_moderated: true,
          },
          per_request_limits: null,
          supported_parameters: [
            'include_reasoning',
            'max_tokens',
            'reasoning',
            'response_format',
            'seed',
            'structured_outputs',
            'tool_choice',
            'tools',
          ],
          default_parameters: {},
          reasoning: {
            mandatory: true,
            supported_efforts: ['high', 'medium', 'low', 'minimal'],
            default_effort: 'medium',
            supports_max_tokens: false,
          },
          expiration_date: null,
        },
        {
          id: 'meta-llama/llama-3.1-8b-instruct',
          created: 1721692800,
          context_length: 131072,
          architecture: {
            modality: 'text->text',
            input_modalities: ['text'],
            output_modalities: ['text'],
          },
          pricing: { prompt: '0.00000002', completion: '0.00000003', request: '0', image: '0' },
          top_provider: { context_length: 16384, max_completion_tokens: null, is_moderated: false },
          supported_parameters: [...openRouterCommon, 'top_k', 'frequency_penalty'],
          expiration_date: '2026-12-01',
        },
        {
          id: 'x-ai/grok-4-fast',
          context_length: 2000000,
          architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
          pricing: { prompt: '0.0000002', completion: '0.0000005' },
          top_provider: { context_length: 2000000, max_completion_tokens: 30000 },
          supported_parameters: ['reasoning', ...openRouterCommon],
          reasoning: { mandatory: false, supported_efforts: null },
        },
        {
          id: 'openrouter/auto',
          context_length: 2000000,
          architecture: {
            modality: 'text->text',
            input_modalities: ['text'],
            output_modalities: ['text'],
          },
          pricing: { prompt: '-1', completion: '-1' },
          top_provider: { context_length: null, max_completion_tokens: null, is_moderated: false },
          supported_parameters: [],
        },
        {
          id: 'google/gemini-2.5-flash-image',
          context_length: 32768,
          architecture: {
            modality: 'text+image->text+image',
            input_modalities: ['image', 'text'],
            output_modalities: ['image', 'text'],
          },
          pricing: { prompt: '0.0000003', completion: '0.0000025', image: '0.001238' },
          top_provider: { context_length: 32768, max_completion_tokens: 8192 },
          supported_parameters: ['max_tokens', 'temperature', 'top_p'],
        },
        {
          id: 'black-forest-labs/flux.2-pro',
          context_length: 46864,
          architecture: { input_modalities: ['text', 'image'], output_modalities: ['image'] },
          pricing: { prompt: '0', completion: '0' },
          top_provider: { context_length: 46864, max_completion_tokens: 46864 },
          supported_parameters: [],
        },
      ],
    },
    models: {
      'openai/gpt-5-mini': {
        context_length: 400000,
        abilities: ['vision', 'files', 'tools', 'reasoning'],
        price: { prompt: 0.25, completion: 2, cachedPrompt: 0.025 },
        parameters: {
          names: [
            'max_tokens',
            'seed',
            'response_format',
            'structured_outputs',
            'reasoning_effort',
          ],
          efforts: ['minimal', 'low', 'medium', 'high'],
          maxOutputTokens: 128000,
        },
      },
      'meta-llama/llama-3.1-8b-instruct': {
        images: 'none',
        context_length: 131072,
        price: { prompt: 0.02, completion: 0.03 },
        parameters: {
          names: [
            'temperature',
            'top_p',
            'top_k',
            'frequency_penalty',
            'max_tokens',
            'stop',
            'seed',
          ],
        },
        retirement: { date: '2026-12-01' },
      },
      'x-ai/grok-4-fast': {
        context_length: 2000000,
        abilities: ['vision', 'reasoning'],
        price: { prompt: 0.2, completion: 0.5 },
        parameters: {
          names: ['temperature', 'top_p', 'max_tokens', 'stop', 'seed', 'reasoning_effort'],
          efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
          maxOutputTokens: 30000,
        },
      },
      'openrouter/auto': { images: 'none', context_length: 2000000 },
      'google/gemini-2.5-flash-image': {
        context_length: 32768,
        abilities: ['vision'],
        outputs: ['image'],
        price: { prompt: 0.3, completion: 2.5 },
        parameters: { names: ['temperature', 'top_p', 'max_tokens'], maxOutputTokens: 8192 },
      },
      'black-forest-labs/flux.2-pro': {
        context_length: 46864,
        abilities: ['vision'],
        outputs: ['image'],
        price: { prompt: 0, completion: 0 },
        parameters: { maxOutputTokens: 46864 },
        kind: 'other',
      },
    },
  },
  {
    service: 'Mistral',
    source: 'docs.mistral.ai/api/#tag/models',
    answer: {
      object: 'list',
      data: [
        {
          id: 'mistral-medium-latest',
          object: 'model',
          created: 1766520693,
          owned_by: 'mistralai',
          capabilities: {
            completion_chat: true,
            function_calling: true,
            completion_fim: false,
            fine_tuning: true,
            vision: true,
            ocr: false,
            classification: false,
            moderation: false,
            audio: false,
          },
          name: 'mistral-medium-2508',
          description: 'Update on Mistral Medium 3 with improved capabilities.',
          max_context_length: 131072,
          aliases: ['mistral-medium-2508', 'mistral-medium'],
          deprecation: null,
          deprecation_replacement_model: null,
          default_model_temperature: 0.3,
          type: 'base',
        },
        {
          id: 'magistral-medium-2509',
          object: 'model',
          created: 1766520693,
          owned_by: 'mistralai',
          capabilities: { completion_chat: true, function_calling: true, vision: true },
          name: 'magistral-medium-2509',
          max_context_length: 131072,
          aliases: [],
          deprecation: '2026-08-31T12:00:00Z',
          deprecation_replacement_model: 'mistral-medium-3-5',
          type: 'base',
        },
        {
          id: 'mistral-embed',
          object: 'model',
          created: 1766520693,
          owned_by: 'mistralai',
          capabilities: { completion_chat: false, function_calling: false, vision: false },
          max_context_length: 8192,
          aliases: [],
          deprecation: null,
          type: 'base',
        },
      ],
    },
    models: {
      'mistral-medium-latest': {
        context_length: 131072,
        abilities: ['vision', 'tools'],
        aliases: ['mistral-medium-2508', 'mistral-medium'],
      },
      'magistral-medium-2509': {
        context_length: 131072,
        abilities: ['vision', 'tools'],
        retirement: { date: '2026-08-31', replacement: 'mistral-medium-3-5' },
      },
      'mistral-embed': { images: 'none', context_length: 8192, kind: 'other' },
    },
  },
  {
    service: 'LiteLLM, /model/info',
    source: 'docs.litellm.ai/docs/proxy/model_management',
    answer: {
      data: [
        {
          model_name: 'team-gpt',
          litellm_params: { model: 'azure/gpt-4.1', api_base: 'https://example.openai.azure.com' },
          model_info: {
            id: '0f6b6bd1f1b44d2b',
            db_model: false,
            key: 'azure/gpt-4.1',
            max_tokens: 32768,
            max_input_tokens: 1047576,
            max_output_tokens: 32768,
            input_cost_per_token: 2e-6,
            cache_read_input_token_cost: 5e-7,
            output_cost_per_token: 8e-6,
            litellm_provider: 'azure',
            mode: 'chat',
            supports_vision: true,
            supports_function_calling: true,
            supports_reasoning: null,
            deprecation_date: '2026-11-04',
            supported_openai_params: [
              'temperature',
              'top_p',
              'max_tokens',
              'stop',
              'seed',
              'tools',
            ],
          },
        },
        {
          model_name: 'ada',
          model_info: {
            id: '77aa',
            max_input_tokens: 8191,
            input_cost_per_token: 1e-7,
            output_cost_per_token: 0,
            mode: 'embedding',
          },
        },
      ],
    },
    models: {
      'team-gpt': {
        context_length: 1047576,
        abilities: ['vision', 'tools'],
        price: { prompt: 2, completion: 8, cachedPrompt: 0.5 },
        parameters: {
          names: ['temperature', 'top_p', 'max_tokens', 'stop', 'seed'],
          maxOutputTokens: 32768,
        },
        retirement: { date: '2026-11-04' },
      },
      ada: { context_length: 8191, price: { prompt: 0.1, completion: 0 }, kind: 'other' },
    },
  },
  {
    service: 'llama.cpp',
    source: 'github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    answer: {
      models: [
        { name: 'gpt-oss-20b.gguf', model: 'gpt-oss-20b.gguf', capabilities: ['completion'] },
      ],
      object: 'list',
      data: [
        {
          id: 'gpt-oss-20b.gguf',
          object: 'model',
          created: 1735142223,
          owned_by: 'llamacpp',
          meta: {
            vocab_type: 2,
            n_vocab: 128256,
            n_ctx_train: 131072,
            n_embd: 4096,
            n_params: 8030261312,
            size: 4912898304,
          },
        },
        { id: 'loading', object: 'model', created: 1735142223, owned_by: 'llamacpp', meta: null },
      ],
    },
    models: { 'gpt-oss-20b.gguf': { context_length: 131072 }, loading: {} },
  },
  {
    service: 'vLLM',
    source: 'github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/protocol.py',
    answer: {
      object: 'list',
      data: [
        {
          id: 'Qwen/Qwen3-32B',
          object: 'model',
          created: 1763800000,
          owned_by: 'vllm',
          root: 'Qwen/Qwen3-32B',
          parent: null,
          max_model_len: 40960,
          permission: [{ id: 'modelperm-1', object: 'model_permission', allow_sampling: true }],
        },
      ],
    },
    models: { 'Qwen/Qwen3-32B': { context_length: 40960 } },
  },
  {
    service: 'Together',
    source: 'docs.together.ai/reference/models-1',
    answer: [
      {
        id: 'deepseek-ai/DeepSeek-V3.1',
        object: 'model',
        created: 1755734400,
        type: 'chat',
        running: false,
        display_name: 'DeepSeek V3.1',
        organization: 'DeepSeek',
        context_length: 131072,
        config: { chat_template: '{{ bos_token }}', stop: ['</s>'] },
        pricing: { hourly: 0, input: 0.6, output: 1.7, base: 0, finetune: 0 },
      },
      {
        id: 'black-forest-labs/FLUX.1-schnell',
        object: 'model',
        type: 'image',
        context_length: null,
        pricing: { hourly: 0, input: 0, output: 0, base: 0, finetune: 0 },
      },
      { id: 'BAAI/bge-base-en-v1.5', object: 'model', type: 'embedding', context_length: 512 },
    ],
    models: {
      'deepseek-ai/DeepSeek-V3.1': {
        context_length: 131072,
        price: { prompt: 0.6, completion: 1.7 },
      },
      'black-forest-labs/FLUX.1-schnell': { price: { prompt: 0, completion: 0 }, kind: 'other' },
      'BAAI/bge-base-en-v1.5': { context_length: 512, kind: 'other' },
    },
  },
  {
    service: 'Hugging Face',
    source: 'huggingface.co/docs/inference-providers/hub-api',
    answer: {
      object: 'list',
      data: [
        {
          id: 'openai/gpt-oss-120b',
          object: 'model',
          created: 1754352000,
          owned_by: 'openai',
          architecture: { input_modalities: ['text'], output_modalities: ['text'] },
          providers: [
            {
              provider: 'cerebras',
              status: 'live',
              context_length: 131072,
              pricing: { input: 0.25, output: 0.69 },
              supports_tools: true,
              supports_structured_output: false,
            },
            {
              provider: 'groq',
              status: 'live',
              context_length: 131072,
              pricing: { input: 0.15, output: 0.75 },
              supports_tools: true,
            },
            { provider: 'nscale', status: 'error', context_length: 4096 },
          ],
        },
        {
          id: 'Qwen/Qwen2.5-VL-7B-Instruct',
          object: 'model',
          owned_by: 'Qwen',
          architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
          providers: [
            {
              provider: 'hyperbolic',
              status: 'live',
              context_length: 32768,
              pricing: { input: 0.2, output: 0.2 },
            },
          ],
        },
        {
          id: 'acme/gone',
          object: 'model',
          owned_by: 'acme',
          providers: [{ provider: 'x', status: 'staging' }],
        },
      ],
    },
    models: {
      'openai/gpt-oss-120b': { images: 'none', context_length: 131072, abilities: ['tools'] },
      'Qwen/Qwen2.5-VL-7B-Instruct': {
        context_length: 32768,
        abilities: ['vision'],
        price: { prompt: 0.2, completion: 0.2 },
      },
      'acme/gone': { state: 'unavailable' },
    },
  },
  {
    service: 'Vercel',
    source: 'vercel.com/docs/ai-gateway/models-and-providers',
    answer: {
      object: 'list',
      data: [
        {
          id: 'anthropic/claude-sonnet-4.5',
          object: 'model',
          created: 1755815280,
          owned_by: 'anthropic',
          name: 'Claude Sonnet 4.5',
          context_window: 1000000,
          max_tokens: 64000,
          type: 'language',
          tags: ['file-input', 'reasoning', 'tool-use', 'vision'],
          pricing: {
            input: '0.000003',
            input_tiers: [
              { cost: '0.000003', min: 0, max: 200001 },
              { cost: '0.000006', min: 200001 },
            ],
            output: '0.000015',
            input_cache_read: '0.0000003',
            input_cache_write: '0.00000375',
          },
        },
        {
          id: 'google/gemini-3-pro',
          object: 'model',
          created: 1755815280,
          owned_by: 'google',
          context_window: 1048576,
          max_tokens: 0,
          type: 'language',
          pricing: {
            input_tiers: [
              { cost: '0.000002', min: 0, max: 200001 },
              { cost: '0.000004', min: 200001 },
            ],
            output_tiers: [
              { cost: '0.000012', min: 0, max: 200001 },
              { cost: '0.000018', min: 200001 },
            ],
          },
        },
        {
          id: 'openai/text-embedding-3-large',
          object: 'model',
          owned_by: 'openai',
          context_window: 8192,
          max_tokens: 0,
          type: 'embedding',
          pricing: { input: '0.00000013', output: '0' },
        },
      ],
    },
    models: {
      'anthropic/claude-sonnet-4.5': {
        context_length: 1000000,
        abilities: ['vision', 'files', 'tools', 'reasoning'],
        price: { prompt: 3, completion: 15, cachedPrompt: 0.3 },
        parameters: { maxOutputTokens: 64000 },
      },
      'google/gemini-3-pro': { context_length: 1048576, price: { prompt: 2, completion: 12 } },
      'openai/text-embedding-3-large': {
        context_length: 8192,
        price: { prompt: 0.13, completion: 0 },
        kind: 'other',
      },
    },
  },
  {
    service: 'Chutes',
    source: 'github.com/anomalyco/models.dev (llm.chutes.ai/v1/models)',
    answer: {
      object: 'list',
      data: [
        {
          id: 'deepseek-ai/DeepSeek-V3.1',
          root: 'deepseek-ai/DeepSeek-V3.1',
          created: 1755734400,
          object: 'model',
          owned_by: 'sglang',
          price: { input: { tao: 0.0005, usd: 0.2 }, output: { tao: 0.002, usd: 0.8 } },
          pricing: { prompt: 0.2, completion: 0.8, input_cache_read: 0.1 },
          context_length: 163840,
          max_model_len: 163840,
          max_output_length: 65536,
          input_modalities: ['text'],
          output_modalities: ['text'],
          supported_features: ['json_mode', 'structured_outputs', 'tools', 'reasoning'],
          supported_sampling_parameters: ['temperature', 'top_p', 'top_k', 'seed', 'stop'],
        },
      ],
    },
    models: {
      'deepseek-ai/DeepSeek-V3.1': {
        images: 'none',
        context_length: 163840,
        abilities: ['tools', 'reasoning'],
        price: { prompt: 0.2, completion: 0.8, cachedPrompt: 0.1 },
        parameters: {
          names: [
            'temperature',
            'top_p',
            'top_k',
            'max_tokens',
            'stop',
            'seed',
            'response_format',
            'structured_outputs',
            'reasoning_effort',
          ],
          maxOutputTokens: 65536,
        },
      },
    },
  },
  {
    service: 'Venice',
    source: 'docs.venice.ai/api-reference/endpoint/models/list',
    answer: {
      object: 'list',
      type: 'text',
      data: [
        {
          id: 'qwen3-235b',
          created: 1745903059,
          object: 'model',
          owned_by: 'venice.ai',
          type: 'text',
          model_spec: {
            name: 'Venice Large',
            availableContextTokens: 131072,
            maxCompletionTokens: 16384,
            capabilities: {
              optimizedForCode: false,
              quantization: 'fp8',
              supportsFunctionCalling: true,
              supportsReasoning: true,
              supportsVision: false,
            },
            constraints: { temperature: { default: 0.7 }, top_p: { default: 0.8 } },
            pricing: { input: { usd: 0.45, diem: 0.45 }, output: { usd: 3.5, diem: 3.5 } },
            offline: false,
            traits: ['most_intelligent'],
          },
        },
        {
          id: 'llama-3.2-3b',
          object: 'model',
          owned_by: 'venice.ai',
          type: 'text',
          model_spec: {
            availableContextTokens: 131072,
            capabilities: { supportsVision: false },
            pricing: { input: { usd: 0.15 }, output: { usd: 0.6 } },
            deprecation: { date: '2026-12-31T00:00:00.000Z' },
            offline: true,
          },
        },
        { id: 'tts-kokoro', object: 'model', type: 'tts', model_spec: { offline: false } },
      ],
    },
    models: {
      'qwen3-235b': {
        images: 'none',
        context_length: 131072,
        abilities: ['tools', 'reasoning'],
        price: { prompt: 0.45, completion: 3.5 },
        parameters: { maxOutputTokens: 16384 },
      },
      'llama-3.2-3b': {
        images: 'none',
        context_length: 131072,
        price: { prompt: 0.15, completion: 0.6 },
        retirement: { date: '2026-12-31' },
        state: 'unavailable',
      },
      'tts-kokoro': { kind: 'other' },
    },
  },
  {
    service: 'Groq',
    source: 'console.groq.com/docs/models',
    answer: {
      object: 'list',
      data: [
        {
          id: 'llama-3.3-70b-versatile',
          object: 'model',
          created: 1733447754,
          owned_by: 'Meta',
          active: true,
          context_window: 131072,
          public_apps: null,
          max_completion_tokens: 32768,
        },
        {
          id: 'whisper-large-v3',
          object: 'model',
          owned_by: 'OpenAI',
          active: true,
          context_window: 448,
          max_completion_tokens: 448,
        },
        {
          id: 'old-model',
          object: 'model',
          owned_by: 'Acme',
          active: false,
          context_window: 8192,
          max_completion_tokens: 8192,
        },
      ],
    },
    models: {
      'llama-3.3-70b-versatile': {
        context_length: 131072,
        parameters: { maxOutputTokens: 32768 },
      },
      'whisper-large-v3': {
        context_length: 448,
        parameters: { maxOutputTokens: 448 },
        kind: 'other',
      },
      'old-model': {
        context_length: 8192,
        parameters: { maxOutputTokens: 8192 },
        state: 'unavailable',
      },
    },
  },
  {
    service: 'xAI, /language-models',
    source: 'docs.x.ai/docs/api-reference#list-language-models',
    answer: {
      models: [
        {
          id: 'grok-4-0709',
          fingerprint: 'fp_a1b2',
          created: 1752019200,
          object: 'model',
          owned_by: 'xai',
          version: '1.0.0',
          input_modalities: ['text', 'image'],
          output_modalities: ['text'],
          prompt_text_token_price: 30000,
          cached_prompt_text_token_price: 7500,
          prompt_image_token_price: 30000,
          completion_text_token_price: 150000,
          max_prompt_length: 256000,
          aliases: ['grok-4', 'grok-4-latest'],
        },
      ],
    },
    models: {
      'grok-4-0709': {
        context_length: 256000,
        abilities: ['vision'],
        price: { prompt: 3, completion: 15, cachedPrompt: 0.75 },
        aliases: ['grok-4', 'grok-4-latest'],
      },
    },
  },
  {
    service: 'Moonshot',
    source: 'platform.moonshot.ai/docs/api/list-models',
    answer: {
      object: 'list',
      data: [
        {
          id: 'kimi-k2.5',
          object: 'model',
          created: 1769391000,
          owned_by: 'moonshot',
          context_length: 262144,
          supports_image_in: true,
          supports_video_in: true,
          supports_reasoning: true,
          permission: [{ id: '', object: '', created: 0 }],
        },
      ],
    },
    models: {
      'kimi-k2.5': { context_length: 262144, abilities: ['vision', 'video', 'reasoning'] },
    },
  },
  {
    service: 'Gemini, native',
    source: 'ai.google.dev/api/models#method:-models.list',
    answer: {
      models: [
        {
          name: 'models/gemini-2.5-flash',
          baseModelId: '',
          version: '001',
          displayName: 'Gemini 2.5 Flash',
          inputTokenLimit: 1048576,
          outputTokenLimit: 65536,
          supportedGenerationMethods: ['generateContent', 'countTokens'],
          temperature: 1,
          topP: 0.95,
          topK: 64,
          maxTemperature: 2,
          thinking: true,
        },
        {
          name: 'models/gemini-embedding-001',
          inputTokenLimit: 2048,
          outputTokenLimit: 1,
          supportedGenerationMethods: ['embedContent'],
        },
      ],
    },
    models: {
      'models/gemini-2.5-flash': {
        context_length: 1048576,
        abilities: ['reasoning'],
        parameters: { maxOutputTokens: 65536 },
        aliases: ['gemini-2.5-flash'],
      },
      'models/gemini-embedding-001': {
        context_length: 2048,
        parameters: { maxOutputTokens: 1 },
        aliases: ['gemini-embedding-001'],
        kind: 'other',
      },
    },
  },
  {
    service: 'Gemini, OpenAI layer',
    source: 'ai.google.dev/gemini-api/docs/openai#list-models',
    answer: {
      object: 'list',
      data: [
        {
          id: 'models/gemini-2.5-pro',
          object: 'model',
          owned_by: 'google',
          display_name: 'Gemini 2.5 Pro',
        },
        { id: 'models/text-embedding-004', object: 'model', owned_by: 'google' },
      ],
    },
    models: {
      'models/gemini-2.5-pro': { aliases: ['gemini-2.5-pro'] },
      'models/text-embedding-004': { aliases: ['text-embedding-004'], kind: 'other' },
    },
  },
  {
    service: 'Anthropic',
    source: 'platform.claude.com/docs/en/api/models/list',
    answer: {
      data: [
        {
          type: 'model',
          id: 'claude-opus-4-6',
          display_name: 'Claude Opus 4.6',
          created_at: '2026-02-05T00:00:00Z',
          max_input_tokens: 200000,
          max_tokens: 128000,
          capabilities: {
            batch: { supported: true },
            citations: { supported: true },
            code_execution: { supported: true },
            context_management: { supported: true, clear_thinking_20251015: { supported: true } },
            effort: {
              supported: true,
              low: { supported: true },
              medium: { supported: true },
              high: { supported: true },
              max: { supported: true },
              xhigh: null,
            },
            image_input: { supported: true },
            pdf_input: { supported: true },
            structured_outputs: { supported: true },
            thinking: {
              supported: true,
              types: { adaptive: { supported: true }, enabled: { supported: true } },
            },
          },
        },
        {
          type: 'model',
          id: 'claude-haiku-4-5-20251001',
          display_name: 'Claude Haiku 4.5',
          created_at: '2025-10-15T00:00:00Z',
          max_input_tokens: 200000,
          max_tokens: 64000,
          capabilities: {
            effort: { supported: false, low: { supported: false } },
            image_input: { supported: true },
            pdf_input: { supported: true },
            thinking: { supported: true, types: { enabled: { supported: true } } },
          },
        },
        {
          type: 'model',
          id: 'claude-3-haiku-20240307',
          display_name: 'Claude Haiku 3',
          created_at: '2024-03-07T00:00:00Z',
          max_input_tokens: null,
          max_tokens: null,
          capabilities: null,
        },
      ],
      has_more: false,
      first_id: 'claude-opus-4-6',
      last_id: 'claude-3-haiku-20240307',
    },
    models: {
      'claude-opus-4-6': {
        context_length: 200000,
        abilities: ['vision', 'files', 'reasoning'],
        parameters: { efforts: ['low', 'medium', 'high', 'max'], maxOutputTokens: 128000 },
      },
      'claude-haiku-4-5-20251001': {
        context_length: 200000,
        abilities: ['vision', 'files', 'reasoning'],
        parameters: { efforts: [], maxOutputTokens: 64000 },
      },
      'claude-3-haiku-20240307': {},
    },
  },
  {
    service: 'GitHub Models, catalogue',
    source: 'docs.github.com/en/rest/models/catalog',
    answer: [
      {
        id: 'openai/gpt-4.1',
        name: 'OpenAI GPT-4.1',
        publisher: 'OpenAI',
        registry: 'azure-openai',
        summary: 'gpt-4.1 outperforms gpt-4o across the board',
        html_url: 'https://github.com/marketplace/models/azure-openai/gpt-4-1',
        version: '2025-04-14',
        capabilities: ['agents', 'streaming', 'tool-calling', 'agentsV2'],
        limits: { max_input_tokens: 1048576, max_output_tokens: 32768 },
        rate_limit_tier: 'high',
        supported_input_modalities: ['text', 'image'],
        supported_output_modalities: ['text'],
        tags: ['multipurpose', 'multilingual', 'multimodal'],
      },
      {
        id: 'openai/text-embedding-3-small',
        name: 'OpenAI Text Embedding 3 (small)',
        publisher: 'OpenAI',
        limits: { max_input_tokens: 8191, max_output_tokens: null },
        supported_input_modalities: ['text'],
        supported_output_modalities: ['embeddings'],
        tags: ['rag'],
      },
    ],
    models: {
      'openai/gpt-4.1': {
        context_length: 1048576,
        abilities: ['vision', 'tools'],
        parameters: { maxOutputTokens: 32768 },
      },
      'openai/text-embedding-3-small': {
        images: 'none',
        context_length: 8191,
        outputs: ['embeddings'],
        kind: 'other',
      },
    },
  },
  {
    service: 'LM Studio, /api/v1/models',
    source: 'lmstudio.ai/docs/developer/rest/list',
    answer: {
      models: [
        {
          type: 'llm',
          publisher: 'openai',
          key: 'openai/gpt-oss-20b',
          display_name: 'GPT OSS 20B',
          architecture: 'gpt_oss',
          quantization: { name: 'MXFP4', bits_per_weight: 4 },
          size_bytes: 12109566560,
          params_string: '20B',
          loaded_instances: [
            { id: 'openai/gpt-oss-20b', config: { context_length: 8192, parallel: 4 } },
          ],
          max_context_length: 131072,
          format: 'gguf',
          capabilities: {
            vision: false,
            trained_for_tool_use: true,
            reasoning: { allowed_options: ['low', 'medium', 'high'], default: 'medium' },
          },
        },
        {
          type: 'llm',
          key: 'google/gemma-3-12b',
          loaded_instances: [],
          max_context_length: 131072,
          capabilities: { vision: true, trained_for_tool_use: false },
        },
        {
          type: 'embedding',
          key: 'text-embedding-nomic-embed-text-v1.5',
          loaded_instances: [],
          max_context_length: 2048,
        },
      ],
    },
    models: {
      'openai/gpt-oss-20b': {
        images: 'none',
        context_length: 8192,
        abilities: ['tools', 'reasoning'],
        parameters: { efforts: ['low', 'medium', 'high'] },
      },
      'google/gemma-3-12b': { context_length: 131072, abilities: ['vision'] },
      'text-embedding-nomic-embed-text-v1.5': { context_length: 2048, kind: 'other' },
    },
  },
  {
    service: 'LM Studio, /api/v0/models',
    source: 'lmstudio.ai/docs/developer/rest/endpoints',
    answer: {
      object: 'list',
      data: [
        {
          id: 'qwen2-vl-7b-instruct',
          object: 'model',
          type: 'vlm',
          publisher: 'mlx-community',
          arch: 'qwen2_vl',
          state: 'loaded',
          max_context_length: 32768,
          loaded_context_length: 4096,
          capabilities: ['tool_use'],
        },
        {
          id: 'text-embedding-nomic-embed-text-v1.5',
          object: 'model',
          type: 'embeddings',
          state: 'not-loaded',
          max_context_length: 2048,
        },
      ],
    },
    models: {
      'qwen2-vl-7b-instruct': { context_length: 4096, abilities: ['vision', 'tools'] },
      'text-embedding-nomic-embed-text-v1.5': { context_length: 2048, kind: 'other' },
    },
  },
  {
    service: 'Ollama',
    source: 'github.com/ollama/ollama/blob/main/openai/openai.go',
    answer: {
      object: 'list',
      data: [
        { id: 'qwen3:8b', object: 'model', created: 1763800000, owned_by: 'library' },
        { id: 'nomic-embed-text:latest', object: 'model', created: 1, owned_by: 'library' },
      ],
    },
    models: { 'qwen3:8b': {}, 'nomic-embed-text:latest': { kind: 'other' } },
  },
  {
    service: 'Ollama, /api/tags',
    source: 'docs.ollama.com/api/tags',
    answer: {
      models: [
        {
          name: 'gemma3:4b',
          model: 'gemma3:4b',
          modified_at: '2026-10-03T23:34:03.409490317-07:00',
          size: 3338801804,
          details: { format: 'gguf', family: 'gemma3', parameter_size: '4.3B' },
        },
      ],
    },
    models: { 'gemma3:4b': {} },
  },
  {
    service: 'Fireworks',
    source: 'docs.fireworks.ai/api-reference/list-models',
    answer: {
      object: 'list',
      data: [
        {
          id: 'accounts/fireworks/models/kimi-k2-instruct',
          object: 'model',
          owned_by: 'fireworks',
          created: 1752278400,
          kind: 'HF_BASE_MODEL',
          supports_chat: true,
          supports_image_input: false,
          supports_tools: true,
          context_length: 131072,
        },
        {
          id: 'accounts/fireworks/models/flux-1-dev-fp8',
          object: 'model',
          owned_by: 'fireworks',
          kind: 'FLUMINA_BASE_MODEL',
          supports_chat: false,
          supports_image_input: false,
          supports_tools: false,
        },
      ],
    },
    models: {
      'accounts/fireworks/models/kimi-k2-instruct': {
        images: 'none',
        context_length: 131072,
        abilities: ['tools'],
      },
      'accounts/fireworks/models/flux-1-dev-fp8': { images: 'none', kind: 'other' },
    },
  },
  {
    service: 'Baseten',
    source: 'github.com/anomalyco/models.dev (inference.baseten.co/v1/models)',
    answer: {
      object: 'list',
      data: [
        {
          id: 'zai-org/GLM-4.6',
          object: 'model',
          created: 1759276800,
          owned_by: 'baseten',
          context_length: 200000,
          max_completion_tokens: 200000,
          pricing: { prompt: '0.0000006', completion: '0.0000022' },
          supported_features: ['tools', 'json_mode', 'structured_outputs', 'reasoning'],
          supported_sampling_parameters: ['temperature', 'top_p', 'stop'],
        },
      ],
    },
    models: {
      'zai-org/GLM-4.6': {
        context_length: 200000,
        abilities: ['tools', 'reasoning'],
        price: { prompt: 0.6, completion: 2.2 },
        parameters: {
          names: [
            'temperature',
            'top_p',
            'max_tokens',
            'stop',
            'response_format',
            'structured_outputs',
            'reasoning_effort',
          ],
          maxOutputTokens: 200000,
        },
      },
    },
  },
  {
    service: 'DeepInfra',
    source: 'deepinfra.com/docs/openai_api',
    answer: {
      object: 'list',
      data: [
        {
          id: 'Qwen/Qwen3-32B',
          object: 'model',
          created: 0,
          owned_by: 'Qwen',
          root: 'Qwen/Qwen3-32B',
          parent: null,
          metadata: {
            description: 'Qwen3',
            context_length: 40960,
            max_tokens: 40960,
            pricing: { input_tokens: 0.08, output_tokens: 0.28, cache_read_tokens: 0.04 },
            tags: ['reasoning'],
          },
        },
      ],
    },
    models: {
      'Qwen/Qwen3-32B': {
        context_length: 40960,
        abilities: ['reasoning'],
        price: { prompt: 0.08, completion: 0.28, cachedPrompt: 0.04 },
      },
    },
  },
  {
    service: 'Azure OpenAI',
    source: 'learn.microsoft.com/en-us/rest/api/azureopenai/models/list',
    answer: {
      object: 'list',
      data: [
        {
          id: 'gpt-4o-mini-2024-07-18',
          object: 'model',
          status: 'succeeded',
          created_at: 1721260800,
          capabilities: {
            fine_tune: true,
            inference: true,
            completion: false,
            chat_completion: true,
            embeddings: false,
          },
          lifecycle_status: 'generally-available',
          deprecation: { fine_tune: 1806278400, inference: 1806278400 },
        },
        {
          id: 'text-embedding-ada-002-2',
          object: 'model',
          status: 'succeeded',
          capabilities: { inference: true, chat_completion: false, embeddings: true },
          lifecycle_status: 'deprecated',
          deprecation: {},
        },
      ],
    },
    models: {
      'gpt-4o-mini-2024-07-18': { retirement: { date: '2027-03-29' } },
      'text-embedding-ada-002-2': { retirement: {}, kind: 'other' },
    },
  },
  {
    service: 'Workers AI',
    source: 'developers.cloudflare.com/api/resources/ai/subresources/models/methods/list',
    answer: {
      result: [
        {
          id: '429b9e8b-d99e-44de-91ad-706cf8183658',
          source: 1,
          name: '@cf/meta/llama-3.1-8b-instruct',
          description: 'The Meta Llama 3.1 collection',
          task: { id: 'c329a1f9', name: 'Text Generation' },
          properties: [{ property_id: 'context_window', value: '7968' }],
        },
        {
          id: '57fbd08a-a4c4-411c-910d-b9459ff36c20',
          name: '@cf/baai/bge-small-en-v1.5',
          task: { id: '0137cdcf', name: 'Text Embeddings' },
        },
      ],
      success: true,
      errors: [],
      messages: [],
      result_info: { count: 2, page: 1, per_page: 50, total_count: 2 },
    },
    models: {
      '@cf/meta/llama-3.1-8b-instruct': { context_length: 7968 },
      '@cf/baai/bge-small-en-v1.5': { kind: 'other' },
    },
  },
  {
    service: 'an object by ID',
    source: 'gateways that list models as a map',
    answer: { data: { 'a/b': { context_length: 4096 }, c: { id: 'c', name: 'C' } } },
    models: { 'a/b': { context_length: 4096 }, c: {} },
  },
  {
    service: 'IDs only',
    source: 'small servers that list names',
    answer: { models: ['one', 'two'] },
    models: { one: {}, two: {} },
  },
];
