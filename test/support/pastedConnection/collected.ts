import type { Form } from './form.ts';

/** Forms that were collected, with their answers, before they were tried. */
export const collected: readonly Form[] = [
  {
    source: 'docs.spring.io, OpenAiApi in Java',
    text: `var openAiApi = OpenAiApi.builder()
        .baseUrl("https://llm.lab.example")
        .apiKey(System.getenv("LAB_API_KEY"))
        .build();
var options = OpenAiChatOptions.builder()
    .model("lab-70b")
    .temperature(0.4)
    .build();
var chatModel = new OpenAiChatModel(openAiApi, options);`,
    expected: { baseUrl: 'https://llm.lab.example', keyVariable: 'LAB_API_KEY', model: 'lab-70b' },
  },
  {
    source: 'kubectl create secret',
    text: `kubectl create secret generic llm -n chat \\
  --from-literal=OPENAI_API_KEY=lab-44556677 \\
  --from-literal=OPENAI_BASE_URL=https://llm.lab.example/v1`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'nushell: http post',
    text: `let api_key = "lab-44556677"
let body = { "model": "lab-70b", "messages": [
  { "role": "user", "content": $query },
] } | to json
http post https://llm.lab.example/v1/chat/completions --headers [
    "Authorization" $"Bearer ($api_key)"
    "Content-Type" "application/json"
] $body | get choices.0.message.content`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'langchain-ai/langchainjs: two arguments',
    text: `import { ChatOpenAI } from "@langchain/openai";

const model = new ChatOpenAI({
  model: "lab-70b",
  openAIApiKey: "sk-1234abcd",
}, {
  basePath: "http://0.0.0.0:4000",
});

const message = await model.invoke("Hi there!");`,
    expected: { baseUrl: 'http://localhost:4000', key: 'sk-1234abcd', model: 'lab-70b' },
  },
  {
    source: 'milanglacier/minuet-ai.nvim',
    text: `require('minuet').setup{
    provider = 'openai_compatible',
    provider_options = {
        openai_compatible = {
            api_key = 'LAB_API_KEY',
            end_point = 'https://llm.lab.example/v1/chat/completions',
            model = 'lab-70b',
            name = 'lab',
            stream = true,
            optional = { max_tokens = 10000, top_p = 0.9, provider = { sort = 'throughput' } },
        },
    },
    throttle = 500,
}`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'docs.haystack.deepset.ai: Secret.from_token',
    text: `from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.utils import Secret

client = OpenAIChatGenerator(
    api_key=Secret.from_token("lab-44556677"),
    model="lab-70b",
    api_base_url="https://llm.lab.example/v1",
    generation_kwargs={"max_tokens": 50},
)`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'FoundationAgents/OpenManus: config.toml',
    text: `# Global LLM configuration
[llm]
model = "lab-70b"        # The LLM model to use
base_url = "http://127.0.0.1:8000/v1"  # API endpoint URL
api_key = "empty"                    # Your API key
max_tokens = 128000                           # Maximum number of tokens in the response
temperature = 0.0                           # Controls randomness

# [llm] #AZURE OPENAI:
# api_type= 'azure'
# model = "YOUR_MODEL_NAME" #"gpt-4o-mini"
# base_url = "{YOUR_AZURE_ENDPOINT.rstrip('/')}/openai/deployments/{AZURE_DEPLOYMENT_ID}"
# api_key = "AZURE API KEY"
`,
    expected: { baseUrl: 'http://127.0.0.1:8000/v1', key: '', model: 'lab-70b' },
  },
  {
    source: 'developer.mittwald.de: a page in German',
    text: `Die API kann über HTTPS angesprochen werden und ist OpenAI-API-kompatibel. Die Base-URL lautet https://llm.lab.example/v1.
Um die nachfolgenden Beispiele auszuführen, muss der API-Key zunächst als Umgebungsvariable gesetzt werden, beispielsweise so:
export APIKEY=sk-44556677aabbccdd
/v1/chat/completions
curl -i -X POST https://llm.lab.example/v1/chat/completions \\
-H "Content-Type: application/json" \\
-H "Authorization: Bearer $APIKEY" \\
-d '{
"model": "Mistral-Small-3.2-24B-Instruct",
"messages": [{"role": "user", "content": "Moin und hallo!"}]
}'`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'sk-44556677aabbccdd',
      model: 'Mistral-Small-3.2-24B-Instruct',
    },
  },
  {
    source: 'Postman: a collection',
    text: `{
  "info": { "name": "Lab LLM", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [
    {
      "name": "Chat",
      "request": {
        "auth": { "type": "bearer", "bearer": [{ "key": "token", "value": "lab-44556677", "type": "string" }] },
        "method": "POST",
        "header": [{ "key": "Content-Type", "value": "application/json" }],
        "body": { "mode": "raw", "raw": "{\\n  \\"model\\": \\"lab-70b\\",\\n  \\"messages\\": []\\n}" },
        "url": { "raw": "https://llm.lab.example/v1/chat/completions", "protocol": "https", "host": ["llm", "lab", "example"], "path": ["v1", "chat", "completions"] }
      }
    }
  ]
}`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'docs.github.com, Actions: inputs of a step',
    text: `- uses: example/ai-review@v2
  with:
    openai_api_key: \${{ secrets.LAB_API_KEY }}
    openai_base_url: https://llm.lab.example/v1
    model: lab-70b
    debug: false`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'nicholasjackson/demo-terraform-basics: variables with defaults',
    text: `variable "openai_base" {
  description = "Optional base URL to use OpenAI API with Open Web UI"
  default     = "https://llm.lab.example/v1"
}

variable "openai_key" {
  description = "Optional API key to use OpenAI API with Open Web UI"
  default     = "lab-44556677"
}`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'httpie.io/docs: bearer with a body',
    text: 'http POST https://llm.lab.example/v1/chat/completions -A bearer -a lab-44556677 model=lab-70b messages:=\'[{"role":"user","content":"Hi"}]\'',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'learn.microsoft.com, PowerShell: everything in variables',
    text: `$apiKey = 'lab-44556677'
$uri = 'https://llm.lab.example/v1/chat/completions'
$headers = @{ 'Authorization' = "Bearer $apiKey"; 'Content-Type' = 'application/json' }
$body = @{
  model = 'lab-70b'
  messages = @(@{ role = 'user'; content = 'Hi' })
} | ConvertTo-Json -Depth 5
$r = Invoke-RestMethod -Uri $uri -Method Post -Headers $headers -Body $body`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'marlobello/PowerShellScripts: Azure, an address of two variables',
    text: `$endpoint = "https://contoso.openai.azure.com"
$deployment = "dev-chat"
$route = "/openai/deployments/" + $deployment + "/chat/completions?api-version=2023-08-01-preview"
$headers = @{
    "api-key" = "0123456789abcdef0123456789abcdef"
    "Content-Type"  = "application/json"
}
$uri = $endpoint + $route
Invoke-RestMethod -Method Post -Uri $uri -Headers $headers -Body $body`,
    expected: {
      baseUrl:
        'https://contoso.openai.azure.com/openai/deployments/dev-chat?api-version=2023-08-01-preview',
      key: '0123456789abcdef0123456789abcdef',
      model: 'dev-chat',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'csh: setenv',
    text: `setenv OPENAI_API_BASE https://llm.lab.example/v1
setenv OPENAI_API_KEY lab-44556677`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'systemd: Environment',
    text: `[Unit]
Description=Chat bot

[Service]
ExecStart=/usr/bin/bot
Environment="OPENAI_BASE_URL=https://llm.lab.example/v1"
Environment="OPENAI_API_KEY=lab-44556677"
Restart=always`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'docs.vllm.ai, Kubernetes: args',
    text: `containers:
  - name: vllm
    image: vllm/vllm-openai:latest
    args:
      - --model=Qwen/Qwen3-8B
      - --host=0.0.0.0
      - --port=8000
      - --api-key=tok-778899`,
    expected: { baseUrl: 'http://localhost:8000/v1', key: 'tok-778899', model: 'Qwen/Qwen3-8B' },
  },
  {
    source: 'mozilla-ai/llamafile: --listen',
    text: './lab-7b.llamafile --server --v2 --listen 127.0.0.1:8083',
    expected: { baseUrl: 'http://127.0.0.1:8083/v1' },
  },
  {
    source: 'librechat.ai: .env',
    text: `OPENAI_API_KEY=lab-44556677
OPENAI_REVERSE_PROXY=https://llm.lab.example/v1/chat/completions
OPENAI_MODELS=lab-70b,lab-7b
TITLE_CONVO=true`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677',
      models: ['lab-70b', 'lab-7b'],
    },
  },
  {
    source: 'ChatGPTNextWeb: .env',
    text: `OPENAI_API_KEY=lab-44556677
CODE=pass123
BASE_URL=https://llm.lab.example
DEFAULT_MODEL=lab-70b
HIDE_USER_API_KEY=1`,
    expected: { baseUrl: 'https://llm.lab.example', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'docs.n8n.io: a credential',
    text: '[{"id":"x1","name":"OpenAi account","type":"openAiApi","data":{"apiKey":"lab-44556677","organizationId":"","url":"https://llm.lab.example/v1","header":false}}]',
    expected: {
      name: 'OpenAi account',
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677',
    },
  },
  {
    source: 'Bin-Huang/chatbox: host and path',
    text: `Name: Lab
API Host: https://llm.lab.example
API Path: /v1/chat/completions
API Key: lab-44556677
Model: lab-70b`,
    expected: {
      name: 'Lab',
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677',
      model: 'lab-70b',
    },
  },
  {
    source: 'ai.pydantic.dev: LiteLLMProvider',
    text: `from pydantic_ai.providers.litellm import LiteLLMProvider
model = OpenAIChatModel('lab-70b', provider=LiteLLMProvider(api_base='https://llm.lab.example/v1', api_key='lab-44556677'))
agent = Agent(model)`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'hexdocs.pm: config.exs',
    text: `config :openai,
  api_key: System.get_env("LAB_API_KEY"),
  api_url: "https://llm.lab.example/v1",
  http_options: [recv_timeout: 30_000]`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LAB_API_KEY' },
  },
  {
    source: 'openai-php/laravel: config/openai.php',
    text: `return [
    'api_key' => env('OPENAI_API_KEY'),
    'organization' => env('OPENAI_ORGANIZATION'),
    'base_uri' => env('OPENAI_BASE_URL', 'https://llm.lab.example/v1'),
    'request_timeout' => env('OPENAI_REQUEST_TIMEOUT', 30),
];`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'OPENAI_API_KEY' },
  },
  {
    source: 'learn.microsoft.com, HttpRequestMessage',
    text: `var request = new HttpRequestMessage(HttpMethod.Post, "https://llm.lab.example/v1/chat/completions");
request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", "lab-44556677");
var response = await client.SendAsync(request);`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'square.github.io/okhttp',
    text: `val request = Request.Builder()
    .url("https://llm.lab.example/v1/chat/completions")
    .addHeader("Authorization", "Bearer lab-44556677")
    .post(body)
    .build()`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'docs.rs/reqwest',
    text: `let res = client
    .post("https://llm.lab.example/v1/chat/completions")
    .bearer_auth("lab-44556677")
    .json(&json!({ "model": "lab-70b", "messages": [] }))
    .send()
    .await?;`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'Postman: jQuery',
    text: `var settings = {
   "url": "https://llm.lab.example/v1/chat/completions",
   "method": "POST",
   "timeout": 0,
   "headers": {
      "Authorization": "Bearer lab-44556677",
      "Content-Type": "application/json"
   },
   "data": JSON.stringify({ "model": "lab-70b", "messages": [] }),
};
$.ajax(settings).done(function (response) { console.log(response); });`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'httr2.r-lib.org',
    text: `resp <- request("https://llm.lab.example/v1/chat/completions") |>
  req_auth_bearer_token("lab-44556677") |>
  req_body_json(list(model = "lab-70b", messages = list())) |>
  req_perform()`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'learn.microsoft.com, VBA: XMLHTTP',
    text: `Set http = CreateObject("MSXML2.XMLHTTP")
http.Open "POST", "https://llm.lab.example/v1/chat/completions", False
http.setRequestHeader "Content-Type", "application/json"
http.setRequestHeader "Authorization", "Bearer lab-44556677"
http.send body`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'an e-mail in Japanese',
    text: `お疲れ様です。
社内LLMの接続情報をお送りします。
・ベースURL：https://llm.lab.example/v1
・APIキー：lab-44556677
・モデル：lab-70b
よろしくお願いします。`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'an e-mail in German, in sentences',
    text: `Hallo Jana,

die Basis-URL ist https://llm.lab.example/v1 und dein Schlüssel lautet lab-44556677889900aabbcc. Als Modell bitte lab-70b eintragen.

Gruß, Tom`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677889900aabbcc',
      model: 'lab-70b',
    },
  },
  {
    source: 'a chat message with code marks',
    text: 'hey, use `https://llm.lab.example/v1` w/ key `lab-44556677` and model `lab-70b`',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'a chat message with arrows',
    text: `URL -> https://llm.lab.example/v1
KEY -> lab-44556677
MODEL -> lab-70b`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'a table of a page, with tabs',
    text: `Base URL	https://llm.lab.example/v1
API Key	lab-44556677
Model	lab-70b`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'a Markdown table with a row of names',
    text: `| Provider | Base URL | API Key | Model |
|---|---|---|---|
| Lab | https://llm.lab.example/v1 | lab-44556677 | lab-70b |
| Other | https://b.example/v1 | bb-99887766 | other-7b |`,
    expected: [
      { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
      { baseUrl: 'https://b.example/v1', key: 'bb-99887766', model: 'other-7b' },
    ],
  },
  {
    source: 'learn.microsoft.com, appsettings.json: Azure',
    text: `{
  "Logging": { "LogLevel": { "Default": "Information" } },
  "AzureOpenAI": { "Endpoint": "https://contoso.openai.azure.com/", "DeploymentName": "gpt-4o-prod", "ApiKey": "0123456789abcdef0123456789abcdef" }
}`,
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/v1',
      key: '0123456789abcdef0123456789abcdef',
      model: 'gpt-4o-prod',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'docs.oracle.com, java -D',
    text: 'java -Dopenai.base-url=https://llm.lab.example/v1 -Dopenai.api-key=lab-44556677 -Dopenai.model=lab-70b -jar app.jar',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 's-kostyaev/ellama: Emacs Lisp',
    text: `(setopt ellama-provider
	(make-llm-openai-compatible
	 :key "lab-44556677"
	 :url "https://llm.lab.example/v1/"
	 :chat-model "lab-70b"
	 :embedding-model "nomic-embed-text"))`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'logancyang/obsidian-copilot: data.json',
    text: '{"openAIApiKey":"","defaultModelKey":"lab-70b|3rd party (openai-format)","activeModels":[{"name":"lab-70b","provider":"3rd party (openai-format)","enabled":true,"baseUrl":"https://llm.lab.example/v1","apiKey":"lab-44556677","isBuiltIn":false}]}',
    expected: {
      name: 'lab-70b',
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677',
      model: 'lab-70b',
    },
  },
  {
    source: 'goose: a custom provider',
    text: `{
  "name": "custom_lab",
  "engine": "openai",
  "display_name": "Lab",
  "api_key_env": "LAB_API_KEY",
  "base_url": "https://llm.lab.example/v1/chat/completions",
  "models": [{ "name": "lab-70b", "context_limit": 128000 }]
}`,
    expected: {
      name: 'custom_lab',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'musistudio/claude-code-router: config.json',
    text: `{
  "Providers": [
    { "name": "lab", "api_base_url": "https://llm.lab.example/v1/chat/completions", "api_key": "lab-44556677", "models": ["lab-70b", "lab-7b"] }
  ],
  "Router": { "default": "lab,lab-70b" }
}`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677',
      models: ['lab-70b', 'lab-7b'],
    },
  },
  {
    source: 'cursor.com: the fields of a page',
    text: `OpenAI API Key
lab-44556677
Override OpenAI Base URL
https://llm.lab.example/v1`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'TheR1D/shell_gpt: .sgptrc',
    text: `CHAT_CACHE_LENGTH=100
DEFAULT_MODEL=lab-70b
OPENAI_USE_FUNCTIONS=false
API_BASE_URL=https://llm.lab.example/v1
OPENAI_API_KEY=lab-44556677`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'kagent.dev: ModelConfig names a secret',
    text: `apiVersion: kagent.dev/v1alpha2
kind: ModelConfig
metadata:
  name: lab
spec:
  apiKeySecret: kagent-lab
  apiKeySecretKey: LAB_API_KEY
  model: lab-70b
  provider: OpenAI
  openAI:
    baseUrl: https://llm.lab.example/v1`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'two environments and one key',
    text: `Prod: https://a.example/v1
Staging: https://b.example/v1
API key: lab-44556677`,
    expected: [{ baseUrl: 'https://a.example/v1' }, { baseUrl: 'https://b.example/v1' }],
    missing: ['key'],
  },
  {
    source: 'usebruno.com: a .bru file',
    text: `meta {
  name: Chat
  type: http
  seq: 1
}

post {
  url: https://llm.lab.example/v1/chat/completions
  body: json
  auth: bearer
}

auth:bearer {
  token: lab-44556677
}

body:json {
  {
    "model": "lab-70b",
    "messages": []
  }
}`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'ipython.readthedocs.io: %env',
    text: `%env OPENAI_BASE_URL=https://llm.lab.example/v1
%env OPENAI_API_KEY=lab-44556677`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'BerriAI/litellm: a log with a masked key',
    text: `POST Request Sent from LiteLLM:
curl -X POST \\
https://llm.lab.example/v1/ \\
-H 'Authorization: Bearer lab-****' \\
-d '{'model': 'lab-70b', 'messages': []}'`,
    expected: { baseUrl: 'https://llm.lab.example/v1', model: 'lab-70b' },
    missing: ['key'],
  },
];
