import type { Form } from './form.ts';

/** Forms that were collected after the reader was written: of 185, 165 were read at first sight. */
export const fresh: readonly Form[] = [
  {
    source: 'docs.boundaryml.com openai-generic headers',
    text: 'client<llm> Intern {\n  provider openai-generic\n  retry_policy Exponential\n  options {\n    base_url "https://llm.kranich.example/v1"\n    model qwen3-32b\n    api_key "sk-0Y3gdXQSRvWyHMJ5vX7Cy"\n    headers {\n      "X-Team" "blau"\n    }\n  }\n}',
    expected: {
      baseUrl: 'https://llm.kranich.example/v1',
      key: 'sk-0Y3gdXQSRvWyHMJ5vX7Cy',
      model: 'qwen3-32b',
      headers: { 'X-Team': 'blau' },
    },
  },
  {
    source: 'tensorzero.com openai-compatible',
    text: '[models.llama3_3_70b_instruct]\nrouting = ["werk"]\n\n[models.llama3_3_70b_instruct.providers.werk]\ntype = "openai"\napi_base = "https://llm.werk.example/v1"\nmodel_name = "llama3.3-70b"\napi_key_location = "env::WERK_API_KEY"',
    expected: { name: 'werk', baseUrl: 'https://llm.werk.example/v1', model: 'llama3.3-70b' },
    missing: ['key'],
  },
  {
    source: 'promptfoo.dev vllm',
    text: 'providers:\n  - id: openai:chat:mistralai/Mistral-Small-3.2\n    config:\n      apiBaseUrl: http://localhost:8080/v1\n      apiKey: sk-d27adb1a077cdcb8fa0c2d5e8b02b63c\n      temperature: 0.2',
    expected: {
      baseUrl: 'http://localhost:8080/v1',
      key: 'sk-d27adb1a077cdcb8fa0c2d5e8b02b63c',
      model: 'mistralai/Mistral-Small-3.2',
    },
  },
  {
    source: 'coder.com ai-gateway jetbrains',
    text: '1. Open Settings: Go to Settings > Tools > AI Assistant > Models & API Keys.\n2. Configure Provider: Go to Third-party AI providers.\n3. Choose Provider: Choose OpenAI-compatible.\n4. URL: https://coder.kontor.example/api/v2/ai-gateway/openai/v1\n5. API Key: Paste your Coder API token.\n6. Apply: Click Apply and OK.',
    expected: { baseUrl: 'https://coder.kontor.example/api/v2/ai-gateway/openai/v1' },
    missing: ['key'],
  },
  {
    source: 'aivrar/portable-hermes-agent wiki (copied without separators)',
    text: 'Field\tExample\nBase URL\thttp://10.170.33.43:6397/v1\nAPI Key\tkvh9kxrugtewa2p532qw\nModel name\tQwen3.5-35B-A3B-FP8',
    expected: {
      baseUrl: 'http://10.170.33.43:6397/v1',
      key: 'kvh9kxrugtewa2p532qw',
      model: 'Qwen3.5-35B-A3B-FP8',
    },
  },
  {
    source: 'huggingface space librechat.yaml, copied without its indent',
    text: 'endpoints:\ncustom:\n# Example\n- name: "Reverse Proxy"\n# For `apiKey` and `baseURL`, you can use environment variables that you define.\napiKey: "sk-qMrO2R5EaWYaNnmHPChKu"\nbaseURL: "https://api.zeisig.example/v1"\nmodels:\ndefault: ["gpt-4.1-mini"]\nfetch: true\ntitleConvo: true\ntitleModel: "gpt-4.1-nano"\nmodelDisplayLabel: "ZEN"',
    expected: {
      baseUrl: 'https://api.zeisig.example/v1',
      key: 'sk-qMrO2R5EaWYaNnmHPChKu',
      model: 'gpt-4.1-mini',
    },
  },
  {
    source: 'librechat.ai custom endpoint',
    text: "endpoints:\n  custom:\n    - name: 'Zaunkönig'\n      apiKey: '${ZAUN_KEY}'\n      baseURL: 'https://api.zaun.example/v1'\n      models:\n        default: ['zaun-tiny', 'zaun-large']\n      titleConvo: true\n      titleModel: 'zaun-mini'\n      addParams:\n        safe_prompt: true\n      dropParams: ['stop', 'user']",
    expected: {
      name: 'Zaunkönig',
      baseUrl: 'https://api.zaun.example/v1',
      keyVariable: 'ZAUN_KEY',
      models: ['zaun-tiny', 'zaun-large'],
    },
  },
  {
    source: 'mintlify llama-server',
    text: './llama-server -m models/qwen2.5-7b-instruct-q4_k_m.gguf --alias qwen2.5-7b -ngl 99 --host 0.0.0.0 --port 8089 --api-key xzgqx44jwp5vgd8x4v6x',
    expected: {
      baseUrl: 'http://localhost:8089',
      key: 'xzgqx44jwp5vgd8x4v6x',
      model: 'qwen2.5-7b',
    },
  },
  {
    source: 'docs.rs async-openai',
    text: 'let config = OpenAIConfig::new()\n    .with_api_key("sk-8fT2jKex88qegzHoUyJPj")\n    .with_api_base("https://llm.eisvogel.example/v1")\n    .with_org_id("the-continental");\nlet client = Client::with_config(config);\nlet request = CreateChatCompletionRequestArgs::default()\n    .model("eisvogel-24b")\n    .build()?;',
    expected: {
      baseUrl: 'https://llm.eisvogel.example/v1',
      key: 'sk-8fT2jKex88qegzHoUyJPj',
      model: 'eisvogel-24b',
    },
  },
  {
    source: 'sashabaranov/go-openai README',
    text: 'config := openai.DefaultConfig("sk-otHzjZHawoUjyknZ4obTP")\nconfig.BaseURL = "https://llm.milan.example/v1"\nclient := openai.NewClientWithConfig(config)\nresp, err := client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{\n\tModel: "milan-70b",\n\tMessages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: "Hello!"}},\n})',
    expected: {
      baseUrl: 'https://llm.milan.example/v1',
      key: 'sk-otHzjZHawoUjyknZ4obTP',
      model: 'milan-70b',
    },
  },
  {
    source: 'ms-sanika/semantic-kernel-plugin',
    text: 'dotnet user-secrets set "serviceType" "OpenAI"\ndotnet user-secrets set "deploymentOrModelId" "amsel-32b"\ndotnet user-secrets set "endpoint" "https://llm.amsel.example/v1"\ndotnet user-secrets set "apiKey" "sk-897Sbt6WVDuqJhSFL4q9b"',
    expected: {
      baseUrl: 'https://llm.amsel.example/v1',
      key: 'sk-897Sbt6WVDuqJhSFL4q9b',
      model: 'amsel-32b',
    },
  },
  {
    source: 'opencode github workflow',
    text: '- name: Review\n  uses: example/review@v2\n  env:\n    OPENAI_BASE_URL: https://llm.star.example/v1\n    OPENAI_API_KEY: ${{ secrets.STAR_KEY }}\n  with:\n    model: star-120b\n    comment: true',
    expected: {
      baseUrl: 'https://llm.star.example/v1',
      keyVariable: 'STAR_KEY',
      model: 'star-120b',
    },
  },
  {
    source: 'n8n export:credentials',
    text: '[{"id":"x7Kd","name":"Intern LLM","data":{"apiKey":"sk-WAeH7vr9CGVKcpDhUWQ6e","url":"https://llm.fink.example/v1","header":false,"allowedHttpRequestDomains":"all"},"type":"openAiApi"}]',
    expected: {
      name: 'Intern LLM',
      baseUrl: 'https://llm.fink.example/v1',
      key: 'sk-WAeH7vr9CGVKcpDhUWQ6e',
    },
  },
  {
    source: 'docs.apiyi.com ja cherry-studio',
    text: '4. モデルプロバイダー一覧でカスタムチャネル [APIYI] を作成する\n5. 設定情報を入力する:\n  • APIアドレス: https://api.spatz.example\n  • API Key: sk-ESRCw9HEOblC5m1vrYdkY\n  • モデル名: spatz-large',
    expected: {
      baseUrl: 'https://api.spatz.example',
      key: 'sk-ESRCw9HEOblC5m1vrYdkY',
      model: 'spatz-large',
    },
  },
  {
    source: 'apifox 沉浸式翻译',
    text: '使用沉浸翻译\n- 基本设置:选择 OpenAI, 填写 APIKEY sk-Xl5TMHycgFFL67oP3lwQd\n- 展开更多自定义选项,修改自定义 API 接口地址: https://translators.weihe.example/v1/chat/completions\n- 模型:weihe-turbo',
    expected: {
      baseUrl: 'https://translators.weihe.example/v1',
      key: 'sk-Xl5TMHycgFFL67oP3lwQd',
      model: 'weihe-turbo',
    },
  },
  {
    source: 'cljdoc wagoe',
    text: '(create-openai-provider {:base-url "https://llm.kiebitz.example/v1"\n                         :api-key  "sk-cnVCqlMsfUtDQEJp0gVTh"\n                         :model    "kiebitz-mini"\n                         :timeout  30000})',
    expected: {
      baseUrl: 'https://llm.kiebitz.example/v1',
      key: 'sk-cnVCqlMsfUtDQEJp0gVTh',
      model: 'kiebitz-mini',
    },
  },
  {
    source: 'curl in cmd.exe',
    text: 'curl https://llm.lerche.example/v1/chat/completions ^\n  -H "Content-Type: application/json" ^\n  -H "Authorization: Bearer sk-LuOmHddPRs6XR42oc4taT" ^\n  -d "{\\"model\\": \\"lerche-7b\\", \\"messages\\": [{\\"role\\": \\"user\\", \\"content\\": \\"Hi\\"}]}"',
    expected: {
      baseUrl: 'https://llm.lerche.example/v1',
      key: 'sk-LuOmHddPRs6XR42oc4taT',
      model: 'lerche-7b',
    },
  },
  {
    source: 'docs.spring.io openai chat',
    text: 'spring:\n  ai:\n    openai:\n      base-url: https://llm.rabe.example\n      api-key: sk-52LBFQsq08UEKAyKMJmTV\n      chat:\n        options:\n          model: rabe-70b\n          temperature: 0.7\n      embedding:\n        options:\n          model: bge-m3',
    expected: {
      baseUrl: 'https://llm.rabe.example',
      key: 'sk-52LBFQsq08UEKAyKMJmTV',
      model: 'rabe-70b',
    },
  },
  {
    source: 'docs.litellm.ai proxy',
    text: 'model_list:\n  - model_name: gpt-intern\n    litellm_params:\n      model: openai/mixtral-8x22b\n      api_base: https://llm.elster.example/v1\n      api_key: sk-jsnw1JzYRvYa7smMFZkgt\n      rpm: 60\nlitellm_settings:\n  drop_params: true\ngeneral_settings:\n  master_key: sk-1234',
    expected: {
      baseUrl: 'https://llm.elster.example/v1',
      key: 'sk-jsnw1JzYRvYa7smMFZkgt',
      model: 'mixtral-8x22b',
    },
  },
  {
    source: 'js.langchain.com ChatOpenAI',
    text: 'const model = new ChatOpenAI({\n  model: "uhu-large",\n  apiKey: "sk-8iIsBfRah4D9eAKDQDvwM",\n  configuration: {\n    baseURL: "https://llm.uhu.example/v1",\n    defaultHeaders: { "X-Project": "p-17" },\n  },\n});',
    expected: {
      baseUrl: 'https://llm.uhu.example/v1',
      key: 'sk-8iIsBfRah4D9eAKDQDvwM',
      model: 'uhu-large',
      headers: { 'X-Project': 'p-17' },
    },
  },
  {
    source: 'continue config.json',
    text: '{\n  "models": [\n    {\n      "title": "Haus-LLM",\n      "provider": "openai",\n      "model": "dohle-34b",\n      "apiBase": "https://llm.dohle.example/v1",\n      "apiKey": "sk-ZLy7MEVDFtniB2tV0g6wk",\n      "requestOptions": { "headers": { "X-Auth-Request-Team": "nord" } }\n    }\n  ],\n  "tabAutocompleteModel": {\n    "title": "Codestral",\n    "provider": "mistral",\n    "model": "codestral-latest",\n    "apiKey": "Q4J0sJMFZgSK3LjczA5j2LGfjOznNugH"\n  }\n}',
    expected: {
      name: 'requestOptions',
      baseUrl: 'https://llm.dohle.example/v1',
      key: 'sk-ZLy7MEVDFtniB2tV0g6wk',
      model: 'dohle-34b',
      headers: { 'X-Auth-Request-Team': 'nord' },
    },
  },
  {
    source: 'MacPaw/OpenAI README',
    text: 'let configuration = OpenAI.Configuration(\n    token: "sk-Ext2pJwwtpRgoFnDABmZH",\n    host: "llm.zilpzalp.example",\n    port: 8443,\n    scheme: "https",\n    basePath: "/v1"\n)',
    expected: { baseUrl: 'https://llm.zilpzalp.example:8443/v1', key: 'sk-Ext2pJwwtpRgoFnDABmZH' },
  },
  {
    source: 'opencode.ai issue 2170',
    text: '{\n  "$schema": "https://opencode.ai/config.json",\n  "provider": {\n    "stieglitz": {\n      "npm": "@ai-sdk/openai-compatible",\n      "name": "Stieglitz",\n      "options": {\n        "baseURL": "https://api.stieglitz.example/v1",\n        "apiKey": "{env:STIEGLITZ_KEY}"\n      },\n      "models": {\n        "stieglitz-pro": { "name": "Stieglitz Pro" },\n        "stieglitz-lite": { "name": "Stieglitz Lite", "limit": { "context": 65536, "output": 8192 } }\n      }\n    }\n  }\n}',
    expected: {
      name: 'Stieglitz',
      baseUrl: 'https://api.stieglitz.example/v1',
      keyVariable: 'STIEGLITZ_KEY',
      models: ['stieglitz-pro', 'stieglitz-lite'],
    },
  },
  {
    source: 'mail of an administrator',
    text: 'Hallo Frau Behrens,\n\nIhr Zugang zum Sprachmodell ist eingerichtet. Die Basisadresse lautet https://ki.rathaus.example/api/v1, als Modell verwenden Sie bitte mistral-small-24b. Ihr persönlicher Token: e4oIrJ0V0GmpAjVPRbKdK06I\n\nMit freundlichen Grüßen\nIT-Service',
    expected: {
      baseUrl: 'https://ki.rathaus.example/api/v1',
      key: 'e4oIrJ0V0GmpAjVPRbKdK06I',
      model: 'mistral-small-24b',
    },
  },
  {
    source: 'chat message',
    text: 'hey, for the eval runs pls use http://gpu07.lab.example:8001/v1 with key 77ha2vra43i67a574s34 , model is Qwen3-Coder-30B-A3B',
    expected: {
      baseUrl: 'http://gpu07.lab.example:8001/v1',
      key: '77ha2vra43i67a574s34',
      model: 'Qwen3-Coder-30B-A3B',
    },
  },
  {
    source: 'REST client .http file',
    text: '@host = https://llm.sprosser.example/v1\n@token = sk-VmcBM50VXv95z9gEJU4vc\n\n### chat\nPOST {{host}}/chat/completions\nAuthorization: Bearer {{token}}\nContent-Type: application/json\n\n{\n  "model": "sprosser-12b",\n  "messages": [{ "role": "user", "content": "Hallo" }]\n}',
    expected: {
      baseUrl: 'https://llm.sprosser.example/v1',
      key: 'sk-VmcBM50VXv95z9gEJU4vc',
      model: 'sprosser-12b',
    },
  },
  {
    source: 'browser fetch copied from devtools',
    text: 'fetch("https://chat.buntspecht.example/api/chat/completions", {\n  "headers": {\n    "accept": "*/*",\n    "authorization": "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhaCN2suzdw9SbP7wHdyZ7.Z0yHsQzSje9QxnKMZPca9Sh0",\n    "content-type": "application/json"\n  },\n  "body": "{\\"stream\\":true,\\"model\\":\\"bunt-1\\",\\"messages\\":[{\\"role\\":\\"user\\",\\"content\\":\\"hi\\"}]}",\n  "method": "POST"\n});',
    expected: {
      baseUrl: 'https://chat.buntspecht.example/api',
      key: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhaCN2suzdw9SbP7wHdyZ7.Z0yHsQzSje9QxnKMZPca9Sh0',
      model: 'bunt-1',
    },
  },
  {
    source: 'usebruno .bru file',
    text: 'meta {\n  name: Chat\n  type: http\n  seq: 1\n}\n\npost {\n  url: https://llm.dompfaff.example/v1/chat/completions\n  body: json\n  auth: bearer\n}\n\nauth:bearer {\n  token: sk-JCwhbD9wBpAY2zxwbdrOq\n}\n\nbody:json {\n  {\n    "model": "dompfaff-3",\n    "messages": [{"role": "user", "content": "hi"}]\n  }\n}',
    expected: {
      baseUrl: 'https://llm.dompfaff.example/v1',
      key: 'sk-JCwhbD9wBpAY2zxwbdrOq',
      model: 'dompfaff-3',
    },
  },
  {
    source: 'systemd unit of a bot',
    text: '[Service]\nEnvironment="OPENAI_BASE_URL=https://llm.falke.example/v1"\nEnvironment="OPENAI_API_KEY=sk-VbkgAqQnhJo0u9ShvqlFm"\nEnvironment="OPENAI_MODEL=falke-70b"\nExecStart=/usr/local/bin/bot --verbose\nRestart=always',
    expected: {
      baseUrl: 'https://llm.falke.example/v1',
      key: 'sk-VbkgAqQnhJo0u9ShvqlFm',
      model: 'falke-70b',
    },
  },
  {
    source: 'Dockerfile',
    text: 'FROM python:3.12-slim\nENV LLM_ENDPOINT=https://llm.hahn.example/v1 \\\n    LLM_TOKEN=4otmswP4qdJDTG6iU0gf76rJ \\\n    LLM_MODEL_NAME=hahn-large\nCMD ["python", "app.py"]',
    expected: {
      baseUrl: 'https://llm.hahn.example/v1',
      key: '4otmswP4qdJDTG6iU0gf76rJ',
      model: 'hahn-large',
    },
  },
  {
    source: 'Windows setx',
    text: 'setx OPENAI_API_BASE "https://llm.kakadu.example/v1"\nsetx OPENAI_API_KEY "sk-dOyCiVQREtQFAQiQoVZq1"',
    expected: { baseUrl: 'https://llm.kakadu.example/v1', key: 'sk-dOyCiVQREtQFAQiQoVZq1' },
  },
  {
    source: 'olimorris/codecompanion.nvim',
    text: 'require("codecompanion").setup({\n  adapters = {\n    http = {\n      ortolan = function()\n        return require("codecompanion.adapters").extend("openai_compatible", {\n          env = {\n            url = "https://llm.ortolan.example",\n            api_key = "sk-ZJ5ihhAht79phtY9rPjuT",\n            chat_url = "/v1/chat/completions",\n          },\n          schema = { model = { default = "ortolan-coder" } },\n        })\n      end,\n    },\n  },\n})',
    expected: {
      baseUrl: 'https://llm.ortolan.example/v1',
      key: 'sk-ZJ5ihhAht79phtY9rPjuT',
      model: 'ortolan-coder',
    },
  },
  {
    source: 's-kostyaev/ellama',
    text: '(setopt ellama-provider\n  (make-llm-openai-compatible\n    :url "https://llm.pelikan.example/v1/"\n    :key "sk-3JTW4FIfVe3fnhdRvS69s"\n    :chat-model "pelikan-30b"\n    :embedding-model "nomic-embed"))',
    expected: {
      baseUrl: 'https://llm.pelikan.example/v1',
      key: 'sk-3JTW4FIfVe3fnhdRvS69s',
      model: 'pelikan-30b',
    },
  },
  {
    source: 'internal wiki, table of models at one address',
    text: 'API-Endpunkt: https://llm.wachtel.example/v1\nAPI-Key: sk-soJhsZ44FRnQ6GljazkTh\n\n| Modell | Kontext | Zweck |\n| --- | --- | --- |\n| wachtel-8b | 32k | schnell |\n| wachtel-70b | 128k | gründlich |',
    expected: {
      baseUrl: 'https://llm.wachtel.example/v1',
      key: 'sk-soJhsZ44FRnQ6GljazkTh',
      models: ['wachtel-8b', 'wachtel-70b'],
    },
  },
  {
    source: 'mail',
    text: "Ciao Marta,\nl'indirizzo del server è https://llm.zeisig.example/v1 e la tua chiave API è sk-nu0CVcJ2yCOT2m92aios9. Il modello da usare si chiama zeisig-12b.\nBuon lavoro!",
    expected: {
      baseUrl: 'https://llm.zeisig.example/v1',
      key: 'sk-nu0CVcJ2yCOT2m92aios9',
      model: 'zeisig-12b',
    },
  },
  {
    source: '社内メール',
    text: '生成AI APIの利用情報をお知らせします。\nエンドポイントURL：https://llm.tsuru.example/v1\nAPIキー：sk-2E5wMDAtssHsxMNsPzrqZ\n利用可能モデル：tsuru-large',
    expected: {
      baseUrl: 'https://llm.tsuru.example/v1',
      key: 'sk-2E5wMDAtssHsxMNsPzrqZ',
      model: 'tsuru-large',
    },
  },
  {
    source: 'requests.post',
    text: 'import requests\nAPI_URL = "https://llm.robin.example/v1/chat/completions"\nheaders = {"Authorization": "Bearer hf_Zpt8qM8MaRkwSJfDjCawafYVhlGqFZcYch"}\npayload = {\n    "messages": [{"role": "user", "content": "hi"}],\n    "model": "robin/robin-70b",\n    "top_k": 20,\n}\nresponse = requests.post(API_URL, headers=headers, json=payload)',
    expected: {
      baseUrl: 'https://llm.robin.example/v1',
      key: 'hf_Zpt8qM8MaRkwSJfDjCawafYVhlGqFZcYch',
      model: 'robin/robin-70b',
      extraBody: { top_k: 20 },
    },
  },
  {
    source: 'Perl LWP',
    text: "my $url   = 'https://llm.avocet.example/v1/chat/completions';\nmy $token = 'sk-MflKU3xcjn8FH29p4Q252';\nmy $model = 'avocet-7b';\nmy $res = $ua->post($url, Authorization => \"Bearer $token\", Content => encode_json({ model => $model }));",
    expected: {
      baseUrl: 'https://llm.avocet.example/v1',
      key: 'sk-MflKU3xcjn8FH29p4Q252',
      model: 'avocet-7b',
    },
  },
  {
    source: "log lines with a server's start",
    text: "INFO 11-12 10:02:11 [api_server.py:1287] vLLM API server version 0.9.1\nINFO 11-12 10:02:11 [cli_args.py] non-default args: {'model': 'curlew/curlew-70b', 'port': 9000, 'api_key': '7tsa5t4ajbbhax5jr3ca'}\nINFO:     Uvicorn running on http://0.0.0.0:9000 (Press CTRL+C to quit)",
    expected: {
      baseUrl: 'http://localhost:9000',
      key: '7tsa5t4ajbbhax5jr3ca',
      model: 'curlew/curlew-70b',
    },
  },
  {
    source: 'provider welcome page',
    text: '## Your access\n\n- **Base URL** – `https://llm.merlin.example/v1`\n- **API key** – `sk-B2GQvqxvIG4BSl4LFx4bm`\n- **Models** – `merlin-small`, `merlin-large`',
    expected: {
      baseUrl: 'https://llm.merlin.example/v1',
      key: 'sk-B2GQvqxvIG4BSl4LFx4bm',
      models: ['merlin-small', 'merlin-large'],
    },
  },
  {
    source: 'package-lock',
    text: '{ "name": "app", "version": "1.0.0", "lockfileVersion": 3, "packages": { "node_modules/openai": { "version": "4.104.0", "resolved": "https://registry.npmjs.org/openai/-/openai-4.104.0.tgz", "integrity": "sha512-abcDEF123==" } } }',
    expected: [],
    missing: [],
  },
  {
    source: '~/.aws/credentials',
    text: '[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\nregion = eu-central-1',
    expected: [],
    missing: [],
  },
  {
    source: 'mail settings',
    text: 'SMTP_HOST=smtp.kontor.example\nSMTP_PORT=587\nSMTP_USER=bot@kontor.example\nSMTP_PASSWORD=cz6hq7fz8jbf6vxxc9nd',
    expected: [],
    missing: [],
  },
  {
    source: 'bot settings',
    text: 'TELEGRAM_BOT_TOKEN=123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw\nWEBHOOK_URL=https://bot.kontor.example/hook',
    expected: [],
    missing: [],
  },
  {
    source: 'masked key in page',
    text: 'API key: sk-abcd••••••••wxyz\nEndpoint: https://llm.egret.example/v1\nModel: egret-7b',
    expected: { baseUrl: 'https://llm.egret.example/v1', model: 'egret-7b' },
    missing: ['key'],
  },
  {
    source: '表单',
    text: '接口地址\nhttps://llm.crane.example/v1\n密钥\nsk-mzjUbPxHmcoWBkbUfu9mg\n模型\ncrane-14b',
    expected: {
      baseUrl: 'https://llm.crane.example/v1',
      key: 'sk-mzjUbPxHmcoWBkbUfu9mg',
      model: 'crane-14b',
    },
  },
  {
    source: 'σημείωση',
    text: 'Διεύθυνση: https://llm.glavka.example/v1\nΚλειδί: sk-LLPZQ52SRUs0UBgV3P3PJ\nΜοντέλο: glavka-7b',
    expected: {
      baseUrl: 'https://llm.glavka.example/v1',
      key: 'sk-LLPZQ52SRUs0UBgV3P3PJ',
      model: 'glavka-7b',
    },
  },
  {
    source: 'नोट',
    text: 'एपीआई कुंजी: sk-WP3lcMNUcPyVbT0PwXucM\nबेस URL: https://llm.mor.example/v1\nमॉडल: mor-7b',
    expected: {
      baseUrl: 'https://llm.mor.example/v1',
      key: 'sk-WP3lcMNUcPyVbT0PwXucM',
      model: 'mor-7b',
    },
  },
  {
    source: 'docs.helicone.ai gateway',
    text: 'curl https://gateway.helicone.ai/v1/chat/completions \\\n  -H "Content-Type: application/json" \\\n  -H "Authorization: Bearer sk-EIuwB8CN6nR2EcwrUwgnd" \\\n  -H "Helicone-Auth: Bearer sk-helicone-s8r99q9ss8ytipdl8dela1fj" \\\n  -H "Helicone-Target-Url: https://api.lemonfox.ai" \\\n  -d \'{"model": "mixtral-chat", "messages": [{"role":"user","content":"hi"}]}\'',
    expected: {
      baseUrl: 'https://gateway.helicone.ai/v1',
      key: 'sk-EIuwB8CN6nR2EcwrUwgnd',
      model: 'mixtral-chat',
      headers: { 'Helicone-Target-Url': 'https://api.lemonfox.ai' },
      secretHeaders: ['Helicone-Auth'],
    },
  },
  {
    source: 'scaleway generative apis',
    text: 'curl --request POST \\\n  --url \'https://api.scaleway.ai/0f1e2d3c-1111-4222-8333-444455556666/v1/chat/completions\' \\\n  --header \'Authorization: Bearer 5db8ae73-ac2a-4d97-a9d2-5b019d75b83b\' \\\n  --header \'Content-Type: application/json\' \\\n  --data \'{ "model": "llama-3.1-8b-instruct", "messages": [{"role":"user","content":"hi"}], "stream": false }\'',
    expected: {
      baseUrl: 'https://api.scaleway.ai/0f1e2d3c-1111-4222-8333-444455556666/v1',
      key: '5db8ae73-ac2a-4d97-a9d2-5b019d75b83b',
      model: 'llama-3.1-8b-instruct',
    },
  },
  {
    source: 'portal table',
    text: 'Target URI\thttps://kontor-west.cognitiveservices.azure.com/openai/deployments/gpt-4.1/chat/completions?api-version=2025-01-01-preview\nKey\txz54ksE5C2PsBvqYJWvMls4d\nName\tgpt-4.1\nState\tSucceeded',
    expected: {
      baseUrl:
        'https://kontor-west.cognitiveservices.azure.com/openai/deployments/gpt-4.1?api-version=2025-01-01-preview',
      key: 'xz54ksE5C2PsBvqYJWvMls4d',
      model: 'gpt-4.1',
    },
  },
  {
    source: 'PHP curl',
    text: "$ch = curl_init('https://llm.stoat.example/v1/chat/completions');\ncurl_setopt($ch, CURLOPT_HTTPHEADER, [\n    'Content-Type: application/json',\n    'Authorization: Bearer sk-Dd8rU8mMOsXRcY7Ov01Bd',\n]);\ncurl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(['model' => 'stoat-7b', 'messages' => $messages]));",
    expected: {
      baseUrl: 'https://llm.stoat.example/v1',
      key: 'sk-Dd8rU8mMOsXRcY7Ov01Bd',
      model: 'stoat-7b',
    },
  },
  {
    source: 'Swift URLRequest',
    text: 'var request = URLRequest(url: URL(string: "https://llm.vole.example/v1/chat/completions")!)\nrequest.httpMethod = "POST"\nrequest.setValue("Bearer sk-BU3y6WI78yMol5haIcwGE", forHTTPHeaderField: "Authorization")\nrequest.httpBody = try JSONSerialization.data(withJSONObject: ["model": "vole-7b", "messages": []])',
    expected: {
      baseUrl: 'https://llm.vole.example/v1',
      key: 'sk-BU3y6WI78yMol5haIcwGE',
      model: 'vole-7b',
    },
  },
  {
    source: 'codex config.toml',
    text: 'model = "tapir-120b"\nmodel_provider = "tapir"\n\n[model_providers.tapir]\nname = "Tapir"\nbase_url = "https://llm.tapir.example/v1"\nenv_key = "TAPIR_API_KEY"\nwire_api = "chat"\nhttp_headers = { "X-Org" = "nord" }',
    expected: {
      name: 'Tapir',
      baseUrl: 'https://llm.tapir.example/v1',
      keyVariable: 'TAPIR_API_KEY',
      model: 'tapir-120b',
      headers: { 'X-Org': 'nord' },
    },
  },
  {
    source: 'jan.ai model.json',
    text: '{ "sources": [{ "url": "https://llm.kudu.example/v1/chat/completions" }], "id": "kudu-34b", "object": "model", "name": "Kudu", "engine": "openai", "parameters": {} }',
    expected: { baseUrl: 'https://llm.kudu.example/v1', model: 'kudu-34b' },
    missing: ['key'],
  },
  {
    source: 'Java XML beans',
    text: '<bean id="llm" class="de.example.LlmClient">\n  <property name="baseUrl" value="https://llm.saiga.example/v1"/>\n  <property name="apiKey" value="sk-HeKl0I20lBu0ZgcHAKkte"/>\n  <property name="model" value="saiga-13b"/>\n</bean>',
    expected: {
      baseUrl: 'https://llm.saiga.example/v1',
      key: 'sk-HeKl0I20lBu0ZgcHAKkte',
      model: 'saiga-13b',
    },
  },
  {
    source: '메일',
    text: '안녕하세요. LLM 서버 주소는 https://llm.tiger.example/v1 이고, API 키는 sk-tbT2BAY5tDg6TEI1lfyJt 입니다. 모델은 tiger-13b 입니다.',
    expected: {
      baseUrl: 'https://llm.tiger.example/v1',
      key: 'sk-tbT2BAY5tDg6TEI1lfyJt',
      model: 'tiger-13b',
    },
  },
  {
    source: 'הודעה',
    text: 'כתובת: https://llm.yael.example/v1\nמפתח API: sk-RfpPRIxMtpxfEtyQqKc7R\nמודל: yael-7b',
    expected: {
      baseUrl: 'https://llm.yael.example/v1',
      key: 'sk-RfpPRIxMtpxfEtyQqKc7R',
      model: 'yael-7b',
    },
  },
];
