import type { Form } from './form.ts';

const lab = { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677' };
const whole = { ...lab, model: 'lab-70b' };
const asked = { baseUrl: lab.baseUrl, keyVariable: 'LAB_API_KEY', model: 'lab-70b' };

/** Further forms of programs, servers and languages. */
export const further: readonly Form[] = [
  {
    source: 'kubernetes.io, ConfigMap with a file of LiteLLM',
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: litellm-config\ndata:\n  config.yaml: |\n    model_list:\n      - model_name: large\n        litellm_params:\n          model: openai/lab-70b\n          api_base: https://llm.lab.example/v1\n          api_key: "lab-44556677"\n',
    expected: whole,
  },
  {
    source: 'kubernetes.io, Deployment: env as a list of names and values',
    text: 'containers:\n  - name: app\n    image: example/app:1.0\n    env:\n      - name: OPENAI_BASE_URL\n        value: https://llm.lab.example/v1\n      - name: OPENAI_API_KEY\n        value: lab-44556677',
    expected: lab,
  },
  {
    source: 'JanetVictorious/vllm-k8s-deployment: curl with host and port only',
    text: 'curl 10.0.0.12:80/v1/completions \\\n    -H "Content-Type: application/json" \\\n    -d \'{"model": "facebook/opt-125m", "prompt": "Hi", "max_tokens": 7}\'',
    expected: { baseUrl: 'http://10.0.0.12:80/v1', model: 'facebook/opt-125m' },
    missing: ['key'],
  },
  {
    source: 'huggingface/smolagents: OpenAIServerModel',
    text: 'from smolagents import OpenAIServerModel\nmodel = OpenAIServerModel(\n    model_id="lab-70b",\n    api_base="https://llm.lab.example/v1",\n    api_key=os.environ["LAB_API_KEY"],\n)',
    expected: asked,
  },
  {
    source: 'langchain4j: a builder on the line after its name',
    text: 'ChatModel model =\n    OpenAiChatModel.builder()\n        .baseUrl("https://llm.lab.example/v1")\n        .apiKey("lab-44556677")\n        .modelName("lab-70b")\n        .build();',
    expected: whole,
  },
  {
    source: 'docs.crewai.com: LLM',
    text: 'from crewai import LLM\nllm = LLM(model="lab-70b", base_url="https://llm.lab.example/v1", api_key="lab-44556677", temperature=0.2)',
    expected: whole,
  },
  {
    source: 'docs.llamaindex.ai: OpenAILike',
    text: 'Settings.llm = OpenAILike(model="lab-70b", api_base="https://llm.lab.example/v1", api_key="lab-44556677", is_chat_model=True)',
    expected: whole,
  },
  {
    source: 'microsoft.github.io/autogen: config list',
    text: 'config_list = [\n    {\n        "model": "lab-70b",\n        "base_url": "https://llm.lab.example/v1",\n        "api_key": "lab-44556677",\n        "price": [0, 0],\n    }\n]\nassistant = AssistantAgent("assistant", llm_config={"config_list": config_list})',
    expected: whole,
  },
  {
    source: 'microsoft.github.io/autogen: OpenAIChatCompletionClient',
    text: 'model_client = OpenAIChatCompletionClient(\n    model="lab-70b",\n    base_url="https://llm.lab.example/v1",\n    api_key="lab-44556677",\n    model_info={"vision": False, "family": "unknown"},\n)',
    expected: whole,
  },
  {
    source: 'learn.microsoft.com, Semantic Kernel in C#',
    text: 'builder.AddOpenAIChatCompletion(\n    modelId: "lab-70b",\n    apiKey: "lab-44556677",\n    endpoint: new Uri("https://llm.lab.example/v1"));',
    expected: whole,
  },
  {
    source: 'eyaltoledano/claude-task-master issue 769: config.json',
    text: '{"models": {"main": {"provider": "openai", "modelId": "lab-70b", "maxTokens": 64000, "baseURL": "https://llm.lab.example/v1"}}}',
    expected: { baseUrl: lab.baseUrl, model: 'lab-70b' },
    missing: ['key'],
  },
  {
    source: 'run-llama/LlamaIndexTS issue 1740',
    text: 'Settings.llm = new OpenAI({ model: "lab-70b", temperature: 0, apiKey: process.env.LAB_API_KEY, additionalSessionOptions: { baseURL: "https://llm.lab.example/v1" } });',
    expected: asked,
  },
  {
    source: 'zhayujie/chatgpt-on-wechat: config.json',
    text: '{\n  "bot_type": "custom",\n  "model": "lab-70b",\n  "custom_api_key": "lab-44556677",\n  "custom_api_base": "https://llm.lab.example/v1"\n}',
    expected: whole,
  },
  {
    source: 'docs.cherry-ai.com: a page in traditional Chinese',
    text: 'API 密鑰：lab-44556677\nAPI 地址：https://llm.lab.example/v1\n模型名稱：lab-70b',
    expected: whole,
  },
  {
    source: 'a message in Chinese, on one line',
    text: '你好，base_url 是 https://llm.lab.example/v1 ，api_key 是 lab-44556677 ，model 用 lab-70b 就可以。',
    expected: whole,
  },
  {
    source: 'a message in Korean',
    text: '엔드포인트: https://llm.lab.example/v1\nAPI 키: lab-44556677\n모델: lab-70b',
    expected: whole,
  },
  {
    source: 'a message in Portuguese',
    text: 'URL da API: https://llm.lab.example/v1\nChave da API: lab-44556677\nModelo: lab-70b',
    expected: whole,
  },
  {
    source: 'a message in Italian',
    text: 'Indirizzo: https://llm.lab.example/v1\nChiave API: lab-44556677\nModello: lab-70b',
    expected: whole,
  },
  {
    source: 'abetlen/llama-cpp-python: server',
    text: 'python3 -m llama_cpp.server --model models/lab.gguf --host 0.0.0.0 --port 8001 --model_alias lab-7b',
    expected: { baseUrl: 'http://localhost:8001/v1', model: 'lab-7b' },
  },
  {
    source: 'huggingface/text-generation-inference: docker run',
    text: 'docker run --gpus all -p 8080:80 ghcr.io/huggingface/text-generation-inference:3.0 --model-id meta-llama/Llama-3.1-8B-Instruct --port 8080',
    expected: { baseUrl: 'http://localhost:8080/v1', model: 'meta-llama/Llama-3.1-8B-Instruct' },
  },
  {
    source: 'InternLM/lmdeploy: api_server',
    text: 'lmdeploy serve api_server internlm/internlm2_5-7b-chat --server-name 0.0.0.0 --server-port 23333 --api-keys tok-112233',
    expected: {
      baseUrl: 'http://localhost:23333/v1',
      key: 'tok-112233',
      model: 'internlm/internlm2_5-7b-chat',
    },
  },
  {
    source: 'docs.vllm.ai: several options on continued lines',
    text: 'vllm serve lab/lab-70b \\\n  --port=9000 \\\n  --api-key lab-44556677 \\\n  --enable-auto-tool-choice',
    expected: { baseUrl: 'http://localhost:9000/v1', key: 'lab-44556677', model: 'lab/lab-70b' },
  },
  {
    source: 'quarkus.io: langchain4j properties',
    text: 'quarkus.langchain4j.openai.base-url=https://llm.lab.example/v1\nquarkus.langchain4j.openai.api-key=lab-44556677\nquarkus.langchain4j.openai.chat-model.model-name=lab-70b',
    expected: whole,
  },
  {
    source: 'docs.dify.ai: a provider in YAML',
    text: 'provider: openai_api_compatible\ncredentials:\n  endpoint_url: https://llm.lab.example/v1\n  api_key: lab-44556677\nmodel: lab-70b',
    expected: whole,
  },
  {
    source: 'langfuse beside the service: .env',
    text: 'OPENAI_API_BASE=https://llm.lab.example/v1\nOPENAI_API_KEY=lab-44556677\nOPENAI_MODEL_NAME=lab-70b\nLANGFUSE_SECRET_KEY=sk-lf-99887766\nLANGFUSE_HOST=https://cloud.langfuse.com\nTAVILY_API_KEY=tvly-112233445566',
    expected: whole,
  },
  {
    source: 'embeddings of another service: .env',
    text: 'LLM_BASE_URL=https://llm.lab.example/v1\nLLM_API_KEY=lab-44556677\nLLM_MODEL=lab-70b\nEMBEDDING_BASE_URL=https://emb.lab.example/v1\nEMBEDDING_API_KEY=emb-99887766\nEMBEDDING_MODEL=bge-m3',
    expected: whole,
  },
  {
    source: 'sashabaranov/go-openai: DefaultConfig',
    text: 'config := openai.DefaultConfig("lab-44556677889900aabbccddee")\nconfig.BaseURL = "https://llm.lab.example/v1"\nclient := openai.NewClientWithConfig(config)\nreq := openai.ChatCompletionRequest{Model: "lab-70b"}',
    expected: { ...whole, key: 'lab-44556677889900aabbccddee' },
  },
  {
    source: 'aallam/openai-kotlin: OpenAIConfig',
    text: 'val openAI = OpenAI(OpenAIConfig(\n    token = "lab-44556677",\n    host = OpenAIHost(baseUrl = "https://llm.lab.example/v1/"),\n))',
    expected: lab,
  },
  {
    source: 'ellmer.tidyverse.org: R',
    text: 'chat <- chat_openai(\n  base_url = "https://llm.lab.example/v1",\n  api_key = Sys.getenv("LAB_API_KEY"),\n  model = "lab-70b"\n)',
    expected: asked,
  },
  {
    source: 'developer.android.com: XML of settings',
    text: '<settings>\n  <endpoint>https://llm.lab.example/v1</endpoint>\n  <apiKey>lab-44556677</apiKey>\n  <model>lab-70b</model>\n</settings>',
    expected: whole,
  },
  {
    source: 'goose: config.yaml',
    text: 'GOOSE_PROVIDER: openai\nGOOSE_MODEL: lab-70b\nOPENAI_HOST: https://llm.lab.example\nOPENAI_BASE_PATH: v1/chat/completions\nOPENAI_API_KEY: lab-44556677',
    expected: { ...whole, baseUrl: 'https://llm.lab.example/v1' },
  },
  {
    source: 'codecompanion.nvim: an adapter',
    text: 'lab = function()\n  return require("codecompanion.adapters").extend("openai_compatible", {\n    env = { url = "https://llm.lab.example", api_key = "LAB_API_KEY", chat_url = "/v1/chat/completions" },\n    schema = { model = { default = "lab-70b" } },\n  })\nend',
    expected: asked,
  },
  {
    source: 'vscode settings of a plugin',
    text: '"myai.apiBaseUrl": "https://llm.lab.example/v1",\n"myai.apiKey": "lab-44556677",\n"myai.model": "lab-70b"',
    expected: whole,
  },
  {
    source: 'jan/openwebui text with equals',
    text: 'base_url = https://llm.lab.example/v1\napi_key = lab-44556677\nmodel = lab-70b',
    expected: whole,
  },
  {
    source: 'python dict',
    text: "config = {'llm': {'provider': 'openai', 'config': {'model': 'lab-70b', 'openai_base_url': 'https://llm.lab.example/v1', 'api_key': 'lab-44556677'}}}",
    expected: whole,
  },
  {
    source: 'sglang two options',
    text: 'python -m sglang.launch_server --model-path lab/lab-70b --host 0.0.0.0 --port 30000 --api-key lab-44556677',
    expected: { baseUrl: 'http://localhost:30000/v1', key: 'lab-44556677', model: 'lab/lab-70b' },
  },
  {
    source: 'json list of providers',
    text: '[{"name":"A","url":"https://a.example/v1","key":"aa-112233"},{"name":"B","url":"https://b.example/v1","key":"bb-445566"}]',
    expected: [
      { name: 'A', baseUrl: 'https://a.example/v1', key: 'aa-112233' },
      { name: 'B', baseUrl: 'https://b.example/v1', key: 'bb-445566' },
    ],
  },
  {
    source: 'chinese with brackets',
    text: 'API地址（Base URL）：https://llm.lab.example/v1\nAPI密钥（Key）：lab-44556677\n模型名：lab-70b',
    expected: whole,
  },
  {
    source: 'chinese table',
    text: '| 参数 | 值 |\n| --- | --- |\n| 接口地址 | https://llm.lab.example/v1 |\n| 密钥 | lab-44556677 |\n| 模型 | lab-70b |',
    expected: whole,
  },
  {
    source: 'llama-server port only',
    text: './llama-server -m qwen.gguf --port 8012',
    expected: { baseUrl: 'http://localhost:8012/v1' },
  },
  {
    source: 'vllm env + docker',
    text: 'docker run --runtime nvidia -p 8000:8000 vllm/vllm-openai:latest --model lab/lab-70b --port 8000 --host 0.0.0.0',
    expected: { baseUrl: 'http://localhost:8000/v1', model: 'lab/lab-70b' },
  },
  {
    source: 'spring azure',
    text: 'spring:\n  ai:\n    azure:\n      openai:\n        endpoint: https://contoso.openai.azure.com/\n        api-key: aabbccddeeff0011\n        chat:\n          options:\n            deployment-name: gpt-4o-prod',
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/openai/v1',
      key: 'aabbccddeeff0011',
      model: 'gpt-4o-prod',
      headers: { 'api-key': '${key}' },
    },
  },
  {
    source: 'pydantic env provider string',
    text: "from pydantic_ai import Agent\nos.environ['OPENAI_BASE_URL'] = 'https://llm.lab.example/v1'\nos.environ['OPENAI_API_KEY'] = 'lab-44556677'\nagent = Agent('openai:lab-70b')",
    expected: whole,
  },
  {
    source: 'dspy with ollama',
    text: "lm = dspy.LM('ollama_chat/llama3.2', api_base='http://localhost:11434', api_key='')",
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', model: 'llama3.2' },
  },
  {
    source: 'qwen env settings',
    text: '{"env": {"OPENAI_API_KEY": "lab-44556677", "OPENAI_BASE_URL": "https://llm.lab.example/v1", "OPENAI_MODEL": "lab-70b"}}',
    expected: whole,
  },
  {
    source: 'anythingllm lmstudio',
    text: "LLM_PROVIDER='lmstudio'\nLMSTUDIO_BASE_PATH='http://192.168.1.9:1234/v1'\nLMSTUDIO_MODEL_PREF='lab-7b'",
    expected: { baseUrl: 'http://192.168.1.9:1234/v1', model: 'lab-7b' },
    missing: ['key'],
  },
  {
    source: 'model_name and model_id json',
    text: '{"model_id": "lab-70b", "model_name": "Lab 70B", "base_url": "https://llm.lab.example/v1", "api_key": "lab-44556677"}',
    expected: whole,
  },
  {
    source: 'js fetch concat',
    text: 'const key = "lab-44556677";\nfetch("https://llm.lab.example/v1/chat/completions", { headers: { "Authorization": "Bearer " + key }, method: "POST" });',
    expected: lab,
  },
  {
    source: 'toml sections',
    text: '[provider]\nurl = "https://llm.lab.example/v1"\n\n[provider.auth]\ntoken = "lab-44556677"\n\n[chat]\nmodel = "lab-70b"',
    expected: whole,
  },
  {
    source: 'helm set',
    text: 'helm install app ./chart --set llm.baseUrl=https://llm.lab.example/v1 --set llm.apiKey=lab-44556677 --set llm.model=lab-70b',
    expected: whole,
  },
  {
    source: 'github issue log',
    text: 'Error: 401 from https://llm.lab.example/v1/chat/completions\nmodel: lab-70b\nAuthorization: Bearer lab-44556677',
    expected: whole,
  },
];
