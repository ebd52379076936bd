import type { Form } from './form.ts';

/** Forms of a third collection, of which 103 of 161 were understood at the first try. */
export const found: readonly Form[] = [
  {
    source: 'Cline CLI: a wizard with a frame',
    text: `┌─ Select API provider type:
│ > OpenAI Compatible
│
┌─ API Key: (CRITICAL: No leading/trailing spaces!)
│ gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd
│
┌─ Base URL (optional, for OpenAI-compatible providers):
│ https://llm.lab.example/v1
│
┌─ Model ID:
│ lab-70b
│
┌─ What would you like to do?
│ > Return to main auth menu`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'claude-code-router: a proxy beside the providers',
    text: `{
  "PROXY_URL": "http://127.0.0.1:7890",
  "LOG": true,
  "APIKEY": "local-secret-1234",
  "Providers": [
    {
      "name": "lab",
      "api_base_url": "https://llm.lab.example/v1/chat/completions",
      "api_key": "gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd",
      "models": ["lab-70b", "lab-7b"],
      "transformer": { "use": ["openrouter"] }
    }
  ],
  "Router": { "default": "lab,lab-70b", "background": "lab,lab-7b" }
}`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      models: ['lab-70b', 'lab-7b'],
    },
  },
  {
    source: 'Spring AI: application.yml with defaults',
    text: `spring:
  application:
    name: chat
  ai:
    openai:
      base-url: \${OPENAI_BASE_URL:https://llm.lab.example}
      api-key: \${OPENAI_API_KEY:gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd}
      chat:
        options:
          model: \${CHAT_MODEL:lab-70b}
        completions-path: /v1/chat/completions`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'Spring AI: OpenAiApi.Builder',
    text: `var openAiApi = OpenAiApi.builder()
    .apiKey("gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd")
    .baseUrl("https://llm.lab.example")
    .completionsPath("/api/v3/chat/completions")
    .build();
var options = OpenAiChatOptions.builder().model("lab-70b").temperature(0.2).build();`,
    expected: {
      baseUrl: 'https://llm.lab.example/api/v3',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'GitHub Actions: env of a job',
    text: `jobs:
  review:
    runs-on: ubuntu-latest
    env:
      OPENAI_API_KEY: \${{ secrets.LAB_API_KEY }}
      OPENAI_BASE_URL: https://llm.lab.example/v1
      MODEL: lab-70b
    steps:
      - uses: actions/checkout@v4
      - name: Review
        run: npx reviewer --pr \${{ github.event.number }}
        env:
          GITHUB_TOKEN: \${{ secrets.GITHUB_TOKEN }}`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'Vercel AI SDK: parameters of the query',
    text: `const provider = createOpenAICompatible({
  name: 'lab',
  apiKey: process.env.LAB_API_KEY,
  baseURL: 'https://llm.lab.example/v1',
  queryParams: { 'api-version': '1.0.0' },
});
const { text } = await generateText({
  model: provider('lab-70b'),
  prompt: 'Write a recipe.',
});`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1?api-version=1.0.0',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'PowerShell: a body with backticks',
    text: `$body = "{\`"model\`": \`"lab-70b\`", \`"messages\`": []}"
Invoke-RestMethod -Method Post -Uri "https://llm.lab.example/v1/chat/completions" -Headers @{ Authorization = "Bearer gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd" } -Body $body -ContentType "application/json"`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'Kubernetes: a secret with data in base64',
    text: `apiVersion: v1
kind: Secret
metadata:
  name: llm
type: Opaque
data:
  OPENAI_API_KEY: Z3ctN0hxMkxtOVp4NFRuOFZiM1JrNldwMVlk
stringData:
  OPENAI_BASE_URL: https://llm.lab.example/v1`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd' },
  },
  {
    source: 'Ollama: serve at all addresses',
    text: 'OLLAMA_HOST=0.0.0.0:11434 ollama serve',
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  },
  {
    source: 'Slack: links and bold',
    text: `*Endpoint:* <https://llm.lab.example/v1|llm.lab.example/v1>
*Key:* \`gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd\`
*Model:* \`lab-70b\``,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'an e-mail that is quoted',
    text: `Danke, das hat geklappt!

Am 12.11.2026 um 10:03 schrieb IT-Service:
> Hallo,
> die Basis-URL ist https://llm.lab.example/v1
> Ihr Schlüssel: gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd
> Modell: lab-70b
>
> Viele Grüße`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'Outlook: a safe link',
    text: `Endpoint: https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fllm.lab.example%2Fv1&data=05%7C02%7Cme%40lab.example%7C&sdata=abc%3D&reserved=0
API Key: gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd' },
  },
  {
    source: 'Proofpoint: an address that is wrapped',
    text: `Base URL: https://urldefense.com/v3/__https://llm.lab.example/v1__;!!Nv3xtKNH4w!abcDEF$ 
Key: gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd' },
  },
  {
    source: 'NextChat: a link with settings',
    text: 'https://chat.lab.example/#/?settings={"key":"gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd","url":"https://llm.lab.example"}',
    expected: { baseUrl: 'https://llm.lab.example', key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd' },
  },
  {
    source: 'Python: getenv with defaults',
    text: `client = OpenAI(
    base_url=os.getenv("LAB_URL", "https://llm.lab.example/v1"),
    api_key=os.getenv("LAB_KEY", "gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd"),
)
MODEL = os.environ.get("LAB_MODEL", "lab-70b")`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'a sentence with an address in brackets',
    text: 'The endpoint (<https://llm.lab.example/v1>) needs the token gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd, the model is lab-70b.',
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'Ansible: variables of a role',
    text: `- name: Chat
  hosts: all
  vars:
    llm_api_url: "https://llm.lab.example/v1"
    llm_api_token: "{{ lookup('env', 'LAB_TOKEN') }}"
    llm_model: lab-70b`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LAB_TOKEN', model: 'lab-70b' },
  },
  {
    source: 'a changelog of a key',
    text: `Old key (revoked): gw-OLDOLD112233445566778899
New key: gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd
URL: https://llm.lab.example/v1`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd' },
  },
  {
    source: 'Clojure: a map with options',
    text: `(api/create-chat-completion
  {:model "lab-70b" :messages [{:role "user" :content "hi"}]}
  {:api-key "gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd" :api-endpoint "https://llm.lab.example/v1"})`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'a bash script with defaults',
    text: `#!/usr/bin/env bash
set -euo pipefail
: "\${LLM_URL:=https://llm.lab.example/v1}"
: "\${LLM_KEY:?set LLM_KEY}"
LLM_MODEL="\${LLM_MODEL:-lab-70b}"
curl -fsS "$LLM_URL/chat/completions" -H "Authorization: Bearer $LLM_KEY" --json "{\\"model\\": \\"$LLM_MODEL\\"}"`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LLM_KEY', model: 'lab-70b' },
  },
  {
    source: 'curl through a pipe with jq and tee',
    text: `curl -s https://llm.lab.example/v1/models -H "Authorization: Bearer $LAB_TOKEN" | jq -r '.data[].id' | tee models.txt`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LAB_TOKEN' },
  },
  {
    source: 'a Makefile',
    text: `LLM_URL ?= https://llm.lab.example/v1
LLM_MODEL ?= lab-70b
ask:
	curl -s $(LLM_URL)/chat/completions -H "Authorization: Bearer $(LLM_KEY)" -d '{"model":"$(LLM_MODEL)","messages":[]}'`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LLM_KEY', model: 'lab-70b' },
  },
  {
    source: 'vLLM: a log of its server',
    text: `INFO 11-20 10:00:01 api_server.py:912] Starting vLLM API server on http://0.0.0.0:8000
INFO 11-20 10:00:01 launcher.py:28] Route: /v1/chat/completions, Methods: POST`,
    expected: { baseUrl: 'http://localhost:8000/v1' },
  },
  {
    source: 'Nextcloud: occ',
    text: `occ config:app:set integration_openai url --value="https://llm.lab.example/v1"
occ config:app:set integration_openai api_key --value="gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd"
occ config:app:set integration_openai default_completion_model_id --value="lab-70b"`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'lm-eval: arguments with commas',
    text: 'lm_eval --model local-chat-completions --model_args model=lab-70b,base_url=https://llm.lab.example/v1/chat/completions,num_concurrent=4 --tasks gsm8k --apply_chat_template',
    expected: { baseUrl: 'https://llm.lab.example/v1', model: 'lab-70b' },
    missing: ['key'],
  },
  {
    source: 'Mealie: Compose with an address of its own',
    text: `    environment:
      ALLOW_SIGNUP: "false"
      BASE_URL: https://mealie.mydomain.example
      SECRET_KEY: secrethushhush
      OPENAI_BASE_URL: http://192.168.1.50:11434/v1
      OPENAI_API_KEY: "test" # not needed for ollama
      OPENAI_MODEL: "gemma3:12b"
      OPENAI_REQUEST_TIMEOUT: "300"`,
    expected: { baseUrl: 'http://192.168.1.50:11434/v1', key: 'test', model: 'gemma3:12b' },
  },
  {
    source: 'llama-stack: defaults',
    text: `api_key: \${env.LAB_API_KEY:=}
base_url: \${env.LAB_BASE_URL:=https://llm.lab.example/v1}`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LAB_API_KEY' },
  },
  {
    source: 'curl: a header in single quotes with a variable outside',
    text: `curl -N 'https://llm.lab.example/v1/chat/completions' -H 'Authorization: Bearer '"$LAB_KEY" --data '{"model":"lab-70b","stream":true,"messages":[]}'`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LAB_KEY', model: 'lab-70b' },
  },
  {
    source: 'curl: socks proxy and a resolver',
    text: 'curl --socks5-hostname localhost:1080 --resolve llm.lab.example:443:10.0.0.5 https://llm.lab.example/v1/models -H "Authorization: Bearer gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd"',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd' },
  },
  {
    source: 'pip config beside the key',
    text: `pip install openai --index-url https://pypi.lab.example/simple
export OPENAI_BASE_URL=https://llm.lab.example/v1
export OPENAI_API_KEY=gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd' },
  },
  {
    source: 'Langfuse and a database beside it',
    text: `DATABASE_URL=postgres://u:p@db:5432/app
LANGFUSE_HOST=https://langfuse.lab.example
LANGFUSE_SECRET_KEY=sk-lf-1234abcd-5678
LLM_BASE_URL=https://llm.lab.example/v1
LLM_API_KEY=gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd
LLM_MODEL=lab-70b`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'a mail that is forwarded',
    text: `---------- Forwarded message ---------
From: AI Team <ai@lab.example>
Date: Thu, Nov 26, 2026 at 9:12 AM
Subject: Your access

>> Base URL: <https://llm.lab.example/v1>
>> API key:  gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd
>> Default model: lab-70b`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-70b',
    },
  },
  {
    source: 'curl: a proxy before the address',
    text: 'curl -x http://proxy.lab.example:3128 -k https://llm.lab.example/v1/models -H "Authorization: Bearer gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd"',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd' },
  },
  {
    source: 'a mail with quotes and full stops',
    text: `Hi,

you can use “https://llm.lab.example/v1”. The key is “gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd”. Model: lab-large.

Best
Tom`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-large',
    },
  },
  {
    source: 'HTTPie: fields without a digit',
    text: `http POST https://llm.lab.example/v1/chat/completions "Authorization:Bearer gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd" model=lab-large messages:='[]'`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'gw-7Hq2Lm9Zx4Tn8Vb3Rk6Wp1Yd',
      model: 'lab-large',
    },
  },
];
