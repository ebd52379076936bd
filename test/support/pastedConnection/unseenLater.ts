import type { Form } from './form.ts';

/** Forms of the same collection that were tried once the others were read: 28 of these and of `unread` at the first try. */
export const unseenLater: readonly Form[] = [
  {
    source: 'C#: the older Azure client',
    text: `client = new OpenAIClient(
    new Uri("https://contoso.openai.azure.com/"),
    new AzureKeyCredential("0123456789abcdef0123456789abcdef"),
    options
);`,
    expected: {
      baseUrl: 'https://contoso.openai.azure.com/',
      key: '0123456789abcdef0123456789abcdef',
    },
  },
  {
    source: 'Rust: a client and its request',
    text: `let client = Client::with_config(
    OpenAIConfig::new()
        .with_api_key("gsk_QwErTy1234567890AsDf")
        .with_api_base("https://api.groq.com/openai/v1"),
);
let request = CreateChatCompletionRequestArgs::default()
    .max_tokens(512u32)
    .model("llama-3.3-70b-versatile")
    .build()?;`,
    expected: {
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai/v1',
      key: 'gsk_QwErTy1234567890AsDf',
      model: 'llama-3.3-70b-versatile',
    },
  },
  {
    source: 'PHP: a factory with variables',
    text: `$apiKey = getenv('LAB_API_KEY'); // or your key

if (!$apiKey) {
    die("The key was not found. Set LAB_API_KEY.");
}

$customBaseUrl = 'https://llm.lab.example/v1';
$client = OpenAI::factory()
    ->withApiKey($apiKey)
    ->withBaseUri($customBaseUrl)
    ->make();
$response = $client->chat()->create([
    'model' => 'lab-70b',
    'messages' => [['role' => 'user', 'content' => 'Hello']],
]);`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-70b',
    },
  },
  {
    source: 'PowerShell: the body before the request',
    text: `$body = @{ model = "gpt-4o"; max_completion_tokens = 600; messages = [array]@(@{ role = "user"; content = $userMessage }) } | ConvertTo-Json -Depth 5
$r = Invoke-RestMethod -Uri "https://api.openai.com/v1/chat/completions" -Method POST -Headers @{ "Authorization" = "Bearer $env:OPENAI_KEY"; "content-type" = "application/json" } -Body $body`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_KEY',
      model: 'gpt-4o',
    },
  },
  {
    source: 'TypeScript: the key in a header of its own',
    text: `return createOpenAICompatible({
  name: "adika",
  baseURL: "https://gateway.lab.example/v1",
  headers: { "Lab-API-Key": "lk-5566778899aa" },
});`,
    expected: {
      name: 'adika',
      baseUrl: 'https://gateway.lab.example/v1',
      key: 'lk-5566778899aa',
      headers: { 'Lab-API-Key': '${key}' },
    },
  },
  {
    source: 'AnythingLLM: .env in single quotes',
    text: `LLM_PROVIDER='generic-openai'
GENERIC_OPEN_AI_BASE_PATH='https://aig.lab.example/v1'
GENERIC_OPEN_AI_MODEL_PREF='aix-flash-next'
GENERIC_OPEN_AI_MODEL_TOKEN_LIMIT=16000
GENERIC_OPEN_AI_API_KEY=\${AIG_API_KEY}
EMBEDDING_ENGINE='native'
VECTOR_DB='lancedb'`,
    expected: {
      baseUrl: 'https://aig.lab.example/v1',
      keyVariable: 'AIG_API_KEY',
      model: 'aix-flash-next',
    },
  },
  {
    source: 'properties with numbers for notes',
    text: `# Point the client at the service and pick the model.
quarkus.langchain4j.openai.base-url=https://oai.endpoints.lab.example/v1    (1.1)
quarkus.langchain4j.openai.chat-model.model-name=gpt-oss-120b               (1.2)
quarkus.langchain4j.openai.api-key=\${LAB_AI_ACCESS_TOKEN}                   (1.3)`,
    expected: {
      baseUrl: 'https://oai.endpoints.lab.example/v1',
      keyVariable: 'LAB_AI_ACCESS_TOKEN',
      model: 'gpt-oss-120b',
    },
  },
  {
    source: 'gptel: a local proxy',
    text: `(setq gptel-model "gpt-4o-mini"
      gptel-backend (gptel-make-openai "Local ADK Proxy"
                      :host "localhost:8000"
                      :endpoint "/v1/chat/completions"
                      :stream t
                      :key "dummy"
                      :models '("gpt-4o-mini")))`,
    expected: { baseUrl: 'http://localhost:8000/v1', key: '', model: 'gpt-4o-mini' },
  },
  {
    source: 'Codex: headers out of the environment',
    text: `model = "glm-4.6"

model_provider = "hybrid_inference"
model_reasoning_effort = "high"

[model_providers.hybrid_inference]
name = "HybridInference"
base_url = "https://free.lab.example/v1"
wire_api = "chat"
env_http_headers = { "X-Session-ID" = "CODEX_SESSION_ID", "Authorization" = "HYBRID_INFERENCE_API_KEY" }
request_max_retries = 5`,
    expected: {
      name: 'HybridInference',
      baseUrl: 'https://free.lab.example/v1',
      keyVariable: 'HYBRID_INFERENCE_API_KEY',
      model: 'glm-4.6',
      headers: { Authorization: '${key}' },
    },
  },
  {
    source: 'Codex: a profile below the provider',
    text: `[ model_providers.minimax ]
name = "MiniMax Chat Completions API"
base_url = "https://api.minimax.io/v1"
env_key = "MINIMAX_API_KEY"
env_key_instructions = "Export MINIMAX_API_KEY before starting Codex."
wire_api = "chat"
requires_openai_auth = false
stream_idle_timeout_ms = 300000

[profiles.minimax]
model = "codex-MiniMax-M2.7"
model_provider = "minimax"`,
    expected: {
      name: 'MiniMax Chat Completions API',
      baseUrl: 'https://api.minimax.io/v1',
      keyVariable: 'MINIMAX_API_KEY',
      model: 'codex-MiniMax-M2.7',
    },
  },
  {
    source: 'LightRAG: a table',
    text: `| Parameter | Value | Notes |
|-----------|-------|-------|
| LLM_BINDING | ollama | |
| LLM_BINDING_HOST | http://host.docker.internal:11434 | the proxy on Windows |
| LLM_MODEL | deepseek-v4-pro:cloud | the suffix chooses the cloud |
| EMBEDDING_BINDING | ollama | |
| EMBEDDING_BINDING_HOST | http://host.docker.internal:11434 | |`,
    expected: { baseUrl: 'http://host.docker.internal:11434', model: 'deepseek-v4-pro:cloud' },
  },
  {
    source: 'Python: a table of providers',
    text: `PROVIDERS: dict[str, dict[str, str]] = {
    "deepseek": {
        "label": "DeepSeek",
        "kind": "chat",
        "base_url": "https://api.deepseek.com/v1",
        "default_model": "deepseek-reasoner",
        "key_env": "DEEPSEEK_API_KEY",
    },
    "groq": {
        "label": "Groq",
        "kind": "chat",
        "base_url": "https://api.groq.com/openai/v1",
        "default_model": "llama-3.3-70b-versatile",
        "key_env": "GROQ_API_KEY",
    },
}`,
    expected: [
      {
        name: 'DeepSeek',
        baseUrl: 'https://api.deepseek.com/v1',
        keyVariable: 'DEEPSEEK_API_KEY',
        model: 'deepseek-reasoner',
      },
      {
        name: 'Groq',
        baseUrl: 'https://api.groq.com/openai/v1',
        keyVariable: 'GROQ_API_KEY',
        model: 'llama-3.3-70b-versatile',
      },
    ],
  },
  {
    source: 'Python: fields with defaults',
    text: `        OPENAI_API_BASE_URL: str = Field(
            default="https://api.openai.com/v1",
            description="OpenAI API Base URL",
        )
        OPENAI_API_KEY: str = Field(
            default=os.getenv("OPENAI_API_KEY", "YOUR_OPENAI_API_KEY"),
            description="OpenAI API Key",
        )
        TASK_MODEL: str = Field(
            default="gpt-4o-mini",
            description="Model to use for tasks",
        )`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-4o-mini',
    },
  },
  {
    source: 'Spring: @Value with defaults',
    text: `    @Value("\${spring.ai.openai.api-key}")
    private String apiKey;

    @Value("\${spring.ai.openai.base-url:https://api.groq.com/openai}")
    private String baseUrl;

    @Value("\${spring.ai.openai.chat.options.model:llama-3.3-70b-versatile}")
    private String model;`,
    expected: {
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai',
      model: 'llama-3.3-70b-versatile',
    },
    missing: ['key'],
  },
  {
    source: 'C#: options in a lambda',
    text: `builder.Services.AddRevealAI()
  .AddOpenAI(options =>
  {
    options.ApiKey = "ollama"; // no real key is needed
    options.Endpoint = "http://localhost:11434/v1";
    options.Model = "llama3";
  });`,
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', key: '', model: 'llama3' },
  },
  {
    source: 'options with the name of a service',
    text: 'agent-cli autocorrect --llm-provider openai --openai-base-url http://localhost:8080/v1 --llm-openai-model qwen3-14b',
    expected: { baseUrl: 'http://localhost:8080/v1', model: 'qwen3-14b' },
  },
  {
    source: 'LobeChat: docker run',
    text: `docker run -d -p 3210:3210 \\
  -e OPENAI_API_KEY=sk-Ab12Cd34Ef56Gh78 \\
  -e OPENAI_PROXY_URL=https://api.lab.example/v1 \\
  -e ACCESS_CODE=lobe66 \\
  --name lobe-chat \\
  lobehub/lobe-chat`,
    expected: { baseUrl: 'https://api.lab.example/v1', key: 'sk-Ab12Cd34Ef56Gh78' },
  },
  {
    source: 'steps in Chinese: DeepChat',
    text: `1. DeepChat → 设置 → 模型服务 → 自定义 Provider / OpenAI 兼容；
2. API Base URL：\`http://10.0.0.5:3000/v1\`（必须内网 IP）；
3. API Key：\`sk-Ab12Cd34Ef56Gh78\`（员工专用）；
4. 模型：\`deepseek-chat\`，保存后测试对话。`,
    expected: {
      baseUrl: 'http://10.0.0.5:3000/v1',
      key: 'sk-Ab12Cd34Ef56Gh78',
      model: 'deepseek-chat',
    },
  },
  {
    source: 'FastGPT: Compose',
    text: `    environment:
      - DEFAULT_ROOT_PSW=1234
      - OPENAI_BASE_URL=http://192.168.1.20:3002/v1
      - CHAT_API_KEY=sk-aAbBcCdDeEfF1122334455
      - DB_MAX_LINK=5
      - TOKEN_KEY=any
      - ROOT_KEY=root_key
      - FILE_TOKEN_KEY=filetoken`,
    expected: { baseUrl: 'http://192.168.1.20:3002/v1', key: 'sk-aAbBcCdDeEfF1122334455' },
  },
  {
    source: 'an e-mail in Japanese with dots',
    text: `お疲れ様です。社内LLMの接続情報をお送りします。
・接続先：https://llm.lab.example/v1
・APIキー：lab-44556677
・モデル：lab-70b
取り扱いにはご注意ください。`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'a chat message in Chinese: what to fill in',
    text: 'base_url填 https://llm.lab.example/v1，api_key填 lab-44556677，model填 lab-70b',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'Continue: the model is found by itself',
    text: `models:
  - name: PleumRouter
    provider: openai
    apiBase: https://router.lab.example/v1
    apiKey: plm_xxxxxxxxxxxxxxxx
    model: AUTODETECT`,
    expected: { name: 'PleumRouter', baseUrl: 'https://router.lab.example/v1' },
    missing: ['key'],
  },
  {
    source: 'Semantic Kernel: three arguments without names',
    text: `services.AddOpenAIChatCompletion("deepseek-ai/DeepSeek-R1",
    new Uri("https://api.siliconflow.cn/v1"),
    "sk-Zz11Yy22Xx33Ww44Vv55",
    serviceId: "business");`,
    expected: {
      name: 'SiliconFlow',
      baseUrl: 'https://api.siliconflow.cn/v1',
      key: 'sk-Zz11Yy22Xx33Ww44Vv55',
      model: 'deepseek-ai/DeepSeek-R1',
    },
  },
  {
    source: 'vllm serve after a variable',
    text: 'CUDA_VISIBLE_DEVICES=0,1 vllm serve gradientai/Llama-3-8B-Instruct --swap-space 16 --disable-log-requests --tensor_parallel_size 2 --port 8123',
    expected: { baseUrl: 'http://localhost:8123', model: 'gradientai/Llama-3-8B-Instruct' },
  },
  {
    source: 'browser-use: everything from the environment',
    text: `agent = Agent(
    llm=ChatOpenAILike(
        model='browser',
        base_url=os.getenv('OPENAI_ENDPOINT'),
        api_key=os.getenv('OPENAI_API_KEY')
    ),
    task=task,
    browser=browser,
)`,
    expected: {
      addressTemplate: '${OPENAI_ENDPOINT}',
      keyVariable: 'OPENAI_API_KEY',
      model: 'browser',
    },
    missing: ['address'],
  },
  {
    source: 'Python: variables of another name with defaults',
    text: `api_base = os.getenv("LLM_BINDING_HOST", "https://api.siliconflow.cn/v1")
model = os.getenv("LLM_MODEL", "Qwen/Qwen2.5-32B-Instruct")

# 创建 OpenAI 客户端
client = OpenAI(api_key=api_key, base_url=api_base)`,
    expected: {
      name: 'SiliconFlow',
      baseUrl: 'https://api.siliconflow.cn/v1',
      model: 'Qwen/Qwen2.5-32B-Instruct',
    },
    missing: ['key'],
  },
  {
    source: 'avante: parts left to the reader',
    text: `opts = {
  provider = "dial",
  vendors = {
    dial = {
      endpoint = "https://<domain>/openai/deployments/{deployment}/chat/completions",
      model = "anthropic.claude-v3-5-sonnet",
      api_key_name = "DIAL_API_KEY",
    },
  },
}`,
    expected: {
      addressTemplate: 'https://<domain>/openai/deployments/{deployment}',
      keyVariable: 'DIAL_API_KEY',
      model: 'anthropic.claude-v3-5-sonnet',
    },
    missing: ['address'],
  },
  {
    source: 'a container and the host it may reach',
    text: `AQUAGENESYS_LLM_BASE_URL=http://host.docker.internal:8008/v1
AQUAGENESYS_LLM_MODEL=Lexi
extra_hosts: host.docker.internal:host-gateway`,
    expected: { baseUrl: 'http://host.docker.internal:8008/v1', model: 'Lexi' },
  },
  {
    source: 'Hugging Face: a token of its own name',
    text: `HF_TOKEN=<your huggingface token>
OPENAI_BASE_URL=https://router.huggingface.co/v1`,
    expected: {
      name: 'Hugging Face',
      baseUrl: 'https://router.huggingface.co/v1',
      keyVariable: 'HF_TOKEN',
    },
  },
  {
    source: 'options whose value is an assignment',
    text: 'openshell provider create --name ollama-local --type openai --credential "OPENAI_API_KEY=ollama" --config "OPENAI_BASE_URL=http://host.internal:11434/v1"',
    expected: { baseUrl: 'http://host.internal:11434/v1', key: '' },
  },
  {
    source: 'Pydantic AI: two models',
    text: `model = OpenAIModel(model_name="deepseek-chat", provider=DeepSeekProvider(api_key=os.getenv("DEEPSEEK_API_KEY")))
openrouter = OpenAIModel(model_name="google/gemini-2.5-flash-preview", provider=OpenAIProvider(base_url="https://openrouter.ai/api/v1", api_key=os.getenv("OPENROUTER_API_KEY")))`,
    expected: [
      {
        name: 'OpenRouter',
        baseUrl: 'https://openrouter.ai/api/v1',
        keyVariable: 'OPENROUTER_API_KEY',
        model: 'google/gemini-2.5-flash-preview',
      },
      {
        name: 'DeepSeek',
        baseUrl: 'https://api.deepseek.com',
        keyVariable: 'DEEPSEEK_API_KEY',
        model: 'deepseek-chat',
      },
    ],
  },
  {
    source: 'kimi-cli: config.toml',
    text: `default_model = "lab-70b"

[providers.lab]
type = "openai_legacy"
base_url = "https://llm.lab.example/v1"
api_key = "lab-44556677"

[models.lab-70b]
provider = "lab"
model = "lab-70b"
max_context_size = 131072`,
    expected: {
      name: 'lab',
      baseUrl: 'https://llm.lab.example/v1',
      key: 'lab-44556677',
      model: 'lab-70b',
    },
  },
];

/** Forms of which a part is not understood. */
export const unread: readonly Form[] = [
  {
    source: 'Markdown page with the same in three languages',
    text: '## Quick start\n\n```bash\ncurl https://api.lab.example/v1/chat/completions \\\n  -H "Authorization: Bearer $LAB_API_KEY" \\\n  -d \'{"model": "lab-7b"}\'\n```\n\n```python\nfrom openai import OpenAI\nclient = OpenAI(base_url="https://api.lab.example/v1", api_key=os.environ["LAB_API_KEY"])\nclient.chat.completions.create(model="lab-70b", messages=[])\n```\n\n```js\nconst client = new OpenAI({ baseURL: "https://api.lab.example/v1", apiKey: process.env.LAB_API_KEY });\n```',
    expected: {
      baseUrl: 'https://api.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'lab-7b',
      models: ['lab-7b', 'lab-70b'],
    },
  },
  {
    source: 'zdv.uni-mainz.de: a model with spaces in its name',
    text: `curl -X POST https://ki-chat.uni.example/api/chat/completions \\
-H "Authorization: Bearer API_KEY" \\
-H "Content-Type: application/json" \\
-d '{
    "model": "GPT OSS 120B",
    "messages": [
      {"role": "user", "content": "Why is the sky blue?"}
    ]
  }'`,
    expected: { baseUrl: 'https://ki-chat.uni.example/api', model: 'GPT OSS 120B' },
    missing: ['key'],
  },
  {
    source: 'a chat message in English: as, for',
    text: 'hey, endpoint is https://llm.lab.example/v1 , use sk-lab-4455667788990011 as the key and qwen3-32b for the model',
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      key: 'sk-lab-4455667788990011',
      model: 'qwen3-32b',
    },
  },
  {
    source: 'a page in Indonesian',
    text: '**Dalam aplikasi**: Settings → **AI Provider** → **OpenAI** → Base URL `https://api.lab.example/v1` + kunci.',
    expected: { baseUrl: 'https://api.lab.example/v1' },
    missing: ['key'],
  },
  {
    source: 'a chat message: an address and a key with a stroke between',
    text: 'Here you go: `https://llm.lab.example/v1` / `lab-44556677`, model is `lab-70b`',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'CAMEL: a type of model',
    text: `model = ModelFactory.create(
    model_platform=ModelPlatformType.OPENAI_COMPATIBLE_MODEL,
    model_type="qwen-plus",
    api_key=os.environ["DASHSCOPE_API_KEY"],
    url="https://dashscope.aliyuncs.com/compatible-mode/v1",
)`,
    expected: {
      name: 'DashScope',
      baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
      keyVariable: 'DASHSCOPE_API_KEY',
      model: 'qwen-plus',
    },
  },
];
