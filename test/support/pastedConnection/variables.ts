import type { Form } from './form.ts';

/** Environment variables: files, shells, containers. */
export const variables: readonly Form[] = [
  {
    source: 'services.md 8: .env of the OpenAI libraries',
    text: 'OPENAI_BASE_URL=https://llm.lab.example/v1\nOPENAI_API_KEY=lab-1234abcd\n',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-1234abcd' },
  },
  {
    source: 'services.md 8: older names, quotes, comments and other variables',
    text: '# LLM\nOPENAI_API_BASE="https://api.together.xyz/v1"   # Together\nOPENAI_API_KEY=\'tg-99aa88\'\n\nDATABASE_URL=postgres://u:p@db:5432/app\nNODE_ENV=production\nPORT=3000',
    expected: { name: 'Together', baseUrl: 'https://api.together.xyz/v1', key: 'tg-99aa88' },
  },
  {
    source: 'services.md 8: .env made one line by an input box',
    text: 'OPENAI_API_KEY=lab-1234abcd OPENAI_BASE_URL=https://llm.lab.example/v1 OPENAI_MODEL=team-1',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-1234abcd', model: 'team-1' },
  },
  {
    source: 'services.md 8: LLM_*',
    text: 'export LLM_BASE_URL="http://10.0.0.7:8000/v1"\nexport LLM_API_KEY="tok-55"\nexport LLM_MODEL="Qwen/Qwen3-32B"',
    expected: { baseUrl: 'http://10.0.0.7:8000/v1', key: 'tok-55', model: 'Qwen/Qwen3-32B' },
  },
  {
    source: 'services.md 8: OPENAI_COMPATIBLE_*',
    text: 'OPENAI_COMPATIBLE_BASE_URL=https://gw.corp.example/llm\nOPENAI_COMPATIBLE_API_KEY=gw-77',
    expected: { baseUrl: 'https://gw.corp.example/llm', key: 'gw-77' },
  },
  {
    source: 'console.groq.com/docs: only the key',
    text: 'export GROQ_API_KEY=gsk_AbCdEf123456',
    expected: { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', key: 'gsk_AbCdEf123456' },
  },
  {
    source: 'openrouter.ai/docs: PowerShell',
    text: '$env:OPENROUTER_API_KEY = "sk-or-v1-778899"',
    expected: {
      name: 'OpenRouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      key: 'sk-or-v1-778899',
    },
  },
  {
    source: 'platform.openai.com, quickstart: setx of Windows',
    text: 'setx OPENAI_API_KEY "sk-proj-55667788"',
    expected: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', key: 'sk-proj-55667788' },
  },
  {
    source: 'Windows command prompt: set',
    text: 'set MISTRAL_API_KEY=mk77aa88bb\r\nset MISTRAL_MODEL=codestral-latest',
    expected: {
      name: 'Mistral',
      baseUrl: 'https://api.mistral.ai/v1',
      key: 'mk77aa88bb',
      model: 'codestral-latest',
    },
  },
  {
    source: 'fishshell.com/docs: set -gx',
    text: 'set -gx DEEPSEEK_API_KEY dk-4433\nset -gx DEEPSEEK_BASE_URL https://api.deepseek.com/v1',
    expected: { name: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', key: 'dk-4433' },
  },
  {
    source: 'services.md 8: Hugging Face',
    text: 'HF_TOKEN=hf_QwErTy1234',
    expected: {
      name: 'Hugging Face',
      baseUrl: 'https://router.huggingface.co/v1',
      key: 'hf_QwErTy1234',
    },
  },
  {
    source: 'services.md 8: GitHub Models',
    text: 'GITHUB_TOKEN=github_pat_77aa88',
    expected: {
      name: 'GitHub Models',
      baseUrl: 'https://models.github.ai/inference',
      key: 'github_pat_77aa88',
    },
  },
  {
    source: 'ai.google.dev: API key as a variable',
    text: 'export GOOGLE_API_KEY=AIzaSy0011223344',
    expected: {
      name: 'Google Gemini',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      key: 'AIzaSy0011223344',
    },
  },
  {
    source: 'learn.microsoft.com, Azure OpenAI: endpoint, version and deployment',
    text: 'AZURE_OPENAI_ENDPOINT=https://contoso.openai.azure.com/\nAZURE_OPENAI_API_KEY=aabbccddeeff0011\nAZURE_OPENAI_DEPLOYMENT=gpt-4o-prod\nOPENAI_API_VERSION=2024-10-21',
    expected: {
      baseUrl:
        'https://contoso.openai.azure.com/openai/deployments/gpt-4o-prod?api-version=2024-10-21',
      key: 'aabbccddeeff0011',
      model: 'gpt-4o-prod',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'learn.microsoft.com, Azure OpenAI: without a deployment',
    text: 'AZURE_OPENAI_ENDPOINT="https://contoso.openai.azure.com"\nAZURE_OPENAI_API_KEY="aabbccddeeff0011"',
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/v1',
      key: 'aabbccddeeff0011',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'ai-sdk.dev, Azure: resource name',
    text: 'AZURE_RESOURCE_NAME=contoso\nAZURE_API_KEY=aabbccddeeff0011',
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/v1',
      key: 'aabbccddeeff0011',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'developers.cloudflare.com, Workers AI',
    text: 'CLOUDFLARE_ACCOUNT_ID=0a1b2c3d\nCLOUDFLARE_API_TOKEN=cf-4455',
    expected: {
      baseUrl: 'https://api.cloudflare.com/client/v4/accounts/0a1b2c3d/ai/v1',
      key: 'cf-4455',
    },
  },
  {
    source: 'services.md 8: Databricks',
    text: 'DATABRICKS_HOST=https://adb-123.azuredatabricks.net\nDATABRICKS_TOKEN=dapi99',
    expected: { baseUrl: 'https://adb-123.azuredatabricks.net/serving-endpoints', key: 'dapi99' },
  },
  {
    source: 'services.md 8: Snowflake',
    text: 'SNOWFLAKE_ACCOUNT=myorg-acc1\nSNOWFLAKE_CORTEX_PAT=pat-7788',
    expected: {
      baseUrl: 'https://myorg-acc1.snowflakecomputing.com/api/v2/cortex/v1',
      key: 'pat-7788',
    },
  },
  {
    source: 'vercel.com/docs, AI Gateway',
    text: 'AI_GATEWAY_API_KEY="vck_556677"',
    expected: {
      name: 'Vercel AI Gateway',
      baseUrl: 'https://ai-gateway.vercel.sh/v1',
      key: 'vck_556677',
    },
  },
  {
    source: 'docs.ollama.com, FAQ: host and port',
    text: 'export OLLAMA_HOST=http://192.168.1.20:11434',
    expected: { baseUrl: 'http://192.168.1.20:11434/v1' },
    missing: ['key'],
  },
  {
    source: 'docs.docker.com, docker run -e',
    text: 'docker run -d -p 3000:8080 -e OPENAI_API_BASE_URL=https://api.deepinfra.com/v1/openai -e OPENAI_API_KEY=di-998877 ghcr.io/open-webui/open-webui:main',
    expected: {
      name: 'DeepInfra',
      baseUrl: 'https://api.deepinfra.com/v1/openai',
      key: 'di-998877',
    },
  },
  {
    source: 'docs.docker.com, Compose: a list of variables',
    text: 'services:\n  web:\n    image: example/chat\n    environment:\n      - OPENAI_API_BASE_URL=http://vllm:8000/v1\n      - OPENAI_API_KEY=tok-1122\n    ports:\n      - "3000:8080"',
    expected: { baseUrl: 'http://vllm:8000/v1', key: 'tok-1122' },
  },
  {
    source: 'docs.docker.com, Compose: variables by name',
    text: 'services:\n  web:\n    environment:\n      OPENAI_API_BASE_URL: "https://api.x.ai/v1"\n      OPENAI_API_KEY: "xai-445566"\n      WEBUI_AUTH: "false"',
    expected: { name: 'xAI', baseUrl: 'https://api.x.ai/v1', key: 'xai-445566' },
  },
  {
    source: 'services.md 8: aider, .env and model',
    text: 'OPENAI_API_BASE=http://localhost:1234/v1\nOPENAI_API_KEY=dummy\nAIDER_MODEL=openai/qwen2.5-coder',
    expected: {
      name: 'LM Studio',
      baseUrl: 'http://localhost:1234/v1',
      key: '',
      model: 'qwen2.5-coder',
    },
  },
  {
    source: 'docs.python.org, os.environ',
    text: 'import os\nos.environ["PERPLEXITY_API_KEY"] = "pplx-665544"',
    expected: { name: 'Perplexity', baseUrl: 'https://api.perplexity.ai', key: 'pplx-665544' },
  },
  {
    source: 'code.claude.com: settings with env',
    text: '{\n  "env": {\n    "ANTHROPIC_BASE_URL": "https://gw.corp.example/anthropic",\n    "ANTHROPIC_AUTH_TOKEN": "corp-7744",\n    "ANTHROPIC_MODEL": "claude-opus"\n  }\n}',
    expected: {
      baseUrl: 'https://gw.corp.example/anthropic',
      key: 'corp-7744',
      model: 'claude-opus',
    },
  },
  {
    source: 'services.md 8: keys of two services',
    text: 'CEREBRAS_API_KEY=csk-112233\nDEEPSEEK_API_KEY=dk-445566\n',
    expected: [
      { name: 'Cerebras', baseUrl: 'https://api.cerebras.ai/v1', key: 'csk-112233' },
      { name: 'DeepSeek', baseUrl: 'https://api.deepseek.com', key: 'dk-445566' },
    ],
  },
  {
    source: '.env.example: the name is there, the key is not',
    text: 'FIREWORKS_API_KEY=your_api_key_here',
    expected: {
      name: 'Fireworks',
      baseUrl: 'https://api.fireworks.ai/inference/v1',
      keyVariable: 'FIREWORKS_API_KEY',
    },
  },
  {
    source: 'vite.dev: variables of a web page',
    text: 'VITE_OPENAI_API_KEY=lab-445566\nVITE_OPENAI_BASE_URL=https://llm.lab.example/v1',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-445566' },
  },
  {
    source: 'a key and an address of two names',
    text: 'BASE_URL=https://llm.lab.example/v1\nAPI_KEY=lab-445566\nMODEL=lab-70b',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-445566', model: 'lab-70b' },
  },
];
