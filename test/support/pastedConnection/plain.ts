import type { Form } from './form.ts';

/** Addresses, keys, and running text. */
export const plain: readonly Form[] = [
  {
    source: 'services.md 1: an address alone',
    text: 'http://localhost:8080/v1',
    expected: { baseUrl: 'http://localhost:8080/v1' },
  },
  {
    source: 'services.md 1: an address without a scheme',
    text: 'localhost:11434',
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434' },
  },
  {
    source: 'services.md 1: an address that wants a key',
    text: '  https://api.deepinfra.com/v1/openai/  ',
    expected: { name: 'DeepInfra', baseUrl: 'https://api.deepinfra.com/v1/openai' },
    missing: ['key'],
  },
  {
    source: 'services.md 1: Azure with its query',
    text: 'https://contoso.openai.azure.com/openai/deployments/prod/chat/completions?api-version=2024-10-21',
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/deployments/prod?api-version=2024-10-21',
      model: 'prod',
      headers: { 'api-key': '${key}' },
    },
    missing: ['key'],
  },
  {
    source: 'services.md 8: a key alone, Groq',
    text: 'gsk_QwErTy1234567890AsDf',
    expected: {
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai/v1',
      key: 'gsk_QwErTy1234567890AsDf',
    },
  },
  {
    source: 'services.md 8: a key alone, OpenRouter',
    text: 'sk-or-v1-00112233445566778899aabb',
    expected: {
      name: 'OpenRouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      key: 'sk-or-v1-00112233445566778899aabb',
    },
  },
  {
    source: 'services.md 8: a key alone, in quotes, Gemini',
    text: '"AIzaSyB-1234567890abcdefgh"',
    expected: {
      name: 'Google Gemini',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      key: 'AIzaSyB-1234567890abcdefgh',
    },
  },
  {
    source: 'services.md 8: a key alone of which nothing tells the service',
    text: 'sk-1a2b3c4d5e6f7a8b9c0d',
    expected: { key: 'sk-1a2b3c4d5e6f7a8b9c0d' },
    missing: ['address'],
  },
  {
    source: 'a header alone',
    text: 'Authorization: Bearer nvapi-ab12cd34ef56gh78',
    expected: {
      name: 'NVIDIA',
      baseUrl: 'https://integrate.api.nvidia.com/v1',
      key: 'nvapi-ab12cd34ef56gh78',
    },
  },
  {
    source: 'an address and a key on two lines',
    text: 'https://llm.lab.example/v1\nlab-77881122334455667788aabb',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-77881122334455667788aabb' },
  },
  {
    source: 'an address and a key on one line',
    text: 'https://api.z.ai/api/paas/v4 0a1b2c3d.4e5f6a7b',
    expected: { name: 'Z.AI', baseUrl: 'https://api.z.ai/api/paas/v4', key: '0a1b2c3d.4e5f6a7b' },
  },
  {
    source: 'a page with labels',
    text: 'Base URL: https://llm.lab.example/v1\nAPI Key: lab-445566\nModel: lab-70b',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-445566', model: 'lab-70b' },
  },
  {
    source: 'a Markdown list',
    text: '- **Endpoint:** `https://llm.lab.example/v1`\n- **API key:** `lab-445566`\n- **Model:** `lab-70b`',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-445566', model: 'lab-70b' },
  },
  {
    source: 'a Markdown table',
    text: '| Field | Value |\n| --- | --- |\n| Base URL | `https://api.novita.ai/openai/v1` |\n| API Key | `nv-99887766` |\n| Model ID | `deepseek/deepseek-v3` |',
    expected: {
      name: 'Novita',
      baseUrl: 'https://api.novita.ai/openai/v1',
      key: 'nv-99887766',
      model: 'deepseek/deepseek-v3',
    },
  },
  {
    source: 'labels above their values',
    text: 'API Base\nhttps://llm.lab.example/v1\n\nAPI Key\nlab-445566778899\n',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-445566778899' },
  },
  {
    source: 'a message of a colleague',
    text: 'Hi! You can use our gateway at https://gw.corp.example/v1, your key is gw-1a2b3c4d5e6f7a8b9c0d1e2f3a4b. The docs are at https://docs.corp.example/llm. Cheers',
    expected: { baseUrl: 'https://gw.corp.example/v1', key: 'gw-1a2b3c4d5e6f7a8b9c0d1e2f3a4b' },
  },
  {
    source: 'README paragraph',
    text: 'The API is compatible with OpenAI. Set the base URL to `http://localhost:1337/v1` and use any client. See https://github.com/janhq/jan for more.',
    expected: { baseUrl: 'http://localhost:1337/v1' },
  },
  {
    source: 'typographic quotes of a blog',
    text: 'client = OpenAI(base_url=“https://llm.lab.example/v1”, api_key=‘lab-6677’)',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-6677' },
  },
  {
    source: 'keys of two services',
    text: 'gsk_QwErTy1234567890AsDf\nsk-ant-api03-QwErTy1234567890',
    expected: [
      { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', key: 'gsk_QwErTy1234567890AsDf' },
      {
        name: 'Anthropic',
        baseUrl: 'https://api.anthropic.com/v1',
        key: 'sk-ant-api03-QwErTy1234567890',
      },
    ],
  },
  {
    source: 'two addresses with their keys',
    text: 'URL: https://a.example/v1\nKey: aa-11223344\n\nURL: https://b.example/v1\nKey: bb-55667788',
    expected: [
      { baseUrl: 'https://a.example/v1', key: 'aa-11223344' },
      { baseUrl: 'https://b.example/v1', key: 'bb-55667788' },
    ],
  },
  {
    source: 'a label beside variables of another name',
    text: 'Base URL: https://llm.lab.example/v1\nOPENAI_API_KEY=lab-9988776655',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-9988776655' },
  },
];
