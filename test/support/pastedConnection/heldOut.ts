import type { Form } from './form.ts';

/** Forms that were collected with their answers, and tried only when the reader was done with the others. */
export const heldOut: readonly Form[] = [
  {
    source: 'kubernetes.io, Secret: stringData',
    text: `apiVersion: v1
kind: Secret
metadata:
  name: llm-credentials
  namespace: chat
type: Opaque
stringData:
  OPENAI_BASE_URL: https://llm.lab.example/v1
  OPENAI_API_KEY: lab-44556677`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'a chart of AnythingLLM: values.yaml',
    text: `extraEnvs:
  LLM_PROVIDER: "litellm"
  LITE_LLM_MODEL_PREF: "lab-70b"
  LITE_LLM_MODEL_TOKEN_LIMIT: "4096"
  LITE_LLM_BASE_PATH: "http://127.0.0.1:4000"
  DEBUG_MODE: "true"

extraSecrets:
  LITE_LLM_API_KEY: "sk-123abc456"`,
    expected: { baseUrl: 'http://127.0.0.1:4000', key: 'sk-123abc456', model: 'lab-70b' },
  },
  {
    source: 'nushell: export-env',
    text: `export-env {
    $env.OPENAI_HOST = "http://localhost:11434"
    $env.OPENAI_CHAT = {}
    $env.OPENAI_API_KEY = 'secret-9988'
    $env.OPENAI_ORG_ID = ''
}`,
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434', key: 'secret-9988' },
  },
  {
    source: 'tencentmusic/supersonic: a batch file',
    text: `rem Replace with your LLM configs
rem Note: The default API key \`demo\` is provided by the community
set OPENAI_API_BASE=https://llm.lab.example/v1
set OPENAI_API_KEY=lab-44556677
set OPENAI_MODEL_NAME=lab-70b
set OPENAI_TEMPERATURE=0.0
set OPENAI_TIMEOUT=PT60S`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'tmc/langchaingo',
    text: `llm, err := openai.New(
	openai.WithBaseURL("https://llm.lab.example/v1"),
	openai.WithToken("lab-44556677"),
	openai.WithModel("lab-70b"),
)
if err != nil {
	log.Fatal(err)
}`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'robitx/gp.nvim',
    text: `require("gp").setup({
  openai_api_key = os.getenv("LAB_API_KEY"),
  providers = {
    openai = {
      endpoint = "https://llm.lab.example/v1/chat/completions",
    },
  },
  agents = {
    { name = "Lab", chat = true, model = { model = "lab-70b", temperature = 0.8 } },
  },
})`,
    expected: {
      name: 'openai',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'docs.haystack.deepset.ai: Secret.from_env_var',
    text: 'generator = OpenAIGenerator(api_key=Secret.from_env_var("LAB_API_KEY"), api_base_url="https://llm.lab.example/v1", model="lab-70b")',
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'ektos.ai: copied with the numbers of its lines',
    text: `1curl --request POST \\
2 --url https://api.lab.example/v1/chat/completions \\
3 --header "Authorization: Bearer $LAB_API_KEY" \\
4 --header "Content-Type: application/json" \\
5 -d '{
6 "model": "phi-3-mini-4k-instruct",
7 "messages": [
8 {
9 "role": "user",
10 "content": "Bonjour"
11 }
12 ]
13 }'`,
    expected: {
      baseUrl: 'https://api.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'phi-3-mini-4k-instruct',
    },
  },
  {
    source: 'Postman: an environment',
    text: `{ "id": "5a2b", "name": "Lab", "values": [
  { "key": "base_url", "value": "https://llm.lab.example/v1", "type": "default", "enabled": true },
  { "key": "api_key", "value": "lab-44556677", "type": "secret", "enabled": true }
] }`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'Terraform: terraform.tfvars',
    text: `litellm_api_base = "https://llm.lab.example/v1"
litellm_api_key  = "lab-44556677"
region           = "eu-central-1"`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'ducaale/xh: no scheme',
    text: "xhs post llm.lab.example/v1/chat/completions authorization:'Bearer lab-44556677' model=lab-70b",
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'learn.microsoft.com, SetEnvironmentVariable',
    text: `[Environment]::SetEnvironmentVariable("OPENAI_BASE_URL", "https://llm.lab.example/v1", "User")
[Environment]::SetEnvironmentVariable("OPENAI_API_KEY", "lab-44556677", "User")`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'Azure-Samples: API Management in PowerShell',
    text: `$apimServiceName = "apim-lab"
$apimSubscriptionKey = "0123456789abcdef0123456789abcdef"
$openAiDeploymentId = "gpt-35"
$azureOpeAiApiVersion = "2023-05-15"
$completionsApi = "https://$apimServiceName.azure-api.net/openai/deployments/$openAiDeploymentId/chat/completions?api-version=$azureOpeAiApiVersion"
$headers = @{"Ocp-Apim-Subscription-Key"=$apimSubscriptionKey;"Content-Type"="application/json"}
$response = Invoke-RestMethod $completionsApi -Method 'POST' -Headers $headers -Body $request`,
    expected: {
      baseUrl: 'https://apim-lab.azure-api.net/openai/deployments/gpt-35?api-version=2023-05-15',
      key: '0123456789abcdef0123456789abcdef',
      model: 'gpt-35',
      headers: { 'Ocp-Apim-Subscription-Key': '${key}' },
    },
  },
  {
    source: 'docs.docker.com, Dockerfile: ENV',
    text: `FROM python:3.12-slim
ENV OPENAI_BASE_URL=https://llm.lab.example/v1 \\
    OPENAI_API_KEY=lab-44556677
ENV OPENAI_MODEL lab-70b
CMD ["python", "app.py"]`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'docs.vllm.ai, Compose: the command as a list',
    text: `services:
  vllm:
    image: vllm/vllm-openai:latest
    command: ["--model", "Qwen/Qwen3-8B", "--port", "8001", "--api-key", "tok-778899", "--served-model-name", "qwen3"]
    ports:
      - "8001:8001"`,
    expected: { baseUrl: 'http://localhost:8001/v1', key: 'tok-778899', model: 'qwen3' },
  },
  {
    source: 'LostRuins/koboldcpp',
    text: 'python koboldcpp.py --model lab-13b.gguf --port 5001 --contextsize 8192',
    expected: { baseUrl: 'http://localhost:5001/v1', model: 'lab-13b.gguf' },
  },
  {
    source: 'ml-explore/mlx-lm',
    text: 'mlx_lm.server --model mlx-community/Qwen3-8B-4bit --port 8090',
    expected: { baseUrl: 'http://localhost:8090/v1', model: 'mlx-community/Qwen3-8B-4bit' },
  },
  {
    source: 'lobehub.com/docs: model list',
    text: `OPENAI_PROXY_URL=https://llm.lab.example/v1
OPENAI_API_KEY=lab-44556677
OPENAI_MODEL_LIST=-all,+lab-70b,+lab-7b`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677',
      models: ['lab-70b', 'lab-7b'],
    },
  },
  {
    source: 'docs.dify.ai: the fields of a dialog',
    text: `Model Name
lab-70b
Model display name
Lab 70B
API Key
lab-44556677
API endpoint URL
https://llm.lab.example/v1
Completion mode
Chat
Model context size
4096`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'CherryHQ/cherry-studio: a provider',
    text: '{"id":"lab","name":"Lab","type":"openai","apiKey":"lab-44556677","apiHost":"https://llm.lab.example","models":[{"id":"lab-70b","provider":"lab","name":"Lab 70B","group":"lab"}],"isSystem":false,"enabled":true}',
    expected: {
      name: 'Lab',
      baseUrl: 'https://llm.lab.example',
      key: 'lab-44556677',
      model: 'lab-70b',
    },
  },
  {
    source: 'zed.dev/docs: the model above the provider',
    text: `{
  "agent": { "default_model": { "provider": "openai", "model": "lab-70b" }, "version": "2" },
  "language_models": {
    "openai": { "version": "1", "api_url": "https://llm.lab.example/v1", "available_models": [{ "name": "lab-70b", "max_tokens": 128000 }] }
  }
}`,
    expected: { name: 'openai', baseUrl: 'https://llm.lab.example/v1', model: 'lab-70b' },
    missing: ['key'],
  },
  {
    source: 'ai-sdk.dev: createOpenAI and a method',
    text: `import { createOpenAI } from '@ai-sdk/openai';
const lab = createOpenAI({ baseURL: 'https://llm.lab.example/v1', apiKey: process.env.LAB_API_KEY, name: 'lab' });
const { text } = await generateText({ model: lab.chat('lab-70b'), prompt: 'Hi' });`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'brainlid/langchain: Elixir',
    text: `{:ok, chain} =
  %{llm: ChatOpenAI.new!(%{model: "lab-70b", endpoint: "https://llm.lab.example/v1/chat/completions", api_key: "lab-44556677"})}
  |> LLMChain.new!()
  |> LLMChain.run()`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'rubyllm.com: configure',
    text: `RubyLLM.configure do |config|
  config.openai_api_key = ENV['LAB_API_KEY']
  config.openai_api_base = "https://llm.lab.example/v1"
end
chat = RubyLLM.chat(model: "lab-70b", provider: :openai)`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'php.net: curl_setopt',
    text: `$ch = curl_init();
curl_setopt($ch, CURLOPT_URL, 'https://llm.lab.example/v1/chat/completions');
curl_setopt($ch, CURLOPT_POST, 1);
curl_setopt($ch, CURLOPT_HTTPHEADER, ['Content-Type: application/json', 'Authorization: Bearer lab-44556677']);
curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(['model' => 'lab-70b', 'messages' => []]));
$result = curl_exec($ch);`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'docs.oracle.com, java.net.http',
    text: `HttpRequest request = HttpRequest.newBuilder()
    .uri(URI.create("https://llm.lab.example/v1/chat/completions"))
    .header("Content-Type", "application/json")
    .header("Authorization", "Bearer lab-44556677")
    .POST(HttpRequest.BodyPublishers.ofString("{\\"model\\": \\"lab-70b\\", \\"messages\\": []}"))
    .build();`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'pkg.go.dev/net/http',
    text: `payload := strings.NewReader(\`{"model": "lab-70b", "messages": []}\`)
req, _ := http.NewRequest("POST", "https://llm.lab.example/v1/chat/completions", payload)
req.Header.Add("Content-Type", "application/json")
req.Header.Add("Authorization", "Bearer lab-44556677")
res, _ := http.DefaultClient.Do(req)`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'apifox.com: http.client',
    text: `import http.client
import json

conn = http.client.HTTPSConnection("llm.lab.example")
payload = json.dumps({
   "model": "lab-70b",
   "messages": [{"role": "user", "content": "Hi"}]
})
headers = {
   'Authorization': 'Bearer lab-44556677',
   'Content-Type': 'application/json'
}
conn.request("POST", "/v1/chat/completions", payload, headers)
res = conn.getresponse()`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'nodejs.org/api: https.request',
    text: `const options = {
  hostname: 'llm.lab.example',
  port: 443,
  path: '/v1/chat/completions',
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer lab-44556677' },
};
const req = https.request(options, (res) => {});
req.write(JSON.stringify({ model: 'lab-70b', messages: [] }));`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'pub.dev: dart_openai',
    text: `void main() {
  OpenAI.baseUrl = "https://llm.lab.example";
  OpenAI.apiKey = "lab-44556677";
  OpenAI.showLogs = true;
}`,
    expected: { baseUrl: 'https://llm.lab.example', key: 'lab-44556677' },
  },
  {
    source: 'a message in a Chinese group',
    text: `大家好，新的中转站开了：
地址：https://llm.lab.example
令牌：sk-Ab3dE5gH7jK9mN1pQ3sT5vW7
支持模型：gpt-4o、claude-sonnet-4、deepseek-v3
有问题联系我`,
    expected: {
      baseUrl: 'https://llm.lab.example',
      key: 'sk-Ab3dE5gH7jK9mN1pQ3sT5vW7',
      models: ['gpt-4o', 'claude-sonnet-4', 'deepseek-v3'],
    },
  },
  {
    source: 'a message in Russian with dashes',
    text: `Привет! Вот доступ к нашей модели:
Базовый URL — https://llm.lab.example/v1
Ключ — lab-44556677
Название модели — lab-70b`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'an e-mail in French',
    text: `Bonjour,
Point d'accès : https://llm.lab.example/v1
Clé d'accès : lab-44556677
Nom du modèle : lab-70b
Cordialement`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'an e-mail in English',
    text: `Hi Sam,

your access has been approved.

Endpoint: https://llm.lab.example/v1/chat/completions
Your personal access token is lab_0a1b2c3d4e5f6a7b8c9d0e1f2a3b. Keep it secret.
Models available: lab-70b, lab-7b

Best,
IT`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab_0a1b2c3d4e5f6a7b8c9d0e1f2a3b',
      models: ['lab-70b', 'lab-7b'],
    },
  },
  {
    source: 'a message in Turkish',
    text: `API adresi: https://llm.lab.example/v1
API anahtarı: lab-44556677
Model: lab-70b`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'a table with a row of names, CSV',
    text: `name,base_url,api_key,model
Lab,https://llm.lab.example/v1,lab-44556677,lab-70b`,
    expected: {
      name: 'Lab',
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677',
      model: 'lab-70b',
    },
  },
  {
    source: 'learn.microsoft.com, App.config',
    text: `<appSettings>
  <add key="OpenAI:Endpoint" value="https://llm.lab.example/v1" />
  <add key="OpenAI:ApiKey" value="lab-44556677" />
  <add key="OpenAI:Model" value="lab-70b" />
</appSettings>`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'learn.microsoft.com, dotnet user-secrets',
    text: `dotnet user-secrets init
dotnet user-secrets set "OpenAI:Endpoint" "https://llm.lab.example/v1"
dotnet user-secrets set "OpenAI:ApiKey" "lab-44556677"
dotnet user-secrets set "OpenAI:ModelId" "lab-70b"`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'docs.spring.io: arguments of the command line',
    text: 'java -jar app.jar --spring.ai.openai.base-url=https://llm.lab.example/v1 --spring.ai.openai.api-key=lab-44556677 --spring.ai.openai.chat.options.model=lab-70b',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'madox2/vim-ai',
    text: `let g:vim_ai_chat = {
\\  "options": {
\\    "model": "lab-70b",
\\    "endpoint_url": "https://llm.lab.example/v1/chat/completions",
\\    "temperature": 0.2,
\\  },
\\}`,
    expected: { baseUrl: 'https://llm.lab.example/v1', model: 'lab-70b' },
    missing: ['key'],
  },
  {
    source: 'openinterpreter.com: options',
    text: 'interpreter --api_base "http://localhost:1234/v1" --api_key "fake_key" --model openai/lab-7b',
    expected: {
      name: 'LM Studio',
      baseUrl: 'http://localhost:1234/v1',
      key: '',
      model: 'openai/lab-7b',
    },
  },
  {
    source: 'tabby.tabbyml.com: config.toml',
    text: `[model.chat.http]
kind = "openai/chat"
model_name = "lab-70b"
api_endpoint = "https://llm.lab.example/v1"
api_key = "lab-44556677"`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'charmbracelet/mods: mods.yml',
    text: `default-model: lab-70b
apis:
  lab:
    base-url: https://llm.lab.example/v1
    api-key-env: LAB_API_KEY
    models:
      lab-70b:
        aliases: ["l70"]
        max-input-chars: 392000`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'kubernetes.io: secretKeyRef',
    text: `env:
  - name: OPENAI_API_KEY
    valueFrom:
      secretKeyRef:
        name: llm-secret
        key: api-key
  - name: OPENAI_BASE_URL
    value: https://llm.lab.example/v1`,
    expected: { baseUrl: 'https://llm.lab.example/v1' },
    missing: ['key'],
  },
  {
    source: 'two unknown services in one file',
    text: `ALPHA_BASE_URL=https://a.example/v1
ALPHA_API_KEY=aa-11223344
BETA_BASE_URL=https://b.example/v1
BETA_API_KEY=bb-55667788`,
    expected: [
      { baseUrl: 'https://a.example/v1', key: 'aa-11223344' },
      { baseUrl: 'https://b.example/v1', key: 'bb-55667788' },
    ],
  },
  {
    source: 'developer.chrome.com: copied as fetch',
    text: `fetch("https://llm.lab.example/v1/chat/completions", {
  "headers": {
    "accept": "*/*",
    "authorization": "Bearer lab-44556677",
    "content-type": "application/json",
    "sec-fetch-mode": "cors"
  },
  "referrer": "https://chat.lab.example/",
  "body": "{\\"model\\":\\"lab-70b\\",\\"messages\\":[],\\"stream\\":true}",
  "method": "POST",
  "mode": "cors"
});`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'docs.python.org: setdefault',
    text: `import os
os.environ.setdefault("OPENAI_API_BASE", "https://llm.lab.example/v1")
os.environ.setdefault("OPENAI_API_KEY", "lab-44556677")`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' },
  },
  {
    source: 'docs.ollama.com: OLLAMA_HOST without a scheme',
    text: 'OLLAMA_HOST=192.168.1.20:11434 ollama run llama3.2',
    expected: { baseUrl: 'http://192.168.1.20:11434/v1' },
    missing: ['key'],
  },
];
