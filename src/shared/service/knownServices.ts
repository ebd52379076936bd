import { keyPlaceholder } from './keySource.ts';

/** What is known of a service by its host, from its own documentation. A proposal, never a rule. */
export interface KnownService extends Peculiarities {
  /** A proper name, which is not translated. */
  readonly name: string;
  /** Host names, with a port on this computer; `*` stands for any part of one. */
  readonly hosts: readonly string[];
  /** The path of its base address. One that begins like it is completed. Missing if it differs between accounts. */
  readonly path: string | undefined;
  /** Its base address as far as that is known; `<name>` stands for a part that differs between accounts. */
  readonly baseUrl: string;
  /** Its further names in variables and code. */
  readonly aliases: readonly string[];
  /** The environment variable that its libraries read: `GROQ_API_KEY`. */
  readonly keyVariable: string;
  /** The beginnings of its keys and of no others. */
  readonly keyPrefixes: readonly string[];
}

/** In what a service differs from the others. */
interface Peculiarities {
  /** The headers that it expects, with `${key}` in place of the key; otherwise `Authorization: Bearer`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The path of its model list from the root of its host, if that is not `/models` below the base address. */
  readonly modelsPath?: string;
  /** There is no model list at an address with this in its path. */
  readonly noListBelow?: string;
}

/**
 * Name, hosts, path (`-` if it differs), further names, beginnings of keys. In the order in which they are offered. Where two have the same
 * host, the first one completes an address without a path.
 */
const table = `
OpenAI | api.openai.com | /v1 | | sk-proj- sk-svcacct-
OpenRouter | openrouter.ai | /api/v1 | | sk-or-
Groq | api.groq.com | /openai/v1 | | gsk_
Mistral | api.mistral.ai | /v1
DeepSeek | api.deepseek.com | /v1
Google Gemini | generativelanguage.googleapis.com | /v1beta/openai | gemini google google_generative google_gen | AIza
Anthropic | api.anthropic.com | /v1 | anthropic claude | sk-ant-
xAI | api.x.ai | /v1 | xai grok | xai-
Azure OpenAI | *.openai.azure.com *.cognitiveservices.azure.com *.services.ai.azure.com *.openai.azure.us | /openai/v1 | azure azure_openai
Azure AI Foundry | *.services.ai.azure.com | /models
Azure API Management | *.azure-api.net | -
Portkey | api.portkey.ai | /v1
Baseten | inference.baseten.co | /v1
GitHub Models | models.github.ai | /inference | github | github_pat_ ghp_
GitHub Models | models.inference.ai.azure.com |
Perplexity | api.perplexity.ai | | perplexity pplx | pplx-
Cohere | api.cohere.ai api.cohere.com | /compatibility/v1 | cohere co coherev2
Cloudflare Workers AI | api.cloudflare.com | -
Together | api.together.xyz | /v1
Fireworks | api.fireworks.ai | /inference/v1 | | fw_
Cerebras | api.cerebras.ai | /v1 | | csk-
Hugging Face | router.huggingface.co | /v1 | hf hugging_face_hub inference | hf_
NVIDIA | integrate.api.nvidia.com | /v1 | nvidia nvidia_nim nim | nvapi-
Moonshot | api.moonshot.ai api.moonshot.cn | /v1 | moonshot kimi
Amazon Bedrock | bedrock-runtime.*.amazonaws.com | /openai/v1
Databricks | *.cloud.databricks.com *.gcp.databricks.com *.azuredatabricks.net | /serving-endpoints
Snowflake | *.snowflakecomputing.com | /api/v2/cortex/v1
watsonx | *.ml.cloud.ibm.com | /ml/gateway/v1
Kimi | api.kimi.com | /coding/v1
Z.AI | api.z.ai | /api/paas/v4 | zai
Zhipu | open.bigmodel.cn | /api/paas/v4 | zhipu bigmodel glm
DashScope | dashscope.aliyuncs.com dashscope-intl.aliyuncs.com | /compatible-mode/v1 | dashscope alibaba qwen alibaba_cloud tongyi
Ark | ark.cn-beijing.volces.com ark.*.volces.com | /api/v3 | ark volcengine volc doubao
SiliconFlow | api.siliconflow.cn api.siliconflow.com | /v1
MiniMax | api.minimax.io | /v1
Vercel AI Gateway | ai-gateway.vercel.sh | /v1 | ai_gateway gateway | vck_
DeepInfra | api.deepinfra.com | /v1/openai
Novita | api.novita.ai | /openai
Nebius | api.tokenfactory.nebius.com | /v1
Chutes | llm.chutes.ai | /v1 | | cpk_
ModelScope | api-inference.modelscope.cn | /v1
Xiaomi MiMo | api.xiaomimimo.com | /v1 | mimo xiaomi
Venice | api.venice.ai | /api/v1
OpenCode Zen | opencode.ai | /zen/v1 | opencode
Ollama | localhost:11434 | /v1
LM Studio | localhost:1234 | /v1 | lm_studio
`;

const azureHeaders = { 'api-key': keyPlaceholder };

const peculiarities: Readonly<Record<string, Peculiarities>> = {
  Anthropic: { headers: { 'x-api-key': keyPlaceholder, 'anthropic-version': '2023-06-01' } },
  'Azure OpenAI': { headers: azureHeaders, noListBelow: '/openai/deployments' },
  'Azure AI Foundry': { headers: azureHeaders, noListBelow: '/models' },
  'Azure API Management': { headers: azureHeaders, noListBelow: '/openai/deployments' },
  Portkey: { headers: { 'x-portkey-api-key': keyPlaceholder } },
  Baseten: { headers: { Authorization: `Api-Key ${keyPlaceholder}` } },
  'models.github.ai': { modelsPath: 'catalog/models' },
  Perplexity: { noListBelow: '/' },
  Cohere: { noListBelow: '/compatibility' },
  'Cloudflare Workers AI': { noListBelow: '/client/v4' },
};

/** All services. */
export const knownServices: readonly KnownService[] = table.trim().split('\n').map(serviceOfRow);

function serviceOfRow(row: string): KnownService {
  const cells = row.split('|').map((cell) => cell.trim());
  const [name = '', places, known = '', names, keyPrefixes] = cells;
  const path = known === '-' ? undefined : known;
  const [hosts, aliases] = [words(places), words(names)];
  const [host = ''] = hosts;
  const scheme = isOfThisComputer(host) ? 'http' : 'https';
  return {
    name,
    hosts,
    path,
    baseUrl: `${scheme}://${host.replace('*', '<name>')}${path ?? ''}`,
    aliases,
    keyVariable: `${(aliases[0] ?? name).toUpperCase()}_API_KEY`,
    keyPrefixes: words(keyPrefixes),
    ...(peculiarities[name] ?? peculiarities[host]),
  };
}

function words(text = ''): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

function isOfThisComputer(host: string): boolean {
  return host.includes(':');
}

/** The services on the web that can be chosen by their names, each once. */
export function offeredServices(): readonly KnownService[] {
  return knownServices.filter(
    ({ name, hosts: [host = ''], path }, index) =>
      path !== undefined &&
      !isOfThisComputer(host) &&
      knownServices.findIndex((one) => one.name === name) === index,
  );
}

/** The entries for a host in lower case, as a URL has it, with a port if it has one; most hosts have none. */
export function knownServicesAt(host: string): readonly KnownService[] {
  return knownServices.filter(({ hosts }) => hosts.some((pattern) => isHost(host, pattern)));
}

function isHost(host: string, pattern: string): boolean {
  const [before = '', after] = pattern.split('*');
  return after === undefined
    ? host === pattern
    : host.length > before.length + after.length && host.startsWith(before) && host.endsWith(after);
}
