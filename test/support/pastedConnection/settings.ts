import type { Form } from './form.ts';

const ollama = { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' };

/** Files of editors, assistants and gateways. */
export const settings: readonly Form[] = [
  {
    source: 'services.md 8, microsoft/vscode-docs: chatLanguageModels.json',
    text: `[
  {
    "name": "Lab",
    "vendor": "customendpoint",
    "apiKey": "\${input:chat.lm.secret.12}",
    "apiType": "chat-completions",
    "models": [
      {
        "id": "lab-70b",
        "name": "Lab 70B",
        "url": "https://llm.lab.example/v1/chat/completions",
        "toolCalling": true,
        "vision": false,
        "maxInputTokens": 128000,
        "maxOutputTokens": 16000
      },
      { "id": "lab-7b", "name": "Lab 7B", "url": "https://llm.lab.example/v1/chat/completions", "toolCalling": false, "vision": false, "maxInputTokens": 32000, "maxOutputTokens": 8000 }
    ]
  }
]`,
    expected: {
      name: 'Lab',
      baseUrl: 'https://llm.lab.example/v1',
      model: 'lab-70b',
      models: ['lab-70b', 'lab-7b'],
    },
    missing: ['key'],
  },
  {
    source: 'microsoft/vscode-docs: the address stands at the provider',
    text: `[{ "name": "Gateway", "vendor": "customendpoint", "apiKey": "gw-7788aa", "url": "https://gw.corp.example/openai/v1", "models": [{ "id": "m-large", "name": "Large", "requestHeaders": { "X-Team": "docs" } }] }]`,
    expected: {
      name: 'Gateway',
      baseUrl: 'https://gw.corp.example/openai/v1',
      key: 'gw-7788aa',
      model: 'm-large',
    },
  },
  {
    source: 'code.visualstudio.com: the older setting for custom models, with comments',
    text: `// settings.json
"github.copilot.chat.customOAIModels": {
    "qwen3-coder": {
        "name": "Qwen3 Coder",
        "url": "http://localhost:8000/v1", // vLLM
        "toolCalling": true,
        "requiresAPIKey": false,
    },
},`,
    expected: { name: 'Qwen3 Coder', baseUrl: 'http://localhost:8000/v1' },
  },
  {
    source: 'docs.continue.dev, config.yaml',
    text: `name: My Config
version: 0.0.1
schema: v1
models:
  - name: Lab Coder
    provider: openai
    model: lab-coder
    apiBase: https://llm.lab.example/v1
    apiKey: lab-99887766
    roles:
      - chat
      - edit
    capabilities:
      - tool_use
    requestOptions:
      headers:
        X-Team: docs
    defaultCompletionOptions:
      contextLength: 128000
`,
    expected: {
      name: 'Lab Coder',
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-99887766',
      model: 'lab-coder',
      headers: { 'X-Team': 'docs' },
    },
  },
  {
    source: 'docs.continue.dev, config.yaml: secrets and several providers',
    text: `models:
  - name: Claude
    provider: anthropic
    model: claude-sonnet-4-5
    apiKey: \${{ secrets.ANTHROPIC_API_KEY }}
  - name: Local
    provider: ollama
    model: qwen2.5-coder:7b
  - name: Gemini
    provider: gemini
    model: gemini-2.5-pro
    apiKey: AIzaSyZz9988`,
    expected: [
      {
        name: 'Claude',
        baseUrl: 'https://api.anthropic.com/v1',
        keyVariable: 'ANTHROPIC_API_KEY',
        model: 'claude-sonnet-4-5',
      },
      { name: 'Local', baseUrl: 'http://localhost:11434/v1', model: 'qwen2.5-coder:7b' },
      {
        name: 'Gemini',
        baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
        key: 'AIzaSyZz9988',
        model: 'gemini-2.5-pro',
      },
    ],
  },
  {
    source: 'docs.continue.dev, one entry with the indent of its file',
    text: `  - name: GPT OSS
    provider: openrouter
    model: openai/gpt-oss-120b
    apiKey: sk-or-v1-1212`,
    expected: {
      name: 'GPT OSS',
      baseUrl: 'https://openrouter.ai/api/v1',
      key: 'sk-or-v1-1212',
      model: 'openai/gpt-oss-120b',
    },
  },
  {
    source: 'docs.continue.dev, config.json',
    text: `{ "models": [ { "title": "LM Studio", "provider": "lmstudio", "model": "llama2-7b" } ], "tabAutocompleteModel": { "title": "Tab", "provider": "mistral", "model": "codestral", "apiKey": "zz" } }`,
    expected: { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', model: 'llama2-7b' },
  },
  {
    source: 'librechat.ai/docs, librechat.yaml',
    text: `version: 1.2.1
cache: true
endpoints:
  custom:
    - name: "Mistral"
      apiKey: "\${MISTRAL_API_KEY}"
      baseURL: "https://api.mistral.ai/v1"
      models:
        default: ["mistral-tiny", "mistral-small"]
        fetch: true
      titleConvo: true
      titleModel: "mistral-tiny"
      modelDisplayLabel: "Mistral"
      dropParams: ["stop", "user"]
    - name: "OpenRouter"
      apiKey: "\${OPENROUTER_KEY}"
      baseURL: "https://openrouter.ai/api/v1"
      headers:
        x-librechat-body-parentmessageid: "{{LIBRECHAT_BODY_PARENTMESSAGEID}}"
      models:
        default: ["meta-llama/llama-3-70b-instruct"]
        fetch: true`,
    expected: [
      {
        name: 'Mistral',
        baseUrl: 'https://api.mistral.ai/v1',
        keyVariable: 'MISTRAL_API_KEY',
        models: ['mistral-tiny', 'mistral-small'],
      },
      {
        name: 'OpenRouter',
        baseUrl: 'https://openrouter.ai/api/v1',
        keyVariable: 'OPENROUTER_KEY',
        model: 'meta-llama/llama-3-70b-instruct',
      },
    ],
  },
  {
    source: 'librechat.ai/docs: the user brings the key',
    text: `endpoints:\n  custom:\n    - name: "Lab"\n      apiKey: "user_provided"\n      baseURL: "https://llm.lab.example/v1/"\n      models: { default: ["lab-1"], fetch: false }`,
    expected: { name: 'Lab', baseUrl: 'https://llm.lab.example/v1', model: 'lab-1' },
    missing: ['key'],
  },
  {
    source: 'docs.litellm.ai, config.yaml',
    text: `model_list:
  - model_name: gpt-4o
    litellm_params:
      model: openai/my-deployment
      api_base: https://llm.lab.example/v1
      api_key: os.environ/LAB_API_KEY
  - model_name: claude
    litellm_params:
      model: anthropic/claude-sonnet-4-5
      api_key: os.environ/ANTHROPIC_API_KEY
litellm_settings:
  drop_params: true`,
    expected: [
      { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LAB_API_KEY', model: 'my-deployment' },
      {
        name: 'Anthropic',
        baseUrl: 'https://api.anthropic.com/v1',
        keyVariable: 'ANTHROPIC_API_KEY',
        model: 'claude-sonnet-4-5',
      },
    ],
  },
  {
    source: 'docs.litellm.ai, config.yaml: Azure',
    text: `model_list:\n  - model_name: azure-gpt\n    litellm_params:\n      model: azure/gpt-4o-prod\n      api_base: https://contoso.openai.azure.com/\n      api_version: "2024-10-21"\n      api_key: 00aa11bb22cc33dd`,
    expected: {
      baseUrl:
        'https://contoso.openai.azure.com/openai/deployments/gpt-4o-prod?api-version=2024-10-21',
      key: '00aa11bb22cc33dd',
      model: 'gpt-4o-prod',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'zed.dev/docs, docs.orq.ai: openai_compatible',
    text: `{
  "language_models": {
    "openai_compatible": {
      "Together AI": {
        "api_url": "https://api.together.xyz/v1",
        "available_models": [
          {
            "name": "mistralai/Mixtral-8x7B-Instruct-v0.1",
            "display_name": "Together Mixtral 8x7B",
            "max_tokens": 32768,
            "capabilities": { "tools": true, "images": false }
          }
        ]
      }
    }
  }
}`,
    expected: {
      name: 'Together AI',
      baseUrl: 'https://api.together.xyz/v1',
      model: 'mistralai/Mixtral-8x7B-Instruct-v0.1',
    },
    missing: ['key'],
  },
  {
    source: 'zed.dev/docs: the address of a known provider',
    text: `"language_models": {\n  "openai": {\n    "api_url": "https://gw.corp.example/v1",\n    "available_models": [{ "name": "corp-1", "max_tokens": 128000 }],\n  },\n}`,
    expected: { name: 'openai', baseUrl: 'https://gw.corp.example/v1', model: 'corp-1' },
    missing: ['key'],
  },
  {
    source: 'opencode.ai/docs, providers',
    text: `{
  "$schema": "https://opencode.ai/config.json",
  "model": "lab/lab-70b",
  "provider": {
    "lab": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "Lab models",
      "options": {
        "baseURL": "https://llm.lab.example/v1",
        "apiKey": "{env:LAB_KEY}",
        "headers": { "X-Team": "docs" }
      },
      "models": {
        "lab-70b": { "name": "Lab 70B", "limit": { "context": 200000, "output": 65536 } },
        "lab-7b": { "name": "Lab 7B" }
      }
    }
  }
}`,
    expected: {
      name: 'Lab models',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_KEY',
      model: 'lab-70b',
      models: ['lab-70b', 'lab-7b'],
      headers: { 'X-Team': 'docs' },
    },
  },
  {
    source: 'opencode.ai/docs: a known provider with its key',
    text: `{ "provider": { "openrouter": { "options": { "apiKey": "sk-or-v1-3434" }, "models": { "moonshotai/kimi-k2": {} } } } }`,
    expected: {
      name: 'openrouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      key: 'sk-or-v1-3434',
      model: 'moonshotai/kimi-k2',
    },
  },
  {
    source: 'developers.openai.com/codex, config.toml',
    text: `model = "lab-70b"
model_provider = "lab"
approval_policy = "on-request"

[model_providers.lab]
name = "Lab"
base_url = "https://llm.lab.example/v1"
env_key = "LAB_API_KEY"
wire_api = "chat"
http_headers = { "X-Team" = "docs" }
query_params = {}

[mcp_servers.docs]
url = "https://mcp.example/sse"`,
    expected: {
      name: 'Lab',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
      headers: { 'X-Team': 'docs' },
    },
  },
  {
    source: 'developers.openai.com/codex: Azure with query_params',
    text: `[model_providers.azure]\nname = "Azure"\nbase_url = "https://contoso.openai.azure.com/openai"\nenv_key = "AZURE_OPENAI_API_KEY"\nquery_params = { api-version = "2025-04-01-preview" }\nwire_api = "responses"`,
    expected: {
      name: 'Azure',
      baseUrl: 'https://contoso.openai.azure.com/openai/v1',
      keyVariable: 'AZURE_OPENAI_API_KEY',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'services.md 8: Cline',
    text: `{\n  "apiProvider": "openai",\n  "openAiBaseUrl": "https://llm.lab.example/v1",\n  "openAiApiKey": "lab-5566",\n  "openAiModelId": "lab-70b",\n  "openAiHeaders": { "X-Team": "docs" }\n}`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-5566',
      model: 'lab-70b',
      headers: { 'X-Team': 'docs' },
    },
  },
  {
    source: 'services.md 8: Cline with Azure',
    text: `{ "apiProvider": "openai", "openAiBaseUrl": "https://contoso.openai.azure.com/openai/deployments/prod", "openAiApiKey": "0011aabb", "openAiModelId": "prod", "azureApiVersion": "2024-10-21" }`,
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/deployments/prod?api-version=2024-10-21',
      key: '0011aabb',
      model: 'prod',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'docs.cline.bot: another provider’s key',
    text: `{ "apiProvider": "openrouter", "openRouterApiKey": "sk-or-v1-7878", "openRouterModelId": "anthropic/claude-sonnet-4.5" }`,
    expected: {
      name: 'OpenRouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      key: 'sk-or-v1-7878',
      model: 'anthropic/claude-sonnet-4.5',
    },
  },
  {
    source: 'aider.chat/docs, .aider.conf.yml',
    text: `# aider\nopenai-api-base: https://llm.lab.example/v1\nopenai-api-key: lab-3344\nmodel: openai/lab-70b\nauto-commits: false`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-3344', model: 'lab-70b' },
  },
  {
    source: 'services.md 8: models.json of pi',
    text: `{\n  "providers": {\n    "lab": {\n      "baseUrl": "https://llm.lab.example/v1",\n      "apiKey": "LAB_API_KEY",\n      "api": "openai-completions",\n      "models": [\n        { "id": "lab-70b", "name": "Lab 70B", "reasoning": false, "input": ["text"], "contextWindow": 128000, "maxTokens": 16384 }\n      ]\n    }\n  }\n}`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'services.md 8: pi, a local server',
    text: `{ "providers": { "ollama": { "baseUrl": "http://localhost:11434/v1", "api": "openai-completions", "apiKey": "ollama", "models": [{ "id": "llama3.1:8b" }, { "id": "qwen3:14b" }] } } }`,
    expected: {
      name: 'ollama',
      baseUrl: ollama.baseUrl,
      key: '',
      models: ['llama3.1:8b', 'qwen3:14b'],
    },
  },
  {
    source: 'llm.datasette.io, extra-openai-models.yaml',
    text: `- model_id: lab-70b\n  model_name: lab-70b\n  api_base: "http://10.0.0.9:8080/v1"\n  api_key_name: lab\n`,
    expected: { baseUrl: 'http://10.0.0.9:8080/v1', model: 'lab-70b' },
    missing: ['key'],
  },
  {
    source: 'docs.github.com, Actions: variables of a step',
    text: `- name: Ask\n  run: node ask.mjs\n  env:\n    OPENAI_BASE_URL: https://models.github.ai/inference\n    OPENAI_API_KEY: \${{ secrets.GITHUB_TOKEN }}`,
    expected: {
      name: 'GitHub Models',
      baseUrl: 'https://models.github.ai/inference',
      keyVariable: 'GITHUB_TOKEN',
    },
  },
  {
    source: 'docs.roocode.com, exported settings',
    text: `{ "providerProfiles": { "currentApiConfigName": "lab", "apiConfigs": { "lab": { "apiProvider": "openai", "openAiBaseUrl": "https://llm.lab.example/v1", "openAiApiKey": "lab-6677", "openAiModelId": "lab-7b", "id": "x1" } } } }`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-6677', model: 'lab-7b' },
  },
  {
    source: 'Parley: an entry of parley.connections',
    text: `{ "id": "4f", "name": "Lab", "baseUrl": "https://llm.lab.example/v1", "model": "lab-7b", "headers": { "X-Team": "docs" }, "extraBody": { "service_tier": "flex" } }`,
    expected: {
      name: 'Lab',
      baseUrl: 'https://llm.lab.example/v1',
      model: 'lab-7b',
      headers: { 'X-Team': 'docs' },
      extraBody: { service_tier: 'flex' },
    },
    missing: ['key'],
  },
  {
    source: 'a part of an object without its brackets',
    text: `"baseURL": "https://llm.lab.example/v1",\n"apiKey": "lab-4455",`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-4455' },
  },
  {
    source: 'JSON made one line by an input box',
    text: `{   "base_url": "https://api.cerebras.ai/v1",   "api_key": "csk-8899",   "model": "llama-4-scout"   }`,
    expected: {
      name: 'Cerebras',
      baseUrl: 'https://api.cerebras.ai/v1',
      key: 'csk-8899',
      model: 'llama-4-scout',
    },
  },
  {
    source: 'github.com/simonw, toml: a table of settings',
    text: `[llm]\nprovider = "groq"\nmodel = "llama-3.3-70b-versatile"\napi_key = "gsk_9900"\n`,
    expected: {
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai/v1',
      key: 'gsk_9900',
      model: 'llama-3.3-70b-versatile',
    },
  },
  {
    source: 'docs.cursor.com, overrides as a page shows them',
    text: `{ "openAIBaseUrl": "https://gw.corp.example/v1", "openAIKey": "gw-1212", "models": ["corp-a", "corp-b"] }`,
    expected: {
      baseUrl: 'https://gw.corp.example/v1',
      key: 'gw-1212',
      models: ['corp-a', 'corp-b'],
    },
  },
];
