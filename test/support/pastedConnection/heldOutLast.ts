import type { Form } from './form.ts';

/** The last forms that were tried for the first time. */
export const heldOutLast: readonly Form[] = [
  {
    source: 'a repository: ChatOpenAI beside embeddings of another service',
    text: `llm = ChatOpenAI(
    openai_api_key=openrouter_key,
    openai_api_base="https://openrouter.ai/api/v1",
    model_name="liquid/lfm-2.5-2.6b:free", 
    max_retries=1,
    request_timeout=30,
)

embeddings = VoyageAIEmbeddings(
    voyage_api_key=voyage_key, 
    model="voyage-3",
)`,
    expected: {
      name: 'OpenRouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      model: 'liquid/lfm-2.5-2.6b:free',
    },
    missing: ['key'],
  },
  {
    source: 'a repository: variables before a command',
    text: `RUN_LIVE=1 \\
OPENAI_API_BASE=https://api.together.xyz/v1 OPENAI_API_KEY=$TOGETHER_API_KEY \\
LIVE_MODEL=openai/moonshotai/Kimi-K2.6 \\
uv run pytest tests/test_live.py -v -m live`,
    expected: {
      name: 'Together',
      baseUrl: 'https://api.together.xyz/v1',
      keyVariable: 'TOGETHER_API_KEY',
      model: 'openai/moonshotai/Kimi-K2.6',
    },
  },
  {
    source: 'a repository: .env for another service',
    text: `OPENAI_API_KEY=your-mistral-api-key
OPENAI_API_BASE=https://api.mistral.ai/v1
OPENAI_MODEL_NAME="mistral-small"`,
    expected: {
      name: 'Mistral',
      baseUrl: 'https://api.mistral.ai/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'mistral-small',
    },
  },
  {
    source: 'a repository: everything in variables',
    text: `export OPENAI_API_BASE=https://\${CLOUDFRONT_DOMAIN}
export OPENAI_API_KEY=\${API_KEY}

# Or via kubectl port-forward (direct, no API key needed)
kubectl port-forward -n ollama svc/ollama 11434:11434`,
    expected: { addressTemplate: 'https://${CLOUDFRONT_DOMAIN}', keyVariable: 'OPENAI_API_KEY' },
    missing: ['address'],
  },
  {
    source: 'a repository: settings of a model as variables',
    text: `llm = ChatOpenAI(
    openai_api_key='sk-Ab12Cd34Ef56Gh78Ij90',
    temperature=model_settings.temperature,
    model=model_settings.model,
    max_tokens=model_settings.max_tokens,
    streaming=streaming,
    openai_api_base= 'https://api.openai.com/v1',
    openai_organization='',
)`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      key: 'sk-Ab12Cd34Ef56Gh78Ij90',
    },
  },
  {
    source: 'a repository: a page in Chinese with two ways',
    text: `### 完整配置
\`\`\`json
{
  "openai_api_key": "sk-...",
  "openai_api_base": "https://api.openai.com/v1",
  "model": "gpt-4-turbo-preview",
  "max_retry": 5,
  "timeout": 300,
  "log_level": "INFO"
}
\`\`\`

### 环境变量
\`\`\`bash
export OPENAI_API_KEY="sk-..."
export OPENAI_API_BASE="https://api.openai.com/v1"
export OPENAI_MODEL="gpt-4-turbo-preview"
\`\`\``,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-4-turbo-preview',
    },
  },
  {
    source: 'a repository: .env.example in Chinese',
    text: `# ==================== API提供商 ====================
# 选择API提供商: openai, gemini, zhipu, aihubmix
API_PROVIDER=openai

# ==================== OpenAI API配置 ====================
OPENAI_API_KEY=your_openai_api_key_here
# OPENAI_API_BASE=https://api.openai.com/v1
OPENAI_MODEL=gpt-4o-mini`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      model: 'gpt-4o-mini',
    },
  },
  {
    source: 'a repository: a bot',
    text: `# 必需配置
TELEGRAM_BOT_TOKEN=your_telegram_bot_token
LLM_API_BASE=https://api.moonshot.cn/v1
LLM_API_KEY=sk-Nu4n0000TtsD1cmm1hJG2wrg
PRIMARY_MODEL=kimi-k2-thinking-preview

# 鉴权配置（可选）
ADMIN_TELEGRAM_IDS=123456  # 管理员
ENABLE_WHITELIST=false`,
    expected: {
      name: 'Moonshot',
      baseUrl: 'https://api.moonshot.cn/v1',
      key: 'sk-Nu4n0000TtsD1cmm1hJG2wrg',
      model: 'kimi-k2-thinking-preview',
    },
  },
  {
    source: 'a repository: placeholders of several services',
    text: `TWILIO_ACCOUNT_SID=ACxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
TWILIO_AUTH_TOKEN=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
TWILIO_WHATSAPP_NUMBER=+14155238886

OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
# Or compatible API endpoint
LLM_API_BASE=https://api.openai.com/v1`,
    expected: {
      name: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
    },
  },
  {
    source: 'a repository: pydantic settings',
    text: `class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8")

    litellm_model_id: str = "openai/minimax-m2.7"
    litellm_api_base: str = "http://localhost:4000/v1"
    litellm_api_key: str = "sk-lite-7788"
    server_host: str = "0.0.0.0"
    server_port: int = 7777
    sqlite_path: str = "data/inspections.db"`,
    expected: { baseUrl: 'http://localhost:4000/v1', key: 'sk-lite-7788', model: 'minimax-m2.7' },
  },
  {
    source: 'a repository: os.environ for a model and for embeddings',
    text: `os.environ["CACHING"] = "false"

os.environ["LLM_PROVIDER"] = "ollama"
os.environ["LLM_MODEL"] = "ollama/llama3.1"
os.environ["LLM_ENDPOINT"] = "http://localhost:11434"
os.environ["LLM_API_KEY"] = "ollama"

os.environ["EMBEDDING_PROVIDER"] = "ollama"
os.environ["EMBEDDING_MODEL"] = "ollama/nomic-embed-text"
os.environ["EMBEDDING_ENDPOINT"] = "http://localhost:11434"
os.environ["EMBEDDING_API_KEY"] = "ollama"`,
    expected: {
      name: 'Ollama',
      baseUrl: 'http://localhost:11434',
      key: '',
      model: 'ollama/llama3.1',
    },
  },
  {
    source: 'a repository: getenv or a default',
    text: `    api_key = os.getenv("LLM_API_KEY") or "mock-key"
    model = os.getenv("LLM_MODEL") or "nvidia/nemotron-3-super-120b-a12b"
    endpoint = os.getenv("LLM_ENDPOINT") or "https://integrate.api.nvidia.com/v1"`,
    expected: {
      name: 'NVIDIA',
      baseUrl: 'https://integrate.api.nvidia.com/v1',
      keyVariable: 'LLM_API_KEY',
      model: 'nvidia/nemotron-3-super-120b-a12b',
    },
  },
  {
    source: 'a repository: the name of a stored key',
    text: `const API_KEY_STORAGE_KEY = 'litellm-api-key';
const LITELLM_ENDPOINT = 'https://app-litellm.example.net';
const REQUEST_TIMEOUT_MS = 60000;`,
    expected: { baseUrl: 'https://app-litellm.example.net' },
    missing: ['key'],
  },
  {
    source: 'a repository: Deno',
    text: `const GROQ_API_URL = "https://api.groq.com/openai/v1/chat/completions";
const GROQ_MODEL = "llama-3.1-8b-instant";

async function callGroq(
  userMessage: string,
  systemPrompt?: string,
): Promise<string> {
  const apiKey = Deno.env.get("GROQ_API_KEY");
  if (!apiKey) throw new Error("GROQ_API_KEY not configured");`,
    expected: {
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai/v1',
      keyVariable: 'GROQ_API_KEY',
      model: 'llama-3.1-8b-instant',
    },
  },
  {
    source: 'a repository: a key that stands elsewhere',
    text: `            url = "https://api.openai.com/v1/chat/completions"
            headers = {
                "Authorization": f"Bearer {openai_key}",
                "Content-Type": "application/json"
            }
            payload = {
                "model": "gpt-4o-mini",
                "messages": [
                    {"role": "system", "content": system_prompt},
                ],
            }`,
    expected: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', model: 'gpt-4o-mini' },
    missing: ['key'],
  },
  {
    source: 'a repository: fetch with a constant',
    text: `        const response = await fetch(
            "https://api.groq.com/openai/v1/chat/completions",
            {
                method: "POST",
                headers: {
                    "Authorization": \`Bearer \${GROQ_API_KEY}\`,
                    "Content-Type": "application/json",
                },
                body: JSON.stringify({
                    model: "llama-3.3-70b-versatile",
                    messages: [{ role: "user", content: userPrompt }],
                }),
            });`,
    expected: {
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai/v1',
      keyVariable: 'GROQ_API_KEY',
      model: 'llama-3.3-70b-versatile',
    },
  },
  {
    source: 'a repository: Spring with @Value',
    text: `    @Value("\${openrouter.api.key}")
    private String apiKey;

    @Value("\${openrouter.model}")
    private String model;

    private static final String OPENROUTER_URL = "https://openrouter.ai/api/v1/chat/completions";
    private final RestTemplate restTemplate = new RestTemplate();`,
    expected: { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
    missing: ['key'],
  },
  {
    source: 'a repository: Compose with variables only',
    text: `services:
  understory:
    image: ghcr.io/example/understory:latest
    ports: ["3800:3800"]
    environment:
      BUNDLE_ROOT: /bundle
      LLM_API_BASE_URL: \${LLM_API_BASE_URL}
      LLM_API_KEY: \${LLM_API_KEY}
      LLM_API_FORMAT: openai
      LLM_MODEL: \${LLM_MODEL}`,
    expected: { addressTemplate: '${LLM_API_BASE_URL}', keyVariable: 'LLM_API_KEY' },
    missing: ['address'],
  },
  {
    source: 'a repository: a gateway and its key',
    text: `const GATEWAY_URL = "https://ai.gateway.lab.example/v1/chat/completions";
const res = await fetch(GATEWAY_URL, {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.LAB_API_KEY}\`, "Content-Type": "application/json" },
  body: JSON.stringify({ model: "google/gemini-2.5-flash", messages: [{ role: "user", content }] }),
});`,
    expected: {
      baseUrl: 'https://ai.gateway.lab.example/v1',
      keyVariable: 'LAB_API_KEY',
      model: 'google/gemini-2.5-flash',
    },
  },
  {
    source: 'a repository: C# with a configuration',
    text: `_httpClient.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", _configuration["OpenAI:ApiKey"]);
var httpContent = new StringContent(jsonContent, Encoding.UTF8, "application/json");
var response = await _httpClient.PostAsync("https://api.openai.com/v1/chat/completions", httpContent);`,
    expected: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
    missing: ['key'],
  },
];
