import { knownServicesAt } from '../shared/service/knownServices.ts';

/** A service that a variable, a key or the name of a provider identifies. */
export interface NamedService {
  readonly name: string;
  /** Has `<` where each customer has a host of their own. */
  readonly baseUrl: string;
  /** The environment variable that its libraries read: `GROQ_API_KEY`. */
  readonly keyVariable: string;
}

/** Name, host or base address, further names in variables and code, beginnings of its keys and of no others. */
const table = `
OpenAI | api.openai.com | | sk-proj- sk-svcacct-
Azure OpenAI | https://<resource>.openai.azure.com | azure azure_openai
OpenRouter | openrouter.ai | | sk-or-
Groq | api.groq.com | | gsk_
Mistral | api.mistral.ai
DeepSeek | https://api.deepseek.com
Together | api.together.xyz
Fireworks | api.fireworks.ai | | fw_
Cerebras | api.cerebras.ai | | csk-
xAI | api.x.ai | xai grok | xai-
Perplexity | api.perplexity.ai | perplexity pplx | pplx-
Google Gemini | generativelanguage.googleapis.com | gemini google google_generative google_gen | AIza
Anthropic | api.anthropic.com | anthropic claude | sk-ant-
Cohere | api.cohere.ai | cohere co coherev2
NVIDIA | integrate.api.nvidia.com | nvidia nvidia_nim nim | nvapi-
Hugging Face | router.huggingface.co | hf hugging_face_hub inference | hf_
GitHub Models | models.github.ai | github | github_pat_ ghp_
Moonshot | api.moonshot.ai | moonshot kimi
Z.AI | api.z.ai | zai
Zhipu | open.bigmodel.cn | zhipu bigmodel glm
DashScope | dashscope.aliyuncs.com | dashscope alibaba qwen alibaba_cloud tongyi
SiliconFlow | api.siliconflow.cn
MiniMax | api.minimax.io
Ark | ark.cn-beijing.volces.com | ark volcengine volc doubao
Vercel AI Gateway | ai-gateway.vercel.sh | ai_gateway gateway | vck_
DeepInfra | api.deepinfra.com
Novita | api.novita.ai
Nebius | api.tokenfactory.nebius.com
Chutes | llm.chutes.ai | | cpk_
Baseten | inference.baseten.co
ModelScope | api-inference.modelscope.cn
Xiaomi MiMo | api.xiaomimimo.com | mimo xiaomi
Venice | api.venice.ai
OpenCode Zen | opencode.ai | opencode
Ollama | http://localhost:11434/v1
LM Studio | http://localhost:1234/v1 | lm_studio
`;

const byId = new Map<string, NamedService>();
const byKey = new Map<string, NamedService>();
const byHost = new Map<string, NamedService>();
for (const row of table.trim().split('\n')) {
  const [name = '', place = '', aliases = '', prefixes = ''] = row
    .split('|')
    .map((cell) => cell.trim());
  const ids = [...words(aliases), name];
  const path = knownServicesAt(place)[0]?.path ?? '/v1';
  const baseUrl = place.includes('://') ? place : `https://${place}${path}`;
  const service = { name, baseUrl, keyVariable: `${ids[0]?.toUpperCase()}_API_KEY` };
  ids.map(plainName).forEach((id) => byId.set(id, service).set(`${id}ai`, service));
  words(prefixes).forEach((prefix) => byKey.set(prefix, service));
  byHost.set(URL.parse(baseUrl)?.host ?? '', service);
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** A name in lower case without anything but letters and digits. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The service that words name, such as `open router` or `create groq`: the longest run of words that is a name, at
 * the end of them or `isAnywhere`.
 */
export function serviceNamed(
  words: readonly string[],
  isAnywhere: boolean,
): NamedService | undefined {
  const ends = isAnywhere ? words.map((_, index) => index + 1) : [words.length];
  for (let length = Math.min(words.length, 4); length > 0; length -= 1) {
    const ids = ends.map((end) => words.slice(Math.max(0, end - length), end).join(''));
    // Short names are parts of other words' names, too.
    const id = ids.findLast((id) => byId.has(id) && (id.length > 3 || length === words.length));
    if (id !== undefined) {
      return byId.get(id);
    }
  }
  return undefined;
}

/** The service of the name of a provider or a package: `groq`, `@ai-sdk/groq`. */
export function serviceOfName(name: string): NamedService | undefined {
  const parts = name.slice(0, 200).split(/[/.:]/);
  const last = parts.findLast((part) => part !== '') ?? '';
  return byId.get(plainName(last).replace(/(?:provider|llm)$/, ''));
}

/** The service that a key was made by, as far as its beginning says it. */
export function serviceOfKey(key: string): NamedService | undefined {
  return [...byKey].find(([prefix]) => key.startsWith(prefix))?.[1];
}

/** The service at an address. */
export function serviceOfAddress(baseUrl: string): NamedService | undefined {
  const { host = '', hostname = '' } = URL.parse(baseUrl) ?? {};
  return knownServicesAt(hostname)[0]?.name === 'Azure OpenAI'
    ? byId.get('azure')
    : byHost.get(host);
}
