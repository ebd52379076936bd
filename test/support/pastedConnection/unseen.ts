import type { Form } from './form.ts';

/** Forms that were written down before any of them was tried: 29 of 39 were read at the first try. */
export const unseen: readonly Form[] = [
  {
    source: 'Go: flags with defaults',
    text: `var (
	addr   = flag.String("addr", "http://10.1.2.3:8080", "The base URL of the API")
	apiKey = flag.String("api-key", "tok-99887766", "The API key")
	model  = flag.String("model", "qwen3-32b", "The model to use")
)
client := openai.NewClient(option.WithBaseURL(*addr), option.WithAPIKey(*apiKey))`,
    expected: { baseUrl: 'http://10.1.2.3:8080', key: 'tok-99887766', model: 'qwen3-32b' },
  },
  {
    source: 'Go: the key from a variable, the model in a struct',
    text: `	apiKey := os.Getenv("LAB_API_KEY")
	if apiKey == "" {
		t.Skip("LAB_API_KEY not set")
	}
	raw := openai.NewClient(
		option.WithAPIKey(apiKey),
		option.WithBaseURL("https://llm.lab.example/v1"),
	)
	stream := raw.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Is this a test?")},
		Model:    "llama3-3-70b",
	})`,
    expected: {
      baseUrl: 'https://llm.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'llama3-3-70b',
    },
  },
  {
    source: 'C#: a local server with a key that is none',
    text: `_client = new OpenAIClient(
    new ApiKeyCredential("null"),
    new OpenAIClientOptions()
    {
        Endpoint = new Uri("http://localhost:11434/v1"),
        ClientLoggingOptions = new ClientLoggingOptions { EnableLogging = true },
    });
var chat = _client.GetChatClient("qwen3:8b");`,
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', key: '', model: 'qwen3:8b' },
  },
  {
    source: 'Java: a constant for the address',
    text: `    private static final String OPENROUTER_BASE_URL = "https://openrouter.ai/api/v1";

    public Analyst(String openRouterApiKey, String model) {
        this.client = OpenAIOkHttpClient.builder()
                .apiKey(openRouterApiKey)
                .baseUrl(OPENROUTER_BASE_URL)
                .build();
        this.model = model;
    }`,
    expected: { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
    missing: ['key'],
  },
  {
    source: 'PHP: curl_setopt_array',
    text: `$ch = curl_init();
curl_setopt_array($ch, [
    CURLOPT_TIMEOUT => 12,
    CURLOPT_URL => 'https://api.openai.com/v1/chat/completions',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/json',
        'Authorization: Bearer ' . getenv('OPENAI_API_KEY')
    ],
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => json_encode([
        'model' => 'gpt-4o',
        'messages' => [['role' => 'user', 'content' => $prompt]]
    ])
]);`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-4o',
    },
  },
  {
    source: 'Nix: opencode',
    text: `settings = {
  model = "ollama/qwen3.6:27b-q4_K_M";
  provider = {
    ollama = {
      npm = "@ai-sdk/openai-compatible";
      name = "Ollama (local)";
      options = {
        baseURL = "http://localhost:11434/v1";
      };
      models = {
        "qwen3.6:27b-q4_K_M" = {
          name = "qwen3.6:27b";
        };
        "gemma4:31b-it" = {
          name = "gemma4:31b";
        };
      };
    };
  };
};`,
    expected: {
      name: 'Ollama (local)',
      baseUrl: 'http://localhost:11434/v1',
      model: 'qwen3.6:27b-q4_K_M',
      models: ['qwen3.6:27b-q4_K_M', 'gemma4:31b-it'],
    },
  },
  {
    source: 'a table of variables',
    text: `| Env var | Default | Effect |
|--------|---------|--------|
| \`LLM_PROVIDER\` | \`generic-openai\` | Use an OpenAI-compatible upstream |
| \`GENERIC_OPEN_AI_BASE_PATH\` | \`http://router.lab.example:8000/v1\` | All chat requests via the router |
| \`GENERIC_OPEN_AI_MODEL_PREF\` | \`qwen3.6-coder\` | Picks the main model |
| \`GENERIC_OPEN_AI_MODEL_TOKEN_LIMIT\` | \`262144\` | The context |
| \`EMBEDDING_ENGINE\` | \`generic-openai\` | The same for the embedder |`,
    expected: { baseUrl: 'http://router.lab.example:8000/v1', model: 'qwen3.6-coder' },
    missing: ['key'],
  },
  {
    source: 'AnythingLLM behind LiteLLM: docker run',
    text: `docker run -d --name anythingllm --restart always \\
    --network ai-stack \\
    -p 3001:3001 \\
    -e STORAGE_DIR=/app/server/storage \\
    -e LLM_PROVIDER=generic-openai \\
    -e GENERIC_OPEN_AI_BASE_PATH=http://litellm:4000/v1 \\
    -e GENERIC_OPEN_AI_MODEL_PREF=ollama/llama3.2:3b \\
    -e EMBEDDING_ENGINE=native \\
    -v anythingllm-data:/app/server/storage \\
    mintplexlabs/anythingllm`,
    expected: { baseUrl: 'http://litellm:4000/v1', model: 'ollama/llama3.2:3b' },
    missing: ['key'],
  },
  {
    source: 'Docker Model Runner: properties',
    text: `quarkus.langchain4j.openai.base-url=http://localhost:12434/engines/llama.cpp/v1
quarkus.langchain4j.openai.chat-model.model-name=ai/llama3.2:1B-Q8_0`,
    expected: {
      baseUrl: 'http://localhost:12434/engines/llama.cpp/v1',
      model: 'ai/llama3.2:1B-Q8_0',
    },
  },
  {
    source: 'gptel: the endpoint below a path',
    text: `(setq
 gptel-model 'Qwen3-235B-A22B
 gptel-backend (gptel-make-openai "Cursor api" ;Any name you want
                 :host "127.0.0.1:9069"
                 :endpoint "/openai/v1/chat/completions"
                 :stream t            ;for streaming responses
                 :protocol "http"
                 :models '(Qwen3-235B-A22B)))`,
    expected: { baseUrl: 'http://127.0.0.1:9069/openai/v1', model: 'Qwen3-235B-A22B' },
  },
  {
    source: 'promptfoo: LM Studio',
    text: `providers:
  - id: openai:chat
    config:
      apiBaseUrl: http://localhost:1234/v1
      apiKey: lmstudio           # any non-empty string
      model: llama-3.2-3b-instruct`,
    expected: {
      name: 'LM Studio',
      baseUrl: 'http://localhost:1234/v1',
      key: '',
      model: 'llama-3.2-3b-instruct',
    },
  },
  {
    source: 'LightRAG: Compose',
    text: `  rag:
    build: { context: ./rag }
    environment:
      LLM_BINDING: openai
      LLM_BINDING_HOST: http://litellm:4000
      LLM_BINDING_API_KEY: lr-99aa88bb77
      LLM_MODEL: qwen3-32b
      EMBEDDING_BINDING_HOST: http://embedder:4001
    volumes:
      - "rag-storage:/app/storage"`,
    expected: { baseUrl: 'http://litellm:4000', key: 'lr-99aa88bb77', model: 'qwen3-32b' },
  },
  {
    source: 'TOML: a default profile',
    text: `default_profile = "deepseek"

[agent]
max_turns = 50
shell_timeout = "120s"

[profiles.deepseek]
provider = "openai-compatible"
base_url = "https://api.deepseek.com/v1"
model = "deepseek-chat"
api_key_env = "DEEPSEEK_API_KEY"`,
    expected: {
      name: 'DeepSeek',
      baseUrl: 'https://api.deepseek.com/v1',
      keyVariable: 'DEEPSEEK_API_KEY',
      model: 'deepseek-chat',
    },
  },
  {
    source: 'TOML in Chinese: channels',
    text: `# ── 渠道配置（至少填一个）──

[[channels]]
name = "deepseek"
provider = "openai"
base_url = "https://api.deepseek.com"
api_key = "sk-你的key"
models = ["deepseek-chat"]
default_model = "deepseek-chat"

# [[channels]]
# name = "local-ollama"
# base_url = "http://localhost:11434"`,
    expected: { name: 'deepseek', baseUrl: 'https://api.deepseek.com', model: 'deepseek-chat' },
    missing: ['key'],
  },
  {
    source: 'Python: settings with other addresses',
    text: `    redis_url: str = "redis://localhost:6379/0"
    jwt_secret: str = "CHANGE_ME_IN_PRODUCTION"
    cors_origins: list[str] = ["http://localhost:3000"]

    # AI (DeepSeek / OpenAI-compatible)
    openai_api_key: str = ""
    openai_api_base_url: str = "https://api.deepseek.com"
    openai_model: str = "deepseek-v4-flash"`,
    expected: { name: 'DeepSeek', baseUrl: 'https://api.deepseek.com', model: 'deepseek-v4-flash' },
    missing: ['key'],
  },
  {
    source: 'names of variables, and the variables',
    text: `client:
  api_key_env: "LLAMA_CPP_KEY"
  base_url_env: "LLAMA_CPP_URL"

LLAMA_CPP_KEY="none"
LLAMA_CPP_URL="http://127.0.0.1:8080/v1"`,
    expected: { baseUrl: 'http://127.0.0.1:8080/v1', key: '' },
  },
  {
    source: 'YAML: models.yml of a benchmark',
    text: `- name: "baseten-glm-5-2"
  model_name: "zai-org/GLM-5.2"
  provider: "openai"          # reuse the OpenAI adapter
  api_type: "chat_completions"
  base_url: "https://inference.baseten.co/v1"
  api_key_env: "BASETEN_API_KEY"`,
    expected: {
      name: 'baseten-glm-5-2',
      baseUrl: 'https://inference.baseten.co/v1',
      keyVariable: 'BASETEN_API_KEY',
      model: 'zai-org/GLM-5.2',
    },
  },
  {
    source: 'Cline: keys with dots',
    text: `{
  "cline.apiProvider": "openai-compatible",
  "cline.baseUrl": "http://localhost:8317/v1",
  "cline.apiKey": "clp-1a2b3c4d5e",
  "cline.model": "gemini-2.5-pro"
}`,
    expected: {
      baseUrl: 'http://localhost:8317/v1',
      key: 'clp-1a2b3c4d5e',
      model: 'gemini-2.5-pro',
    },
  },
  {
    source: 'numbered steps of a page',
    text: `1. Open Cline in VS Code.
2. Go to **Settings**.
3. **API Provider**: Select **OpenAI Compatible**.
4. **Base URL**: Enter \`https://coder.lab.example/api/v2/ai-gateway/openai/v1\`.
5. **OpenAI Compatible API Key**: Enter your **Coder API token**.
6. **Model ID** (Optional): Enter the model you wish to use (e.g., \`gpt-5.2-codex\`).`,
    expected: {
      baseUrl: 'https://coder.lab.example/api/v2/ai-gateway/openai/v1',
      model: 'gpt-5.2-codex',
    },
    missing: ['key'],
  },
  {
    source: 'a page in Chinese: a gateway',
    text: `- API Base URL：\`https://async-api.lab.example/v1\`
- 协议：OpenAI Compatible API
- 鉴权：HTTP Bearer Token
- 推荐接口：\`POST /chat/completions\`
- 模型列表：\`GET /models\`
- 计费币种：USD`,
    expected: { baseUrl: 'https://async-api.lab.example/v1' },
    missing: ['key'],
  },
  {
    source: '.env in Chinese: a model and embeddings',
    text: `AGENT_EMBEDDING_BASE_URL=https://api.siliconflow.cn/v1
AGENT_EMBEDDING_API_KEY=在这里填写自己的Key
AGENT_EMBEDDING_MODEL=BAAI/bge-m3

AGENT_LLM_BASE_URL=https://api.deepseek.com
AGENT_LLM_API_KEY=在这里填写自己的Key
AGENT_LLM_MODEL=deepseek-flash
AGENT_LLM_MAX_OUTPUT_TOKENS=600`,
    expected: { name: 'DeepSeek', baseUrl: 'https://api.deepseek.com', model: 'deepseek-flash' },
    missing: ['key'],
  },
  {
    source: 'a page in Japanese: custom',
    text: `\`\`\`json
{
  "bot_type": "custom",
  "model": "",
  "custom_api_key": "YOUR_API_KEY",
  "custom_api_base": "https://{your-proxy.com}/v1"
}
\`\`\``,
    expected: { addressTemplate: 'https://{your-proxy.com}/v1' },
    missing: ['address', 'key'],
  },
  {
    source: 'an e-mail in German: in sentences',
    text: `Hallo Jana,
der Zugang zu unserem KI-Server steht: erreichbar ist er unter https://ki.lab.example/api/v1, dein persönlicher Schlüssel lautet kis-7Gh2kL9mQ4. Als Modell nimm bitte Llama-3.3-70B.
Gruß, Max`,
    expected: {
      baseUrl: 'https://ki.lab.example/api/v1',
      key: 'kis-7Gh2kL9mQ4',
      model: 'Llama-3.3-70B',
    },
  },
  {
    source: 'a ticket in German',
    text: `Server: https://ki.lab.example/v1
Zugangstoken: kit-11aa22bb33
Standardmodell: mistral-small-3.2
Ablauf: 31.12.2026`,
    expected: {
      baseUrl: 'https://ki.lab.example/v1',
      key: 'kit-11aa22bb33',
      model: 'mistral-small-3.2',
    },
  },
  {
    source: 'a chat message in Chinese: three words',
    text: '地址 https://llm.lab.example/v1 key lab-44556677 模型用 lab-70b',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'Zed: a local proxy',
    text: `{
  // ...other config...
  "language_models": {
    "openai": {
      "api_url": "http://127.0.0.1:8000/v1",
      "available_models": [
        {
          "name": "azure-openai",
          "display_name": "Azure OpenAI",
          "max_tokens": 65536
        }
      ],
      "version": "1"
    }
  }
}`,
    expected: { name: 'openai', baseUrl: 'http://127.0.0.1:8000/v1', model: 'azure-openai' },
  },
  {
    source: 'three columns without a mark',
    text: `Base URL   https://llm.lab.example/v1
API key    lab-44556677
Model      lab-70b`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'Semantic Kernel: an empty key',
    text: `var kernel = Kernel.CreateBuilder().AddOpenAIChatCompletion(
        serviceId: "chat",
        modelId: "ai/llama3.1:8B-Q4_K_M",
        endpoint: new Uri("http://localhost:12434/engines/v1"),
        apiKey: ""
    ).Build();`,
    expected: { baseUrl: 'http://localhost:12434/engines/v1', model: 'ai/llama3.1:8B-Q4_K_M' },
  },
  {
    source: 'two servers of llama.cpp',
    text: `llama-server -hf Qwen/Qwen2.5-1.5B-Instruct-GGUF:Q4_K_M --port 8080 -c 8192
llama-server -hf Qwen/Qwen2.5-0.5B-Instruct-GGUF:Q4_K_M --port 8081 -c 16384  # a weaker model`,
    expected: [{ baseUrl: 'http://localhost:8080' }, { baseUrl: 'http://localhost:8081' }],
  },
  {
    source: 'Agno: the model is an id',
    text: `from agno.models.openai.like import OpenAILike

model = OpenAILike(id="qwen-max-lab", api_key="ak-5544332211", base_url="http://127.0.0.1:5173/api/agno/v1")`,
    expected: {
      baseUrl: 'http://127.0.0.1:5173/api/agno/v1',
      key: 'ak-5544332211',
      model: 'qwen-max-lab',
    },
  },
  {
    source: 'Java: a body in a text block',
    text: `String apiKey = System.getenv("OPENAI_API_KEY");

String json = """
{
  "model": "gpt-4.1-mini",
  "messages": [{"role": "user", "content": "Hello!"}]
}
""";

HttpRequest request = HttpRequest.newBuilder()
        .uri(URI.create("https://api.openai.com/v1/chat/completions"))
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + apiKey)
        .POST(HttpRequest.BodyPublishers.ofString(json))
        .build();`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-4.1-mini',
    },
  },
  {
    source: 'OpenHands: docker run',
    text: `docker run -it --rm --pull=always \\
    -e LLM_MODEL="openai/qwen3-coder" \\
    -e LLM_BASE_URL="http://host.docker.internal:1234/v1" \\
    -e LLM_API_KEY="dummy" \\
    -e LOG_ALL_EVENTS=true \\
    -p 3000:3000 \\
    docker.all-hands.dev/all-hands-ai/openhands:0.48`,
    expected: {
      baseUrl: 'http://host.docker.internal:1234/v1',
      key: '',
      model: 'openai/qwen3-coder',
    },
  },
  {
    source: '.env with two local servers',
    text: `# LLM Provider (ollama or openai)
LLM_PROVIDER=ollama
LLM_MODEL=llama2

# Ollama Settings (if using Ollama)
LLM_OLLAMA_URL=http://localhost:11434

# OpenAI-compatible Settings (if using LM Studio, vLLM, etc.)
LLM_OPENAI_BASE_URL=http://localhost:1234/v1
LLM_OPENAI_API_KEY=not-needed`,
    expected: [
      { name: 'Ollama', baseUrl: 'http://localhost:11434', model: 'llama2' },
      { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', key: '' },
    ],
  },
  {
    source: 'a table of variables in German',
    text: `| Variable | Standard | Werte |
|----------|---------|-------|
| \`LLM_BACKEND\` | \`ollama_gemma\` | \`mock\` · \`ollama_gemma\` |
| \`OLLAMA_MODEL\` | \`gemma2:2b\` | Ollama-Modell-ID |
| \`OLLAMA_URL\` | \`http://localhost:11434\` | Ollama-Basis-URL |
| \`MAX_TOKENS\` | \`512\` | Max. Output-Tokens |`,
    expected: { name: 'Ollama', baseUrl: 'http://localhost:11434', model: 'gemma2:2b' },
  },
  {
    source: 'a table of services in Chinese',
    text: `| 服务 | Base URL |
|---|---|
| OpenAI | \`https://api.openai.com/v1\` |
| DeepSeek | \`https://api.deepseek.com/v1\` |
| Groq | \`https://api.groq.com/openai/v1\` |`,
    expected: [
      { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
      { name: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1' },
      { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1' },
    ],
    missing: ['key'],
  },
  {
    source: 'MetaGPT: config2.yaml',
    text: `llm:
  api_type: 'openai'
  model: 'lab-70b'
  base_url: 'https://llm.lab.example/v1'
  api_key: 'lab-44556677'
  temperature: 0.0

repair_llm_output: true`,
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
  {
    source: 'Ruby: the official library',
    text: `require "openai"

openai = OpenAI::Client.new(
  api_key: ENV["LAB_KEY"],
  base_url: "https://llm.lab.example/v1"
)
chat = openai.chat.completions.create(
  messages: [{role: "user", content: "Say this is a test"}],
  model: :"lab-70b"
)`,
    expected: { baseUrl: 'https://llm.lab.example/v1', keyVariable: 'LAB_KEY', model: 'lab-70b' },
  },
  {
    source: 'SiliconFlow proxy: an e-mail in English with a list',
    text: `Hi Tom,

your access to the model gateway is ready:

  * Gateway: https://gw.lab.example/openai/v1
  * Personal access token: gwt-8877665544
  * Available models: lab-7b, lab-70b (default: lab-70b)

Please do not share the token.`,
    expected: {
      baseUrl: 'https://gw.lab.example/openai/v1',
      key: 'gwt-8877665544',
      models: ['lab-7b', 'lab-70b'],
    },
  },
  {
    source: 'an e-mail in Chinese: three sentences',
    text: '你好，内部大模型服务已开通。请求地址为 https://llm.lab.example/v1，你的 API Key 是 lab-44556677，推荐使用模型 lab-70b。如有问题请联系我。',
    expected: { baseUrl: 'https://llm.lab.example/v1', key: 'lab-44556677', model: 'lab-70b' },
  },
];
