/** A service that a variable, a key or the name of a provider identifies. */
export interface NamedService {
  readonly name: string;
  readonly baseUrl: string;
  /** Beginnings of environment variables: `GROQ` for `GROQ_API_KEY`. */
  readonly stems: readonly string[];
  /** What providers and classes are called in settings and code, in lower case without punctuation. */
  readonly ids: readonly string[];
  /** Beginning of its keys and of no others. */
  readonly keyPrefixes: readonly string[];
}

/** Name, base address, stems of variables, further ids, prefixes of keys. */
const rows: readonly (readonly [string, string, string, string?, string?])[] = [
  [
    'OpenAI',
    'https://api.openai.com/v1',
    'OPENAI',
    'openaichat openaiclient',
    'sk-proj- sk-svcacct-',
  ],
  ['OpenRouter', 'https://openrouter.ai/api/v1', 'OPENROUTER OPEN_ROUTER', '', 'sk-or-'],
  ['Groq', 'https://api.groq.com/openai/v1', 'GROQ', '', 'gsk_'],
  ['Mistral', 'https://api.mistral.ai/v1', 'MISTRAL MISTRALAI', ''],
  ['DeepSeek', 'https://api.deepseek.com', 'DEEPSEEK', ''],
  ['Together', 'https://api.together.xyz/v1', 'TOGETHER TOGETHERAI TOGETHER_AI', ''],
  [
    'Fireworks',
    'https://api.fireworks.ai/inference/v1',
    'FIREWORKS FIREWORKS_AI FIREWORKSAI',
    '',
    'fw_',
  ],
  ['Cerebras', 'https://api.cerebras.ai/v1', 'CEREBRAS', '', 'csk-'],
  ['xAI', 'https://api.x.ai/v1', 'XAI GROK', '', 'xai-'],
  ['Perplexity', 'https://api.perplexity.ai', 'PERPLEXITY PERPLEXITYAI PPLX', '', 'pplx-'],
  [
    'Google Gemini',
    'https://generativelanguage.googleapis.com/v1beta/openai',
    'GEMINI GOOGLE GOOGLE_GENERATIVE_AI GOOGLE_AI',
    'googlegenai',
    'AIza',
  ],
  ['Anthropic', 'https://api.anthropic.com/v1', 'ANTHROPIC CLAUDE', '', 'sk-ant-'],
  ['Cohere', 'https://api.cohere.ai/compatibility/v1', 'COHERE CO', 'coherev2'],
  ['NVIDIA', 'https://integrate.api.nvidia.com/v1', 'NVIDIA NVIDIA_NIM NIM', '', 'nvapi-'],
  [
    'Hugging Face',
    'https://router.huggingface.co/v1',
    'HF HUGGINGFACE HUGGING_FACE HUGGINGFACEHUB HUGGING_FACE_HUB',
    'huggingfaceinference inference',
    'hf_',
  ],
  [
    'GitHub Models',
    'https://models.github.ai/inference',
    'GITHUB GITHUB_MODELS',
    '',
    'github_pat_ ghp_',
  ],
  ['Moonshot', 'https://api.moonshot.ai/v1', 'MOONSHOT KIMI MOONSHOTAI', ''],
  ['Z.AI', 'https://api.z.ai/api/paas/v4', 'ZAI Z_AI', ''],
  ['Zhipu', 'https://open.bigmodel.cn/api/paas/v4', 'ZHIPU ZHIPUAI BIGMODEL GLM', ''],
  [
    'DashScope',
    'https://dashscope.aliyuncs.com/compatible-mode/v1',
    'DASHSCOPE ALIBABA QWEN ALIBABA_CLOUD',
    'tongyi',
  ],
  ['SiliconFlow', 'https://api.siliconflow.cn/v1', 'SILICONFLOW', ''],
  ['MiniMax', 'https://api.minimax.io/v1', 'MINIMAX', ''],
  ['Ark', 'https://ark.cn-beijing.volces.com/api/v3', 'ARK VOLCENGINE VOLC', 'doubao'],
  [
    'Vercel AI Gateway',
    'https://ai-gateway.vercel.sh/v1',
    'AI_GATEWAY VERCEL_AI_GATEWAY',
    'gateway',
    'vck_',
  ],
  ['DeepInfra', 'https://api.deepinfra.com/v1/openai', 'DEEPINFRA', ''],
  ['Novita', 'https://api.novita.ai/openai/v1', 'NOVITA', ''],
  ['Nebius', 'https://api.tokenfactory.nebius.com/v1', 'NEBIUS', ''],
  ['Chutes', 'https://llm.chutes.ai/v1', 'CHUTES', '', 'cpk_'],
  ['Baseten', 'https://inference.baseten.co/v1', 'BASETEN', ''],
  ['ModelScope', 'https://api-inference.modelscope.cn/v1', 'MODELSCOPE', ''],
  ['Xiaomi MiMo', 'https://api.xiaomimimo.com/v1', 'XIAOMI MIMO', ''],
  ['Venice', 'https://api.venice.ai/api/v1', 'VENICE', ''],
  ['OpenCode Zen', 'https://opencode.ai/zen/v1', 'OPENCODE', 'opencodezen'],
  ['Ollama', 'http://localhost:11434/v1', 'OLLAMA', ''],
  ['LM Studio', 'http://localhost:1234/v1', 'LMSTUDIO LM_STUDIO', ''],
];

const services: readonly NamedService[] = rows.map(
  ([name, baseUrl, stems, ids = '', prefixes = '']) => {
    const known = stems.split(' ');
    const named = [name, ...known].map(plainName);
    return {
      name,
      baseUrl,
      stems: known,
      ids: [...named, ...named.map((id) => `${id}ai`), ...words(ids)],
      keyPrefixes: words(prefixes),
    };
  },
);

const byId = new Map(
  services.flatMap((service) => service.ids.map((id) => [id, service] as const)),
);

const byStem = new Map(
  services.flatMap((service) => service.stems.map((stem) => [stem, service] as const)),
);

const byHost = new Map(
  services.map((service) => [new URL(service.baseUrl).host, service] as const),
);

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** A name in lower case without anything but letters and digits. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The service of a provider, package or class: `groq`, `@ai-sdk/groq`, `ChatGroq`, `createGroq`. */
export function serviceOfName(name: string): NamedService | undefined {
  const last = plainName(
    name
      .slice(0, 200)
      .split(/[/.:]/)
      .findLast((part) => part !== '') ?? '',
  );
  const bare = last
    .replace(/^(?:azure)?(?:async|create|chat)/, '')
    .replace(/(?:client|provider|chat|llm)$/, '');
  return byId.get(last) ?? byId.get(bare);
}

/** The service of the beginning of an environment variable, such as `GROQ`. */
export function serviceOfStem(stem: string): NamedService | undefined {
  return byStem.get(stem.replace(/^(?:VITE|NEXT_PUBLIC|REACT_APP|NUXT)_/, ''));
}

/** The service that a key was made by, as far as its beginning says it. */
export function serviceOfKey(key: string): NamedService | undefined {
  return services.find(({ keyPrefixes }) => keyPrefixes.some((prefix) => key.startsWith(prefix)));
}

/** The service at an address. */
export function serviceOfAddress(baseUrl: string): NamedService | undefined {
  const host = URL.parse(baseUrl)?.host;
  return host === undefined ? undefined : byHost.get(host);
}
