import type { Form } from './form.ts';

/** Further forms that were tried only once the reader could read all before. */
export const heldOutAgain: readonly Form[] = [
  {
    source: 'di-sukharev/opencommit',
    text: `OCO_AI_PROVIDER=openai
OCO_API_URL=https://llm.lab.example/v1
OCO_API_KEY=lab-44556677
OCO_MODEL=lab-70b
OCO_TOKENS_MAX_INPUT=4096`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'python.langchain.com: init_chat_model',
    text: `from langchain.chat_models import init_chat_model
model = init_chat_model("lab-70b", model_provider="openai", base_url="https://llm.lab.example/v1", api_key="lab-44556677")`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'genkit.dev: openAICompatible',
    text: `export const ai = genkit({
  plugins: [
    openAICompatible({
      name: 'lab',
      apiKey: process.env.LAB_API_KEY,
      baseURL: 'https://llm.lab.example/v1',
    }),
  ],
});
const { text } = await ai.generate({ model: 'lab/lab-70b', prompt: 'Hi' });`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab/lab-70b',
    },
  },
  {
    source: 'developer.apple.com, URLRequest',
    text: `var request = URLRequest(url: URL(string: "https://llm.lab.example/v1/chat/completions")!)
request.httpMethod = "POST"
request.setValue("Bearer lab-44556677", forHTTPHeaderField: "Authorization")
request.setValue("application/json", forHTTPHeaderField: "Content-Type")`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'metacpan.org, LWP',
    text: `my $res = $ua->post('https://llm.lab.example/v1/chat/completions',
  'Authorization' => 'Bearer lab-44556677',
  'Content-Type' => 'application/json',
  Content => encode_json({ model => 'lab-70b', messages => [] }));`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'docs.ansible.com: environment',
    text: `- name: Run the bot
  ansible.builtin.command: /opt/bot/run
  environment:
    OPENAI_BASE_URL: "https://llm.lab.example/v1"
    OPENAI_API_KEY: "lab-44556677"`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'search.nixos.org: open-webui',
    text: `services.open-webui = {
  enable = true;
  port = 3000;
  environment = {
    OPENAI_API_BASE_URL = "https://llm.lab.example/v1";
    OPENAI_API_KEY = "lab-44556677";
  };
};`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'helm.sh: values.yaml',
    text: `replicaCount: 1
image:
  repository: example/assistant
  tag: "1.4"
config:
  llm:
    provider: openai
    endpoint: https://llm.lab.example/v1
    apiKey: lab-44556677
    model: lab-70b
service:
  type: ClusterIP
  port: 8080`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'docs.docker.com, Compose: defaults of variables',
    text: `services:
  app:
    image: example/app
    environment:
      OPENAI_BASE_URL: \${OPENAI_BASE_URL:-https://llm.lab.example/v1}
      OPENAI_API_KEY: \${LAB_API_KEY:?set it}
      OPENAI_MODEL: \${OPENAI_MODEL:-lab-70b}`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'a form of an issue',
    text: `**API Provider:** OpenAI Compatible
**Base URL:** https://llm.lab.example/v1
**Model:** lab-70b
**Version:** 3.17.2
**OS:** Windows 11`,
    expected: { baseUrl: 'https://llm.lab.example/v1', model: 'lab-70b' },
    missing: ['key'],
  },
  {
    source: 'vscode-restclient: variables',
    text: `@baseUrl = https://llm.lab.example/v1
@token = lab-44556677

POST {{baseUrl}}/chat/completions
Authorization: Bearer {{token}}
Content-Type: application/json

{
  "model": "lab-70b",
  "messages": []
}`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'hurl.dev',
    text: `POST https://llm.lab.example/v1/chat/completions
Authorization: Bearer lab-44556677
{
  "model": "lab-70b",
  "messages": []
}
HTTP 200
[Asserts]
jsonpath "$.choices" count == 1`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'learn.microsoft.com, splatting',
    text: `$params = @{
    Uri         = 'https://llm.lab.example/v1/chat/completions'
    Method      = 'Post'
    Headers     = @{ Authorization = 'Bearer lab-44556677' }
    ContentType = 'application/json'
    Body        = (@{ model = 'lab-70b'; messages = @() } | ConvertTo-Json)
}
Invoke-RestMethod @params`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'lmstudio.ai: a message of the server',
    text: `Success! HTTP server listening on port 1234
Reachable at: http://192.168.1.50:1234`,
    expected: { baseUrl: 'http://192.168.1.50:1234' },
    missing: ['key'],
  },
  {
    source: 'ggml-org/llama.cpp: -hf and a key',
    text: 'llama-server -hf ggml-org/gpt-oss-20b-GGUF --ctx-size 0 --jinja --port 8033 --api-key secret123',
    expected: { baseUrl: 'http://localhost:8033', key: 'secret123' },
  },
  {
    source: 'huggingface.co/docs/text-generation-inference',
    text: 'text-generation-launcher --model-id Qwen/Qwen3-8B --hostname 0.0.0.0 --port 8085 --max-input-tokens 4096',
    expected: { baseUrl: 'http://localhost:8085', model: 'Qwen/Qwen3-8B' },
  },
  {
    source: 'learn.microsoft.com, az: keys',
    text: `{
  "endpoint": "https://contoso.openai.azure.com/",
  "key1": "0123456789abcdef0123456789abcdef",
  "location": "swedencentral"
}`,
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/',
      key: '0123456789abcdef0123456789abcdef',
    },
  },
  {
    source: 'a table in Japanese',
    text: `| 項目 | 値 |
| --- | --- |
| エンドポイントURL | https://llm.lab.example/v1 |
| APIキー | lab-44556677 |
| 使用モデル | lab-70b |`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'a message in Chinese without spaces',
    text: 'base_url填https://llm.lab.example/v1，key填lab-44556677，model填lab-70b',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'an e-mail in Spanish',
    text: 'Hola, la URL base es https://llm.lab.example/v1 y tu clave es lab-44556677. Usa el modelo lab-70b. Saludos',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'an e-mail in Dutch',
    text: `Hoi,
Basis-URL: https://llm.lab.example/v1
Sleutel: lab-44556677
Model: lab-70b
Groet`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'a chat message with equals signs',
    text: 'try endpoint=https://llm.lab.example/v1 key=lab-44556677 model=lab-70b',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'a module of JavaScript',
    text: `module.exports = {
  port: 3000,
  // our gateway
  llm: { baseURL: 'https://llm.lab.example/v1', apiKey: 'lab-44556677', model: 'lab-70b', },
};`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'sourcegraph.com/docs/cody: models',
    text: `"cody.dev.models": [
  {
    "provider": "openaicompatible",
    "model": "lab-70b",
    "inputTokens": 32000,
    "apiKey": "lab-44556677",
    "apiEndpoint": "https://llm.lab.example/v1"
  }
]`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'an e-mail with a virtual key',
    text: `Hello!
Your LiteLLM Virtual Key: sk-Zx81QwErTyUiOp90
Budget: $20 per month
Base URL: https://litellm.lab.example
Docs: https://docs.litellm.ai`,
    expected: { baseUrl: 'https://litellm.lab.example', key: 'sk-Zx81QwErTyUiOp90' },
  },
  {
    source: 'cequence/openai-scala-client',
    text: `val service = OpenAIChatCompletionServiceFactory(
  coreUrl = "https://llm.lab.example/v1/",
  authHeaders = Seq(("Authorization", s"Bearer lab-44556677"))
)`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'rig.rs: builder',
    text: `let client = openai::Client::builder("sk-Zx81QwErTyUiOp90AsDf")
    .base_url("https://llm.lab.example/v1")
    .build();
let agent = client.agent("lab-70b").build();`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'sk-Zx81QwErTyUiOp90AsDf' },
  },
  {
    source: 'r-project.org: Sys.setenv',
    text: 'Sys.setenv(OPENAI_API_KEY = "lab-44556677", OPENAI_BASE_URL = "https://llm.lab.example/v1")',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'two services, each in its section',
    text: `[work]
url = https://a.example/v1
token = aa-11223344

[home]
url = http://10.0.0.5:8080
token = bb-55667788`,
    expected: [
      { baseUrl: 'https://a.example/v1', key: 'aa-11223344' },
      { baseUrl: 'http://10.0.0.5:8080', key: 'bb-55667788' },
    ],
  },
  {
    source: 'one key for two addresses in JSON',
    text: '{"apiKey": "lab-44556677", "chat": {"url": "https://a.example/v1"}, "backup": {"url": "https://b.example/v1"}}',
    expected: [{ baseUrl: 'https://a.example/v1' }, { baseUrl: 'https://b.example/v1' }],
    missing: ['key'],
  },
  {
    source: 'a mail with the key of another thing',
    text: `LLM endpoint: https://llm.lab.example/v1
LLM key: lab-44556677
Jira token: jt-99887766aabb
Model: lab-70b`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
];
