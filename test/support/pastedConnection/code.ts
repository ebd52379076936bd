import type { Form } from './form.ts';

const groq = { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1' };
const openRouter = { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' };

/** Programs. */
export const code: readonly Form[] = [
  {
    source: 'openai-python, README',
    text: `import os
from openai import OpenAI

client = OpenAI(
    # This is the default and can be omitted
    api_key=os.environ.get("OPENAI_API_KEY"),
)

response = client.responses.create(
    model="gpt-4o",
    instructions="You are a coding assistant.",
    input="How do I check if a Python object is an instance of a class?",
)`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-4o',
    },
  },
  {
    source: 'openai-python: nothing but the client',
    text: 'from openai import OpenAI\nclient = OpenAI()\ncompletion = client.chat.completions.create(model="gpt-5-mini", messages=[{"role": "user", "content": "Hi"}])',
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-5-mini',
    },
  },
  {
    source: 'openrouter.ai/docs, quickstart: Python',
    text: `from openai import OpenAI

client = OpenAI(
  base_url="https://openrouter.ai/api/v1",
  api_key="<OPENROUTER_API_KEY>",
)

completion = client.chat.completions.create(
  extra_headers={
    "HTTP-Referer": "<YOUR_SITE_URL>", # Optional
    "X-Title": "<YOUR_SITE_NAME>", # Optional
  },
  extra_body={"provider": {"order": ["Groq"]}},
  model="openai/gpt-5",
  messages=[{"role": "user", "content": "What is the meaning of life?"}]
)`,
    expected: {
      ...openRouter,
      model: 'openai/gpt-5',
      extraBody: { provider: { order: ['Groq'] } },
    },
    missing: ['key'],
  },
  {
    source: 'console.groq.com/docs, OpenAI compatibility: Python',
    text: `import os\nimport openai\n\nclient = openai.OpenAI(\n    base_url="https://api.groq.com/openai/v1",\n    api_key=os.environ["GROQ_API_KEY"]\n)`,
    expected: { ...groq, keyVariable: 'GROQ_API_KEY' },
  },
  {
    source: 'groq-python, README: its own class',
    text: 'from groq import AsyncGroq\nclient = AsyncGroq(api_key="gsk_77aa88bb")\nawait client.chat.completions.create(messages=[], model="openai/gpt-oss-20b")',
    expected: { ...groq, key: 'gsk_77aa88bb', model: 'openai/gpt-oss-20b' },
  },
  {
    source: 'api-docs.deepseek.com, first call: Python',
    text: `from openai import OpenAI\nclient = OpenAI(api_key="ds-33445566", base_url="https://api.deepseek.com")\nresponse = client.chat.completions.create(model="deepseek-reasoner", messages=[{"role": "system", "content": "x"}], stream=False)`,
    expected: {
      name: 'DeepSeek',
      baseUrl: 'https://api.deepseek.com',
      key: 'ds-33445566',
      model: 'deepseek-reasoner',
    },
  },
  {
    source: 'openai-python, before 1.0: assignments',
    text: 'import openai\nopenai.api_type = "open_ai"\nopenai.api_base = "http://localhost:8000/v1"\nopenai.api_key = "EMPTY"\nresponse = openai.ChatCompletion.create(model="vicuna-7b", messages=[])',
    expected: { baseUrl: 'http://localhost:8000/v1', key: '', model: 'vicuna-7b' },
  },
  {
    source: 'docs.vllm.ai, OpenAI client: variables',
    text: `from openai import OpenAI
# Modify OpenAI's API key and API base to use vLLM's API server.
openai_api_key = "EMPTY"
openai_api_base = "http://localhost:8000/v1"
client = OpenAI(
    api_key=openai_api_key,
    base_url=openai_api_base,
)
models = client.models.list()
model = models.data[0].id`,
    expected: { baseUrl: 'http://localhost:8000/v1', key: '' },
  },
  {
    source: 'learn.microsoft.com, AzureOpenAI in Python',
    text: `import os
from openai import AzureOpenAI

client = AzureOpenAI(
  azure_endpoint = "https://contoso.openai.azure.com/",
  api_key="00112233445566778899",
  api_version="2024-02-01"
)
response = client.chat.completions.create(model="gpt-35-turbo-16k", messages=[])`,
    expected: {
      baseUrl:
        'https://contoso.openai.azure.com/openai/deployments/gpt-35-turbo-16k?api-version=2024-02-01',
      key: '00112233445566778899',
      model: 'gpt-35-turbo-16k',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'learn.microsoft.com, AzureOpenAI: everything from the environment',
    text: 'client = AzureOpenAI(\n  azure_endpoint=os.getenv("AZURE_OPENAI_ENDPOINT"),\n  api_key=os.getenv("AZURE_OPENAI_API_KEY"),\n  api_version="2024-10-21"\n)',
    expected: { addressTemplate: '${AZURE_OPENAI_ENDPOINT}', keyVariable: 'AZURE_OPENAI_API_KEY' },
    missing: ['address'],
  },
  {
    source: 'learn.microsoft.com, Azure OpenAI v1 in Python',
    text: 'client = OpenAI(\n    api_key=os.getenv("AZURE_OPENAI_API_KEY"),\n    base_url="https://contoso.openai.azure.com/openai/v1/",\n)\nresponse = client.chat.completions.create(model="gpt-4.1-nano", messages=[])',
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/v1',
      keyVariable: 'AZURE_OPENAI_API_KEY',
      model: 'gpt-4.1-nano',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'docs.litellm.ai: completion with a provider in the model',
    text: 'from litellm import completion\nimport os\nos.environ["GROQ_API_KEY"] = "gsk_55443322"\nresponse = completion(model="groq/llama3-8b-8192", messages=[{"role": "user", "content": "hello"}])',
    expected: { ...groq, key: 'gsk_55443322', model: 'llama3-8b-8192' },
  },
  {
    source: 'docs.litellm.ai, OpenAI-compatible endpoints',
    text: 'import litellm\nresponse = litellm.completion(\n    model="openai/mistral",\n    api_key="sk-local-77",\n    api_base="http://0.0.0.0:4000/v1",\n    messages=[]\n)',
    expected: { baseUrl: 'http://localhost:4000/v1', key: 'sk-local-77', model: 'mistral' },
  },
  {
    source: 'python.langchain.com, ChatOpenAI',
    text: 'from langchain_openai import ChatOpenAI\nllm = ChatOpenAI(\n    model="nebius-70b",\n    temperature=0,\n    base_url="https://api.tokenfactory.nebius.com/v1",\n    api_key=SecretStr("nb-8877"),\n    default_headers={"X-Team": "docs"},\n)',
    expected: {
      name: 'Nebius',
      baseUrl: 'https://api.tokenfactory.nebius.com/v1',
      key: 'nb-8877',
      model: 'nebius-70b',
      headers: { 'X-Team': 'docs' },
    },
  },
  {
    source: 'python.langchain.com, ChatOpenAI with its older names',
    text: 'llm = ChatOpenAI(openai_api_base="https://api.siliconflow.cn/v1", openai_api_key="sf-1122", model_name="Qwen/Qwen3-8B", extra_body={"enable_thinking": False})',
    expected: {
      name: 'SiliconFlow',
      baseUrl: 'https://api.siliconflow.cn/v1',
      key: 'sf-1122',
      model: 'Qwen/Qwen3-8B',
      extraBody: { enable_thinking: false },
    },
  },
  {
    source: 'python.langchain.com, ChatGroq',
    text: 'import getpass, os\nif "GROQ_API_KEY" not in os.environ:\n    os.environ["GROQ_API_KEY"] = getpass.getpass("Enter your Groq API key: ")\nfrom langchain_groq import ChatGroq\nllm = ChatGroq(model="llama-3.1-8b-instant", temperature=0)',
    expected: { ...groq, keyVariable: 'GROQ_API_KEY', model: 'llama-3.1-8b-instant' },
  },
  {
    source: 'python.langchain.com, AzureChatOpenAI',
    text: 'llm = AzureChatOpenAI(azure_endpoint="https://contoso.openai.azure.com/", azure_deployment="o4", api_version="2024-12-01-preview", api_key="aa11bb22cc33")',
    expected: {
      baseUrl:
        'https://contoso.openai.azure.com/openai/deployments/o4?api-version=2024-12-01-preview',
      key: 'aa11bb22cc33',
      model: 'o4',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'requests.readthedocs.io with openrouter.ai/docs',
    text: `import requests
import json
response = requests.post(
  url="https://openrouter.ai/api/v1/chat/completions",
  headers={
    "Authorization": "Bearer sk-or-v1-abc123def",
    "X-Title": "Notes", # Optional
  },
  data=json.dumps({
    "model": "openai/gpt-4o", # Optional
    "messages": [{"role": "user", "content": "Hi"}],
    "transforms": ["middle-out"]
  })
)`,
    expected: {
      ...openRouter,
      key: 'sk-or-v1-abc123def',
      model: 'openai/gpt-4o',
      headers: { 'X-Title': 'Notes' },
      extraBody: { transforms: ['middle-out'] },
    },
  },
  {
    source: 'docs.perplexity.ai: requests with variables',
    text: `import requests\n\nurl = "https://api.perplexity.ai/chat/completions"\npayload = {"model": "sonar", "messages": [{"role": "system", "content": "Be precise."}]}\nheaders = {\n    "Authorization": "Bearer pplx-99aa",\n    "Content-Type": "application/json"\n}\nresponse = requests.request("POST", url, json=payload, headers=headers)\nprint(response.text)`,
    expected: {
      name: 'Perplexity',
      baseUrl: 'https://api.perplexity.ai',
      key: 'pplx-99aa',
      model: 'sonar',
    },
  },
  {
    source: 'www.python-httpx.org: an f-string',
    text: `TOKEN = "cx-778899"\nBASE = "https://llm.lab.example/v1"\nr = httpx.post(f"{BASE}/chat/completions", headers={"Authorization": f"Bearer {TOKEN}"}, json={"model": "lab-7b", "messages": []}, timeout=60)`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'cx-778899', model: 'lab-7b' },
  },
  {
    source: 'huggingface.co/docs, InferenceClient',
    text: 'from huggingface_hub import InferenceClient\nclient = InferenceClient(provider="auto", api_key=os.environ["HF_TOKEN"])\ncompletion = client.chat.completions.create(model="deepseek-ai/DeepSeek-V3.2", messages=[])',
    expected: {
      name: 'Hugging Face',
      baseUrl: 'https://router.huggingface.co/v1',
      keyVariable: 'HF_TOKEN',
      model: 'deepseek-ai/DeepSeek-V3.2',
    },
  },
  {
    source: 'openai-node, README',
    text: `import OpenAI from 'openai';

const client = new OpenAI({
  apiKey: process.env['OPENAI_API_KEY'], // This is the default and can be omitted
});

const completion = await client.chat.completions.create({
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'Are semicolons optional in JavaScript?' }],
});`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-4o',
    },
  },
  {
    source: 'docs.x.ai: JavaScript',
    text: `import OpenAI from "openai";\nconst openai = new OpenAI({\n  apiKey: "xai-88aa77bb",\n  baseURL: "https://api.x.ai/v1",\n  timeout: 360000,\n});\nconst completion = await openai.chat.completions.create({ model: "grok-4", messages: [] });`,
    expected: { name: 'xAI', baseUrl: 'https://api.x.ai/v1', key: 'xai-88aa77bb', model: 'grok-4' },
  },
  {
    source: 'openrouter.ai/docs: default headers in TypeScript',
    text: `const openai = new OpenAI({
  baseURL: 'https://openrouter.ai/api/v1',
  apiKey: 'sk-or-v1-55aa66bb',
  defaultHeaders: {
    'HTTP-Referer': 'https://notes.example', // Optional. Site URL.
    'X-Title': 'Notes',
  },
});
async function main() {
  const completion = await openai.chat.completions.create({ model: 'openai/gpt-4o', messages: [] });
}`,
    expected: {
      ...openRouter,
      key: 'sk-or-v1-55aa66bb',
      model: 'openai/gpt-4o',
      headers: { 'HTTP-Referer': 'https://notes.example', 'X-Title': 'Notes' },
    },
  },
  {
    source: 'ai-sdk.dev, OpenAI-compatible providers',
    text: `import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';

const provider = createOpenAICompatible({
  name: 'providerName',
  apiKey: process.env.PROVIDER_API_KEY,
  baseURL: 'https://api.provider.example/v1',
  includeUsage: true,
});

const { text } = await generateText({
  model: provider('model-id-9'),
  prompt: 'Write a vegetarian lasagna recipe for 4 people.',
});`,
    expected: {
      name: 'providerName',
      baseUrl: 'https://api.provider.example/v1',
      keyVariable: 'PROVIDER_API_KEY',
      model: 'model-id-9',
    },
  },
  {
    source: 'ai-sdk.dev, createGroq',
    text: `import { createGroq } from '@ai-sdk/groq';\nconst groq = createGroq({ apiKey: 'gsk_1a2b3c' });\nconst { text } = await generateText({ model: groq('gemma2-9b-it'), prompt: 'x' });`,
    expected: { ...groq, key: 'gsk_1a2b3c', model: 'gemma2-9b-it' },
  },
  {
    source: 'ai-sdk.dev: only the model',
    text: `import { mistral } from '@ai-sdk/mistral';\nimport { streamText } from 'ai';\nconst result = streamText({ model: mistral('mistral-large-latest'), prompt: 'Hi' });`,
    expected: {
      name: 'Mistral',
      baseUrl: 'https://api.mistral.ai/v1',
      keyVariable: 'MISTRAL_API_KEY',
      model: 'mistral-large-latest',
    },
  },
  {
    source: 'ai-sdk.dev, createAzure',
    text: `const azure = createAzure({ resourceName: 'contoso', apiKey: 'aa11bb22cc' });\nconst { text } = await generateText({ model: azure('gpt-4o-prod'), prompt: 'Hi' });`,
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/v1',
      key: 'aa11bb22cc',
      model: 'gpt-4o-prod',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'developer.mozilla.org, fetch; openrouter.ai/docs',
    text: `fetch('https://openrouter.ai/api/v1/chat/completions', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer sk-or-v1-9988',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    model: 'openai/gpt-4o',
    messages: [{ role: 'user', content: 'What is the meaning of life?' }],
  }),
});`,
    expected: { ...openRouter, key: 'sk-or-v1-9988', model: 'openai/gpt-4o' },
  },
  {
    source: 'fetch with a template and constants',
    text: 'const API_KEY = "lab-66";\nconst base = `https://llm.lab.example/v1`;\nconst res = await fetch(`${base}/chat/completions`, { method: "POST", headers: { "x-api-key": API_KEY, "content-type": "application/json" }, body: JSON.stringify({ model: "lab-1", stream: true }) });',
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-66',
      model: 'lab-1',
      headers: { 'x-api-key': '${key}' },
    },
  },
  {
    source: 'axios-http.com: post with three arguments',
    text: `const { data } = await axios.post('https://api.minimax.io/v1/chat/completions', { model: 'MiniMax-M2', messages: [], reasoning_split: true }, { headers: { Authorization: \`Bearer \${process.env.MINIMAX_API_KEY}\` } });`,
    expected: {
      name: 'MiniMax',
      baseUrl: 'https://api.minimax.io/v1',
      keyVariable: 'MINIMAX_API_KEY',
      model: 'MiniMax-M2',
      extraBody: { reasoning_split: true },
    },
  },
  {
    source: 'js.langchain.com, ChatOpenAI with configuration',
    text: `import { ChatOpenAI } from "@langchain/openai";\nconst llm = new ChatOpenAI({\n  model: "qwen-plus",\n  apiKey: "ds-8899aa",\n  configuration: {\n    baseURL: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",\n  },\n});`,
    expected: {
      name: 'DashScope',
      baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
      key: 'ds-8899aa',
      model: 'qwen-plus',
    },
  },
  {
    source: 'a default beside the variable',
    text: `const client = new OpenAI({ baseURL: process.env.LLM_URL ?? 'http://localhost:11434/v1', apiKey: process.env.LLM_KEY || 'ollama' });`,
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', keyVariable: 'LLM_KEY' },
  },
  {
    source: 'openai-go, README',
    text: `client := openai.NewClient(\n\toption.WithBaseURL("https://inference.baseten.co/v1"),\n\toption.WithAPIKey("bt-7766"), // defaults to os.LookupEnv("OPENAI_API_KEY")\n)`,
    expected: { name: 'Baseten', baseUrl: 'https://inference.baseten.co/v1', key: 'bt-7766' },
  },
  {
    source: 'openai-java, README',
    text: `OpenAIClient client = OpenAIOkHttpClient.builder()\n    .apiKey("zz-5544")\n    .baseUrl("https://open.bigmodel.cn/api/paas/v4")\n    .build();`,
    expected: { name: 'Zhipu', baseUrl: 'https://open.bigmodel.cn/api/paas/v4', key: 'zz-5544' },
  },
  {
    source: 'openai-dotnet, README',
    text: `ChatClient client = new(\n    model: "MODEL-7",\n    credential: new ApiKeyCredential("nv-3322"),\n    options: new OpenAIClientOptions()\n    {\n        Endpoint = new Uri("https://llm.lab.example/v1")\n    }\n);`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'nv-3322', model: 'MODEL-7' },
  },
  {
    source: 'ruby-openai, README',
    text: `client = OpenAI::Client.new(\n  access_token: "rb-1199",\n  uri_base: "https://api.groq.com/openai/v1",\n  extra_headers: { "X-Proxy-TTL" => "43200" }\n)`,
    expected: { ...groq, key: 'rb-1199', headers: { 'X-Proxy-TTL': '43200' } },
  },
  {
    source: 'openai-php/client, README',
    text: `$client = OpenAI::factory()\n    ->withApiKey('ph-2288')\n    ->withBaseUri('https://llm.lab.example/v1')\n    ->make();`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'ph-2288' },
  },
  {
    source: 'made one line by an input box',
    text: 'from openai import OpenAI  client = OpenAI(     base_url="https://api.venice.ai/api/v1",     api_key="vn-4411" )',
    expected: { name: 'Venice', baseUrl: 'https://api.venice.ai/api/v1', key: 'vn-4411' },
  },
];
