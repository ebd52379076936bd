import type { Form } from './form.ts';

const lab = { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' };
const local = { baseUrl: 'http://localhost:8000/v1' };

/** Forms in which only labels and shapes say what is meant: other languages, programs and programming languages. */
export const labels: readonly Form[] = [
  {
    source: 'docs.vllm.ai, serve: host, port, key and served name',
    text: 'vllm serve Qwen/Qwen3-8B --host 0.0.0.0 --port 8000 --api-key tok-778899 --max-model-len 32768',
    expected: { ...local, key: 'tok-778899', model: 'Qwen/Qwen3-8B' },
  },
  {
    source: 'vllm-project/vllm issue 3651: the server as a module',
    text: 'python -m vllm.entrypoints.openai.api_server --model /data/Qwen15 --served-model-name qwen-14b --tensor-parallel-size 2 --port 8080',
    expected: { baseUrl: 'http://localhost:8080/v1', model: 'qwen-14b' },
  },
  {
    source: 'ggml-org/llama.cpp: llama-server',
    text: 'llama-server -m models/qwen3-8b.gguf -c 8192 --host 192.168.1.5 --port 8081 --alias qwen3',
    expected: { baseUrl: 'http://192.168.1.5:8081/v1', model: 'qwen3' },
    missing: ['key'],
  },
  {
    source: 'docs.sglang.ai: launch_server',
    text: 'python3 -m sglang.launch_server --model-path meta-llama/Llama-3.1-8B-Instruct --port 30000 --host=127.0.0.1',
    expected: { baseUrl: 'http://127.0.0.1:30000/v1', model: 'meta-llama/Llama-3.1-8B-Instruct' },
  },
  {
    source: 'EleutherAI/lm-evaluation-harness issue 1963: arguments in one word',
    text: 'lm_eval --model local-chat-completions --model_args model=qwen3,base_url=http://localhost:8000/v1 --tasks gsm8k',
    expected: { ...local, model: 'qwen3' },
  },
  {
    source: 'open-webui issue 1109: two lists in two variables',
    text: 'OPENAI_API_BASE_URLS="https://llm.lab.example/v1;https://api.mistral.ai/v1"\nOPENAI_API_KEYS="lab-44556677;mk-11223344"',
    expected: [lab, { name: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', key: 'mk-11223344' }],
  },
  {
    source: 'open-webui: config.json',
    text: '{"openai": {"enable": true, "api_base_urls": ["https://llm.lab.example/v1", "https://api.groq.com/openai/v1"], "api_keys": ["lab-44556677", "gsk_QwErTy1234"]}}',
    expected: [
      lab,
      { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', key: 'gsk_QwErTy1234' },
    ],
  },
  {
    source: 'a page in Chinese',
    text: '接口地址：https://llm.lab.example/v1\n密钥：lab-44556677\n模型：lab-70b',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'a page in Chinese with other words',
    text: '【API 地址】 https://llm.lab.example/v1\n【API Key】 lab-44556677\n【模型名称】 lab-70b',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'a message in German',
    text: 'Hallo,\nAdresse: https://llm.lab.example/v1\nAPI-Schlüssel: lab-44556677\nModell: lab-70b\nViele Grüße',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'a message in French',
    text: 'URL de base : https://llm.lab.example/v1\nClé API : lab-44556677\nModèle : lab-70b',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'a message in Spanish',
    text: 'URL base: https://llm.lab.example/v1\nClave de API: lab-44556677\nModelo: lab-70b',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'a page in Japanese',
    text: 'エンドポイント: https://llm.lab.example/v1\nAPIキー: lab-44556677\nモデル名: lab-70b',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'a page in Russian',
    text: 'Адрес: https://llm.lab.example/v1\nКлюч API: lab-44556677\nМодель: lab-70b',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'docs.spring.io, application.properties',
    text: 'spring.ai.openai.base-url=https://llm.lab.example/v1\nspring.ai.openai.api-key=lab-44556677\nspring.ai.openai.chat.options.model=lab-70b',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'docs.spring.io, application.yml',
    text: 'spring:\n  application:\n    name: demo\n  ai:\n    openai:\n      base-url: https://llm.lab.example/v1\n      api-key: ${LAB_KEY}\n      chat:\n        options:\n          model: lab-70b\n          temperature: 0.7',
    expected: { baseUrl: lab.baseUrl, keyVariable: 'LAB_KEY', model: 'lab-70b' },
  },
  {
    source: 'dspy.ai: LM',
    text: "import dspy\nlm = dspy.LM('openai/lab-70b', api_base='https://llm.lab.example/v1', api_key='lab-44556677', model_type='chat')\ndspy.configure(lm=lm)",
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'ai.pydantic.dev: model and provider',
    text: "model = OpenAIChatModel(\n    'lab-70b',\n    provider=OpenAIProvider(base_url='https://llm.lab.example/v1', api_key='lab-44556677'),\n)\nagent = Agent(model)",
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'qwenlm.github.io/qwen-code: modelProviders',
    text: '{"modelProviders": {"openai": [{"id": "lab-70b", "name": "Lab 70B", "envKey": "LAB_KEY", "baseUrl": "https://llm.lab.example/v1"}]}, "security": {"auth": {"selectedType": "openai"}}, "model": {"name": "lab-70b"}}',
    expected: { name: 'Lab 70B', baseUrl: lab.baseUrl, keyVariable: 'LAB_KEY', model: 'lab-70b' },
  },
  {
    source: 'docs.anythingllm.com: .env',
    text: "LLM_PROVIDER='generic-openai'\nGENERIC_OPEN_AI_BASE_PATH='https://llm.lab.example/v1'\nGENERIC_OPEN_AI_MODEL_PREF='lab-70b'\nGENERIC_OPEN_AI_MODEL_TOKEN_LIMIT=4096\nGENERIC_OPEN_AI_API_KEY=lab-44556677",
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'llm.datasette.io: model_name beside model_id',
    text: '- model_id: my-lab\n  model_name: lab-70b\n  api_base: "https://llm.lab.example/v1"',
    expected: { baseUrl: lab.baseUrl, model: 'lab-70b' },
    missing: ['key'],
  },
  {
    source: 'langchain4j: builder',
    text: 'OpenAiChatModel model = OpenAiChatModel.builder()\n    .baseUrl("https://llm.lab.example/v1")\n    .apiKey("lab-44556677")\n    .modelName("lab-70b")\n    .build();',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: '64bit/async-openai: Rust',
    text: 'let config = OpenAIConfig::new()\n    .with_api_base("https://llm.lab.example/v1")\n    .with_api_key("lab-44556677");\nlet client = Client::with_config(config);\nlet request = CreateChatCompletionRequestArgs::default().model("lab-70b").build()?;',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'avante.nvim: Lua',
    text: 'require("avante").setup({\n  provider = "lab",\n  providers = {\n    lab = {\n      __inherited_from = "openai",\n      endpoint = "https://llm.lab.example/v1",\n      model = "lab-70b", -- the large one\n      api_key_name = "LAB_API_KEY",\n    },\n  },\n})',
    expected: {
      name: 'lab',
      baseUrl: lab.baseUrl,
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'BoundaryML/baml: a client block',
    text: 'client<llm> Lab {\n  provider openai\n  options {\n    base_url "https://llm.lab.example/v1"\n    api_key "lab-44556677"\n    model "lab-70b"\n  }\n}',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'registry of Terraform: HCL',
    text: 'provider "lab" {\n  endpoint = "https://llm.lab.example/v1"\n  api_key  = "lab-44556677" # secret\n}',
    expected: lab,
  },
  {
    source: 'karthink/gptel: Emacs Lisp',
    text: '(gptel-make-openai "Lab"\n  :host "llm.lab.example"\n  :endpoint "/v1/chat/completions"\n  :stream t\n  :key "lab-44556677"\n  :models \'(lab-70b))',
    expected: { ...lab, model: 'lab-70b' },
  },
  {
    source: 'sigoden/aichat: config.yaml',
    text: 'model: lab:lab-70b\nclients:\n- type: openai-compatible\n  name: lab\n  api_base: https://llm.lab.example/v1\n  api_key: lab-44556677\n  models:\n  - name: lab-70b\n    max_input_tokens: 32768',
    expected: { name: 'lab', ...lab, model: 'lab-70b' },
  },
  {
    source: 'charmbracelet/crush: crush.json',
    text: '{"$schema": "https://charm.land/crush.json", "providers": {"lab": {"type": "openai-compat", "base_url": "https://llm.lab.example/v1", "api_key": "$LAB_API_KEY", "models": [{"id": "lab-70b", "name": "Lab 70B", "cost_per_1m_in": 0.2}]}}}',
    expected: {
      name: 'lab',
      baseUrl: lab.baseUrl,
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'OpenRouter in Swift',
    text: 'let configuration = OpenAI.Configuration(token: "lab-44556677", host: "llm.lab.example", port: 443, scheme: "https", basePath: "/v1")\nlet openAI = OpenAI(configuration: configuration)',
    expected: lab,
  },
  {
    source: 'nginx of a colleague: a header as C# sets it',
    text: 'client.BaseAddress = new Uri("https://llm.lab.example/v1/");\nclient.DefaultRequestHeaders.Add("Authorization", "Bearer lab-44556677");',
    expected: lab,
  },
  {
    source: 'a settings dialog as its text is copied',
    text: 'API Host\nhttps://llm.lab.example/v1\nAPI Key\nlab-44556677\nModel\nlab-70b\nMax tokens\n4096',
    expected: { ...lab, model: 'lab-70b' },
  },
];
