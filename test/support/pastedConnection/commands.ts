import type { Form } from './form.ts';

/** Requests as commands of a shell. */
export const commands: readonly Form[] = [
  {
    source: 'platform.openai.com, API reference: create a chat completion',
    text: `curl https://api.openai.com/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -d '{
    "model": "gpt-5.1",
    "messages": [{"role": "user", "content": "It's fine"}]
  }'`.replace("It's", 'It is'),
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-5.1',
    },
  },
  {
    source: 'platform.openai.com, API reference: authentication with organization and project',
    text: `curl https://api.openai.com/v1/models \\
  -H "Authorization: Bearer sk-proj-aB3dE5gH7jK9" \\
  -H "OpenAI-Organization: org-4kQx" \\
  -H "OpenAI-Project: proj_77aa"`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      key: 'sk-proj-aB3dE5gH7jK9',
      headers: { 'OpenAI-Organization': 'org-4kQx', 'OpenAI-Project': 'proj_77aa' },
    },
  },
  {
    source: 'openrouter.ai/docs, quickstart',
    text: `curl https://openrouter.ai/api/v1/chat/completions -H 'Content-Type: application/json' -H 'Authorization: Bearer sk-or-v1-0a1b2c3d4e5f' -H 'HTTP-Referer: https://notes.example' -H 'X-Title: Notes' -d '{"model":"openai/gpt-5","messages":[{"role":"user","content":"Hi"}],"reasoning":{"effort":"high"}}'`,
    expected: {
      name: 'OpenRouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      key: 'sk-or-v1-0a1b2c3d4e5f',
      model: 'openai/gpt-5',
      headers: { 'HTTP-Referer': 'https://notes.example', 'X-Title': 'Notes' },
      extraBody: { reasoning: { effort: 'high' } },
    },
  },
  {
    source: 'console.groq.com/docs, quickstart',
    text: `curl -X POST "https://api.groq.com/openai/v1/chat/completions" \\
     -H "Authorization: Bearer $GROQ_API_KEY" \\
     -H "Content-Type: application/json" \\
     -d '{"messages": [{"role": "user", "content": "Why is speed important?"}], "model": "llama-3.3-70b-versatile"}'`,
    expected: {
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai/v1',
      keyVariable: 'GROQ_API_KEY',
      model: 'llama-3.3-70b-versatile',
    },
  },
  {
    source: 'docs.mistral.ai, quickstart: options with an equals sign and long names',
    text: `curl --location "https://api.mistral.ai/v1/chat/completions" \\
     --header='Content-Type: application/json' \\
     --header='Accept: application/json' \\
     --header='Authorization: Bearer m1stralK3yAbCdEf' \\
     --data='{"model": "mistral-large-latest", "messages": [], "safe_prompt": true}'`,
    expected: {
      name: 'Mistral',
      baseUrl: 'https://api.mistral.ai/v1',
      key: 'm1stralK3yAbCdEf',
      model: 'mistral-large-latest',
      extraBody: { safe_prompt: true },
    },
  },
  {
    source: 'api-docs.deepseek.com, first call',
    text: `curl https://api.deepseek.com/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer <DeepSeek API Key>" \\
  -d '{"model": "deepseek-chat", "messages": [{"role": "system", "content": "x"}], "stream": false}'`,
    expected: {
      name: 'DeepSeek',
      baseUrl: 'https://api.deepseek.com/chat/completions',
      model: 'deepseek-chat',
    },
    missing: ['key'],
  },
  {
    source: 'docs.together.ai, quickstart',
    text: `curl -X POST "https://api.together.xyz/v1/chat/completions" \\
  -H "Authorization: Bearer $TOGETHER_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "model": "meta-llama/Llama-3.3-70B-Instruct-Turbo", "messages": [] }'`,
    expected: {
      name: 'Together',
      baseUrl: 'https://api.together.xyz/v1',
      keyVariable: 'TOGETHER_API_KEY',
      model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    },
  },
  {
    source: 'docs.fireworks.ai, API reference: --request, --url, --header with single quotes',
    text: `curl --request POST \\
  --url https://api.fireworks.ai/inference/v1/chat/completions \\
  --header 'Authorization: Bearer fw_3ZaBcDeFgH' \\
  --header 'Content-Type: application/json' \\
  --data '
{
  "messages": [{"role": "user", "content": "Hello"}],
  "model": "accounts/fireworks/models/llama-v3p1-8b-instruct"
}
'`,
    expected: {
      name: 'Fireworks',
      baseUrl: 'https://api.fireworks.ai/inference/v1',
      key: 'fw_3ZaBcDeFgH',
      model: 'accounts/fireworks/models/llama-v3p1-8b-instruct',
    },
  },
  {
    source: 'inference-docs.cerebras.ai, quickstart: ${} in double quotes',
    text: 'curl --location \'https://api.cerebras.ai/v1/chat/completions\' --header \'Content-Type: application/json\' --header "Authorization: Bearer ${CEREBRAS_API_KEY}" --data \'{"model": "llama3.1-8b", "stream": false, "messages": [], "temperature": 0, "max_completion_tokens": -1, "service_tier": "flex"}\'',
    expected: {
      name: 'Cerebras',
      baseUrl: 'https://api.cerebras.ai/v1',
      keyVariable: 'CEREBRAS_API_KEY',
      model: 'llama3.1-8b',
      extraBody: { service_tier: 'flex' },
    },
  },
  {
    source: 'docs.x.ai, getting started',
    text: `curl https://api.x.ai/v1/chat/completions -H "Content-Type: application/json" -H "Authorization: Bearer xai-9Qw8Er7Ty6" -d '{"messages": [], "model": "grok-4", "stream": false, "temperature": 0}'`,
    expected: {
      name: 'xAI',
      baseUrl: 'https://api.x.ai/v1',
      key: 'xai-9Qw8Er7Ty6',
      model: 'grok-4',
    },
  },
  {
    source: 'docs.perplexity.ai, quickstart',
    text: `curl --location 'https://api.perplexity.ai/chat/completions' \\
--header 'accept: application/json' --header 'content-type: application/json' \\
--header "Authorization: Bearer pplx-1a2b3c4d" \\
--data '{"model": "sonar-pro", "messages": []}'`,
    expected: {
      name: 'Perplexity',
      baseUrl: 'https://api.perplexity.ai',
      key: 'pplx-1a2b3c4d',
      model: 'sonar-pro',
    },
  },
  {
    source: 'ai.google.dev, OpenAI compatibility',
    text: `curl "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions" \\
-H "Content-Type: application/json" \\
-H "Authorization: Bearer GEMINI_API_KEY" \\
-d '{"model": "gemini-2.5-flash", "messages": [{"role": "user", "content": "Explain AI"}]}'`,
    expected: {
      name: 'Google Gemini',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      keyVariable: 'GEMINI_API_KEY',
      model: 'gemini-2.5-flash',
    },
  },
  {
    source: 'ai.google.dev, native request: the key is in the query',
    text: `curl "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent?key=AIzaSyA1b2C3d4E5" -H 'Content-Type: application/json' -X POST -d '{"contents": [{"parts": [{"text": "Hi"}]}]}'`,
    expected: {
      name: 'Google Gemini',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      key: 'AIzaSyA1b2C3d4E5',
      model: 'gemini-2.5-flash',
    },
  },
  {
    source: 'platform.claude.com, messages',
    text: `curl https://api.anthropic.com/v1/messages \\
     --header "x-api-key: sk-ant-api03-AbCdEf" \\
     --header "anthropic-version: 2023-06-01" \\
     --header "content-type: application/json" \\
     --data '{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": []}'`,
    expected: {
      name: 'Anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      key: 'sk-ant-api03-AbCdEf',
      model: 'claude-sonnet-4-5',
      headers: { 'x-api-key': '${key}', 'anthropic-version': '2023-06-01' },
    },
  },
  {
    source: 'learn.microsoft.com, Azure OpenAI chat completions with a deployment',
    text: `curl "https://contoso.openai.azure.com/openai/deployments/gpt-4o-prod/chat/completions?api-version=2024-10-21" \\
  -H "Content-Type: application/json" \\
  -H "api-key: 0123456789abcdef0123456789abcdef" \\
  -d '{"messages":[{"role":"user","content":"Hi"}]}'`,
    expected: {
      baseUrl:
        'https://contoso.openai.azure.com/openai/deployments/gpt-4o-prod?api-version=2024-10-21',
      key: '0123456789abcdef0123456789abcdef',
      model: 'gpt-4o-prod',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'learn.microsoft.com, Azure OpenAI v1 with a token of Entra',
    text: `curl -X POST "https://contoso.openai.azure.com/openai/v1/chat/completions" -H "Authorization: Bearer $AZURE_OPENAI_AUTH_TOKEN" -H "Content-Type: application/json" -d '{"model": "gpt-4.1-nano", "messages": []}'`,
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/v1',
      keyVariable: 'AZURE_OPENAI_AUTH_TOKEN',
      headers: { Authorization: 'Bearer ${key}' },
      model: 'gpt-4.1-nano',
    },
  },
  {
    source: 'learn.microsoft.com, Azure: names of the resource left to the reader',
    text: `curl $AZURE_OPENAI_ENDPOINT/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21 -H "Content-Type: application/json" -H "api-key: $AZURE_OPENAI_API_KEY" -d '{"messages":[]}'`,
    expected: {
      addressTemplate: '$AZURE_OPENAI_ENDPOINT/openai/deployments/gpt-4o?api-version=2024-10-21',
      keyVariable: 'AZURE_OPENAI_API_KEY',
      headers: { 'api-key': '${key}' },
    },
    missing: ['address'],
  },
  {
    source: 'services.md 1: Foundry inference',
    text: `curl -s "https://contoso.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview" -H "api-key: 77aa88bb99cc" -H "extra-parameters: pass-through" -d '{"model":"Phi-4"}'`,
    expected: {
      baseUrl: 'https://contoso.services.ai.azure.com/models?api-version=2024-05-01-preview',
      key: '77aa88bb99cc',
      model: 'Phi-4',
      headers: { 'api-key': '${key}', 'extra-parameters': 'pass-through' },
    },
  },
  {
    source: 'docs.github.com, REST: run an inference request',
    text: `curl -L \\
  -X POST \\
  -H "Accept: application/vnd.github+json" \\
  -H "Authorization: Bearer github_pat_11AAA" \\
  -H "X-GitHub-Api-Version: 2022-11-28" \\
  -H "Content-Type: application/json" \\
  https://models.github.ai/inference/chat/completions \\
  -d '{"model":"openai/gpt-4.1","messages":[]}'`,
    expected: {
      name: 'GitHub Models',
      baseUrl: 'https://models.github.ai/inference',
      key: 'github_pat_11AAA',
      model: 'openai/gpt-4.1',
      headers: { 'X-GitHub-Api-Version': '2022-11-28' },
    },
  },
  {
    source: 'developers.cloudflare.com, AI Gateway: two secrets',
    text: `curl -X POST https://gateway.ai.cloudflare.com/v1/acc123/my-gw/compat/chat/completions \\
  --header 'cf-aig-authorization: Bearer cfToken123456' \\
  --header 'Authorization: Bearer sk-proj-zzYYxx' \\
  --header 'Content-Type: application/json' \\
  --data '{"model": "openai/gpt-5-mini", "messages": []}'`,
    expected: {
      baseUrl: 'https://gateway.ai.cloudflare.com/v1/acc123/my-gw/compat',
      key: 'sk-proj-zzYYxx',
      model: 'openai/gpt-5-mini',
      secretHeaders: ['cf-aig-authorization'],
    },
  },
  {
    source: 'developers.cloudflare.com, Workers AI: account left to the reader',
    text: `curl --request POST --url https://api.cloudflare.com/client/v4/accounts/{account_id}/ai/v1/chat/completions --header "Authorization: Bearer {api_token}" --header "Content-Type: application/json" --data '{"model": "@cf/meta/llama-3.1-8b-instruct"}'`,
    expected: {
      addressTemplate: 'https://api.cloudflare.com/client/v4/accounts/{account_id}/ai/v1',
      model: '@cf/meta/llama-3.1-8b-instruct',
    },
    missing: ['address', 'key'],
  },
  {
    source: 'docs.databricks.com, query a serving endpoint: basic authentication',
    text: `curl -u token:dapi0123abcd -X POST -H "Content-Type: application/json" https://adb-123.azuredatabricks.net/serving-endpoints/chat/completions -d '{"model": "databricks-claude-sonnet-4", "messages": []}'`,
    expected: {
      baseUrl: 'https://adb-123.azuredatabricks.net/serving-endpoints',
      key: 'dG9rZW46ZGFwaTAxMjNhYmNk',
      model: 'databricks-claude-sonnet-4',
      headers: { Authorization: 'Basic ${key}' },
    },
  },
  {
    source: 'docs.snowflake.com, Cortex REST',
    text: `curl "https://myorg-acc1.snowflakecomputing.com/api/v2/cortex/v1/chat/completions" -H "Content-Type: application/json" -H "Authorization: Bearer eyPat123" -H "X-Snowflake-Authorization-Token-Type: PROGRAMMATIC_ACCESS_TOKEN" -d '{"model": "claude-sonnet-4-5"}'`,
    expected: {
      baseUrl: 'https://myorg-acc1.snowflakecomputing.com/api/v2/cortex/v1',
      key: 'eyPat123',
      model: 'claude-sonnet-4-5',
      headers: { 'X-Snowflake-Authorization-Token-Type': 'PROGRAMMATIC_ACCESS_TOKEN' },
    },
  },
  {
    source: 'services.md 1: Baseten takes Api-Key in place of Bearer',
    text: `curl -X GET https://inference.baseten.co/v1/models -H 'Authorization: Api-Key bt12345678'`,
    expected: {
      name: 'Baseten',
      baseUrl: 'https://inference.baseten.co/v1',
      key: 'bt12345678',
      headers: { Authorization: 'Api-Key ${key}' },
    },
  },
  {
    source: 'Portkey-AI/gateway, README: its own headers',
    text: `curl http://localhost:8787/v1/chat/completions -H "Content-Type: application/json" -H "x-portkey-provider: openai" -H "Authorization: Bearer sk-svcacct-1234" -d '{"model": "gpt-4o-mini"}'`,
    expected: {
      baseUrl: 'http://localhost:8787/v1',
      key: 'sk-svcacct-1234',
      model: 'gpt-4o-mini',
      headers: { 'x-portkey-provider': 'openai' },
    },
  },
  {
    source: 'docs.ollama.com, OpenAI compatibility',
    text: `curl -X POST http://localhost:11434/v1/chat/completions -H "Content-Type: application/json" -d '{ "model": "gpt-oss:20b", "messages": [{ "role": "user", "content": "Say this is a test" }] }'`,
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', model: 'gpt-oss:20b' },
  },
  {
    source: 'docs.ollama.com, its own interface',
    text: `curl http://localhost:11434/api/chat -d '{\n  "model": "llama3.2",\n  "messages": []\n}'`,
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', model: 'llama3.2' },
  },
  {
    source: 'lmstudio.ai/docs: prompt before the command',
    text: `$ curl http://127.0.0.1:1234/v1/chat/completions -H "Content-Type: application/json" -d '{"model": "qwen2.5-7b-instruct", "temperature": 0.7, "ttl": 300}'`,
    expected: {
      baseUrl: 'http://127.0.0.1:1234/v1',
      model: 'qwen2.5-7b-instruct',
      extraBody: { ttl: 300 },
    },
  },
  {
    source: 'ggml-org/llama.cpp, server README',
    text: `curl http://localhost:8080/v1/chat/completions \\\n-H "Content-Type: application/json" \\\n-H "Authorization: Bearer no-key" \\\n-d '{\n"model": "gpt-3.5-turbo",\n"messages": []\n}'`,
    expected: { baseUrl: 'http://localhost:8080/v1', key: '', model: 'gpt-3.5-turbo' },
  },
  {
    source: 'docs.vllm.ai, OpenAI-compatible server: extra fields',
    text: `curl http://gpu7:8000/v1/chat/completions -H 'Authorization: Bearer token-abc123' --json '{"model": "Qwen/Qwen3-8B", "messages": [], "chat_template_kwargs": {"enable_thinking": false}}'`,
    expected: {
      baseUrl: 'http://gpu7:8000/v1',
      key: 'token-abc123',
      model: 'Qwen/Qwen3-8B',
      extraBody: { chat_template_kwargs: { enable_thinking: false } },
    },
  },
  {
    source: 'docs.litellm.ai, proxy',
    text: `curl --location 'http://0.0.0.0:4000/chat/completions' --header 'Content-Type: application/json' --header 'Authorization: Bearer sk-1234' --data '{ "model": "gpt-4o", "messages": [] }'`,
    expected: {
      baseUrl: 'http://localhost:4000/chat/completions',
      key: 'sk-1234',
      model: 'gpt-4o',
    },
  },
  {
    source: 'docs.openwebui.com, API endpoints',
    text: `curl -X POST http://localhost:3000/api/chat/completions \\\n-H "Authorization: Bearer owui-77f3" \\\n-H "Content-Type: application/json" \\\n-d '{ "model": "llama3.1", "messages": [] }'`,
    expected: { baseUrl: 'http://localhost:3000/api', key: 'owui-77f3', model: 'llama3.1' },
  },
  {
    source: 'Chrome, copy as cURL (cmd)',
    text: 'curl ^"https://llm.corp.example/v1/chat/completions^" ^\r\n  -H ^"accept: */*^" ^\r\n  -H ^"authorization: Bearer corp-5566^" ^\r\n  -H ^"content-type: application/json^" ^\r\n  -H ^"sec-fetch-mode: cors^" ^\r\n  --data-raw ^"^{^\\^"model^\\^":^\\^"team-large^\\^"^}^"',
    expected: { baseUrl: 'https://llm.corp.example/v1', key: 'corp-5566', model: 'team-large' },
  },
  {
    source: 'Chrome, copy as cURL (bash)',
    text: `curl 'https://chat.corp.example/api/v1/chat/completions' \\
  -H 'accept: text/event-stream' \\
  -H 'accept-language: en-US,en;q=0.9' \\
  -H 'authorization: Bearer eyJhbGciOi.eyJzdWIi.c2ln' \\
  -H 'origin: https://chat.corp.example' \\
  -b 'session=abc' \\
  -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)' \\
  --data-raw $'{"model":"m-1","messages":[{"role":"user","content":"it\\'s"}]}' \\
  --compressed`,
    expected: {
      baseUrl: 'https://chat.corp.example/api/v1',
      key: 'eyJhbGciOi.eyJzdWIi.c2ln',
      model: 'm-1',
    },
  },
  {
    source: 'everything.curl.dev: short options with their values attached',
    text: `curl -sSN -HAuthorization:\\ Bearer\\ abc987 -XPOST https://api.deepinfra.com/v1/openai/chat/completions -d@body.json`,
    expected: { name: 'DeepInfra', baseUrl: 'https://api.deepinfra.com/v1/openai', key: 'abc987' },
  },
  {
    source: 'curl(1): --oauth2-bearer, quotes that are joined',
    text: `API_KEY='nk-4455'; curl --oauth2-bearer "$API_KEY" 'https://api.novita.ai/openai/v1/models'`,
    expected: { name: 'Novita', baseUrl: 'https://api.novita.ai/openai/v1', key: 'nk-4455' },
  },
  {
    source: 'docs.api.nvidia.com: a variable that is set in the line before',
    text: `export NVIDIA_API_KEY=nvapi-q1w2e3r4\ncurl -X POST "https://integrate.api.nvidia.com/v1/chat/completions" -H "Authorization: Bearer $NVIDIA_API_KEY" -d '{"model":"meta/llama-3.1-70b-instruct"}'`,
    expected: {
      name: 'NVIDIA',
      baseUrl: 'https://integrate.api.nvidia.com/v1',
      key: 'nvapi-q1w2e3r4',
      model: 'meta/llama-3.1-70b-instruct',
    },
  },
  {
    source: 'huggingface.co/docs, inference providers; made one line by an input box',
    text: `curl https://router.huggingface.co/v1/chat/completions \\     -H "Authorization: Bearer hf_AbCdEfGh" \\     -H 'Content-Type: application/json' \\     -d '{"messages": [], "model": "deepseek-ai/DeepSeek-V3.2:novita"}'`,
    expected: {
      name: 'Hugging Face',
      baseUrl: 'https://router.huggingface.co/v1',
      key: 'hf_AbCdEfGh',
      model: 'deepseek-ai/DeepSeek-V3.2:novita',
    },
  },
  {
    source: 'docs.aws.amazon.com, Bedrock chat completions',
    text: `curl -X POST https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1/chat/completions -H "Content-Type: application/json" -H "Authorization: Bearer $AWS_BEARER_TOKEN_BEDROCK" -d '{"model": "openai.gpt-oss-20b-1:0", "messages": []}'`,
    expected: {
      baseUrl: 'https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1',
      keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
      model: 'openai.gpt-oss-20b-1:0',
    },
  },
  {
    source: 'httpie.io/docs: headers, fields and raw JSON',
    text: `http POST https://api.venice.ai/api/v1/chat/completions Authorization:"Bearer vn-8899" model=llama-3.3-70b messages:='[{"role":"user","content":"Hi"}]' venice_parameters:='{"include_venice_system_prompt": false}'`,
    expected: {
      name: 'Venice',
      baseUrl: 'https://api.venice.ai/api/v1',
      key: 'vn-8899',
      model: 'llama-3.3-70b',
      extraBody: { venice_parameters: { include_venice_system_prompt: false } },
    },
  },
  {
    source: 'httpie.io/docs: bearer authentication, address without a scheme',
    text: `https -A bearer -a tk_112233 llm.lab.example/v1/models`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'tk_112233' },
  },
  {
    source: 'learn.microsoft.com, Invoke-RestMethod',
    text: '$headers = @{\n  "Authorization" = "Bearer $env:MOONSHOT_API_KEY"\n  "Content-Type" = "application/json"\n}\n$body = @{ model = "kimi-k2"; messages = @(@{ role = "user"; content = "Hi" }) } | ConvertTo-Json\nInvoke-RestMethod -Uri "https://api.moonshot.ai/v1/chat/completions" -Method Post -Headers $headers -Body $body',
    expected: {
      name: 'Moonshot',
      baseUrl: 'https://api.moonshot.ai/v1',
      keyVariable: 'MOONSHOT_API_KEY',
      model: 'kimi-k2',
    },
  },
  {
    source: 'learn.microsoft.com, Invoke-WebRequest with continued lines',
    text: 'Invoke-WebRequest `\n  -Uri https://api.siliconflow.cn/v1/chat/completions `\n  -Headers @{ Authorization = "Bearer sf-556677"; "X-Trace" = "on" } `\n  -Body \'{"model": "Qwen/Qwen3-8B", "enable_thinking": true}\'',
    expected: {
      name: 'SiliconFlow',
      baseUrl: 'https://api.siliconflow.cn/v1',
      key: 'sf-556677',
      model: 'Qwen/Qwen3-8B',
      headers: { 'X-Trace': 'on' },
      extraBody: { enable_thinking: true },
    },
  },
  {
    source: 'gnu.org, wget: --header and --post-data',
    text: `wget -qO- --header="Authorization: Bearer ark-3344" --header 'Content-Type: application/json' --post-data '{"model":"doubao-seed-1-6"}' https://ark.cn-beijing.volces.com/api/v3/chat/completions`,
    expected: {
      name: 'Ark',
      baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
      key: 'ark-3344',
      model: 'doubao-seed-1-6',
    },
  },
  {
    source: 'docs.z.ai: a here-document as the body',
    text: `curl https://api.z.ai/api/paas/v4/chat/completions -H "Authorization: Bearer zk.5566" -H "Content-Type: application/json" -d @- <<'EOF'\n{"model": "glm-4.6", "thinking": {"type": "enabled"}}\nEOF`,
    expected: {
      name: 'Z.AI',
      baseUrl: 'https://api.z.ai/api/paas/v4',
      key: 'zk.5566',
      model: 'glm-4.6',
    },
  },
  {
    source: 'README with a command for a server and one for its client',
    text: '# My server\n\nStart it:\n\n```bash\nvllm serve Qwen/Qwen3-8B --api-key token-xyz789\n```\n\nThen ask it ([docs](https://docs.vllm.ai/en/latest/)):\n\n```bash\ncurl http://localhost:8000/v1/chat/completions \\\n  -H "Authorization: Bearer token-xyz789" \\\n  -d \'{"model": "Qwen/Qwen3-8B"}\'\n```\n',
    expected: { baseUrl: 'http://localhost:8000/v1', key: 'token-xyz789', model: 'Qwen/Qwen3-8B' },
  },
  {
    source: 'aider.chat/docs, OpenAI-compatible APIs: options',
    text: 'aider --openai-api-base http://localhost:8000/v1 --openai-api-key tok-1122 --model openai/qwen3',
    expected: { baseUrl: 'http://localhost:8000/v1', key: 'tok-1122', model: 'qwen3' },
  },
  {
    source: 'RFC 9112: a request as it is sent',
    text: 'POST /v1/chat/completions HTTP/1.1\r\nHost: api.lab.example\r\nAuthorization: Bearer lab-445566\r\nContent-Type: application/json\r\n\r\n{"model":"lab-7b","messages":[]}',
    expected: { baseUrl: 'https://api.lab.example/v1', key: 'lab-445566', model: 'lab-7b' },
  },
  {
    source: 'Huachao/vscode-restclient, README',
    text: '@key = lab-445566\n\n### Chat\nPOST https://api.lab.example/v1/chat/completions\nContent-Type: application/json\nx-api-key: lab-445566\n\n{\n  "model": "lab-7b",\n  "messages": []\n}\n\n### Models\nGET https://api.lab.example/v1/models\nx-api-key: lab-445566',
    expected: {
      baseUrl: 'https://api.lab.example/v1',
      key: 'lab-445566',
      model: 'lab-7b',
      headers: { 'x-api-key': '${key}' },
    },
  },
];
