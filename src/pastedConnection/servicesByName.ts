import { knownServicesAt } from '../shared/service/knownServices.ts';

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

/** Name, host or base address, stems of variables, further ids, prefixes of keys. */
const rows: readonly (readonly [string, string, string, string?, string?])[] = [
  ['OpenAI', 'api.openai.com', 'OPENAI', 'openaichat openaiclient', 'sk-proj- sk-svcacct-'],
  ['OpenRouter', 'openrouter.ai', 'OPENROUTER OPEN_ROUTER', '', 'sk-or-'],
  ['Groq', 'api.groq.com', 'GROQ', '', 'gsk_'],
  ['Mistral', 'api.mistral.ai', 'MISTRAL MISTRALAI', ''],
  ['DeepSeek', 'https://api.deepseek.com', 'DEEPSEEK', ''],
  ['Together', 'api.together.xyz', 'TOGETHER TOGETHERAI TOGETHER_AI', ''],
  ['Fireworks', 'api.fireworks.ai', 'FIREWORKS FIREWORKS_AI FIREWORKSAI', '', 'fw_'],
  ['Cerebras', 'api.cerebras.ai', 'CEREBRAS', '', 'csk-'],
  ['xAI', 'api.x.ai', 'XAI GROK', '', 'xai-'],
  ['Perplexity', 'api.perplexity.ai', 'PERPLEXITY PERPLEXITYAI PPLX', '', 'pplx-'],
  [
    'Google Gemini',
    'generativelanguage.googleapis.com',
    'GEMINI GOOGLE GOOGLE_GENERATIVE_AI GOOGLE_AI',
    'googlegenai',
    'AIza',
  ],
  ['Anthropic', 'api.anthropic.com', 'ANTHROPIC CLAUDE', '', 'sk-ant-'],
  ['Cohere', 'api.cohere.ai', 'COHERE CO', 'coherev2'],
  ['NVIDIA', 'integrate.api.nvidia.com', 'NVIDIA NVIDIA_NIM NIM', '', 'nvapi-'],
  [
    'Hugging Face',
    'router.huggingface.co',
    'HF HUGGINGFACE HUGGING_FACE HUGGINGFACEHUB HUGGING_FACE_HUB',
    'huggingfaceinference inference',
    'hf_',
  ],
  ['GitHub Models', 'models.github.ai', 'GITHUB GITHUB_MODELS', '', 'github_pat_ ghp_'],
  ['Moonshot', 'api.moonshot.ai', 'MOONSHOT KIMI MOONSHOTAI', ''],
  ['Z.AI', 'api.z.ai', 'ZAI Z_AI', ''],
  ['Zhipu', 'open.bigmodel.cn', 'ZHIPU ZHIPUAI BIGMODEL GLM', ''],
  ['DashScope', 'dashscope.aliyuncs.com', 'DASHSCOPE ALIBABA QWEN ALIBABA_CLOUD', 'tongyi'],
  ['SiliconFlow', 'api.siliconflow.cn', 'SILICONFLOW', ''],
  ['MiniMax', 'api.minimax.io', 'MINIMAX', ''],
  ['Ark', 'ark.cn-beijing.volces.com', 'ARK VOLCENGINE VOLC', 'doubao'],
  ['Vercel AI Gateway', 'ai-gateway.vercel.sh', 'AI_GATEWAY VERCEL_AI_GATEWAY', 'gateway', 'vck_'],
  ['DeepInfra', 'api.deepinfra.com', 'DEEPINFRA', ''],
  ['Novita', 'api.novita.ai', 'NOVITA', ''],
  ['Nebius', 'api.tokenfactory.nebius.com', 'NEBIUS', ''],
  ['Chutes', 'llm.chutes.ai', 'CHUTES', '', 'cpk_'],
  ['Baseten', 'inference.baseten.co', 'BASETEN', ''],
  ['ModelScope', 'api-inference.modelscope.cn', 'MODELSCOPE', ''],
  ['Xiaomi MiMo', 'api.xiaomimimo.com', 'XIAOMI MIMO', ''],
  ['Venice', 'api.venice.ai', 'VENICE', ''],
  ['OpenCode Zen', 'opencode.ai', 'OPENCODE', 'opencodezen'],
  ['Ollama', 'http://localhost:11434/v1', 'OLLAMA', ''],
  ['LM Studio', 'http://localhost:1234/v1', 'LMSTUDIO LM_STUDIO', ''],
];

const services: readonly NamedService[] = rows.map(
  ([name, place, stems, ids = '', prefixes = '']) => {
    const known = stems.split(' ');
    const named = [name, ...known].map(plainName);
    return {
      name,
      baseUrl: baseUrlAt(place),
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

/** The base address at a host, as it is completed where only the host is entered. */
function baseUrlAt(place: string): string {
  return place.includes('://')
    ? place
    : `https://${place}${knownServicesAt(place)[0]?.path ?? '/v1'}`;
}

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
